import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Labels, Metrics } from './metrics.ts'

const NANOSECONDS = 1e9

/**
 * Adds the metrics common to every program: build info and resource usage. Names follow the official
 * Prometheus client libraries.
 */
export function addProcessMetrics(metrics: Metrics, build: Labels): void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const started = Date.now() / 1000 - process.uptime()
  metrics.gauge('orrery_build_info', 'What runs here; always 1.', () => [[build, 1]])
  metrics.total('process_cpu_seconds_total', 'Processor time of this process.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.gauge('process_resident_memory_bytes', 'Memory of this process.', () => process.memoryUsage.rss())
  metrics.gauge('process_start_time_seconds', 'When this process began, Unix time.', () => started)
  metrics.gauge(
    'nodejs_eventloop_delay_p99_seconds',
    'How late timers were since the last question, at the 99th percentile.',
    () => {
      const seconds = delay.percentile(99) / NANOSECONDS
      delay.reset()
      return seconds
    },
  )
}
