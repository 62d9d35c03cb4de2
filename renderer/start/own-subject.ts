import { parseEntityKey } from '#shared/model/entity.ts'
import { literal } from '#shared/spl/literal.ts'
import { tableIn } from '../spl/envelope.ts'
import { entityRows } from '../viewer/entity-rows.ts'
import { graphOf, type Row } from '../viewer/graph-of-rows.ts'

/** Relations read to find a central entity. */
const MAX_RELATIONS = 500
/** Maximum sets checked for metrics. */
const MAX_SETS = 8
/** Maximum relations between the two ends of the path: only those of both ends are on the canvas. */
const MAX_STEPS = 2

/** The subjects of the story. */
export interface Subject {
  /** Keys: the main entity, and one connected with it; empty without relations. */
  readonly ends: readonly string[]
  readonly names: readonly string[]
  /** A metric set of the main entity, if the model has one. */
  readonly metrics: { readonly domain: string; readonly name: string } | undefined
}

/** Distances from an entity over relations in either direction, nearest first. */
export function distances(
  edges: readonly { readonly from: number; readonly to: number }[],
  start: number,
): Map<number, number> {
  const beside = new Map<number, number[]>()
  const note = (one: number, other: number): void => {
    const known = beside.get(one)
    if (known) known.push(other)
    else beside.set(one, [other])
  }
  for (const { from, to } of edges) {
    note(from, to)
    note(to, from)
  }
  const found = new Map([[start, 0]])
  // Iterating a Map includes entries added meanwhile.
  for (const [place, far] of found)
    for (const other of beside.get(place) ?? []) if (!found.has(other)) found.set(other, far + 1)
  return found
}

/** Sorts by number of relations, descending. */
export function byRelations(
  nodes: readonly { readonly key: string }[],
  edges: readonly { readonly from: number; readonly to: number }[],
): number[] {
  const counts = nodes.map(() => 0)
  for (const { from, to } of edges)
    for (const end of new Set([from, to])) counts[end] = (counts[end] ?? 0) + 1
  return [...nodes.keys()].sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b)
}

const setOf = (key: string): string => key.split('/').slice(0, 2).join('/')

/** Queries a model for rows; undefined if it refuses. */
export type Ask = (query: string, limit: number) => Promise<readonly Row[] | undefined>

/** The beginning of an entity call on one entity. */
export function callOn(key: string): string {
  const { domain = '', type = '', id = '' } = parseEntityKey(key) ?? {}
  return `.entity_set with(domain=${literal(domain)}, name=${literal(type)}, ids=[${literal(id)}])\n| entity-call `
}

/** A metric set linked to an entity's set. */
async function metricsOf(key: string, ask: Ask): Promise<Subject['metrics']> {
  const rows = await ask(`${callOn(key)}list_data_set(['metric_set'], true)`, 100)
  const row = tableIn(rows ?? [])?.rows.find(({ type }) => type === 'metric_set')
  const { domain, name } = row ?? {}
  return typeof domain === 'string' && typeof name === 'string' ? { domain, name } : undefined
}

/**
 * Chooses the main entity: many relations and, if possible, metrics. @returns undefined if the model has no
 * relations
 */
export async function subjectOf(ask: Ask): Promise<Subject | undefined> {
  const graph = graphOf((await ask('.topo', MAX_RELATIONS)) ?? [])
  if (!graph || graph.edges.length === 0) return undefined
  const { nodes, edges } = graph
  const order = byRelations(nodes, edges)
  const firsts = new Map<string, number>()
  for (const place of order) {
    const set = setOf(nodes[place]?.key ?? '')
    if (!firsts.has(set)) firsts.set(set, place)
  }
  let hero = order[0] ?? 0
  let metrics: Subject['metrics']
  for (const place of [...firsts.values()].slice(0, MAX_SETS)) {
    metrics = await metricsOf(nodes[place]?.key ?? '', ask)
    if (!metrics) continue
    hero = place
    break
  }
  const others = [...distances(edges, hero)].filter(([, far]) => far > 0 && far <= MAX_STEPS)
  const [other] = others.at(-1) ?? []
  const ends = [hero, other].flatMap((place) => nodes[place ?? -1]?.key ?? [])
  const named = graphOf((await entityRows(ends, ask)) ?? [])?.nodes ?? []
  const names = ends.map((key) => {
    const label = named.find((one) => one.key === key)?.label
    return label || (parseEntityKey(key)?.id ?? key)
  })
  return { ends, names, metrics }
}
