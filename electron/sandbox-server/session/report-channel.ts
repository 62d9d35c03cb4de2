import type { Readable } from 'node:stream'
import { type ShellKey, STARTED, SYNTAX_ERROR, UNMARKED } from './shell-key.ts'

/** What the shell writes to its FIFO: its pid at startup, then one report per run. */
export type ShellReport = { readonly kind: 'started'; readonly pid: number } | EndReport

export interface EndReport {
  readonly kind: 'ended'
  readonly run: number
  readonly outcome: RunOutcome
  readonly cwd: string
  /** Whether the end mark was written to the terminal before. */
  readonly marked: boolean
  /** Undefined if the shell did not check. */
  readonly left: LeftBehind | undefined
}

/** The session's outputs after a command. */
export interface LeftBehind {
  readonly marked: boolean
  /** Outputs still held by a process that the command left behind. */
  readonly held: readonly number[]
  /** Whether the shell's output was restored to its terminal although it should print elsewhere. */
  readonly isAstray: boolean
}

export type RunOutcome = { readonly exitCode: number } | { readonly syntaxError: string }

/** The server's end of a session's FIFO. */
export class ReportChannel {
  readonly #reports: Readable
  #rest = Buffer.alloc(0)

  /** @param key verifies the signature of reports; called for each one, since a shell may be replaced */
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

  /**
   * Any program inside can write to the FIFO: one that floods it is throttled, without affecting other
   * sessions.
   */
  #pause(): void {
    this.#reports.pause()
    setTimeout(() => this.#reports.resume(), PAUSE_MS).unref()
  }

  /**
   * Yields the reports in a chunk, undefined for invalid data. A report has three fields, each ended by NUL. Fields longer than {@link
   * FIELD_LIMIT} cannot come from the driver.
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

/** One report by itself; undefined if the bytes are none that the shell signed. */
export function readReport(key: ShellKey, bytes: Buffer): ShellReport | undefined {
  const [first, second, ...rest] = bytes.toString('utf8').split('\0')
  return rest.length === 2 ? parse(key, first ?? '', second ?? '', rest[0] ?? '') : undefined
}

const FIELD_LIMIT = 1 << 20
/** The shell sends only a few at once. */
const MAX_REPORTS = 32
const PAUSE_MS = 50

function fieldEnds(bytes: Buffer): [number, number, number] | undefined {
  const first = bytes.indexOf(0)
  const second = first < 0 ? -1 : bytes.indexOf(0, first + 1)
  const third = second < 0 ? -1 : bytes.indexOf(0, second + 1)
  return third < 0 ? undefined : [first, second, third]
}

/** Undefined if the signature is not the shell's. */
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
