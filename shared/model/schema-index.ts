import { type Element, elementKey } from './element.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import { isLinkKind } from './kinds/names.ts'
import { destinationOf, relationTypeOf, sourceOf } from './link.ts'
import { wordsOf } from './words.ts'

/** Size of a workspace; entities and relations without tombstones. */
interface WorkspaceTotals {
  readonly elements: number
  readonly entities: number
  readonly relations: number
}

/** An element in the schema index: metadata, no rows. */
export interface SchemaElement {
  readonly kind: string
  readonly domain: string
  readonly name: string
  /** English if available; empty if the element has none. */
  readonly display_name: string
  readonly description: string
  readonly field_count: number
}

/** A link between elements. The ends are element keys, `domain/name/kind`; empty if not set. */
export interface SchemaLink {
  readonly kind: string
  readonly domain: string
  readonly name: string
  readonly source: string
  readonly destination: string
  readonly relation_type: string
}

export interface SchemaDomain {
  readonly name: string
  readonly elements: number
  readonly links: number
}

/** Content of `model://workspace/{w}/schema-index`; docs/decisions.md, model service 6. */
export interface SchemaIndex {
  readonly workspace: string
  readonly sources: readonly {
    readonly source: string
    readonly description: string
    readonly query_api: string
  }[]
  readonly filters: readonly string[]
  readonly counts: WorkspaceTotals & {
    readonly links: number
    readonly kinds: { readonly [kind: string]: number }
  }
  readonly domains: readonly SchemaDomain[]
  readonly elements: readonly SchemaElement[]
  readonly links: readonly SchemaLink[]
}

/** Members whose entries count as an element's fields. */
const FIELD_LISTS = [
  'fields',
  'metrics',
  'observations',
  'knowledge',
  'skills',
  'actions',
  'automations',
  'toolkits',
]

/** Counts an element's declared fields: fields and labels of a data set, entries of a runbook. */
function fieldCountOf(spec: JsonObject | undefined): number {
  if (!spec) return 0
  const labels = isJsonObject(spec['labels']) ? spec['labels']['keys'] : undefined
  return [...FIELD_LISTS.map((name) => spec[name]), labels].reduce<number>(
    (sum, list) => sum + (Array.isArray(list) ? list.length : 0),
    0,
  )
}

export function schemaElementOf(element: Element): SchemaElement {
  const { metadata } = element
  return {
    kind: element.kind,
    domain: element.domain,
    name: element.name,
    display_name: wordsOf(metadata?.['display_name']),
    description: wordsOf(metadata?.['description'] ?? metadata?.['short_description']),
    field_count: fieldCountOf(element.spec),
  }
}

export function schemaLinkOf(element: Element): SchemaLink {
  const source = sourceOf(element)
  const destination = destinationOf(element)
  return {
    kind: element.kind,
    domain: element.domain,
    name: element.name,
    source: source ? elementKey(source) : '',
    destination: destination ? elementKey(destination) : '',
    relation_type: relationTypeOf(element),
  }
}

/** Domains with their element counts, sorted by name. */
export function domainsOf(elements: readonly Element[]): SchemaDomain[] {
  const domains = new Map<string, { name: string; elements: number; links: number }>()
  for (const { domain, kind } of elements) {
    let entry = domains.get(domain)
    if (!entry) domains.set(domain, (entry = { name: domain, elements: 0, links: 0 }))
    if (isLinkKind(kind)) entry.links++
    else entry.elements++
  }
  return [...domains.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}
