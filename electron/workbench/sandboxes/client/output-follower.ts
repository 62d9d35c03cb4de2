import { StringDecoder } from 'node:string_decoder'
import { setTimeout } from 'node:timers/promises'
import type { SandboxCommands } from './commands.ts'
import { readPart } from './file-part.ts'

/** Polling interval for a running command's output in ms, increasing from the first to the last. */
const FIRST_POLL_MS = 120
const SLOWEST_POLL_MS = 1_000
/** Bytes per poll. */
const POLL_BYTES = 512 * 1024

/** Reads a growing file through `execute` and reports new content as terminal text. */
export class OutputFollower {
  readonly #platform: SandboxCommands
  readonly #sandboxId: string
  readonly #path: string
  readonly #onOutput: ((chunk: string) => void) | undefined
  readonly #decoder = new StringDecoder('utf8')
  #offset = 0

  constructor(
    platform: SandboxCommands,
    sandboxId: string,
    path: string,
    onOutput: ((chunk: string) => void) | undefined,
  ) {
    this.#platform = platform
    this.#sandboxId = sandboxId
    this.#path = path
    this.#onOutput = onOutput
  }

  /** Follows until `work` settles. */
  async until(work: Promise<unknown>): Promise<void> {
    let ended = false
    const mark = work.then(
      () => void (ended = true),
      () => void (ended = true),
    )
    for (let pause = FIRST_POLL_MS; !ended; pause = Math.min(pause * 1.5, SLOWEST_POLL_MS)) {
      const timer = new AbortController()
      await Promise.race([
        mark,
        setTimeout(pause, undefined, { signal: timer.signal }).catch(() => undefined),
      ])
      timer.abort()
      if (!ended && this.#onOutput && (await this.poll().catch(() => 0)) > 0) pause = FIRST_POLL_MS
    }
  }

  /** Reports the rest: from `whole`, which is the complete output, or else from the file. */
  async finish(whole?: Buffer): Promise<void> {
    if (whole) this.#take(whole.subarray(this.#offset))
    else while ((await this.poll()) > 0);
  }

  /** Reports new content; resolves with its size in bytes. */
  async poll(): Promise<number> {
    const place = { path: this.#path, offset: this.#offset, length: POLL_BYTES }
    const bytes = await readPart(this.#platform, this.#sandboxId, place).catch((error: Error) => {
      // A command that was refused has no output file.
      if (/No such file/.test(error.message)) return Buffer.alloc(0)
      throw error
    })
    this.#take(bytes)
    return bytes.length
  }

  #take(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#offset += bytes.length
    // The file has LF line ends where a terminal has CR LF.
    this.#onOutput?.(this.#decoder.write(bytes).replace(/\r?\n/g, '\r\n'))
  }
}
