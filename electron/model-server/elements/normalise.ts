import type { Element } from '#shared/model/element.ts'
import { type JsonObject, isJsonObject } from '#shared/model/json.ts'

const textIn = (object: JsonObject | undefined, name: string): string => {
  const value = object?.[name]
  return typeof value === 'string' ? value.trim() : ''
}

/**
 * Normalises an element from its flat or authoring form (docs/model-service.md#elements). Keeps the authoring
 * form's metadata and schema. Missing names become empty, which validation reports with their path.
 */
export function normaliseElement(raw: JsonObject): Element {
  const metadata = isJsonObject(raw['metadata']) ? raw['metadata'] : undefined
  const schema = isJsonObject(raw['schema']) ? raw['schema'] : undefined
  const name = textIn(metadata, 'name') || textIn(raw, 'name')
  const domain =
    textIn(metadata, 'domain') ||
    textIn(raw, 'domain') ||
    (name.includes('.') ? (name.split('.')[0] ?? '') : '')
  const version = textIn(schema, 'version') || textIn(raw, 'version')
  return {
    kind: textIn(raw, 'kind'),
    domain,
    name,
    ...(version === '' ? {} : { version }),
    ...(metadata ? { metadata } : {}),
    ...(schema ? { schema } : {}),
    ...(isJsonObject(raw['spec']) ? { spec: raw['spec'] } : {}),
  }
}
