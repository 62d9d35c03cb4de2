import { describe, expect, it } from 'vitest'
import { byRelations, distances, subjectOf } from '../../../renderer/start/own-subject.ts'
import type { Row } from '../../../renderer/viewer/graph-of-rows.ts'

const id = (number: number): string => String(number).padStart(32, '0')
const end = (side: 'src' | 'dest', type: string, number: number): Row => ({
  [`__${side}_domain__`]: 'shop',
  [`__${side}_entity_type__`]: type,
  [`__${side}_entity_id__`]: id(number),
})
/** 1 → 2 → 3 → 4 → 5, and 2 also has a disk. */
const RELATIONS: Row[] = [
  ...[1, 2, 3, 4].map((number) => ({
    ...end('src', 'shop.service', number),
    ...end('dest', 'shop.service', number + 1),
    __relation_type__: 'calls',
  })),
  { ...end('src', 'shop.service', 2), ...end('dest', 'shop.disk', 9), __relation_type__: 'has' },
]
const model =
  (relations: readonly Row[] | undefined, metricsOf: string | undefined) =>
  (query: string): Promise<readonly Row[] | undefined> => {
    if (query === '.topo') return Promise.resolve(relations)
    if (query.includes('list_data_set')) {
      const data =
        metricsOf && query.includes(`'${metricsOf}'`) ? [['shop', 'shop.metrics', 'metric_set']] : []
      return Promise.resolve([{ responseType: 2, header: ['domain', 'name', 'type'], data }])
    }
    return Promise.resolve([
      {
        __domain__: 'shop',
        __entity_type__: 'shop.service',
        __entity_id__: id(2),
        display_name: 'checkout',
      },
    ])
  }

describe('whom the story on a model of one’s own is told of', () => {
  it('is who has most relations, connected with one further away, by name where there is one', async () => {
    expect(await subjectOf(model(RELATIONS, undefined))).toEqual({
      ends: [`shop/shop.service/${id(2)}`, `shop/shop.service/${id(4)}`],
      names: ['checkout', id(4)],
      metrics: undefined,
    })
  })

  it('is somebody who is measured, where anybody is', async () => {
    expect(await subjectOf(model(RELATIONS, 'shop.disk'))).toMatchObject({
      ends: [`shop/shop.disk/${id(9)}`, expect.any(String)],
      metrics: { domain: 'shop', name: 'shop.metrics' },
    })
  })

  it('is nobody where nothing is related, or the model refuses to say', async () => {
    expect(await subjectOf(model([], undefined))).toBe(undefined)
    expect(await subjectOf(model(undefined, undefined))).toBe(undefined)
  })
})

it('who is related to oneself counts once, and distances go both ways', () => {
  const edges = [
    { from: 0, to: 0 },
    { from: 1, to: 2 },
    { from: 3, to: 2 },
  ]
  expect(
    byRelations(
      Array.from({ length: 4 }, (_, place) => ({ key: `${place}` })),
      edges,
    ),
  ).toEqual([2, 0, 1, 3])
  expect([...distances(edges, 1)]).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
  ])
})
