import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../renderer/app/slices.ts'
import { makeGraph } from '../../../renderer/explorer/graph/graph.ts'
import { project } from '../../../renderer/explorer/view/projection.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import {
  differenceSteps,
  isThere,
  lifetimeOf,
  momentSteps,
  wasThere,
} from '../../../renderer/explorer/graph/lifetime.ts'

const times = (first: unknown, last?: unknown, more: Record<string, unknown> = {}) => ({
  __first_observed_time__: first,
  __last_observed_time__: last,
  ...more,
})

describe('how long something was there', () => {
  it.each([
    ['a part of a model', undefined, undefined],
    ['a row without times', { name: 'x' }, undefined],
    ['a time that is no number', times('soon'), undefined],
    ['what is alive', times(10, 20), [10, Infinity]],
    ['numbers as texts', times('10', '20', { __keep_alive_seconds__: '5' }), [10, 25]],
    ['what is kept for a while', times(10, 20, { __keep_alive_seconds__: 5 }), [10, 25]],
    [
      'what expired, however long it was to be kept',
      times(10, 20, { __method__: 'Expire', __keep_alive_seconds__: 5 }),
      [10, 20],
    ],
    ['what was deleted', times(10, 20, { __deleted__: true }), [10, 20]],
    ['what was seen once', times(10), [10, Infinity]],
  ])('%s', (_, data, life) => expect(lifetimeOf(data ? { data } : {})).toEqual(life))

  it.each([
    [9, false],
    [10, true],
    [20, true],
    [21, false],
  ])('at %i it is there: %s', (moment, there) =>
    expect(isThere({ data: times(10, 20, { __method__: 'Expire' }) }, moment)).toBe(there),
  )
  it('without times always', () => expect(isThere({}, 0)).toBe(true))

  const at = (second: number): string => new Date(second * 1000).toISOString()
  it.each([
    ['before', times(10, 20), at(1), at(10), false],
    ['at its beginning', times(10, 20), at(1), at(11), true],
    ['inside', times(10, 20), at(12), at(13), true],
    ['after, kept for a while', times(10, 20, { __keep_alive_seconds__: 5 }), at(24), undefined, true],
    ['after it was kept', times(10, 20, { __keep_alive_seconds__: 5 }), at(25), undefined, false],
    [
      'after, once expired',
      times(10, 20, { __method__: 'Expire', __keep_alive_seconds__: 5 }),
      at(20),
      undefined,
      false,
    ],
    ['until', times(10, 20), undefined, at(11), true],
    ['of all time', times(10, 20), at(0), undefined, true],
    ['of something without times', { name: 'x' }, at(1), at(2), true],
  ])('a time range %s', (_, data, from, to, there) => expect(wasThere({ data }, { from, to })).toBe(there))
})

describe('a topology in time', () => {
  const node = (key: string, data: Record<string, unknown>) => ({
    key,
    kind: 't',
    domain: 'd',
    name: key,
    label: key,
    group: 't',
    data,
  })
  const graph = makeGraph(
    [
      node('a', times(10)),
      node('b', times(20, 30, { __method__: 'Expire' })),
      node('c', times(20, 30, { __keep_alive_seconds__: 1_000 })),
    ],
    [
      {
        key: 'a→b',
        kind: 'relation',
        source: 'a',
        target: 'b',
        type: 'r',
        data: times(25, 28, { __method__: 'Expire' }),
      },
    ],
  )

  it('has a moment wherever something came, or had just gone, until now', () =>
    expect(atOnce(momentSteps(graph, 500))).toEqual([10, 20, 25, 29, 31]))

  it.each([
    ['what lived on into it', { from: '1970-01-01T00:00:26Z', to: '1970-01-01T00:00:27Z' }, 'bc 0 range1'],
    ['only what was kept', { from: '1970-01-01T00:01:00Z' }, 'c 0 range2'],
    ['everything', { from: '1970-01-01T00:00:00Z' }, 'abc 1 '],
  ])('shows in a time range %s', (_, range, expected) => {
    const { nodes, edges, absent } = project(graph, { ...initialView, range })
    const names = [...nodes].map((index) => graph.nodes[index]?.name).join('')
    expect(
      `${names} ${edges.length} ${absent.map(({ reason, nodes: count }) => `${reason}${count}`).join()}`,
    ).toBe(expected)
  })

  it('counts a link only while both of its ends are there', () => {
    const lasting = { ...graph.edges[0], key: 'lasting', data: times(10) } as (typeof graph.edges)[number]
    const both = makeGraph(graph.nodes, [lasting])
    const between = (before: number, after: number): (string | undefined)[] => {
      const found = atOnce(differenceSteps(both, before, after))
      return [found.get('lasting')]
    }
    expect([between(10, 15), between(10, 25), between(25, 40)].flat()).toEqual([
      undefined,
      'added',
      'removed',
    ])
  })

  it.each([
    [10, 25, { b: 'added', c: 'added', 'a→b': 'added' }],
    [25, 40, { b: 'removed', 'a→b': 'removed' }],
    [10, 40, { c: 'added' }],
    [31, 40, {}],
  ])('from %i to %i differs by %j', (before, after, differences) =>
    expect(Object.fromEntries(atOnce(differenceSteps(graph, before, after)))).toEqual(differences),
  )
})
