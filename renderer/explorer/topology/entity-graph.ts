import { entityName } from '#shared/model/entity.ts'
import type { GraphEdge, GraphNode } from '../graph/graph.ts'

type Row = Readonly<Record<string, unknown>>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Converts an `.entity` row; undefined if it names no entity (a projection removed the system fields). */
export function entityNode(row: Row): GraphNode | undefined {
  const domain = text(row['__domain__'])
  const type = text(row['__entity_type__'])
  const id = text(row['__entity_id__'])
  if (type === '' || id === '') return undefined
  const description = text(row['description'])
  return {
    key: `${domain}/${type}/${id}`,
    kind: type,
    domain,
    name: id,
    label: entityName(row) ?? `${id.slice(0, 8)}…`,
    group: type,
    data: row,
    ...(description === '' ? {} : { description }),
  }
}

/** A node of which only the key is known, as the end of a relation. */
export function nodeOfKey(key: string): GraphNode {
  const [domain = '', type = '', id = ''] = key.split('/')
  return { key, kind: type, domain, name: id, label: `${id.slice(0, 8)}…`, group: type }
}

function endKey(row: Row, end: 'src' | 'dest'): string {
  const direct = text(row[end])
  if (direct !== '') return direct
  const part = (name: string): string => text(row[`__${end}_${name}__`])
  return part('entity_id') === '' ? '' : `${part('domain')}/${part('entity_type')}/${part('entity_id')}`
}

/** Converts a `.topo` row; undefined if it does not name two ends. */
export function relationEdge(row: Row): GraphEdge | undefined {
  const source = endKey(row, 'src')
  const target = endKey(row, 'dest')
  if (source === '' || target === '') return undefined
  const type = text(row['__relation_type__']) || 'related'
  return { key: `${source}→${type}→${target}`, kind: 'relation', source, target, type, data: row }
}

/** Ids of entities without a payload, by entity set. */
export function unknownEnds(
  edges: readonly GraphEdge[],
  known: { has(key: string): boolean },
): Map<string, { domain: string; type: string; ids: string[] }> {
  const wanted = new Map<string, { domain: string; type: string; ids: string[] }>()
  const seen = new Set<string>()
  for (const key of edges.flatMap(({ source, target }) => [source, target])) {
    if (known.has(key) || seen.has(key)) continue
    seen.add(key)
    const [domain = '', type = '', id = ''] = key.split('/')
    const set = wanted.get(`${domain}/${type}`) ?? { domain, type, ids: [] }
    set.ids.push(id)
    wanted.set(`${domain}/${type}`, set)
  }
  return wanted
}
