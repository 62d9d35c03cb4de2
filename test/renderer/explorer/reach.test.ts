import { describe, expect, it } from 'vitest'
import { easySteps, reachIn, type ReachDirection } from '../../../renderer/explorer/graph/reach.ts'
import { kindCounts } from '../../../renderer/explorer/graph/graph.ts'
import { graphOf } from './sample.ts'

describe('what depends on a node, and what it depends on', () => {
  const graph = graphOf('web>api api>db api>cache job>db db>disk db>db lone')
  const names = (of: string, direction: ReachDirection): string[][] =>
    reachIn(graph, `/${of}/entity_set`, direction).steps.map((keys) =>
      keys.map((key) => key.split('/')[1] ?? '').sort(),
    )

  it.each([
    ['db', 'in', [['api', 'job'], ['web']]],
    ['db', 'out', [['disk']]],
    ['web', 'out', [['api'], ['cache', 'db'], ['disk']]],
    ['web', 'in', []],
    ['lone', 'out', []],
    ['gone', 'in', []],
  ] as const)('%s, %s: step by step, each once', (of, direction, expected) => {
    expect(names(of, direction)).toEqual(expected)
  })

  it.each([
    [[3, 4, 5], 3],
    [[10, 30, 1], 2],
    [[10, 31], 1],
    [[100, 1], 1],
    [[], 1],
  ])('of %j new in each step those that are read with ease come first: %i', (sizes, expected) => {
    expect(easySteps(sizes.map((size) => Array<string>(size).fill('x')))).toBe(expected)
  })

  it('kinds are counted, the most first', () => {
    expect(kindCounts(['a', 'b', 'b'])).toEqual([
      ['b', 2],
      ['a', 1],
    ])
  })
})
