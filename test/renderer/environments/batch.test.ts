import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_SEED } from '#shared/gem/seed.ts'
import { type BatchRow, batchSchema } from '../../../renderer/environments/batch/batch.ts'
import {
  endCounts,
  histogram,
  rowsAsCsv,
  summarizeRows,
} from '../../../renderer/environments/batch/distribution.ts'
import { BY_SEED, inOrder, orderedBy } from '../../../renderer/environments/batch/order.ts'
import { batchOf, hasValidSeeds, MAX_SEEDS, NEW_PLAN } from '../../../renderer/environments/batch/plan.ts'

const row = (total: number, steps = 1): BatchRow => ({
  seed: 0,
  return: total,
  steps,
  end: total === 1 ? 'solved' : 'over',
  actions: [],
  milliseconds: 1,
})

describe('a batch in figures', () => {
  it('summarises returns and lengths', () => {
    expect(summarizeRows([row(0), row(1), row(1, 4)])).toMatchObject({
      least: 0,
      most: 1,
      median: 1,
      steps: 2,
      solved: 2 / 3,
    })
    expect(summarizeRows([])).toBeUndefined()
  })

  it('gives few values a bin each', () => {
    expect(histogram([1, 0.5, 1])).toEqual([
      { label: '0.5', count: 1 },
      { label: '1', count: 2 },
    ])
    expect(histogram([])).toEqual([])
  })

  it('counts every value exactly once', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 1 }), (values) => {
        const bins = histogram(values)
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length)
      }),
    )
  })

  it('becomes a table for a spreadsheet', () => {
    expect(rowsAsCsv([{ ...row(1), problem: 'said "no"' }])).toBe(
      'seed,return,steps,end,milliseconds,problem\n0,1,1,solved,1,"said ""no"""\n',
    )
  })
})

describe('the rows of a batch', () => {
  const rows = [
    { ...row(0, 5), seed: 3 },
    { ...row(1, 5), seed: 1 },
    { ...row(0, 2), seed: 2 },
  ]
  const seeds = (order: Parameters<typeof inOrder>[1]) => inOrder(rows, order).map(({ seed }) => seed)

  it.each([
    [{ by: 'seed', down: false }, [1, 2, 3]],
    [{ by: 'seed', down: true }, [3, 2, 1]],
    [{ by: 'return', down: false }, [2, 3, 1]],
    [{ by: 'steps', down: false }, [2, 1, 3]],
    [{ by: 'steps', down: true }, [3, 1, 2]],
    [{ by: 'end', down: false }, [2, 3, 1]],
  ] as const)('stand by %j, equal ones by their seeds', (order, expected) => {
    expect(seeds(order)).toEqual(expected)
  })

  it('are turned around by the same column, and begin upwards by another', () => {
    const turned = orderedBy('seed', BY_SEED)
    expect(turned).toEqual({ by: 'seed', down: true })
    expect(orderedBy('seed', turned)).toEqual(BY_SEED)
    expect(orderedBy('steps', turned)).toEqual({ by: 'steps', down: false })
  })

  it('are counted by their ends, the most frequent first', () => {
    expect(endCounts([row(1), row(0), row(0)])).toEqual([
      { end: 'over', count: 2 },
      { end: 'solved', count: 1 },
    ])
  })
})

describe('the plan of a batch', () => {
  it.each([
    [{}, true],
    [{ count: 0 }, false],
    [{ count: MAX_SEEDS }, true],
    [{ count: MAX_SEEDS + 1 }, false],
    [{ firstSeed: -1 }, false],
    [{ firstSeed: MAX_SEED, count: 1 }, true],
    [{ firstSeed: MAX_SEED, count: 2 }, false],
  ])('with %j has valid seeds: %s', (change, valid) => {
    expect(hasValidSeeds({ ...NEW_PLAN, ...change })).toBe(valid)
  })

  it('becomes a batch that can be kept, with the id and the script tidied', () => {
    const batch = batchOf({ ...NEW_PLAN, envId: ' rg:gcd ', script: 'a\n\n b\n' }, 'local')
    expect(batch).toMatchObject({ envId: 'rg:gcd', platform: 'local', script: ['a', ' b'], rows: [] })
    expect(batchSchema.parse(batch)).toEqual(batch)
  })
})
