import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_SEED } from '#shared/gem/seed.ts'
import { type BatchRow, MAX_ATTEMPTS, MAX_PARALLEL, MAX_SEEDS } from '#shared/environments/batch.ts'
import {
  endCounts,
  histogram,
  rowsAsCsv,
  spentIn,
  summarizeRows,
} from '../../../renderer/environments/batch/statistics.ts'
import { BY_SEED, inOrder, orderedBy } from '../../../renderer/environments/batch/batch-view.tsx'
import {
  hasSameAgents,
  NEW_AGENT,
  NEW_FORM,
  planOf,
} from '../../../renderer/environments/batch/batch-dialog.tsx'
import { builtIn, row } from './batch-rows.ts'

describe('a batch in figures', () => {
  it('summarises returns and lengths', () => {
    expect(summarizeRows([row(0), row(1), row(1, 4)], builtIn)).toMatchObject({
      least: 0,
      most: 1,
      median: 1,
      steps: 2,
      mean: { value: 2 / 3 },
      solved: { value: 2 / 3 },
    })
    expect(summarizeRows([], builtIn)).toBeUndefined()
  })

  it('gives few values a bin each', () => {
    expect(histogram([1, 0.5, 1])).toMatchObject([
      { label: '0.5', count: 1 },
      { label: '1', count: 2 },
    ])
    expect(histogram([])).toEqual([])
  })

  it('keeps its bins when only some are counted', () => {
    const values = Array.from({ length: 40 }, (_, i) => i)
    const labels = (counted: readonly number[]) => histogram(values, counted).map(({ label }) => label)
    expect(labels([3, 4])).toEqual(labels(values))
    const some = histogram(values, [3, 3, 39])
    expect(some.map(({ count }) => count)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  })

  it('says what solves an environment only where that is known', () => {
    const own = { source: 'plugin' as const }
    const rows = [0.5, 3, 3].map((sum) => ({ ...row(sum), end: 'solved' as const }))
    expect(summarizeRows(rows, undefined)?.solved).toBeUndefined()
    expect(summarizeRows(rows, { ...own, bestReturn: null })?.solved).toBeUndefined()
    expect(summarizeRows(rows, { ...own, bestReturn: 3 })?.solved).toMatchObject({ value: 2 / 3 })
  })

  it('adds what failed attempts took', () => {
    const spent = { promptTokens: 10, completionTokens: 1, cost: 0.5 }
    const rows = [{ ...row(1), ...spent, earlier: spent }, { ...row(0), earlier: spent }, row(0)]
    expect(spentIn(rows)).toEqual({ tokens: 33, cost: 1.5 })
    expect(spentIn([row(1)])).toEqual({ tokens: undefined, cost: undefined })
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

  it('becomes a table for a spreadsheet, in which an episode that failed has no return', () => {
    const rows: BatchRow[] = [
      { ...row(1), problem: 'said "no"', cost: 0.5, currency: 'EUR' },
      { ...row(0), attempt: 1, end: 'failed' },
    ]
    const plan = planOf({ ...NEW_FORM, envId: 'x' }, 'local')!
    expect(rowsAsCsv({ id: 'b1', rows, plan }, []).split('\n').slice(0, 3)).toEqual([
      'environment,seed,try,agent,agent_kind,model,agent_seed,return,steps,end,milliseconds,prompt_tokens,completion_tokens,cost,currency,problem,batch',
      'x,0,1,Random (agent seed 0),random,,0,1,1,solved,1,,,0.5,EUR,"said ""no""",b1',
      'x,0,2,Random (agent seed 0),random,,0,,1,failed,1,,,,,,b1',
    ])
  })

  it('names the models and the seeds of its agents in the table', () => {
    const endpoint = (id: string) => ({ ...NEW_AGENT, agent: 'endpoint' as const, endpoint: id })
    const agents = [endpoint('a'), { ...NEW_AGENT, seed: 7 }, endpoint('b')]
    const plan = planOf({ ...NEW_FORM, envId: 'x', agents }, 'local')!
    const rows = [0, 1, 2].map((agent) => ({ ...row(1), agent }))
    const models = ['a', 'b'].map((id) => ({
      id,
      name: `Model ${id}`,
      model: `m-${id}`,
      url: 'http://x',
      instructions: '',
      stream: true,
      key: 'none' as const,
      history: 'chat' as const,
      act: 'text' as const,
    }))
    const table = rowsAsCsv({ id: 'b1', rows, plan }, models).trim().split('\n')
    expect(table.slice(1).map((line) => line.split(',1,1,')[0])).toEqual([
      'x,0,1,Model a · m-a,endpoint,m-a,',
      'x,0,1,Random (agent seed 7),random,,7',
      'x,0,1,Model b · m-b,endpoint,m-b,',
    ])
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
    [{ count: MAX_SEEDS / 4, attempts: 4 }, true],
    [{ count: MAX_SEEDS / 4, attempts: 5 }, false],
    [{ attempts: MAX_ATTEMPTS + 1 }, false],
    [{ attempts: 0 }, false],
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

  it.each([
    [[{}, {}], true],
    [[{}, { seed: 1 }], false],
    [[{ agent: 'solver' }, { agent: 'solver', seed: 1 }], true],
    [
      [
        { agent: 'endpoint', endpoint: 'a' },
        { agent: 'endpoint', endpoint: 'b' },
      ],
      false,
    ],
    [[{ agent: 'endpoint', endpoint: 'a' }, { agent: 'endpoint' }], true],
    [
      [
        { agent: 'script', script: 'a' },
        { agent: 'script', script: 'b' },
      ],
      false,
    ],
  ] as const)('tells whether two of %j are the same: %s', (agents, same) => {
    const plan = planOf({ ...form, agents: agents.map((one) => ({ ...NEW_AGENT, ...one })) }, 'local')!
    expect(hasSameAgents(plan, 'a')).toBe(same)
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
