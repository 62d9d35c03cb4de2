import type { Element } from '../../model/element.ts'
import { type Json, isJsonObject } from '../../model/json.ts'
import { relationTypeOf } from '../../model/link.ts'
import { wordsOf } from '../../model/words.ts'

/** A model element, as far as the language service needs it. */
export interface ElementFact {
  readonly kind: string
  readonly domain: string
  readonly name: string
  /** Display name; may be empty. */
  readonly title: string
}

/** A row field and its description in the model. */
export interface FieldFact {
  readonly name: string
  readonly type?: string
  readonly documentation?: string
}

/** Information about a workspace. The service is synchronous: the caller loads the model first. */
export interface ModelFacts {
  readonly elements: readonly ElementFact[]
  readonly domains: readonly string[]
  readonly relationTypes: readonly string[]
  /** Fields of an entity set; `undefined` when unknown, which differs from empty. */
  entityFields(domain: string, name: string): readonly FieldFact[] | undefined
  /** Metrics of a metric set, with their unit as the type; `undefined` when unknown. */
  metrics(domain: string, name: string): readonly FieldFact[] | undefined
  /** Known fields of all entity sets. */
  everyField(): readonly FieldFact[]
}

/** Sorts and deduplicates, dropping empty texts. */
export const unique = (texts: Iterable<string>): string[] => [...new Set(texts)].filter(Boolean).sort()

/** Returns what a set declares in its `spec`: the fields of an entity set, the metrics of a metric set. */
export function declaredIn(spec: Json | undefined, member: 'fields' | 'metrics'): FieldFact[] {
  const fields = isJsonObject(spec) ? spec[member] : undefined
  if (!Array.isArray(fields)) return []
  return fields.flatMap((field: Json): FieldFact[] => {
    if (!isJsonObject(field) || typeof field['name'] !== 'string') return []
    const { name, display_name: title, description } = field
    const type = field[member === 'fields' ? 'type' : 'unit']
    return [
      {
        name,
        type: typeof type === 'string' ? type : '',
        documentation: [wordsOf(title), wordsOf(description)].filter(Boolean).join(' — '),
      },
    ]
  })
}

/** Builds the facts from a workspace's elements. */
export function modelFactsOf(elements: readonly Element[]): ModelFacts {
  const entitySets = elements.filter(({ kind }) => kind === 'entity_set')
  const metricSets = elements.filter(({ kind }) => kind === 'metric_set')
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
      return set && declaredIn(set.spec, 'fields')
    },
    metrics(domain, name) {
      const set = metricSets.find((one) => one.domain === domain && one.name === name)
      return set && declaredIn(set.spec, 'metrics')
    },
    everyField: () => entitySets.flatMap(({ spec }) => declaredIn(spec, 'fields')),
  }
}
