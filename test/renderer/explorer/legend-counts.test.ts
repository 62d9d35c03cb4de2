import { expect, it } from 'vitest'
import { atOnce } from '../../../renderer/app/slices.ts'
import { makeGraph } from '../../../renderer/explorer/graph/graph.ts'
import { countSteps } from '../../../renderer/explorer/panels/legend-counts.ts'

/** How many pairs there are, as strong as the first, and more as strong as the last. */
let ties: number[] = []

/** Links between one node in each group, written as `a>b`. */
function pairsOf(links: string): readonly string[] {
  const ends = links.split(' ').map((link) => link.split('>') as [string, string])
  const groups = [...new Set(ends.flat())]
  const graph = makeGraph(
    groups.map((group) => ({ key: group, kind: 'k', domain: group, name: group, label: group, group })),
    ends.map(([source, target], place) => ({ key: `e${place}`, kind: 'l', source, target, type: 't' })),
  )
  const { listed, total, first, more } = atOnce(countSteps(graph, { itemOf: new Int32Array(0) })).pairs
  ties = [total, first, more]
  return listed.map(
    ({ from, to, links, back }) => `${graph.groups[from]} ${links}:${back} ${graph.groups[to]}`,
  )
}

it.each([
  ['links of both directions are one pair', 'a>b b>a a>b a>c a>c', ['a 2:1 b', 'a 2:0 c']],
  ['a pair begins with the group that most links leave', 'a>b b>a b>a', ['b 2:1 a']],
  ['the pair with the most links in all comes first', 'a>b a>b a>b c>d d>c c>d d>c', ['c 2:2 d', 'a 3:0 b']],
  ['links inside a group are none between two', 'a>a a>b', ['a 1:0 b']],
])('%s', (_, links, pairs) => {
  expect(pairsOf(links)).toEqual(pairs)
})

it('says how many are as strong as the first, and as the last that is listed', () => {
  const single = Array.from({ length: 9 }, (_, place) => `x${place}>y${place}`)
  expect(pairsOf(['a>b', 'b>a', 'c>d', 'c>d', ...single].join(' '))).toHaveLength(8)
  expect(ties).toEqual([11, 2, 3])
  pairsOf('a>b a>b c>d')
  expect(ties).toEqual([2, 1, 0])
})

it('what is equally frequent stands in the order in which people count', () => {
  const domains = ['d10', 'd9', 'd2', 'd1']
  const graph = makeGraph(
    [...domains, 'd9'].map((domain, place) => ({
      key: `n${place}`,
      kind: 'k',
      domain,
      name: domain,
      label: domain,
      group: domain,
    })),
    [],
  )
  const { domain } = atOnce(countSteps(graph, { itemOf: new Int32Array(0) }))
  expect(domain.map(([name]) => name)).toEqual(['d9', 'd1', 'd2', 'd10'])
})
