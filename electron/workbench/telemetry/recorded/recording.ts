import { createHash } from 'node:crypto'
import { fnv1a } from '../../../node/fnv1a.ts'

/** The file format of a recording. */
export interface RecordingFile {
  readonly day: string
  readonly from: string
  readonly to: string
  /** Seconds. */
  readonly step: number
  readonly services: Readonly<Record<string, string>>
  readonly shapes: Readonly<Record<string, string>>
  readonly metrics: Readonly<Record<string, { readonly counter?: boolean; readonly rows: string }>>
  readonly logs: string
}

export type Labels = Readonly<Record<string, string>>

/** One series, with a sample at each step. */
export interface RecordedSeries {
  readonly labels: Labels
  readonly values: Float64Array
}

/** A document by dotted field names. */
export type RecordedDocument = Readonly<Record<string, string>>

export interface Recording {
  /** Unix seconds of the first sample. */
  readonly start: number
  /** Seconds. */
  readonly step: number
  readonly series: readonly RecordedSeries[]
  /** Oldest first. */
  readonly documents: readonly RecordedDocument[]
}

/** A deterministic pseudo-random number in [0, 1) derived from the text. */
function chance(text: string): number {
  let hash = fnv1a(text)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

const cellsOf = (rows: string): string[][] =>
  rows
    .trim()
    .split('\n')
    .map((row) => row.split(' | ').map((cell) => cell.trim()))

type Point = readonly [at: number, factor: number]

/** The factor at a time: interpolated between two points, constant before the first and after the last. */
function factorAt(points: readonly Point[], moment: number): number {
  const next = points.findIndex(([at]) => at > moment)
  const [before, after] = [points[next < 0 ? points.length - 1 : next - 1], points[next]]
  if (!before || !after) return (before ?? after)?.[1] ?? 1
  return before[1] + ((after[1] - before[1]) * (moment - before[0])) / (after[0] - before[0])
}

/** Generates a recording from its description, deterministically. */
export function recordingOf(file: RecordingFile): Recording {
  const { step } = file
  const at = (clock: string): number => Date.parse(`${file.day}T${clock}:00Z`) / 1000
  const [start, end] = [at(file.from), at(file.to)]
  const count = Math.floor((end - start) / step) + 1
  const shapes = new Map(
    Object.entries(file.shapes).map(([name, text]) => [
      name,
      text.split(', ').map((point): Point => {
        const [clock = '', factor = ''] = point.split(' ')
        return [at(clock), Number(factor)]
      }),
    ]),
  )
  const uid = (service: string): string =>
    createHash('md5')
      .update(file.services[service] ?? service)
      .digest('hex')
  const series = Object.entries(file.metrics).flatMap(([name, { counter = false, rows }]) =>
    cellsOf(rows).map(([written = '', base, noise, shape = '']): RecordedSeries => {
      const own = Object.fromEntries(written.split(' ').map((pair) => pair.split('=') as [string, string]))
      const values = new Float64Array(count)
      for (let place = 0; place < count; place++) {
        const factor = factorAt(shapes.get(shape) ?? [], start + place * step)
        const swing = 1 + Number(noise) * (chance(`${name} ${written} ${place}`) * 2 - 1)
        const value = Number(base) * factor * swing
        values[place] = counter ? Math.round((values[place - 1] ?? 0) + value * step) : value
      }
      return { labels: { __name__: name, ...own, service_uid: uid(own['service'] ?? '') }, values }
    }),
  )
  const documents = cellsOf(file.logs).flatMap(
    ([service = '', level = '', from = '', to = '', every, text]) =>
      linesOf({ service, level, from: at(from), to: at(to), every: Number(every), text: text ?? '' }, uid),
  )
  return {
    start,
    step,
    series,
    documents: documents.toSorted((a, b) => (momentOf(a) < momentOf(b) ? -1 : 1)),
  }
}

const momentOf = (document: RecordedDocument): string => document['@timestamp'] ?? ''

interface LogRow {
  readonly service: string
  readonly level: string
  readonly from: number
  readonly to: number
  readonly every: number
  readonly text: string
}

function linesOf({ service, level, from, to, every, text }: LogRow, uid: (service: string) => string) {
  const lines: RecordedDocument[] = []
  for (let place = 0; from + (place + 0.9) * every < to; place++) {
    const seed = `${service} ${text} ${place}`
    const moment = from + (place + 0.9 * chance(seed)) * every
    const number = String(40_000 + Math.round((moment - from) * 7) + place)
    const took = String(Math.round(40 + 100 * chance(`ms ${seed}`)))
    lines.push({
      '@timestamp': new Date(Math.round(moment * 1000)).toISOString(),
      'log.level': level,
      'service.name': service,
      'service.uid': uid(service),
      'trace.id': createHash('md5').update(seed).digest('hex').slice(0, 16),
      message: text.replaceAll('{n}', number).replaceAll('{ms}', took),
    })
  }
  return lines
}
