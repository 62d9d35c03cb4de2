import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { SampleValue, SeriesAnswer } from '#shared/telemetry/answer.ts'
import { StillCharts } from '../../../renderer/telemetry/still-chart.tsx'

const FROM = 1_718_701_200
const drawn = (values: readonly SampleValue[][], step = 60, title?: string): string => {
  const answer: SeriesAnswer = {
    kind: 'series',
    queries: [{ name: 'latency_p95', promql: '', unit: 'ms', ...(title === undefined ? {} : { title }) }],
    from: FROM,
    to: FROM + 3600,
    step,
    series: values.map((own, place) => ({
      query: 0,
      labels: { pod: `<pod ${place}>` },
      times: own.map((_, index) => FROM + index * step),
      values: own,
    })),
    notes: [],
  }
  return renderToStaticMarkup(createElement(StillCharts, { answer }))
}
/** The paths of the lines, without those of axes and legend. */
const lines = (html: string): string[] =>
  [...html.matchAll(/<path d="([^"]*)" fill="none"/g)].map(([, outline = '']) => outline)

describe('a chart that needs no program', () => {
  it('names what it shows, draws each series, and breaks a line where nothing was measured', () => {
    const html = drawn([[1, 2, 'NaN', 4], [3]], 60, 'Latency')
    expect(html).toContain('<figcaption>Latency (ms)</figcaption>')
    expect(html).toContain('aria-label="Latency (ms)"')
    expect(html).toContain('&lt;pod 1&gt;')
    expect(lines(html).map((outline) => outline.split('M').length - 1)).toEqual([2, 1])
  })

  it('grows its words with the text of the page', () => {
    const html = drawn([[1, 2]])
    expect(html).toContain('font-size="0.6875rem"')
    expect([...html.matchAll(/font-size="([^"]*)"/g)].every(([, size]) => size?.endsWith('rem'))).toBe(true)
    expect([...html.matchAll(/<text[^>]* dy="([^"]*)"/g)].every(([, down]) => down?.endsWith('em'))).toBe(
      true,
    )
  })

  it('begins at nothing, and goes below it where values do', () => {
    // The first value's height is its share of the plot: 206 is the bottom, 10 the top.
    expect(lines(drawn([[0, 10]]))).toEqual(['M64 206L75.2 10h.01'])
    expect(lines(drawn([[5, 10]]))).toEqual(['M64 108L75.2 10h.01'])
    expect(lines(drawn([[-10, 10]]))).toEqual(['M64 206L75.2 10h.01'])
  })

  it('is not there where there is no number, and says how many lines it leaves out', () => {
    expect(drawn([['NaN', '+Inf']])).toBe('')
    expect(lines(drawn(Array.from({ length: 15 }, () => [1, 2])))).toHaveLength(12)
  })

  it('never draws what is no number', () => {
    const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant('NaN' as const))
    fc.assert(
      fc.property(fc.array(fc.array(value, { maxLength: 20 }), { maxLength: 4 }), (values) => {
        expect(drawn(values)).not.toMatch(/NaN|Infinity/)
      }),
    )
  })
})
