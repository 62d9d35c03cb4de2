import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LogRow, LogsAnswer, Series, SeriesAnswer } from '#shared/telemetry/answer.ts'
import { joined, tableOf } from '../../../renderer/query/results/plan/plan-runs.ts'
import { aligned, apart, labelsOf, MAX_LINES } from '../../../renderer/telemetry/aligned.ts'
import { colour, tickSpace } from '../../../renderer/telemetry/chart-options.ts'
import { closer, nearest, wider } from '../../../renderer/telemetry/zoom.ts'
import { followed, nextSpan } from '../../../renderer/query/results/plan/follow.ts'
import { entitiesOf } from '../../../renderer/spl/entities-of.ts'
import { reduced } from '../../../renderer/telemetry/reduce.ts'
import { foundRows, histogramOf, severities } from '../../../renderer/telemetry/log-times.ts'

const series = (
  labels: Record<string, string>,
  points: readonly [number, Series['values'][number]][],
  query = 0,
): Series => ({
  query,
  labels,
  times: points.map(([time]) => time),
  values: points.map(([, value]) => value),
})
const answer = (...all: Series[]): SeriesAnswer => ({
  kind: 'series',
  queries: [
    { name: 'up', promql: 'up' },
    { name: 'down', promql: 'down' },
  ],
  from: 0,
  to: 100,
  step: 10,
  series: all,
  notes: [],
})

describe('a chart', () => {
  it('sets times with seconds further apart, so that they do not touch', () => {
    // Three minutes and three hours over 900 px.
    expect(tickSpace(180 / 900)).toBeGreaterThan(70)
    expect(tickSpace(10_800 / 900)).toBe(50)
  })

  it('breaks its lines where nothing was measured, and where what was is no number', () => {
    const one = series({ host: 'a' }, [
      [0, 1],
      [10, 'NaN'],
      [20, 3],
      [50, '+Inf'],
      [60, 4],
    ])
    const other = series({ host: 'b' }, [
      [0, 5],
      [60, -1],
    ])
    expect(aligned(answer(one, other), 0, false)).toEqual({
      times: [0, 10, 20, 30, 50, 60],
      lines: [
        { label: 'b', values: [5, null, null, null, null, -1] },
        { label: 'a', values: [1, null, 3, null, null, 4] },
      ],
      left: 0,
      undrawn: 2,
    })
    expect(aligned(answer(one, other), 0, true)).toMatchObject({ undrawn: 3 })
    expect(aligned(answer(one, other), 1, false)).toMatchObject({ times: [], lines: [] })
  })

  it('draws the greatest series where there are too many', () => {
    const many = Array.from({ length: MAX_LINES + 5 }, (_, index) => series({ n: `${index}` }, [[0, index]]))
    const { lines, left } = aligned(answer(...many), 0, false)
    expect([lines.length, left, lines[0]?.label]).toEqual([MAX_LINES, 5, `${MAX_LINES + 4}`])
  })

  it('names its lines by what tells them apart', () => {
    const labels = [
      { job: 'a', host: '1', __name__: 'up' },
      { job: 'a', host: '2', __name__: 'up' },
    ]
    expect(labelsOf(labels.map((one) => series(one, [])))).toEqual(['1', '2'])
    expect(labelsOf([series({ __name__: 'up', job: 'a', host: '1' }, [])])).toEqual(['job=a, host=1'])
    expect(labelsOf([series({ a: '1', b: '2' }, []), series({ a: '2' }, [])])).toEqual(['a=1, b=2', '2'])
  })

  it('has times that ascend, and as many values in each line, whatever the series', () => {
    const point = fc.tuple(
      fc.integer({ min: 0, max: 500 }),
      fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant('NaN' as const)),
    )
    const some = fc.array(fc.uniqueArray(point, { selector: ([time]) => time }), { maxLength: 5 })
    fc.assert(
      fc.property(some, fc.boolean(), (lists, logarithmic) => {
        const all = lists.map((points, index) =>
          series(
            { n: `${index}` },
            points.sort(([a], [b]) => a - b),
          ),
        )
        const { times, lines } = aligned(answer(...all), 0, logarithmic)
        expect(times.every((time, place) => place === 0 || time > (times[place - 1] ?? 0))).toBe(true)
        for (const { values } of lines) {
          expect(values.length).toBe(times.length)
          if (logarithmic) expect(values.every((value) => value === null || value > 0)).toBe(true)
        }
      }),
    )
  })
})

describe('rows', () => {
  it('of series are one a sample, with a column a label', () => {
    const table = tableOf(
      answer(
        series({ __name__: 'up', host: 'a', value: 'x' }, [[0, 1]]),
        series({ host: 'b' }, [[10, 'NaN']], 1),
      ),
    )
    expect(table.columns).toEqual(['time', 'metric', 'host', 'label value', 'value'])
    expect(table.rows).toEqual([
      { time: '1970-01-01T00:00:00.000Z', metric: 'up', host: 'a', 'label value': 'x', value: 1 },
      { time: '1970-01-01T00:00:10.000Z', metric: 'down', host: 'b', 'label value': null, value: 'NaN' },
    ])
  })

  const row = (id: string, time: number | null, level: string, message = ''): LogRow => ({
    id,
    time,
    level,
    message,
    fields: { message, id },
  })
  const logs = (...rows: LogRow[]): LogsAnswer => ({ kind: 'logs', rows, notes: [] })

  it('of logs are the documents, page behind page, each once', () => {
    const first = logs(row('a', 1, ''), row('b', 2, ''))
    const second = { ...logs(row('b', 2, ''), row('c', 3, '')), next: 4 }
    const both = joined(first, { exchanges: [], answer: second })
    expect(both?.kind === 'logs' && [both.rows.map(({ id }) => id), both.next]).toEqual([['a', 'b', 'c'], 4])
    expect(joined(first, { exchanges: [] })).toBe(first)
    expect(tableOf(first)).toMatchObject({ columns: ['message', 'id'], rows: [{ id: 'a' }, { id: 'b' }] })
  })

  it('are found by a word in any field, and by level', () => {
    const rows = [
      row('a', 0, 'ERROR', 'Refused'),
      row('b', 5, 'info', 'fine'),
      row('c', null, 'ERROR'),
      row('d', 10, 'INFO'),
    ]
    expect(severities(rows)).toMatchObject({ error: 2, info: 2, debug: 0 })
    expect(foundRows(rows, ' reFUSED ', 'all').map(({ id }) => id)).toEqual(['a'])
    expect(foundRows(rows, '', 'info').map(({ id }) => id)).toEqual(['b', 'd'])
    expect(histogramOf(rows, 4)).toEqual({
      from: 0,
      to: 10,
      counts: [1, 0, 1, 1],
      errors: [true, false, false, false],
    })
    expect(histogramOf(rows.slice(0, 1), 4)).toBeUndefined()
  })
})

describe('a query in a few numbers', () => {
  it('is the line of the series with the greatest mean', () => {
    const small = series({ pod: 'a' }, [
      [0, 1],
      [60, 2],
      [120, 3],
    ])
    const great = series({ pod: 'b' }, [
      [0, 10],
      [60, 'NaN'],
      [120, 4],
    ])
    const found = reduced({ ...answer(small, great), from: 0, to: 180, step: 60 }, 0)
    expect(found).toMatchObject({ count: 2, labels: { pod: 'b' }, last: 4, mean: 7, least: 4, most: 10 })
    expect(found?.line).toEqual([10, 4])
  })

  it('breaks the line where nothing was measured', () => {
    const broken = series({}, [
      [0, 1],
      [10, 1],
      [20, 1],
      [90, 5],
    ])
    const found = reduced({ ...answer(broken), from: 0, to: 100, step: 10 }, 0)
    expect(found?.line.slice(2, 5)).toEqual([undefined, undefined, undefined])
    expect(found?.line.at(-1)).toBe(5)
  })

  it('is nothing without a number', () => {
    expect(reduced(answer(series({}, [[0, 'NaN']])), 0)).toBeUndefined()
    expect(reduced(answer(), 0)).toBeUndefined()
  })
})

describe('looking closer', () => {
  const span = { from: 0, to: 100 }

  it.each([
    ['around a moment in the middle', closer(50, undefined, span, 1), [25, 75]],
    ['where the moment stands', closer(10, undefined, span, 1), [5, 55]],
    ['not at less than two steps', closer(50, [49, 51], span, 5), [45, 55]],
    ['and less close', wider(50, [40, 60], span), [30, 70]],
    ['not beyond the whole time', wider(10, [0, 40], span), [0, 80]],
    ['until all is shown', wider(50, [20, 80], span), undefined],
  ])('is %s', (_, zoom, wanted) => {
    expect(zoom).toEqual(wanted)
  })

  it('finds the nearest moment', () => {
    expect([nearest([1, 5, 9], 6), nearest([1, 5, 9], -3), nearest([], 1)]).toEqual([1, 0, -1])
  })
})

describe('the colours of lines', () => {
  it('are first the eight that four kinds of eyes tell apart, each once', () => {
    const tokens = [1, 2, 3, 4, 5, 6, 7, 8].map((kind) => `var(--kind-${kind})`)
    expect(tokens.map((_, line) => colour(line)).toSorted()).toEqual(tokens)
    expect(colour(8)).not.toBe(colour(9))
  })
})

describe('lines side by side', () => {
  it('share the value axis and keep their colours', () => {
    const data = aligned(answer(series({ pod: 'a' }, [[0, 0]]), series({ pod: 'b' }, [[0, 100]])), 0, false)
    const { parts, range } = apart(data)
    expect(parts.map(({ lines }) => lines.map(({ label, hue }) => [label, hue]))).toEqual([
      [['b', 0]],
      [['a', 1]],
    ])
    expect(range).toEqual([0, 105])
  })
})

describe('the entities of a statement', () => {
  it.each([
    [
      ".entity_set with(domain='a', name='a.b', ids=['1', '2']) | entity-call get_logs('a', 'l')",
      ['a/a.b/1', 'a/a.b/2'],
    ],
    [".entity_set with(domain='a', name='a.b', ids=$ids) | entity-call get_logs('a', 'l')", ['a/a.b/7']],
    [".entity with(domain='a', name='a.b')", []],
    ['.topo | graph-call', []],
  ])('%s', (statement, keys) => {
    expect(entitiesOf(statement, { ids: ['7'] })).toEqual(keys)
  })
})

describe('following', () => {
  const logs = (times: readonly number[], descending = true): LogsAnswer => ({
    kind: 'logs',
    rows: times
      .map((time) => ({ id: `at ${time}`, time, level: '', message: '', fields: {} }))
      .sort((a, b) => (descending ? b.time - a.time : a.time - b.time)),
    total: { count: times.length, atLeast: false },
    next: 2,
    notes: [],
  })
  const times = (of: ReturnType<typeof followed>) => of.kind === 'logs' && of.rows.map(({ time }) => time)

  it('asks for the same length until now, or for what came since', () => {
    expect(nextSpan({ ...answer(), from: 100, to: 160 }, 1000)).toEqual({ from: 940, to: 1000 })
    expect(nextSpan(logs([1000, 9000]), 20)).toEqual({ from: 9, to: 20 })
    expect(nextSpan({ ...logs([]), to: 15 }, 20)).toEqual({ from: 15, to: 20 })
  })

  it('keeps a chart where nothing newer was measured', () => {
    const [before, now] = [answer(series({}, [[1, 1]])), answer(series({}, [[2, 2]]))]
    expect(followed(before, now)).toBe(now)
    expect(followed(before, answer())).toBe(before)
  })

  it('puts what is new beside what was there, once, in the same order', () => {
    expect(times(followed(logs([1, 2]), logs([2, 3])))).toEqual([3, 2, 1])
    expect(times(followed(logs([1, 2], false), logs([3, 2])))).toEqual([1, 2, 3])
    expect(followed(logs([1, 2]), logs([2, 3]))).toMatchObject({ total: { count: 3 }, next: undefined })
  })
})
