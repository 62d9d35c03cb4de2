import {
  makeGraph,
  type Graph,
  type GraphEdge,
  type GraphNode,
} from '../../../renderer/explorer/graph/graph.ts'

/** A graph from a line such as `a>b b>c`: nodes in order of appearance, `d:a` puts a node into domain `d`. */
export function graphOf(line: string): Graph {
  const nodes = new Map<string, GraphNode>()
  const node = (word: string): string => {
    const [first = '', second] = word.split(':')
    const [domain, name] = second === undefined ? ['', first] : [first, second]
    const key = `${domain}/${name}/entity_set`
    nodes.set(key, { key, kind: 'entity_set', domain, name, label: name.toUpperCase(), group: domain })
    return key
  }
  const edges: GraphEdge[] = line
    .split(' ')
    .filter((word) => word.includes('>'))
    .map((word, index) => {
      const [source = '', target = ''] = word.split('>')
      return {
        key: `${index}`,
        kind: 'entity_set_link',
        source: node(source),
        target: node(target),
        type: 'runs',
      }
    })
  for (const word of line.split(' ')) if (!word.includes('>')) node(word)
  return makeGraph(nodes.values(), edges)
}
