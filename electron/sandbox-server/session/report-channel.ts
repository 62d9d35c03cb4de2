import type { Readable } from 'node:stream'
import { type ShellKey, STARTED, SYNTAX_ERROR, UNMARKED } from './shell-key.ts'

/** What the shell says over its FIFO: its process number once at start, then one report per run. */
export type ShellReport = { readonly kind: 'started'; readonly pid: number } | EndReport

export interface EndReport {
  readonly kind: 'ended'
  readonly run: number
  readonly outcome: RunOutcome
  readonly cwd: string
  /** Whether the end mark was written to the terminal before. */
  readonly marked: boolean
  /** Undefined when the shell did not look. */
  readonly left: LeftBehind | undefined
}

/** How a command left the session's outputs. */
export interface LeftBehind {
  readonly marked: boolean
  /** Those that a process it left behind still holds. */
  readonly held: readonly number[]
  /** Whether the shell's own output has been brought back to its terminal though that is not where it shall print. */
  readonly isAstray: boolean
}

export type RunOutcome = { readonly exitCode: number } | { readonly syntaxError: string }

/** The server's end of a session's FIFO. */
export class ReportChannel {
  readonly #reports: Readable
  #rest = Buffer.alloc(0)

  /** @param key what reports are signed with that count; asked for every one, since a shell may be replaced */
  constructor(reports: Readable, key: () => ShellKey, listener: (report: ShellReport) => void) {
    this.#reports = reports
    reports.on('error', () => undefined)
    reports.on('data', (chunk: Buffer) => {
      let reports = 0
      for (const report of this.#take(chunk, key())) {
        reports += 1
        if (report) listener(report)
      }
      if (reports > MAX_REPORTS) this.#pause()
    })
  }

  close(): void {
    this.#reports.destroy()
  }

  /** Any program inside may write to the FIFO: one that floods it waits, and its neighbours do not. */
  #pause(): void {
    this.#reports.pause()
    setTimeout(() => this.#reports.resume(), PAUSE_MS).unref()
  }

  /**
   * What was read, undefined for what is not a report. Reports are three fields, each ended by NUL. A field longer than {@link FIELD_LIMIT}
   * cannot come from our scripts.
   */
  *#take(chunk: Buffer, key: ShellKey): Generator<ShellReport | undefined> {
    let rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const ends = fieldEnds(rest)
      if (!ends) break
      const [first, second, third] = ends
      const report = parse(
        key,
        rest.toString('utf8', 0, first),
        rest.toString('utf8', first + 1, second),
        rest.toString('utf8', second + 1, third),
      )
      rest = rest.subarray(third + 1)
      yield report
    }
    this.#rest = rest.length > FIELD_LIMIT ? Buffer.alloc(0) : rest
  }
}

const FIELD_LIMIT = 1 << 20
/** A shell sends a few at once. */
const MAX_REPORTS = 32
const PAUSE_MS = 50

function fieldEnds(bytes: Buffer): [number, number, number] | undefined {
  const first = bytes.indexOf(0)
  const second = first < 0 ? -1 : bytes.indexOf(0, first + 1)
  const third = second < 0 ? -1 : bytes.indexOf(0, second + 1)
  return third < 0 ? undefined : [first, second, third]
}

/** Undefined for what our shell did not sign. */
function parse(key: ShellKey, first: string, second: string, cwd: string): ShellReport | undefined {
  const [number = '', signature = ''] = first.split(':')
  const run = Number(number)
  if (!/^\d{1,15}$/.test(number) || !/^[\da-f]{16}$/.test(signature)) return undefined
  const isSigned = (what: number): boolean => key.sign(run, what) === signature
  if (second.startsWith('pid ')) {
    const pid = Number(second.slice('pid '.length))
    return isSigned(STARTED) ? { kind: 'started', pid } : undefined
  }
  if (second.startsWith('syntax:')) {
    const outcome = { syntaxError: second.slice('syntax:'.length) }
    if (!isSigned(SYNTAX_ERROR)) return undefined
    return { kind: 'ended', run, outcome, cwd, marked: true, left: undefined }
  }
  const [code = '', outputs = ''] = second.split('&')
  const marked = !code.endsWith('!')
  const exitCode = Number.parseInt(code, 10)
  if (!(exitCode >= 0 && exitCode <= 255) || !isSigned(marked ? exitCode : exitCode + UNMARKED))
    return undefined
  const held = [...outputs.matchAll(/\d+/g)].map(Number)
  const left = { marked, held, isAstray: outputs.endsWith('t') }
  return { kind: 'ended', run, outcome: { exitCode }, cwd, marked, left }
}
