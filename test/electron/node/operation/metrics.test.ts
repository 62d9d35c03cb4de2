import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Metrics } from '../../../../electron/node/operation/metrics.ts'
import { addProcessMetrics } from '../../../../electron/node/operation/process-metrics.ts'

describe('metrics', () => {
  it('are served in the text format', () => {
    const metrics = new Metrics()
    const calls = metrics.counter('calls_total', 'Calls.')
    calls.add({ path: '/a' })
    calls.add({ path: '/a' }, 2)
    metrics.gauge('here', 'What is\nhere.', () => [[{ state: 'a"\\\n' }, 1.5]])
    metrics.histogram('took_seconds', 'Took.', [0.1, 1]).observe({ of: 'x' }, 0.5)
    expect(metrics.text()).toBe(`# HELP calls_total Calls.
# TYPE calls_total counter
calls_total{path="/a"} 3
# HELP here What is\\nhere.
# TYPE here gauge
here{state="a\\"\\\\\\n"} 1.5
# HELP took_seconds Took.
# TYPE took_seconds histogram
took_seconds_bucket{of="x",le="0.1"} 0
took_seconds_bucket{of="x",le="1"} 1
took_seconds_bucket{of="x",le="+Inf"} 1
took_seconds_sum{of="x"} 0.5
took_seconds_count{of="x"} 1
`)
  })

  it('keep every line a line, whatever a label says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const metrics = new Metrics()
        metrics.counter('x_total', 'x').add({ value })
        expect(metrics.text().trimEnd().split('\n')).toHaveLength(3)
      }),
    )
  })

  it('end at a number of series, however many values callers think of', () => {
    const metrics = new Metrics()
    const calls = metrics.counter('calls_total', 'Calls.')
    for (let at = 0; at < 10_000; at++) calls.add({ path: String(at) })
    const lines = metrics.text().trimEnd().split('\n')
    expect(lines).toHaveLength(2 + 501)
    expect(lines.at(-1)).toBe('calls_total{path="other"} 9500')
  })

  it('tell of the process', () => {
    const metrics = new Metrics()
    addProcessMetrics(metrics, { program: 'test', version: '1' })
    expect(metrics.text()).toContain('orrery_build_info{program="test",version="1"} 1\n')
    expect(metrics.text()).toMatch(/process_resident_memory_bytes \d{7,}\n/)
  })
})
