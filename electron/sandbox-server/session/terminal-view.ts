import type { ForegroundState } from '#shared/sandbox/terminal-frames.ts'
import type { Isolate, IsolateProcess } from '../runtime/runtime.ts'
import { PROMPT } from './shell-scripts.ts'
import { type StreamReader, TerminalStream } from './terminal-stream.ts'

/**
 * POSIX shell: for every line read, prints the state of the terminal of the shell $1: the name of the foreground program, whether line
 * editing and echo are on, and whether a foreground process is blocked in a read of the terminal. Programs that read single keys or use
 * poll have changed the terminal's modes before. `read` syscall numbers for x86-64, arm64 and i386; if the kernel does not report the
 * syscall, the wait channel is used.
 */
const WATCH = [
  'shell=$1; tty="/proc/$1/fd/0"',
  'is_tty() { [ "$1" -ef "$tty" ] || [ "$1" -ef /dev/tty ]; }',
  'while read -r _; do',
  '  { read -r line < "/proc/$shell/stat"; } 2>/dev/null || exit 0',
  '  set -- ${line##*) }; group=$6',
  '  modes=" $(stty -a 2>/dev/null < "$tty") "',
  '  canonical=1 echo=1 reads=0 program=',
  '  case "$modes" in *" -icanon"*) canonical=0 ;; esac',
  '  case "$modes" in *" -echo "* | *" -echo;"*) echo=0 ;; esac',
  '  [ "$group" = "$shell" ] || { read -r program < "/proc/$group/comm"; } 2>/dev/null',
  '  for stat in /proc/[0-9]*/stat; do',
  '    { read -r line < "$stat"; } 2>/dev/null || continue',
  '    set -- ${line##*) }',
  '    [ "$3" = "$group" ] && [ "$1" = S ] || continue',
  '    process=${stat%/stat} call= descriptor=0 where=',
  '    { read -r call descriptor _ < "$process/syscall"; } 2>/dev/null',
  '    case "$call" in',
  '      0 | 63 | 3) is_tty "$process/fd/$((descriptor))" && reads=1 ;;',
  '      "") { read -r where < "$process/wchan"; } 2>/dev/null',
  '        case "$where" in n_tty_read | tty_read | wait_woken) is_tty "$process/fd/0" && reads=1 ;; esac ;;',
  '    esac',
  '  done',
  '  echo "$canonical $echo $reads $program"',
  'done',
].join('\n')

/** Milliseconds without output before the first check, and the longest interval between checks. */
const FIRST_POLL_MS = 60
const MAX_PAUSE_MS = 1_000

/**
 * Checks, from inside the sandbox, the foreground of a session's terminal while a command runs without output.
 */
class ForegroundWatch {
  readonly #isolate: Isolate
  readonly #shellPid: number
  readonly #tell: (now: ForegroundState | undefined) => void
  #watcher: IsolateProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #pause = FIRST_POLL_MS
  #rest = ''
  #sent = ''
  #isRunning = false

  constructor(isolate: Isolate, shellPid: number, tell: (now: ForegroundState | undefined) => void) {
    this.#isolate = isolate
    this.#shellPid = shellPid
    this.#tell = tell
  }

  /** A command began or ended. */
  running(isRunning: boolean): void {
    this.#isRunning = isRunning
    if (isRunning) return this.stir()
    this.close()
    this.#sent = ''
    this.#tell(undefined)
  }

  /** There was output or input, so the state may have changed. */
  stir(): void {
    if (!this.#isRunning) return
    this.#pause = FIRST_POLL_MS
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#poll(), FIRST_POLL_MS)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#isRunning = false
    // It exits when its input ends. An idle sandbox should contain no processes of the server.
    this.#watcher?.stdin?.end()
    this.#watcher = undefined
    this.#rest = ''
  }

  #poll(): void {
    this.#watcher ??= this.#start()
    this.#watcher?.stdin?.write('\n')
    this.#pause = Math.min(this.#pause * 2, MAX_PAUSE_MS)
    this.#timer = setTimeout(() => this.#poll(), this.#pause)
  }

  #start(): IsolateProcess | undefined {
    try {
      const watcher = this.#isolate.exec({
        argv: ['/bin/sh', '-c', WATCH, 'sh', String(this.#shellPid)],
        stdin: true,
      })
      watcher.exited.catch(() => undefined)
      watcher.stdin?.on('error', () => undefined)
      watcher.stderr.resume()
      watcher.stdout.on('data', (chunk: Buffer) => {
        // A released watcher's output concerns an earlier command.
        if (this.#watcher === watcher) this.#read(chunk.toString())
      })
      return watcher
    } catch {
      // The sandbox is about to end.
      return undefined
    }
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    const last = lines.at(-1)
    if (last === undefined || last === this.#sent || !this.#isRunning) return
    const [, canonical, echo, reads, program = ''] = /^([01]) ([01]) ([01]) (.*)$/.exec(last) ?? []
    if (canonical === undefined) return
    this.#sent = last
    this.#tell({ program, canonical: canonical === '1', echo: echo === '1', reads: reads === '1' })
  }
}

/** Milliseconds for which output of jobs is batched, because the driver's own lines arrive in pieces. */
const COLLECT_MS = 80
/** Maximum bytes to batch. */
const MAX_BYTES = 64 * 1024

/** The driver's own line as echoed by the terminal, the prompt after it, and Bash's message that a job of the driver ended. */
const OURS = new RegExp(
  ` ?\\\\\\. '[^'\\r\\n]*'(?: && \\\\\\. '[^'\\r\\n]*')*\\r?\\n|${PROMPT}|^\\[\\d+\\][+-]? +Done\\b.*\\n`,
  'gm',
)

/** The output of background jobs in a session's terminals, without the driver's own lines. */
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

/** A client of a session's terminal. */
interface Attachment {
  readonly stream: TerminalStream
  readonly reader: StreamReader
  detach(): void
}

interface Shell {
  /** The shell's pid inside the sandbox. */
  shellPid(): number
  /** Whether a command of the session is running. */
  isRunning(): boolean
}

/**
 * The terminal state that a session shows to attached clients. Costs nothing before the first client
 * attaches.
 */
export class TerminalView {
  readonly #isolate: Isolate
  readonly #shell: Shell
  #stream: TerminalStream | undefined
  #attached = 0
  #foreground: ForegroundWatch | undefined
  #now: ForegroundState | undefined
  readonly #listeners = new Set<(now: ForegroundState | undefined) => void>()
  readonly #background = new BackgroundText((bytes) => this.#stream?.data(0, 0, bytes))

  constructor(isolate: Isolate, shell: Shell) {
    this.#isolate = isolate
    this.#shell = shell
  }

  /**
   * Attaches from an offset of the stream, or from now on. The stream is retained from the first attach on.
   */
  attach(from: number | undefined): Attachment {
    const stream = (this.#stream ??= new TerminalStream())
    this.#attached++
    if (this.#attached === 1) this.#poll()
    return {
      stream,
      reader: stream.reader(from ?? stream.total),
      detach: () => {
        this.#attached--
        if (this.#attached === 0) this.close()
      },
    }
  }

  /**
   * Calls the listener with the state of the foreground program while a client is attached. Returns a function to
   * unsubscribe.
   */
  watchForeground(listener: (now: ForegroundState | undefined) => void): () => void {
    this.#listeners.add(listener)
    if (this.#now) listener(this.#now)
    return () => this.#listeners.delete(listener)
  }

  /** A command was sent to the shell. */
  begin(run: number, tag: string | undefined): void {
    this.#background.flush()
    this.#stream?.begin(run, tag)
  }

  /** The shell has begun the command. */
  running(): void {
    this.#foreground?.running(true)
  }

  /** Output of the command; `at` is its offset in the command's output. */
  data(run: number, at: number, bytes: Buffer): void {
    this.#stream?.data(run, at, bytes)
    this.#foreground?.stir()
  }

  /** Output that is not the command's. */
  background(bytes: Buffer): void {
    if (this.#stream) this.#background.push(bytes)
  }

  /** Input was sent. */
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

  #poll(): void {
    this.#foreground = new ForegroundWatch(this.#isolate, this.#shell.shellPid(), (now) => {
      this.#now = now
      for (const listener of this.#listeners) listener(now)
    })
    if (this.#shell.isRunning()) this.#foreground.running(true)
  }
}
