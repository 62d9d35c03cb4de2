import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RowsResult } from '#shared/investigations/cell.ts'
import type { SeriesAnswer } from '#shared/telemetry/answer.ts'
import { storedAnswer } from '../../../renderer/spl/stored-result.ts'
import { readInvestigation } from '#shared/investigations/read.ts'
import { writeInvestigation } from '#shared/investigations/write.ts'
import { localizedText } from '../../../renderer/i18n/localized-text.ts'
import { answerOfLogs, answerOfSeries, seriesNames } from '../../../renderer/investigations/stored-answer.ts'

const FROM = 1_700_000_000
const answer = (series: SeriesAnswer['series'], queries = ['latency', 'errors']): SeriesAnswer => ({
  kind: 'series',
  queries: queries.map((name) => ({ name, promql: name, unit: name === 'latency' ? 'ms' : '' })),
  from: FROM,
  to: FROM + 3600,
  step: 60,
  series,
  notes: [],
})
const kept = (of: SeriesAnswer): RowsResult => {
  const result = storedAnswer(of, 0)
  if (result.kind !== 'series') throw new Error('no series')
  return result
}

describe('stored series', () => {
  it('are drawn as they came: by query, with labels, units, gaps and what is no number', () => {
    const drawn = answerOfSeries(
      kept(
        answer([
          { query: 0, labels: { service: 'a b', zone: 'x=y' }, times: [FROM, FROM + 60], values: [1, 'NaN'] },
          { query: 1, labels: {}, times: [FROM, FROM + 60, FROM + 300], values: [2, '+Inf', 3] },
        ]),
      ),
    )
    expect(drawn).toMatchObject({ from: FROM, to: FROM + 300, step: 240 })
    expect(drawn.queries).toEqual([
      { name: 'latency', promql: '', unit: 'ms' },
      { name: 'errors', promql: '', unit: '' },
    ])
    expect(drawn.series).toEqual([
      { query: 0, labels: { service: 'a b', zone: 'x=y' }, times: [FROM, FROM + 60], values: [1, 'NaN'] },
      { query: 1, labels: {}, times: [FROM, FROM + 60, FROM + 300], values: [2, '+Inf', 3] },
    ])
  })

  it('are called as the model calls what they measure, and a file keeps that', () => {
    const queries = [
      { name: 'latency', promql: 'a', title: { en_us: 'Latency', zh_cn: '延迟' } },
      { name: 'errors', promql: 'b', title: 'Errors' },
      { name: 'plain', promql: 'c' },
    ]
    const samples = { times: [FROM], values: [1] }
    const series = [0, 0, 1, 2].map((query, place) => ({ query, labels: { pod: `p${place}` }, ...samples }))
    const result = kept({ ...answer(series), queries })
    expect(seriesNames(result)).toEqual(['Latency pod=p0', 'Latency pod=p1', 'Errors pod=p2', 'plain pod=p3'])
    expect(answerOfSeries(result).queries.map(({ name, title }) => [name, localizedText(title)])).toEqual([
      ['latency', 'Latency'],
      ['errors', 'Errors'],
      ['plain', undefined],
    ])
    const [cell] = readInvestigation(
      writeInvestigation('Slow', [{ kind: 'query', text: '.entity', result }]),
      'slow.md',
    ).cells
    expect(cell?.result).toEqual(result)
  })

  it('keep every stored sample', () => {
    const values = fc.array(fc.oneof(fc.double(), fc.constant('NaN' as const)), {
      minLength: 1,
      maxLength: 100,
    })
    fc.assert(
      fc.property(values, (given) => {
        const finite = given.map((value) =>
          typeof value === 'number' && !Number.isFinite(value) ? 0 : value,
        )
        const times = finite.map((_, place) => FROM + place * 60)
        const [series] = answerOfSeries(
          kept(answer([{ query: 0, labels: {}, times, values: finite }])),
        ).series
        expect(series?.times).toEqual(times)
        // Text does not preserve negative zero.
        expect(series?.values.map((value) => Number(value) + 0)).toEqual(
          finite.map((value) => Number(value) + 0),
        )
      }),
    )
  })

  it.each([
    [{ columns: [], rows: [] }],
    [{ columns: ['time'], rows: [['soon']] }],
    [
      {
        columns: ['time', 'a'],
        rows: [
          ['soon', '1'],
          ['2026-01-01T00:00:00Z', 'many'],
        ],
      },
    ],
  ])('from a file of anybody are what can be read of them: %j', ({ columns, rows }) =>
    expect(answerOfSeries({ kind: 'series', at: 0, columns, rows }).series).toEqual([]),
  )
})

it('stored log lines have their time, level and message again', () => {
  const rows = [
    ['2026-01-01T00:00:00.000Z', 'ERROR', 'no room'],
    ['', '', 'later'],
  ]
  const drawn = answerOfLogs({
    kind: 'logs',
    at: 0,
    columns: ['time', 'level', 'message'],
    rows,
    total: 90,
  })
  expect(drawn.rows).toMatchObject([
    { time: Date.parse('2026-01-01'), level: 'ERROR', message: 'no room' },
    { time: null, level: '', message: 'later' },
  ])
  expect(drawn.total).toEqual({ count: 90, atLeast: false })
})
