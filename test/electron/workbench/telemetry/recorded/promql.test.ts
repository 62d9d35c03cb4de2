import { describe, expect, it } from 'vitest'
import { evaluate } from '../../../../../electron/workbench/telemetry/recorded/evaluate.ts'
import { parsePromql } from '../../../../../electron/workbench/telemetry/recorded/promql.ts'
import type { Recording } from '../../../../../electron/workbench/telemetry/recorded/recording.ts'

/** Two services with a sample every ten seconds from 0: a counter that grows by 2 or 4 per second, and a rising gauge. */
const recording: Recording = {
  start: 0,
  step: 10,
  documents: [],
  series: [
    {
      labels: { __name__: 'hits', service: 'a', code: '200' },
      values: Float64Array.of(0, 20, 40, 60, 0, 20),
    },
    {
      labels: { __name__: 'hits', service: 'b', code: '500' },
      values: Float64Array.of(0, 40, 80, 120, 160, 200),
    },
    { labels: { __name__: 'load', service: 'a' }, values: Float64Array.of(1, 2, 3, 4, 5, 6) },
  ],
}

const asked = (query: string, ...times: number[]) => evaluate(parsePromql(query), { recording, times })

describe('a query', () => {
  it.each([
    ['load', [{ service: 'a', __name__: 'load' }, [1, 3]]],
    ['{__name__="load"}', [{ service: 'a', __name__: 'load' }, [1, 3]]],
    ['hits{code!="500"}', [{ service: 'a', __name__: 'hits', code: '200' }, [0, 40]]],
    ['hits{service=~\'b|c\', code=~"5.*",}', [{ service: 'b', __name__: 'hits', code: '500' }, [0, 80]]],
    ['rate(hits{service="b"}[30s])', [{ service: 'b', code: '500' }, [undefined, 4]]],
    ['increase(hits{service="b"}[30s])', [{ service: 'b', code: '500' }, [undefined, 120]]],
    ['sum(rate(hits[20s]))', [{}, [undefined, 6]]],
    ['sum by (code) (hits{service="a"})', [{ code: '200' }, [0, 40]]],
    ['max(hits) without (code, service)', [{}, [0, 80]]],
    ['avg_over_time(load[1m])', [{ service: 'a' }, [1, 2]]],
    ['load * 100 / 4 - -1', [{ service: 'a' }, [26, 76]]],
    ['2 * (load + load)', [{ service: 'a' }, [4, 12]]],
    ['sum(hits) by (service) / sum(load) by (service)', [{ service: 'a' }, [0, 40 / 3]]],
    ['round(load / 2)', [{ service: 'a' }, [1, 2]]],
  ] as const)('%s', (query, [labels, values]) => {
    expect(asked(query, 0, 20)).toEqual([{ labels, values }])
  })

  it('counts a counter that begins again from nothing', () =>
    expect(asked('increase(hits{service="a"}[20s])', 40)).toEqual([
      { labels: { service: 'a', code: '200' }, values: [0] },
    ]))

  it('has no value long after the last sample, or before the first', () =>
    expect(asked('load', -1, 50, 349, 351)).toMatchObject([{ values: [undefined, 6, 6, undefined] }]))

  it.each([
    ['', 'unexpected end of input'],
    ['sum(', 'unexpected end of input'],
    ['load)', 'unexpected )'],
    ['load{', 'unexpected'],
    ['load{a}', 'unexpected }'],
    ['{}', 'at least one matcher'],
    ['rate(load)', 'expected type range vector'],
    ['abs(load[5m])', 'expected type instant vector'],
    ['load[5m]', 'range vector'],
    ['load[soon]', 'not a valid duration'],
    ['histogram_quantile(0.9, load)', 'unknown function with name "histogram_quantile"'],
    ['load > 3', 'unexpected character'],
    ['hits{a=~"(x+)+y"}', 'pattern is not supported'],
    ['hits{a=~"("}', 'regexp'],
    ['sum(3)', 'expected type instant vector'],
    ['('.repeat(60) + '1' + ')'.repeat(60), 'too deep'],
  ])('%s is refused in the protocol’s words', (query, words) => expect(() => asked(query, 0)).toThrow(words))
})
