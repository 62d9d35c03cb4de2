import { expect, it } from 'vitest'
import { statisticsOf } from '../../../renderer/query/results/table/statistics.ts'

it('counts numbers', () => {
  const facts = statisticsOf([1, '2', 2, null, 5], Uint32Array.of(0, 1, 2, 3, 4))
  expect(facts).toMatchObject({ rows: 5, empty: 1, least: 1, greatest: 5 })
  expect(facts.numbers).toMatchObject({ sum: 10, mean: 2.5, median: 2 })
  expect(facts.numbers?.bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(4)
})

it('counts only the rows that are shown', () => {
  expect(statisticsOf(['a', 'b', 'a'], Uint32Array.of(0, 2))).toMatchObject({
    rows: 2,
    distinct: 1,
    numbers: undefined,
    top: [{ value: 'a', count: 2 }],
  })
})

it('bears an empty column', () => {
  expect(statisticsOf([null, ''], Uint32Array.of(0, 1))).toMatchObject({ empty: 2, distinct: 0, least: null })
})

it('puts equal numbers into one bin', () => {
  expect(statisticsOf([3, 3], Uint32Array.of(0, 1)).numbers?.bins).toEqual([{ from: 3, to: 3, count: 2 }])
})
