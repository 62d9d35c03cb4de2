import { describe, expect, it } from 'vitest'
import {
  easySteps,
  reachIn,
  type ReachDirection,
  typesFollowed,
  wholeGround,
} from '../../../renderer/explorer/graph/reach.ts'
import { kindCounts, makeGraph } from '../../../renderer/explorer/graph/graph.ts'
import { graphOf } from './sample.ts'

describe('what depends on a node, and what it depends on', () => {
  const graph = graphOf('web>api api>db api>cache job>db db>disk db>db lone')
  const names = (of: string, direction: ReachDirection): string[][] =>
    reachIn(wholeGround(graph), `/${of}/entity_set`, direction).steps.map((keys) =>
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

  describe('by some types of links only', () => {
    const typed = makeGraph(
      [],
      ['web calls api', 'api calls db', 'api exposes port', 'port opens host'].map((link) => {
        const [source = '', type = '', target = ''] = link.split(' ')
        return { key: link, kind: 'relation', source, target, type }
      }),
    )
    const ground = wholeGround(typed)

    it('what lies behind a type that is left out is not reached', () => {
      expect(reachIn(ground, 'web', 'out').steps).toEqual([['api'], ['db', 'port'], ['host']])
      expect(reachIn(ground, 'web', 'out', new Set(['exposes'])).steps).toEqual([['api'], ['db']])
      expect(reachIn(ground, 'web', 'out', new Set(['calls'])).steps).toEqual([])
    })

    it('all types that can be followed are offered, with counts', () => {
      expect(typesFollowed(ground, 'web', 'out')).toEqual([
        ['calls', 2],
        ['exposes', 1],
        ['opens', 1],
      ])
      expect(typesFollowed(ground, 'db', 'in')).toEqual([['calls', 2]])
      expect(typesFollowed(ground, 'gone', 'in')).toEqual([])
    })

    it('it is cut only if a node comes up whose links were not read', () => {
      const part = { ...ground, unread: new Set(['port']) }
      expect(reachIn(part, 'web', 'out').isCut).toBe(true)
      expect(reachIn(part, 'web', 'out', new Set(['exposes'])).isCut).toBe(false)
    })
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
