import type { Graph } from '../graph/graph.ts'
import type { Path } from '../graph/paths.ts'
import { literal } from '../graph/as-query.ts'

const cypherText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const cypherName = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replaceAll('`', '``')}\``

/**
 * The query that gives a path: at run time the relations on the way by Cypher, from the first entity to the last; of the model the
 * elements that it visits.
 */
export function pathQuery(graph: Graph, path: Path, surface: 'model' | 'runtime'): string {
  const nodes = path.nodes.map((node) => graph.nodes[node]).filter((node) => node !== undefined)
  if (surface === 'model') {
    const names = nodes.map((node) => literal(node.name)).join(', ')
    return `.model | where name in [${names}] | project domain, kind, name`
  }
  const [first, last] = [nodes[0], nodes.at(-1)]
  const types = [...new Set(path.edges.map((edge) => graph.edges[edge]?.type ?? ''))]
  const kind = types.includes('') ? '' : `:${types.map(cypherName).join('|')}`
  const steps = `r${kind}*1..${Math.max(1, path.edges.length)}`
  const cypher = `MATCH p = (a {__entity_id__: ${cypherText(first?.name ?? '')}})-[${steps}]-(b {__entity_id__: ${cypherText(last?.name ?? '')}}) RETURN p LIMIT 20`
  // Backticks delimit the nested text; one inside it is written twice.
  return `.topo | graph-call cypher(\`${cypher.replaceAll('`', '``')}\`)`
}
