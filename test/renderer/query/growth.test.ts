import { expect, it } from 'vitest'
import { graphOf } from '../../../renderer/viewer/graph-of-rows.ts'
import { joined, neighbourGroups } from '../../../renderer/query/results/graph/growth.ts'

const key = (id: string): string => `shop/shop.service/${id}`
const relation = (src: string, type: string, dest: string) => ({
  src: key(src),
  relation: { __relation_type__: type },
  dest: key(dest),
})

const result = graphOf([relation('a', 'calls', 'b')]) ?? { nodes: [], edges: [] }
const found = [
  relation('a', 'calls', 'b'),
  relation('a', 'calls', 'c'),
  relation('a', 'calls', 'c'),
  relation('d', 'runs', 'a'),
]

it('neighbours are counted by relation type and direction, and those not drawn are told apart', () => {
  const groups = neighbourGroups(found, key('a'), result)
  expect(groups.map(({ type, isOutgoing, total, fresh }) => [type, isOutgoing, total, fresh.length])).toEqual(
    [
      ['calls', true, 2, 1],
      ['runs', false, 1, 1],
    ],
  )
})

it('a graph grows at its end: what was there keeps its place, and nothing is drawn twice', () => {
  const grown = joined(result, graphOf(found))
  expect(grown.nodes.map((node) => node.key)).toEqual(['a', 'b', 'c', 'd'].map(key))
  expect(grown.edges.map(({ from, label, to }) => [from, label, to])).toEqual([
    [0, 'calls', 1],
    [0, 'calls', 2],
    [3, 'runs', 0],
  ])
  expect(joined(grown, graphOf(found))).toBe(grown)
})
