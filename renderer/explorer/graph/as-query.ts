import { literal } from '#shared/spl/literal.ts'
import type { GraphNode } from './graph.ts'

/** Query that lists the entities of an entity set. */
function entitiesQuery(node: Pick<GraphNode, 'domain' | 'name'>, limit: number): string {
  return `.entity with(domain=${literal(node.domain)}, name=${literal(node.name)}) | limit ${limit}`
}

/** The node's label in a `graph-call` list: domain, type and id of an entity. */
export function entityReference(key: string): string {
  const [domain = '', type = '', id = ''] = key.split('/')
  return `(:"${domain}@${type}" {__entity_id__: '${id}'})`
}

/** The query that shows what a node shows: an element's definition, or an entity's relations. `prefix` is the server's word. */
export function queryForNode(node: GraphNode, surface: 'model' | 'runtime', prefix = 'model'): string {
  if (surface === 'runtime')
    return `.topo | graph-call getDirectRelations([${entityReference(node.key)}]) | limit 100`
  if (node.kind === 'entity_set') return entitiesQuery(node, 100)
  return `.${prefix} with(kind=${literal(node.kind)}, domain=${literal(node.domain)}, name=${literal(node.name)})`
}
