import { describe, expect, it } from 'vitest'
import type { BatchRow } from '#shared/environments/batch.ts'
import { NEW_AGENT, NEW_FORM, planOf } from '../../../renderer/environments/batch/batch-dialog.tsx'
import {
  figuresAsCsv,
  pairedDifference,
  passAt,
  summarizeRows,
} from '../../../renderer/environments/batch/statistics.ts'
import { builtIn, row } from './batch-rows.ts'

describe('intervals', () => {
  /** Number of runs of `draw`, of a thousand, whose interval contains the true value. */
  const covered = (truth: number, sample: (draw: () => number) => { low: number; high: number }): number => {
    // A seeded generator, so that the share is reproducible (Marsaglia's xorshift).
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
    returns.map((value, seed): BatchRow => ({ ...row(value), agent, seed }))
  const normal = (draw: () => number): number =>
    Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())

  it.each([8, 20, 100])('of the mean cover the true one in at least 93 of 100 runs of %d seeds', (seeds) => {
    const share = covered(0.5, (draw) => {
      const returns = Array.from({ length: seeds }, () => 0.5 + normal(draw))
      return summarizeRows(rowsOf(returns), undefined)!.mean
    })
    expect(share).toBeGreaterThanOrEqual(930)
  })

  /** Returns of built-in environments: best or nothing, something in between, or all three. */
  const RETURNS: Readonly<Record<string, readonly [truth: number, draw: (draw: () => number) => number]>> = {
    'solved once in twenty': [0.05, (draw) => (draw() < 0.05 ? 1 : 0)],
    'solved one time in three': [1 / 3, (draw) => (draw() < 1 / 3 ? 1 : 0)],
    'solved nearly always': [0.95, (draw) => (draw() < 0.95 ? 1 : 0)],
    'partly solved': [0.5, (draw) => draw()],
    'solved, partly solved or not': [
      0.55,
      (draw) => {
        const kind = draw()
        return kind < 0.3 ? 0 : kind < 0.7 ? 1 : draw()
      },
    ],
  }
  it.each(
    Object.entries(RETURNS).flatMap(([name, returns]) =>
      [8, 20, 100].map((n) => [name, n, returns] as const),
    ),
  )(
    'of the mean keep within the possible returns and cover the true one as often (%s, %d seeds)',
    (_, n, returns) => {
      const [truth, drawReturn] = returns
      const outside: unknown[] = []
      const share = covered(truth, (draw) => {
        const { mean } = summarizeRows(rowsOf(Array.from({ length: n }, () => drawReturn(draw))), builtIn)!
        if (mean.low < 0 || mean.high > 1 || mean.low > mean.value || mean.high < mean.value)
          outside.push(mean)
        return mean
      })
      expect(outside).toEqual([])
      expect(share).toBeGreaterThanOrEqual(930)
    },
  )

  it('are given from five episodes on', () => {
    const meanOf = (returns: readonly number[]) => summarizeRows(rowsOf(returns), builtIn)!.mean
    expect(meanOf([1, 1, 0.5, 1])).toMatchObject({ low: -Infinity, high: Infinity })
    expect(meanOf([1, 1, 0.5, 1, 1]).high).toBeLessThanOrEqual(1)
    const same = pairedDifference([...rowsOf([1, 0, 1]), ...rowsOf([0, 0, 1], 1)], 0, 1)!
    expect(same).toMatchObject({ pairs: 3, difference: { low: -Infinity } })
  })

  it.each([0.05, 0.3, 0.7, 0.95])('of the share that is solved, %d in truth, cover it as often', (truth) => {
    const share = covered(truth, (draw) => {
      const returns = Array.from({ length: 50 }, () => (draw() < truth ? 1 : 0))
      return summarizeRows(rowsOf(returns), builtIn)!.solved!
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

  /** Tries at seeds: each seed has its own probability, shared by its tries. */
  const triesOf = (draw: () => number, seeds: number, tries: number, chance: () => number, agent = 0) =>
    Array.from({ length: seeds }, (_, seed) => {
      const own = chance()
      return Array.from({ length: tries }, (__, attempt): BatchRow => ({
        ...row(draw() < own ? 1 : 0),
        agent,
        seed,
        attempt,
      }))
    }).flat()

  it.each([
    [1, 5, 1],
    [5, 5, 1],
    [1, 5, 0],
    [2, 4, 2],
    [3, 10, 1],
  ])('pass@%d of %d tries, %d of which solve, is the share of choices with one of these', (k, n, c) => {
    const choices = (from: number, left: number): boolean[] =>
      left === 0
        ? [false]
        : Array.from({ length: n - from }, (_, i) => from + i).flatMap((at) =>
            choices(at + 1, left - 1).map((has) => has || at < c),
          )
    const all = choices(0, k)
    expect(passAt(k, n, c)).toBeCloseTo(all.filter(Boolean).length / all.length, 12)
  })

  it('pass@k means the true one, however many tries it is told from', () => {
    let [sum, state] = [0, 1]
    const draw = (): number => (state = (state * 16807) % 2147483647) / 2147483647
    const runs = 40_000
    for (let i = 0; i < runs; i++) {
      const solved = Array.from({ length: 6 }, draw).filter((one) => one < 0.3).length
      sum += passAt(4, 6, solved)
    }
    expect(sum / runs).toBeCloseTo(1 - 0.7 ** 4, 2)
  })

  /** Distributions of the seeds' probabilities, with their pass@k. */
  const CHANCES: Readonly<
    Record<string, readonly [chance: (draw: () => number) => number, passes: (k: number) => number]>
  > = {
    'any chance': [(draw) => draw(), (k) => 1 - 1 / (k + 1)],
    'half never, the others mostly': [(draw) => (draw() < 0.5 ? 0 : 0.8), (k) => 0.5 * (1 - 0.2 ** k)],
    'always the same': [() => 0.3, (k) => 1 - 0.7 ** k],
    'nearly always': [(draw) => (draw() < 0.15 ? 0.2 : 0.97), (k) => 1 - 0.15 * 0.8 ** k - 0.85 * 0.03 ** k],
    'rare ones': [(draw) => (draw() < 0.2 ? 0.5 : 0.02), (k) => 1 - 0.2 * 0.5 ** k - 0.8 * 0.98 ** k],
  }
  it.each(
    Object.entries(CHANCES).flatMap(([name, chances]) => [8, 20, 60].map((n) => [name, n, chances] as const)),
  )(
    'of several tries cover the true mean, share and pass@k in at least 93 of 100 runs (%s, %d seeds)',
    (_, seeds, [chance, passes]) => {
      const held = { mean: 0, solved: 0, pass2: 0, pass4: 0, pass8: 0 }
      covered(0, (draw) => {
        const {
          mean,
          solved,
          passes: told,
        } = summarizeRows(
          triesOf(draw, seeds, 8, () => chance(draw)),
          builtIn,
        )!
        const of = (k: number) => told.find((pass) => pass.k === k)!.share
        const figures = { mean, solved: solved!, pass2: of(2), pass4: of(4), pass8: of(8) }
        for (const [name, { low, high }] of Object.entries(figures)) {
          const truth = passes(Number(/\d/.exec(name)?.[0] ?? 1))
          if (low <= truth && truth <= high) held[name as keyof typeof held]++
        }
        return mean
      })
      expect(Object.entries(held).filter(([, count]) => count < 930)).toEqual([])
    },
  )

  it('of the difference of two agents with several tries cover it as often', () => {
    const share = covered(0.2, (draw) => {
      const luck = Array.from({ length: 25 }, () => 0.6 * draw())
      const of = (more: number, agent: number): BatchRow[] => {
        const chances = luck.map((one) => one + more).values()
        return triesOf(draw, luck.length, 4, () => chances.next().value!, agent)
      }
      return pairedDifference([...of(0.1, 0), ...of(0.3, 1)], 0, 1, { low: 0, high: 1 })!.difference
    })
    expect(share).toBeGreaterThanOrEqual(930)
  })

  it('are not narrowed by tries that are all alike', () => {
    const once = rowsOf([1, 0, 1, 1, 0, 0, 1, 1])
    const often = once.flatMap((one) => Array.from({ length: 16 }, (_, attempt) => ({ ...one, attempt })))
    expect(summarizeRows(often, builtIn)!.mean).toEqual(summarizeRows(once, builtIn)!.mean)
    const { solved, seeds, passes } = summarizeRows(often, builtIn)!
    const single = summarizeRows(once, builtIn)!.solved!
    expect(solved!.high - solved!.low).toBeGreaterThanOrEqual(single.high - single.low)
    expect([seeds, passes.map(({ k, share }) => [k, share.value])]).toEqual([
      8,
      [2, 3, 4, 8, 16].map((k) => [k, 5 / 8]),
    ])
  })

  it('weigh seeds alike, and ask of pass@k only those that were tried often enough', () => {
    const rows = [
      ...[1, 0, 0].map((value, attempt) => ({ ...row(value), seed: 0, attempt })),
      { ...row(1), seed: 1, attempt: 0 },
      { ...row(0), seed: 1, attempt: 1, end: 'failed' as const },
    ]
    const { mean, solved, passes } = summarizeRows(rows, builtIn)!
    expect([mean.value, solved!.value]).toEqual([2 / 3, 2 / 3])
    expect(passes.map(({ k, seeds, share }) => [k, seeds, share.value])).toEqual([
      [2, 1, 1 - 1 / 3],
      [3, 1, 1],
    ])
  })

  it('go into a file with the figures', () => {
    const plan = planOf({ ...NEW_FORM, envId: 'x', agents: [NEW_AGENT, { ...NEW_AGENT, seed: 1 }] }, 'local')!
    const rows = [0, 1].flatMap((agent) =>
      [0, 1, 2, 3, 4].flatMap((seed) =>
        [0, 1].map((attempt) => ({ ...row((seed + attempt + agent) % 2), agent, seed, attempt })),
      ),
    )
    const lines = figuresAsCsv({ id: 'b1', rows, plan }, builtIn, []).trim().split('\n')
    expect(lines.map((line) => line.split(',').slice(1, 4).join(','))).toEqual([
      'agent,figure,value',
      'Random (agent seed 0),mean_return,0.5',
      'Random (agent seed 0),solved,0.5',
      'Random (agent seed 0),pass@2,1',
      'Random (agent seed 1),mean_return,0.5',
      'Random (agent seed 1),solved,0.5',
      'Random (agent seed 1),pass@2,1',
      'Random (agent seed 1),return_minus_first_agent,0',
    ])
    expect(lines[0]).toBe('environment,agent,figure,value,ci95_low,ci95_high,seeds,batch')
  })

  it('leave out what failed', () => {
    const failed = { ...row(0), seed: 5, end: 'failed' as const }
    expect(summarizeRows([{ ...row(1), seed: 1 }, { ...row(1), seed: 2 }, failed], builtIn)).toMatchObject({
      mean: { value: 1 },
      solved: { value: 1 },
    })
    expect(summarizeRows([failed], builtIn)).toBeUndefined()
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
