import type { PullProgress } from '../runtime.ts'
import { lastWords } from './engine.ts'

const UNITS: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  tib: 1024 ** 4,
}

/** Parses a size as engines print it: `117MB`, `1.2 GB`, `8.6MiB`. */
export function bytesOf(text = ''): number | undefined {
  const [, number, unit = ''] = /^([\d.]+) ?([kmgt]?i?b)$/i.exec(text.trim()) ?? []
  const factor = UNITS[unit.toLowerCase()]
  return number === undefined || factor === undefined ? undefined : Math.round(Number(number) * factor)
}

const BAR = String.raw`\[[^\]]*\] +([\d.]+ ?\w+) ?\/ ?([\d.]+ ?\w+)`
/** A layer in docker's output: `d5ad41987961: Downloading [==>   ]  407.6kB/9.005MB`. */
const DOCKER = new RegExp(String.raw`^([0-9a-f]{12}): (\w+(?: \w+)*) *(?:${BAR})?$`)
/** A layer in podman's: `Copying blob d5ad41987961 [==>---] 606.0KiB / 8.6MiB`. */
const PODMAN = new RegExp(String.raw`^Copying (?:blob|config) ([0-9a-f]+) +(?:(\w+)\b.*|${BAR}|\.)?$`)
const IS_HERE = /^(?:Verifying Checksum|Download complete|Extracting|Pull complete|done)/
const WAS_HERE = /^(?:Already exists|skipped)/
const END_OF_LINE = /[\r\n]+|\u001b\[\d*[A-Z]/
const MAX_LINES = 20

interface Layer {
  readonly done: number
  /** 0 if unknown so far. */
  readonly total: number
  readonly isHere: boolean
}

/** Parses what an engine's client prints on a terminal during a pull. */
export class PullOutput {
  readonly #layers = new Map<string, Layer>()
  #rest = ''
  #lines: string[] = []

  /** Takes the next output, in chunks of any size. */
  take(text: string): void {
    const lines = (this.#rest + text).split(END_OF_LINE)
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#read(line.trim())
  }

  /** The sum of all layers; undefined before the first one. */
  get progress(): PullProgress | undefined {
    const layers = [...this.#layers.values()]
    if (layers.length === 0) return undefined
    const sum = (of: (layer: Layer) => number): number => layers.reduce((all, layer) => all + of(layer), 0)
    const isHere = layers.every((layer) => layer.isHere)
    return { done: sum(({ done }) => done), total: sum(({ total }) => total), isHere }
  }

  /** The last line that is not a layer's state. */
  get reason(): string {
    return lastWords([...this.#lines, this.#rest].join('\n'))
  }

  #read(line: string): void {
    if (line === '') return
    const [, layer, status = '', ...bar] = DOCKER.exec(line) ?? PODMAN.exec(line) ?? []
    if (layer === undefined) this.#lines = [...this.#lines, line].slice(-MAX_LINES)
    else if (WAS_HERE.test(status)) this.#layers.delete(layer)
    else this.#layers.set(layer, this.#next(layer, status, bar))
  }

  #next(layer: string, status: string, [done, total]: readonly (string | undefined)[]): Layer {
    const known = this.#layers.get(layer) ?? { done: 0, total: 0, isHere: false }
    if (IS_HERE.test(status)) return { done: known.total, total: known.total, isHere: true }
    return { ...known, done: bytesOf(done) ?? known.done, total: bytesOf(total) ?? known.total }
  }
}
