import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_SEED } from '#shared/gem/seed.ts'
import { type BatchRow, MAX_PARALLEL, MAX_SEEDS } from '#shared/environments/batch.ts'
import {
  endCounts,
  histogram,
  pairedDifference,
  rowsAsCsv,
  summarizeRows,
} from '../../../renderer/environments/batch/statistics.ts'
import { BY_SEED, inOrder, orderedBy } from '../../../renderer/environments/batch/batch-view.tsx'
import { NEW_AGENT, NEW_FORM, planOf } from '../../../renderer/environments/batch/batch-dialog.tsx'

const row = (total: number, steps = 1): BatchRow => ({
  agent: 0,
  seed: 0,
  return: total,
  steps,
  end: total === 1 ? 'solved' : 'over',
  milliseconds: 1,
})

describe('a batch in figures', () => {
  it('summarises returns and lengths', () => {
    expect(summarizeRows([row(0), row(1), row(1, 4)])).toMatchObject({
      least: 0,
      most: 1,
      median: 1,
      steps: 2,
      mean: { value: 2 / 3 },
      solved: { value: 2 / 3 },
    })
    expect(summarizeRows([])).toBeUndefined()
  })

  it('gives few values a bin each', () => {
    expect(histogram([1, 0.5, 1])).toMatchObject([
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

  it('gives whole numbers whole bins', () => {
    const bins = histogram(Array.from({ length: 25 }, (_, i) => i + 1))
    expect(bins.map(({ label }) => label).slice(0, 2)).toEqual(['1–3', '4–6'])
    expect(bins.at(-1)?.label).toBe('25')
  })

  it('becomes a table for a spreadsheet', () => {
    const rows = [{ ...row(1), problem: 'said "no"', cost: 0.5 }]
    const plan = planOf({ ...NEW_FORM, envId: 'x' }, 'local')!
    expect(rowsAsCsv({ rows, plan }).split('\n').slice(0, 2)).toEqual([
      'seed,agent,return,steps,end,milliseconds,prompt_tokens,completion_tokens,cost,problem',
      '0,random,1,1,solved,1,,,0.5,"said ""no"""',
    ])
  })

  it('tells two models apart in the table', () => {
    const endpoint = { ...NEW_AGENT, agent: 'endpoint' as const }
    const plan = planOf({ ...NEW_FORM, envId: 'x', agents: [endpoint, NEW_AGENT, endpoint] }, 'local')!
    const rows = [0, 1, 2].map((agent) => ({ ...row(1), agent }))
    const table = rowsAsCsv({ rows, plan }).trim().split('\n')
    expect(table.slice(1).map((line) => line.split(',')[1])).toEqual(['endpoint:1', 'random', 'endpoint:3'])
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
  const form = { ...NEW_FORM, envId: 'rg:gcd' }
  it.each([
    [{}, true],
    [{ count: 0 }, false],
    [{ count: MAX_SEEDS }, true],
    [{ count: MAX_SEEDS + 1 }, false],
    [{ firstSeed: -1 }, false],
    [{ firstSeed: MAX_SEED, count: 1 }, true],
    [{ firstSeed: MAX_SEED, count: 2 }, false],
    [{ parallel: MAX_PARALLEL + 1 }, false],
    [{ envId: ' ' }, false],
    [{ agents: [] }, false],
  ])('with %j can be played: %s', (change, valid) => {
    expect(planOf({ ...form, ...change }, 'local') !== undefined).toBe(valid)
  })

  it('has the id and the scripts tidied', () => {
    const agents = [{ ...NEW_AGENT, agent: 'script' as const, script: 'a\n\n b\n' }]
    expect(planOf({ ...form, envId: ' rg:gcd ', agents }, 'local')).toMatchObject({
      envId: 'rg:gcd',
      platform: 'local',
      agents: [{ agent: 'script', script: ['a', ' b'] }],
    })
  })
})

describe('intervals', () => {
  /** Runs of `draw` whose interval holds the truth, of a thousand. */
  const covered = (truth: number, sample: (draw: () => number) => { low: number; high: number }): number => {
    // A generator of its own, so that the share is the same at every run (Marsaglia's xorshift).
    let state = 88_675_123
    const draw = (): number => {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      return (state >>> 0) / 2 ** 32
    }
    return Array.from({ length: 1000 }, () => sample(draw)).filter(
      ({ low, high }) => low <= truth && truth <= high,
    ).length
  }
  const rowsOf = (returns: readonly number[], agent = 0) =>
    returns.map((value, seed) => ({ ...row(value), agent, seed }))
  const normal = (draw: () => number): number =>
    Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())

  it.each([8, 20, 100])('of the mean cover the true one in at least 93 of 100 runs of %d seeds', (seeds) => {
    const share = covered(0.5, (draw) => {
      const returns = Array.from({ length: seeds }, () => 0.5 + normal(draw))
      return summarizeRows(rowsOf(returns))!.mean
    })
    expect(share).toBeGreaterThanOrEqual(930)
  })

  it.each([0.05, 0.3, 0.7, 0.95])('of the share that is solved, %d in truth, cover it as often', (truth) => {
    const share = covered(truth, (draw) => {
      const returns = Array.from({ length: 50 }, () => (draw() < truth ? 1 : 0))
      return summarizeRows(rowsOf(returns))!.solved
    })
    expect(share).toBeGreaterThanOrEqual(930)
  })

  it('of the difference of two agents on the same seeds cover it as often, and leave the luck of the seeds out', () => {
    let width = 0
    const share = covered(0.2, (draw) => {
      const luck = Array.from({ length: 30 }, () => 10 * normal(draw))
      const one = rowsOf(luck)
      const other = rowsOf(
        luck.map((value) => value + 0.2 + 0.3 * normal(draw)),
        1,
      )
      const { difference } = pairedDifference([...one, ...other], 0, 1)!
      width += (difference.high - difference.low) / 1000
      return difference
    })
    expect(share).toBeGreaterThanOrEqual(930)
    expect(width).toBeLessThan(0.5)
  })

  it('leave out what failed', () => {
    const failed = { ...row(0), seed: 5, end: 'failed' as const }
    expect(summarizeRows([{ ...row(1), seed: 1 }, { ...row(1), seed: 2 }, failed])).toMatchObject({
      played: 2,
      failed: 1,
      mean: { value: 1 },
      solved: { value: 1 },
    })
    expect(
      pairedDifference(
        [
          { ...row(1), seed: 5 },
          { ...failed, agent: 1 },
        ],
        0,
        1,
      ),
    ).toBeUndefined()
  })
})
