import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { telemetryAnswerSchema } from '#shared/telemetry/answer.ts'
import { momentOf, readLogs, severityOf } from '#shared/telemetry/documents.ts'
import { readMetrics } from '#shared/telemetry/prometheus.ts'

const BOUNDS = { query: 0, span: { from: 1000, to: 2000 }, step: 10, points: 1000 }
const matrix = (...result: unknown[]) => ({ status: 'success', data: { resultType: 'matrix', result } })
const read = (answer: unknown, bounds: Partial<typeof BOUNDS> = {}) => {
  const found = readMetrics(answer, { ...BOUNDS, ...bounds })
  if ('refused' in found) throw new Error(found.refused)
  return found
}

describe('an answer of Prometheus', () => {
  it('keeps labels, gaps, what is no number, and a counter that begins again', () => {
    const values = [
      [1000, '5'],
      [1010, 'NaN'],
      [1040, '+Inf'],
      [1050, '-Inf'],
      [1060, '0.5'],
      [1070, '1e3'],
    ]
    expect(read(matrix({ metric: { __name__: 'up', job: 'a' }, values }))).toEqual({
      series: [
        {
          query: 0,
          labels: { __name__: 'up', job: 'a' },
          times: [1000, 1010, 1040, 1050, 1060, 1070],
          values: [5, 'NaN', '+Inf', '-Inf', 0.5, 1000],
        },
      ],
      total: 1,
      notes: [],
    })
  })

  it.each([
    ['a vector', { resultType: 'vector', result: [{ metric: {}, value: [1500, '3'] }] }],
    ['a scalar', { resultType: 'scalar', result: [1500, '3'] }],
  ])('may be %s', (_, data) =>
    expect(read({ status: 'success', data }).series).toEqual([
      { query: 0, labels: {}, times: [1500], values: [3] },
    ]),
  )

  it('is put in order where it is not, and each time is there once', () => {
    const { series, notes } = read(
      matrix({
        metric: {},
        values: [
          [1020, '2'],
          [1000, '1'],
          [1020, '3'],
        ],
      }),
    )
    expect(series[0]).toMatchObject({ times: [1000, 1020], values: [1, 3] })
    expect(notes).toEqual([{ code: 'malformed', count: 1 }])
  })

  it('counts what it leaves out', () => {
    const values = [
      [1000, '1'],
      ['1010', '1'],
      [1020, 'one'],
      [1030, ''],
      [1040, null],
      [1e12, '1'],
      [0, '1'],
      7,
    ]
    const { series, notes } = read(matrix({ metric: {}, values }, 'nonsense', null))
    expect(series[0]?.times).toEqual([1000])
    expect(notes).toEqual([
      { code: 'malformed', count: 7 },
      { code: 'outside', count: 2 },
    ])
  })

  it('is bounded in whole series, and says how many', () => {
    const values = Array.from({ length: 60 }, (_, index) => [1000 + index, '1'])
    const { series, notes } = read(matrix({ values }, { values }, { values }), { points: 130 })
    expect(series).toHaveLength(2)
    expect(notes).toEqual([{ code: 'series', count: 2, of: 3 }])
  })

  it('passes on what the endpoint warns of', () =>
    expect(read({ ...matrix(), warnings: ['partial', 3], infos: ['not a counter'] }).notes).toEqual([
      { code: 'warning', text: 'partial' },
      { code: 'warning', text: 'not a counter' },
    ]))

  it.each([
    [
      'in its own words',
      { status: 'error', errorType: 'bad_data', error: 'parse error' },
      'bad_data: parse error',
      true,
    ],
    ['with nothing', {}, 'it has no status and data', false],
    ['as a list', [], 'it is no JSON object', false],
    [
      'with another type',
      { status: 'success', data: { resultType: 'streams', result: [] } },
      'a result of type streams is none',
      false,
    ],
    [
      'with a type that cannot become a text',
      { status: 'success', data: { resultType: { toString: 1 }, result: [] } },
      'a result of type object is none',
      false,
    ],
  ])('refuses %s', (_, answer, refused, spoken) =>
    expect(readMetrics(answer, BOUNDS)).toEqual({ refused, spoken }),
  )

  const sample = fc.tuple(
    fc.oneof(fc.double(), fc.integer(), fc.string()),
    fc.oneof(fc.string(), fc.double().map(String), fc.anything()),
  )
  const row = fc.record({
    metric: fc.anything(),
    values: fc.oneof(fc.anything(), fc.array(fc.oneof(sample, fc.anything()))),
  })
  const answer = fc.oneof(
    fc.anything(),
    fc.record({
      status: fc.constantFrom('success', 'error'),
      data: fc.record({
        resultType: fc.constantFrom('matrix', 'vector', 'scalar', 'x'),
        result: fc.oneof(fc.anything(), fc.array(fc.oneof(row, fc.anything()))),
      }),
      warnings: fc.anything(),
    }),
  )

  it('may be anything at all, and what comes out of it is as promised', () => {
    fc.assert(
      fc.property(answer, (value) => {
        const found = readMetrics(value, BOUNDS)
        if ('refused' in found) return
        const whole = { kind: 'series', queries: [], from: 0, to: 0, step: 0, ...found }
        telemetryAnswerSchema.parse(JSON.parse(JSON.stringify(whole)))
        for (const { times, values } of found.series) {
          expect(times.length).toBe(values.length)
          expect(times.every((time, place) => place === 0 || time > (times[place - 1] ?? 0))).toBe(true)
          expect(times.every((time) => time >= 990 && time <= 2010)).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('an answer of Elasticsearch', () => {
  const hit = (id: string, _source: object, sort?: unknown[]) => ({ _index: 'i', _id: id, _source, sort })
  const page = (hits: unknown[], more: object = {}) => ({
    hits: { total: { value: 9, relation: 'eq' }, hits },
    ...more,
  })
  const readPage = (answer: unknown, span = {}) => {
    const found = readLogs(answer, '@timestamp', span)
    if ('refused' in found) throw new Error(found.refused)
    return found
  }

  it('has rows with time, level and message, wherever a document keeps them', () => {
    const at = '2026-01-01T00:00:00Z'
    const { rows, total, notes } = readPage(
      page([
        hit('1', { '@timestamp': at, level: 'ERROR', message: 'no' }),
        hit('2', { '@timestamp': Date.parse(at), log: { level: 'warn' }, msg: 'hm' }),
        hit('3', { severity: 3, body: 'text' }, [Date.parse(at)]),
        hit('4', { 'log.level': 'info' }),
      ]),
    )
    const time = Date.parse(at)
    expect(rows.map(({ id, time, level, message }) => [id, time, level, message])).toEqual([
      ['i/1', time, 'ERROR', 'no'],
      ['i/2', time, 'warn', 'hm'],
      ['i/3', time, '3', 'text'],
      ['i/4', null, 'info', ''],
    ])
    expect([total, notes]).toEqual([{ count: 9, atLeast: false }, []])
  })

  it.each([
    [
      { value: 10_000, relation: 'gte' },
      { count: 10_000, atLeast: true },
    ],
    [12, { count: 12, atLeast: false }],
    [undefined, undefined],
    ['many', undefined],
    [{ value: -1 }, undefined],
  ])('reads the total %o', (total, read) =>
    expect(readPage({ hits: { total, hits: [] } }).total).toEqual(read),
  )

  it('says what it lacks: time, shards, documents that are none or there twice, times that nobody asked for', () => {
    const answer = page([hit('1', { '@timestamp': 5 }), hit('1', {}), 'x', { _id: '2' }], {
      timed_out: true,
      _shards: { total: 3, failed: 1, failures: [{ reason: { type: 'oops', reason: 'disk' } }] },
    })
    expect(readPage(answer, { from: 100, to: 200 }).notes).toEqual([
      { code: 'malformed', count: 3 },
      { code: 'outside', count: 1 },
      { code: 'timedOut' },
      { code: 'shards', count: 1, of: 3, text: 'oops: disk' },
    ])
  })

  it.each([
    [
      {
        error: { root_cause: [{ type: 'index_not_found', reason: 'no such index' }], type: 'x' },
        status: 404,
      },
      'index_not_found: no such index',
      true,
    ],
    [{ error: 'Incorrect HTTP method' }, 'Incorrect HTTP method', true],
    [{ took: 1 }, 'it has no hits', false],
    ['<html>', 'it is no JSON object', false],
  ])('refuses %o', (answer, refused, spoken) =>
    expect(readLogs(answer, 't', {})).toEqual({ refused, spoken }),
  )

  it('is read although a member cannot become a text or a number', () => {
    const odd = { toString: 1, valueOf: 1 }
    const hits = [{ _index: odd, _id: 'a', _source: { '@timestamp': odd }, sort: [odd] }]
    const { rows, notes } = readPage({ hits: { total: odd, hits }, _shards: { failed: odd, total: odd } })
    expect([rows.map(({ id, time }) => [id, time]), notes]).toEqual([[['/a', null]], []])
  })

  it('may be anything at all, and its rows have ids of their own', () => {
    const some = fc.record({
      _index: fc.anything(),
      _id: fc.oneof(fc.constantFrom('a', 'b'), fc.anything()),
      _source: fc.oneof(fc.object(), fc.anything()),
      sort: fc.anything(),
    })
    const answer = fc.oneof(
      fc.anything(),
      fc.record({
        hits: fc.record({ total: fc.anything(), hits: fc.array(fc.oneof(some, fc.anything())) }),
        _shards: fc.anything(),
      }),
    )
    fc.assert(
      fc.property(answer, fc.string(), (value, field) => {
        const found = readLogs(value, field, { from: 0, to: 1 })
        if ('refused' in found) return
        expect(new Set(found.rows.map(({ id }) => id)).size).toBe(found.rows.length)
        for (const { time } of found.rows)
          expect(time === null || !Number.isNaN(new Date(time).getTime())).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['2026-01-01T00:00:00.123456789Z', 1_767_225_600_123],
    [1_767_225_600, 1_767_225_600_000],
    ['1767225600123', 1_767_225_600_123],
    [['2026-01-01T00:00:00Z'], 1_767_225_600_000],
    ['yesterday', null],
    [1e300, null],
    [undefined, null],
  ])('takes %o for a moment', (value, moment) => expect(momentOf(value)).toBe(moment))

  it.each([
    ['ERROR', 'error'],
    ['fatal', 'error'],
    ['Critical', 'error'],
    ['WARN', 'warning'],
    ['notice', 'info'],
    ['I', 'info'],
    ['TRACE', 'debug'],
    ['', 'other'],
    ['banana', 'other'],
  ])('takes the level %s for %s', (level, severity) => expect(severityOf(level)).toBe(severity))
})
