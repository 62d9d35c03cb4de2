import { expect, it } from 'vitest'
import { makeGraph, type GraphNode } from '../../../renderer/explorer/graph/graph.ts'
import { measuredSets } from '../../../renderer/explorer/measures/measured-sets.ts'
import { spansAround, timesOf } from '../../../renderer/explorer/measures/span.ts'

const HOUR = 3600

it('looks for values around the latest changes, each time once, and never in the future', () => {
  const now = 100 * HOUR
  expect(spansAround([10 * HOUR, 50 * HOUR, 51 * HOUR, 98 * HOUR], now)).toEqual([
    { from: 92 * HOUR, to: now },
    { from: 45 * HOUR, to: 57 * HOUR },
    { from: 4 * HOUR, to: 16 * HOUR },
  ])
  expect(spansAround([], now)).toEqual([])
})

it('takes the times of numbers, not of gaps', () => {
  expect(
    timesOf([
      { times: [1, 2, 3], values: ['NaN', 5, 6] },
      { times: [9], values: ['NaN'] },
    ]),
  ).toEqual([2, 3])
})

it('names the entity sets that have metrics', () => {
  const node = (name: string, kind: string): GraphNode => ({
    key: name,
    kind,
    domain: 'd',
    name,
    label: name,
    group: 'd',
  })
  const link = (source: string, target: string) => ({
    key: `${source}>${target}`,
    kind: 'data_link',
    source,
    target,
    type: 'has',
  })
  const graph = makeGraph(
    [node('team', 'entity_set'), node('service', 'entity_set'), node('load', 'metric_set')],
    [link('service', 'load'), link('team', 'service')],
  )
  expect(measuredSets(graph).map(({ name }) => name)).toEqual(['service'])
})
