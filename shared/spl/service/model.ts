import type { Element } from '../../model/element.ts'
import { type Json, isJsonObject } from '../../model/json.ts'
import { relationTypeOf } from '../../model/link.ts'
import { wordsOf } from '../../model/words.ts'

/** One element of the model, as far as the language service needs it. */
export interface ElementFact {
  readonly kind: string
  readonly domain: string
  readonly name: string
  /** Its display name; empty where it has none. */
  readonly title: string
}

/** A field of rows, and what the model says of it. */
export interface FieldFact {
  readonly name: string
  readonly type?: string
  readonly documentation?: string
}

/** What is known of a workspace. The service never waits for a server: its caller has read the model before. */
export interface ModelFacts {
  readonly elements: readonly ElementFact[]
  readonly domains: readonly string[]
  readonly relationTypes: readonly string[]
  /** Fields of an entity set; `undefined` when they are not known, which is not the same as none. */
  entityFields(domain: string, name: string): readonly FieldFact[] | undefined
  /** Fields of all entity sets, as far as they are known. */
  everyField(): readonly FieldFact[]
}

/** Each text once, in order, empty ones left out. */
export const unique = (texts: Iterable<string>): string[] => [...new Set(texts)].filter(Boolean).sort()

/** The fields that the `spec` of an entity set declares. */
export function declaredFields(spec: Json | undefined): FieldFact[] {
  const fields = isJsonObject(spec) ? spec['fields'] : undefined
  if (!Array.isArray(fields)) return []
  return fields.flatMap((field: Json): FieldFact[] => {
    if (!isJsonObject(field) || typeof field['name'] !== 'string') return []
    const { name, type, display_name: title, description } = field
    return [
      {
        name,
        type: typeof type === 'string' ? type : '',
        documentation: [wordsOf(title), wordsOf(description)].filter(Boolean).join(' — '),
      },
    ]
  })
}

/** What the elements of a workspace say. */
export function modelFactsOf(elements: readonly Element[]): ModelFacts {
  const entitySets = elements.filter(({ kind }) => kind === 'entity_set')
  const links = elements.filter(({ kind }) => kind === 'entity_set_link')
  return {
    elements: elements.map(({ kind, domain, name, metadata }) => ({
      kind,
      domain,
      name,
      title: wordsOf(metadata?.['display_name']),
    })),
    domains: unique(elements.map(({ domain }) => domain)),
    relationTypes: unique(links.map((link) => relationTypeOf(link))),
    entityFields(domain, name) {
      const set = entitySets.find((one) => one.domain === domain && one.name === name)
      return set && declaredFields(set.spec)
    },
    everyField: () => entitySets.flatMap(({ spec }) => declaredFields(spec)),
  }
}
