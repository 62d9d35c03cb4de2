import { expect, it } from 'vitest'
import { makeGraph, type GraphEdge, type GraphNode } from '../../../renderer/explorer/graph/graph.ts'
import { pathsBetween } from '../../../renderer/explorer/graph/paths.ts'
import { pathNames } from '../../../renderer/explorer/panels/path-panel.tsx'

const node = (name: string): GraphNode => ({
  key: name,
  kind: 'entity_set',
  domain: 'd',
  name,
  label: name,
  group: 'd',
})
const edge = (source: string, type: string, target: string): GraphEdge => ({
  key: `${source}${type}${target}`,
  kind: 'link',
  source,
  target,
  type,
})

it.each([
  ['one path by its nodes', [edge('A', 'calls', 'B'), edge('B', 'runs', 'C')], ['A › B › C']],
  [
    'paths over the same nodes by the relations that differ',
    [edge('A', 'affects', 'B'), edge('A', 'targets', 'B'), edge('B', 'runs', 'C')],
    ['A › B › C · affects', 'A › B › C · targets'],
  ],
  [
    'other nodes are told apart already',
    [edge('A', 'calls', 'B'), edge('B', 'runs', 'C'), edge('A', 'calls', 'D'), edge('D', 'runs', 'C')],
    ['A › B › C', 'A › D › C'],
  ],
])('names %s', (_, edges, names) => {
  const graph = makeGraph(['A', 'B', 'C', 'D'].map(node), edges)
  const { paths } = pathsBetween(graph, 0, 2, { directed: true, slack: 0, cap: 9 })
  expect(pathNames(graph, paths).toSorted()).toEqual(names)
})
