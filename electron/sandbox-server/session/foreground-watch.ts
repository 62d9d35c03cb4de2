import type { ForegroundState } from '#shared/sandbox/terminal-frames.ts'
import type { Box, BoxProcess } from '../runtime/runtime.ts'

/**
 * POSIX shell: for every line that it reads it prints how the terminal of the shell $1 stands: the name of the program in the foreground,
 * whether lines are edited, whether input is echoed, and whether somebody in the foreground waits in a read of the terminal. A program that
 * reads keys or waits with poll has changed the terminal's modes before. Numbers of `read` on x86-64, arm64 and i386; where the kernel does
 * not tell the call, what it waits in must do.
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

/** Milliseconds of quiet before the first look, and the longest pause between two. */
const FIRST_LOOK_MS = 60
const MAX_PAUSE_MS = 1_000

/** Looks at the foreground of a session's terminal while a command runs and is quiet, from inside the sandbox. */
export class ForegroundWatch {
  readonly #box: Box
  readonly #shellPid: number
  readonly #tell: (now: ForegroundState | undefined) => void
  #watcher: BoxProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #pause = FIRST_LOOK_MS
  #rest = ''
  #told = ''
  #isRunning = false

  constructor(box: Box, shellPid: number, tell: (now: ForegroundState | undefined) => void) {
    this.#box = box
    this.#shellPid = shellPid
    this.#tell = tell
  }

  /** A command began or ended. */
  running(isRunning: boolean): void {
    this.#isRunning = isRunning
    if (isRunning) return this.stir()
    this.close()
    this.#told = ''
    this.#tell(undefined)
  }

  /** Something was printed or typed: what holds may hold no longer. */
  stir(): void {
    if (!this.#isRunning) return
    this.#pause = FIRST_LOOK_MS
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#look(), FIRST_LOOK_MS)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#isRunning = false
    // It ends with its input. Nobody who looks at an idle sandbox shall find a process of ours there.
    this.#watcher?.stdin?.end()
    this.#watcher = undefined
    this.#rest = ''
  }

  #look(): void {
    this.#watcher ??= this.#start()
    this.#watcher?.stdin?.write('\n')
    this.#pause = Math.min(this.#pause * 2, MAX_PAUSE_MS)
    this.#timer = setTimeout(() => this.#look(), this.#pause)
  }

  #start(): BoxProcess | undefined {
    try {
      const watcher = this.#box.exec({
        argv: ['/bin/sh', '-c', WATCH, 'sh', String(this.#shellPid)],
        stdin: true,
      })
      watcher.exited.catch(() => undefined)
      watcher.stdin?.on('error', () => undefined)
      watcher.stderr.resume()
      watcher.stdout.on('data', (chunk: Buffer) => {
        // What one says that was let go is of an earlier command.
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
    if (last === undefined || last === this.#told || !this.#isRunning) return
    const [, canonical, echo, reads, program = ''] = /^([01]) ([01]) ([01]) (.*)$/.exec(last) ?? []
    if (canonical === undefined) return
    this.#told = last
    this.#tell({ program, canonical: canonical === '1', echo: echo === '1', reads: reads === '1' })
  }
}
