import { describe, expect, it } from 'vitest'
import { MAX_EDGES, MAX_NODES, MAX_ROWS, resultSchema, type Result } from '#shared/investigations/cell.ts'
import { figure, summariesOf } from '#shared/investigations/summary.ts'
import type { SeriesAnswer } from '#shared/telemetry/answer.ts'
import { changeOf } from '../../../renderer/spl/change.ts'
import { storedAnswer, storedGraph, storedRows } from '../../../renderer/spl/stored-result.ts'

const table = (rows: string[][], at = 1): Result => ({ kind: 'table', at, columns: ['name', 'status'], rows })

describe('what changed since the run before', () => {
  const before = table([
    ['a', 'ok'],
    ['b', 'ok'],
  ])
  it.each([
    [
      'nothing',
      table(
        [
          ['b', 'ok'],
          ['a', 'ok'],
        ],
        2,
      ),
      { added: [], changed: [], removed: [] },
    ],
    [
      'a row more',
      table(
        [
          ['x', 'ok'],
          ['a', 'ok'],
          ['b', 'ok'],
        ],
        2,
      ),
      { added: [0], changed: [], removed: [] },
    ],
    ['a row less', table([['b', 'ok']], 2), { added: [], changed: [], removed: [['a', 'ok']] }],
    [
      'a value',
      table(
        [
          ['a', 'ok'],
          ['b', 'bad'],
        ],
        2,
      ),
      { added: [], changed: [1], removed: [] },
    ],
  ])('is told of %s', (_, after, change) => {
    expect(changeOf(before, after)).toEqual({ since: 1, ...change })
  })

  it('is told of graphs by nodes and then relations', () => {
    const node = (key: string) => ({ key, type: 't', label: key })
    const graph = (nodes: string[], edges: [number, number][]): Result => ({
      kind: 'graph',
      at: 1,
      nodes: nodes.map(node),
      edges: edges.map(([from, to]) => ({ from, to, label: 'calls' })),
    })
    expect(changeOf(graph(['a', 'b'], [[0, 1]]), graph(['b', 'c'], [[0, 1]]))).toEqual({
      since: 1,
      added: [1, 2],
      changed: [],
      removed: [['a'], ['a calls b']],
    })
  })

  it('is told of outputs with what was printed before, and of nothing where the kinds differ', () => {
    const output = (text: string): Result => ({ kind: 'output', at: 1, exitCode: 0, text })
    expect(changeOf(output('one\ntwo'), output('one'))).toMatchObject({
      changed: [0],
      removed: [['one\ntwo']],
    })
    expect(changeOf(before, output('one'))).toBeUndefined()
  })
})

describe('what is stored of a result', () => {
  it('is bounded, and says how much there was', () => {
    const rows = Array.from({ length: 5000 }, (_, at) => ({ name: `row ${at}`, more: { at } }))
    const kept = storedRows('table', ['name', 'more'], rows, 7)
    expect(kept).toMatchObject({ kind: 'table', at: 7, total: 5000 })
    expect(kept.rows).toHaveLength(MAX_ROWS)
    expect(kept.rows[0]).toEqual(['row 0', '{"at":0}'])
    const long = storedRows(
      'table',
      ['text'],
      Array.from({ length: 90 }, () => ({ text: 'x'.repeat(5000) })),
      7,
    )
    expect(JSON.stringify(long).length).toBeLessThan(70_000)
    expect(long.total).toBe(90)
  })

  it('holds graphs that can still be drawn', () => {
    const nodes = Array.from({ length: 1000 }, (_, at) => ({
      key: `${at}`,
      type: 't',
      label: `${at}`,
      isNamed: true,
      fields: {},
    }))
    const edges = nodes.flatMap((_, at) => [0, 1, 2].map((to) => ({ from: at, to, label: 'r' })))
    const kept = storedGraph({ nodes, edges }, 1)
    expect(resultSchema.safeParse(kept).success).toBe(true)
    expect(kept.nodes).toHaveLength(MAX_NODES)
    expect(kept.edges).toHaveLength(MAX_EDGES)
    expect(kept.total).toBe(1000)
  })

  it('puts series side by side, with their gaps', () => {
    const answer: SeriesAnswer = {
      kind: 'series',
      queries: [{ name: 'rate', promql: 'x' }],
      from: 0,
      to: 60,
      step: 30,
      notes: [],
      series: [
        { query: 0, labels: { pod: 'a' }, times: [0, 30, 60], values: [1, 2, 'NaN'] },
        { query: 0, labels: { pod: 'b' }, times: [30], values: [-4] },
      ],
    }
    const kept = storedAnswer(answer, 9)
    expect(kept).toEqual({
      kind: 'series',
      at: 9,
      columns: ['time', 'rate pod=a', 'rate pod=b'],
      rows: [
        ['1970-01-01T00:00:00.000Z', '1', ''],
        ['1970-01-01T00:00:30.000Z', '2', '-4'],
        ['1970-01-01T00:01:00.000Z', 'NaN', ''],
      ],
    })
    const [first] = kept.kind === 'series' ? summariesOf(kept) : []
    expect(first).toMatchObject({ last: 2, least: 1, most: 2, mean: 1.5 })
    expect(figure(Number.NaN)).toBe('–')
  })
})
