import type { Element } from '#shared/model/element.ts'
import { type JsonObject, isJsonObject } from '#shared/model/json.ts'

const textIn = (object: JsonObject | undefined, name: string): string => {
  const value = object?.[name]
  return typeof value === 'string' ? value.trim() : ''
}

/**
 * An element from its flat form or as an authoring file holds it (docs/model-service.md#elements). The authoring form's metadata
 * and schema are kept.
 * Missing names become empty texts, which validation refuses with their path.
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
