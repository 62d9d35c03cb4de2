import type { ForegroundState } from '#shared/sandbox/terminal-frames.ts'
import type { Box } from '../runtime/runtime.ts'
import { ForegroundWatch } from './foreground-watch.ts'
import { PROMPT } from './shell-scripts.ts'
import { type StreamReader, TerminalStream } from './terminal-stream.ts'

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
class BackgroundText {
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

/** One who watches the terminal of a session. */
interface Attachment {
  readonly stream: TerminalStream
  readonly reader: StreamReader
  detach(): void
}

interface Shell {
  /** Its process number inside the sandbox. */
  shellPid(): number
  /** Whether a command of ours runs. */
  isRunning(): boolean
}

/** What is seen of a session by those who watch its terminal. Costs nothing before the first one comes. */
export class TerminalView {
  readonly #box: Box
  readonly #shell: Shell
  #stream: TerminalStream | undefined
  #attached = 0
  #foreground: ForegroundWatch | undefined
  #now: ForegroundState | undefined
  readonly #listeners = new Set<(now: ForegroundState | undefined) => void>()
  readonly #background = new BackgroundText((bytes) => this.#stream?.data(0, 0, bytes))

  constructor(box: Box, shell: Shell) {
    this.#box = box
    this.#shell = shell
  }

  /** Watches from an offset of the stream on, or from now on. The stream is kept from the first watcher on. */
  attach(from: number | undefined): Attachment {
    const stream = (this.#stream ??= new TerminalStream())
    this.#attached++
    if (this.#attached === 1) this.#look()
    return {
      stream,
      reader: stream.reader(from ?? stream.total),
      detach: () => {
        this.#attached--
        if (this.#attached === 0) this.close()
      },
    }
  }

  /** Calls back with how the program in the foreground stands, while somebody is attached. Returns how to stop that. */
  watchForeground(listener: (now: ForegroundState | undefined) => void): () => void {
    this.#listeners.add(listener)
    if (this.#now) listener(this.#now)
    return () => this.#listeners.delete(listener)
  }

  /** A command is sent to the shell. */
  begin(run: number, tag: string | undefined): void {
    this.#background.flush()
    this.#stream?.begin(run, tag)
  }

  /** The shell runs it. */
  running(): void {
    this.#foreground?.running(true)
  }

  /** It printed something; `at` is the place of the first byte in its output. */
  data(run: number, at: number, bytes: Buffer): void {
    this.#stream?.data(run, at, bytes)
    this.#foreground?.stir()
  }

  /** Something was printed that is not the command's own. */
  background(bytes: Buffer): void {
    if (this.#stream) this.#background.push(bytes)
  }

  /** Something was typed. */
  stir(): void {
    this.#foreground?.stir()
  }

  end(run: number): void {
    this.#foreground?.running(false)
    this.#stream?.end(run)
  }

  close(): void {
    this.#foreground?.close()
    this.#foreground = undefined
    this.#now = undefined
  }

  #look(): void {
    this.#foreground = new ForegroundWatch(this.#box, this.#shell.shellPid(), (now) => {
      this.#now = now
      for (const listener of this.#listeners) listener(now)
    })
    if (this.#shell.isRunning()) this.#foreground.running(true)
  }
}
