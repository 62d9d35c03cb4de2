import { z } from 'zod'
import { isLinkKind } from './kinds.ts'
import { makeGraph, type Graph, type GraphEdge, type GraphNode } from './graph.ts'

/** A text of the model: plain, or one per language. */
const words = z.union([z.string(), z.record(z.string(), z.unknown())]).nullish()
const end = z.union([
  z.string(),
  z.looseObject({ domain: z.string().default(''), kind: z.string().default('entity_set'), name: z.string() }),
])

const elementSchema = z.looseObject({
  kind: z.string(),
  domain: z.string(),
  name: z.string(),
  display_name: words,
  description: words,
  field_count: z.number().nullish(),
  fields: z.unknown().optional(),
})

const linkSchema = z.looseObject({
  kind: z.string(),
  domain: z.string().optional(),
  name: z.string().optional(),
  source: end.optional(),
  src: end.optional(),
  destination: end.optional(),
  dest: end.optional(),
  relation_type: z.string().nullish(),
})

const indexSchema = z.looseObject({
  workspace: z.string().optional(),
  elements: z.array(z.unknown()).default([]),
  links: z.array(z.unknown()).default([]),
})

/** The identity of an element (spec/graph-model-service.md §4.1). */
export function elementKey(domain: string, name: string, kind: string): string {
  return `${domain}/${name}/${kind}`
}

/** The text in English, else in whatever language there is. */
export function wordsOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value || undefined
  if (typeof value !== 'object' || value === null) return undefined
  const byLanguage = value as Record<string, unknown>
  const text = byLanguage['en_us'] ?? byLanguage['en'] ?? Object.values(byLanguage)[0]
  return typeof text === 'string' && text !== '' ? text : undefined
}

function keyOfEnd(value: z.infer<typeof end> | undefined): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string') return elementKey(value.domain, value.name, value.kind)
  const parts = value.split('/')
  if (parts.length === 3) return value
  const domain = parts.length === 2 ? (parts[0] ?? '') : (value.split('.')[0] ?? '')
  return elementKey(domain, parts.at(-1) ?? value, 'entity_set')
}

function nodeOf(raw: z.infer<typeof elementSchema>): GraphNode {
  const display = wordsOf(raw.display_name)
  const description = wordsOf(raw.description)
  const count = raw.field_count ?? (Array.isArray(raw.fields) ? raw.fields.length : raw.fields)
  return {
    key: elementKey(raw.domain, raw.name, raw.kind),
    kind: raw.kind,
    domain: raw.domain,
    name: raw.name,
    label: display ?? raw.name,
    group: raw.domain,
    ...(description === undefined ? {} : { description }),
    ...(typeof count === 'number' ? { fields: count } : {}),
  }
}

/** The name of a link that the index gives none: made of its ends and relation type, so that it is stable. */
const nameless = (source: string, type: string, target: string): string => `${source}→${type}→${target}`

/** An edge from a link's row; nothing when an end is not named. */
export function edgeOf(raw: z.infer<typeof linkSchema>): GraphEdge | undefined {
  const source = keyOfEnd(raw.source ?? raw.src)
  const target = keyOfEnd(raw.destination ?? raw.dest)
  if (source === undefined || target === undefined) return undefined
  const type = raw.relation_type ?? raw.kind
  const key =
    raw.name === undefined
      ? nameless(source, type, target)
      : elementKey(raw.domain ?? raw.name.split('.')[0] ?? '', raw.name, raw.kind)
  return { key, kind: raw.kind, source, target, type }
}

export interface ReadIndex {
  readonly graph: Graph
  /** Entries that could not be understood; shown, never dropped silently. */
  readonly refused: number
  /** Whether the index lists elements at all; some servers' does not (spec §2.2). */
  readonly listsElements: boolean
}

/**
 * The graph of a `schema-index` resource.
 * @throws z.ZodError when the value is not an index at all.
 */
export function readSchemaIndex(value: unknown): ReadIndex {
  const index = indexSchema.parse(value)
  const nodes: GraphNode[] = []
  const edges: GraphEdge[] = []
  let refused = 0
  for (const raw of index.elements) {
    const parsed = elementSchema.safeParse(raw)
    if (!parsed.success) refused++
    else if (!isLinkKind(parsed.data.kind)) nodes.push(nodeOf(parsed.data))
  }
  for (const raw of index.links) {
    const parsed = linkSchema.safeParse(raw)
    const edge = parsed.success ? edgeOf(parsed.data) : undefined
    if (edge === undefined) refused++
    else edges.push(edge)
  }
  return { graph: makeGraph(nodes, edges), refused, listsElements: index.elements.length > 0 }
}
