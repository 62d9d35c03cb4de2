import { PROMPT } from './shell-scripts.ts'

/** Milliseconds during which what jobs print is collected: our own lines come in pieces. */
const COLLECT_MS = 80
/** Bytes that are collected at most. */
const MAX_BYTES = 64 * 1024

/** Our own line as the terminal echoes it, the prompt behind it, and Bash's word that a job of ours ended well, which nobody asked for. */
const OURS = new RegExp(
  ` ?\\\\\\. '[^'\\r\\n]*'(?: && \\\\\\. '[^'\\r\\n]*')*\\r?\\n|${PROMPT}|^\\[\\d+\\][+-]? +Done\\b.*\\n`,
  'gm',
)

/** What a session's terminals show while no command of ours prints there: the output of jobs, without the driver's own lines. */
export class BackgroundText {
  readonly #tell: (bytes: Buffer) => void
  #chunks: Buffer[] = []
  #bytes = 0
  #timer: NodeJS.Timeout | undefined

  constructor(tell: (bytes: Buffer) => void) {
    this.#tell = tell
  }

  push(bytes: Buffer): void {
    this.#chunks.push(Buffer.from(bytes))
    this.#bytes += bytes.length
    if (this.#bytes > MAX_BYTES) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), COLLECT_MS).unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const text = Buffer.concat(this.#chunks).toString('latin1').replace(OURS, '')
    this.#chunks = []
    this.#bytes = 0
    if (text !== '') this.#tell(Buffer.from(text, 'latin1'))
  }
}
