import { entityReference, literal } from '#shared/spl/literal.ts'
import type { GraphNode } from './graph.ts'

/** Query that lists the entities of an entity set. */
function entitiesQuery(node: Pick<GraphNode, 'domain' | 'name'>, limit: number): string {
  return `.entity with(domain=${literal(node.domain)}, name=${literal(node.name)}) | limit ${limit}`
}

/** Formats an entity key as a node of a `graph-call` list. */
export function referenceOf(key: string): string {
  const [domain = '', type = '', id = ''] = key.split('/')
  return entityReference({ domain, type, id })
}

/**
 * The query that shows the same as a node: an element's definition, or an entity's relations. `prefix` is the
 * server's model word.
 */
export function queryForNode(node: GraphNode, surface: 'model' | 'runtime', prefix = 'model'): string {
  if (surface === 'runtime')
    return `.topo | graph-call getDirectRelations([${referenceOf(node.key)}]) | limit 100`
  if (node.kind === 'entity_set') return entitiesQuery(node, 100)
  return `.${prefix} with(kind=${literal(node.kind)}, domain=${literal(node.domain)}, name=${literal(node.name)})`
}
