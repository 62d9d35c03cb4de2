import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { PlatformRest } from './platform-rest.ts'

/** Which session, where. */
export interface SessionPlace {
  readonly platform: string
  readonly sandboxId: string
  readonly session: string
}

const followed = z.looseObject({
  running: z.boolean(),
  run: z.number().optional(),
  output: z.string(),
  next: z.number(),
})
const executed = z.looseObject({ stdout: z.string(), exit_code: z.number().nullish() })

/** Characters of one report to the page: small enough that parsing it takes a few milliseconds. */
const REPORT = 128 * 1024

/** Hands a text on in parts that do not cut a surrogate pair. */
export function inParts(text: string, report: (chunk: string) => void): void {
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + REPORT)
    const last = text.charCodeAt(end - 1)
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end++
    report(text.slice(at, end))
    at = end
  }
}

/**
 * Follows a running command through the platform's own terminal. Resolves with what was reported when `done` fires; the
 * answer of the run then holds the rest.
 */
export async function followTerminal(
  rest: PlatformRest,
  { platform, sandboxId, session }: SessionPlace,
  report: (chunk: string) => void,
  done: AbortSignal,
): Promise<{ characters: number; bytes: number }> {
  let from = 0
  let run: number | undefined
  let characters = 0
  while (!done.aborted) {
    const query = {
      sandbox_id: sandboxId,
      session,
      from: String(from),
      ...(run === undefined ? {} : { run: String(run) }),
    }
    const answer = await rest
      .call(platform, { path: '/follow_session', query, signal: done })
      .then((value) => followed.parse(value))
      .catch(() => undefined)
    if (!answer) break
    // Not begun yet, or over: the run itself will tell which.
    if (answer.run === undefined) {
      if (run !== undefined) break
      await pause(15, undefined, { signal: done }).catch(() => undefined)
      continue
    }
    run = answer.run
    if (answer.next < from || (answer.output === '' && !answer.running)) break
    from = answer.next
    characters += answer.output.length
    inParts(answer.output, report)
  }
  return { characters, bytes: from }
}

/** What the answer of a run holds beyond what was already followed. */
export function restOfOutput(output: string, seen: { characters: number; bytes: number }): string {
  const gap = /\r\n\[(\d+) bytes of output left out\]\r\n/.exec(output)
  if (!gap || seen.bytes === 0) return output.slice(seen.characters)
  // The answer lost its middle; count from the end instead.
  const all = Buffer.from(output)
  const total = all.length - gap[0].length + Number(gap[1])
  const left = total - seen.bytes
  return left <= 0 ? '' : all.subarray(Math.max(0, all.length - left)).toString()
}

/**
 * A platform without live output: the command writes to a file, which is followed through `execute`. `eval` of an ANSI-C quoted
 * word keeps tabs, `!` and line ends from the platform's terminal (spec/sandbox-platform.md §3.4); state lasts, because
 * `eval` runs in the session's own shell.
 */
export class OutputFile {
  readonly #rest: PlatformRest
  readonly #place: SessionPlace
  readonly #path = `/tmp/.orrery-${randomBytes(8).toString('hex')}`
  #offset = 0
  #decoder = new TextDecoder()

  constructor(rest: PlatformRest, place: SessionPlace) {
    this.#rest = rest
    this.#place = place
  }

  /** The command that runs the person's text and then tells its directory. */
  wrap(command: string): string {
    return `eval ${ansiQuoted(command)} > ${this.#path} 2>&1; __orrery_c=$?; pwd > ${this.#path}.cwd; ( exit $__orrery_c )`
  }

  /** Reports new output until `done` fires. */
  async follow(report: (chunk: string) => void, done: AbortSignal): Promise<void> {
    while (!done.aborted) {
      await pause(250, undefined, { signal: done }).catch(() => undefined)
      if (!done.aborted) await this.#read(report).catch(() => 0)
    }
  }

  /** Reports what is left, removes the file, and answers the working directory. */
  async finish(report: (chunk: string) => void): Promise<string | undefined> {
    while ((await this.#read(report)) > 0);
    const script = 'cat "$1.cwd" 2>/dev/null; rm -f "$1" "$1.cwd"'
    const { stdout } = await this.#execute(script, this.#path)
    return stdout.trimEnd() || undefined
  }

  async #read(report: (chunk: string) => void): Promise<number> {
    const script = 'tail -c "+$2" "$1" 2>/dev/null | head -c 1048576 | base64 | tr -d "\\n"'
    const { stdout } = await this.#execute(script, this.#path, String(this.#offset + 1))
    const bytes = Buffer.from(stdout, 'base64')
    this.#offset += bytes.length
    // The file has plain line ends; a terminal wants the carriage return too.
    inParts(this.#decoder.decode(bytes, { stream: true }).replace(/\r?\n/g, '\r\n'), report)
    return bytes.length
  }

  async #execute(script: string, ...args: string[]) {
    const { platform, sandboxId } = this.#place
    const body = { sandbox_id: sandboxId, command: ['/bin/sh', '-c', script, 'sh', ...args], timeout: 60 }
    return executed.parse(await this.#rest.call(platform, { path: '/execute', body }))
  }
}

/** Bash's `$'…'`: every character that a terminal or the history might take for itself is an escape. */
export function ansiQuoted(text: string): string {
  const body = text.replace(/[\\'!\x00-\x1f\x7f]/g, (char) => {
    if (char === '\\' || char === "'") return `\\${char}`
    if (char === '\n') return '\\n'
    if (char === '\t') return '\\t'
    return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
  return `$'${body}'`
}
