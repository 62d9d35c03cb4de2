/** Label names and values, such as `{method="GET"}`. */
export type Labels = Readonly<Record<string, string>>

type Kind = 'counter' | 'gauge' | 'histogram'

interface Family {
  readonly name: string
  readonly kind: Kind
  readonly help: string
  lines(): Iterable<string>
}

/** Bounds the cardinality of labels whose values callers choose; further values count as `other`. */
const MAX_SERIES = 500

/** Seconds; from a quick list call to the longest command. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** A server's own metrics in Prometheus text format (version 0.0.4). */
export class Metrics {
  readonly #families: Family[] = []

  /** Registers a counter; its name ends in `_total`. */
  counter(name: string, help: string): { add(labels?: Labels, amount?: number): void } {
    const series = new Series<{ value: number }>(() => ({ value: 0 }))
    this.#families.push({
      name,
      kind: 'counter',
      help,
      lines: () => series.lines(name, ({ value }) => value),
    })
    return { add: (labels = {}, amount = 1) => void (series.of(labels).value += amount) }
  }

  /** Registers a gauge, read on each scrape. */
  gauge(name: string, help: string, read: () => number | Iterable<readonly [Labels, number]>): void {
    this.#families.push({ name, kind: 'gauge', help, lines: () => linesOf(name, read()) })
  }

  /** Registers a counter that is maintained elsewhere, such as by the kernel. */
  total(name: string, help: string, read: () => number | Iterable<readonly [Labels, number]>): void {
    this.#families.push({ name, kind: 'counter', help, lines: () => linesOf(name, read()) })
  }

  /** Registers a histogram of durations, in seconds. */
  histogram(name: string, help: string, bounds = BUCKETS): { observe(labels: Labels, value: number): void } {
    const series = new Series(() => ({ counts: bounds.map(() => 0), count: 0, sum: 0 }))
    this.#families.push({
      name,
      kind: 'histogram',
      help,
      *lines() {
        for (const [labels, { counts, count, sum }] of series.all()) {
          for (const [at, bound] of bounds.entries()) {
            yield line(`${name}_bucket`, { ...labels, le: String(bound) }, counts[at] ?? 0)
          }
          yield line(`${name}_bucket`, { ...labels, le: '+Inf' }, count)
          yield line(`${name}_sum`, labels, sum)
          yield line(`${name}_count`, labels, count)
        }
      },
    })
    return {
      observe(labels, value) {
        const one = series.of(labels)
        for (const [at, bound] of bounds.entries())
          if (value <= bound) one.counts[at] = (one.counts[at] ?? 0) + 1
        one.count += 1
        one.sum += value
      },
    }
  }

  text(): string {
    const parts: string[] = []
    for (const { name, kind, help, lines } of this.#families) {
      parts.push(`# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`)
      parts.push(`# TYPE ${name} ${kind}`)
      for (const one of lines()) parts.push(one)
    }
    return `${parts.join('\n')}\n`
  }
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

class Series<Value> {
  readonly #fresh: () => Value
  readonly #known = new Map<string, readonly [Labels, Value]>()

  constructor(fresh: () => Value) {
    this.#fresh = fresh
  }

  of(labels: Labels): Value {
    const key = Object.values(labels).join('\0')
    const known = this.#known.get(key)
    if (known) return known[1]
    if (this.#known.size >= MAX_SERIES) {
      const other = Object.fromEntries(Object.keys(labels).map((name) => [name, 'other']))
      const shared = this.#known.get(Object.values(other).join('\0'))
      return shared ? shared[1] : this.#add(other)
    }
    return this.#add(labels)
  }

  all(): Iterable<readonly [Labels, Value]> {
    return this.#known.values()
  }

  *lines(name: string, read: (value: Value) => number): Iterable<string> {
    for (const [labels, value] of this.#known.values()) yield line(name, labels, read(value))
  }

  #add(labels: Labels): Value {
    const value = this.#fresh()
    this.#known.set(Object.values(labels).join('\0'), [labels, value])
    return value
  }
}

function* linesOf(name: string, read: number | Iterable<readonly [Labels, number]>): Iterable<string> {
  if (typeof read === 'number') yield line(name, {}, read)
  else for (const [labels, value] of read) yield line(name, labels, value)
}

function line(name: string, labels: Labels, value: number): string {
  const all = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${all.length > 0 ? `{${all.join(',')}}` : ''} ${Number.isFinite(value) ? value : shown(value)}`
}

const shown = (value: number): string => (Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf')

const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
