import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { closeSync, constants, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Box, Terminal } from '../runtime/runtime.ts'
import { shellQuote } from '#shared/shell/quote.ts'
import { KEEPER, type OutputListener, Outputs } from './outputs.ts'
import { ReportChannel, type ShellReport } from './report-channel.ts'
import { END_MARK, ShellKey } from './shell-key.ts'
import { adoptScript, checkFile, commandFile, endMark, initScript, markFile } from './shell-scripts.ts'

export interface ShellOptions {
  /** Name of the shell's folder in the control folder. */
  readonly key: string
  readonly sources: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | undefined
  readonly user: string | undefined
  readonly rows: number
  readonly cols: number
}

interface ShellListener extends OutputListener {
  report(report: ShellReport): void
  exited(code: number): void
}

const run = promisify(execFile)
/** There once something was typed for the command that runs. */
const TYPED = 'typed'

/**
 * A Bash on a pseudo-terminal together with the files through which it gets commands and reports their ends. Knows nothing of
 * queues, time limits and answers: that is {@link Session}.
 */
export class Shell {
  readonly terminal: Terminal
  readonly outputs: Outputs
  readonly #place: Place
  readonly #keys: Keys
  #isTyped = false

  private constructor(terminal: Terminal, outputs: Outputs, place: Place, keys: Keys) {
    this.terminal = terminal
    this.outputs = outputs
    this.#place = place
    this.#keys = keys
  }

  /** Starts the shell. Its first prompt is reported as the end of run 0, whose nonce is the one that `nonce()` gave. */
  static async start(
    box: Box,
    options: ShellOptions,
    firstNonce: string,
    listener: ShellListener,
  ): Promise<Shell> {
    const folder = join(box.control.host, options.key)
    const inside = `${box.control.inside}/${options.key}`
    await mkdir(folder, { recursive: true })
    const fifo = join(folder, 'reports')
    const keyFifo = join(folder, 'key')
    await run('mkfifo', [fifo, keyFifo])
    // The sandbox's users are others than ours; the folder above keeps everybody else out.
    await chmod(fifo, 0o622)
    await chmod(keyFifo, 0o644)
    const init = { ...filesIn(inside), nonce: firstNonce, sources: options.sources }
    await writeFile(join(folder, 'init'), initScript(init), { mode: 0o644 })
    const keys = new Keys(keyFifo)
    const reports = new ReportChannel(
      fifo,
      () => keys.current,
      (report) => {
        if (report.kind === 'started') keys.taken()
        listener.report(report)
      },
    )
    const screen = { rows: options.rows, cols: options.cols, user: options.user || undefined }
    const terminal = box.openTerminal({
      argv: ['/bin/bash', '--noprofile', '--rcfile', `${inside}/init`, '--noediting', '-i'],
      env: options.env,
      cwd: options.cwd || undefined,
      ...screen,
    })
    const outputs = new Outputs(
      terminal,
      () => box.openTerminal({ argv: KEEPER, cwd: '/', ...screen }),
      listener,
    )
    const shell = new Shell(terminal, outputs, { folder, inside }, keys)
    void terminal.exited.then(({ code }) => {
      outputs.flush()
      outputs.close()
      reports.close()
      keys.taken()
      listener.exited(code)
      void rm(folder, { recursive: true, force: true }).catch(() => undefined)
    })
    return shell
  }

  /** Hands over one command; its end comes as a report and a mark. Synchronous, since a few small writes are the fastest way. */
  begin(command: string, run: number, nonce: string, check: boolean): void {
    if (this.#isTyped) rmSync(join(this.#place.folder, TYPED), { force: true })
    this.#isTyped = false
    const inside = `${this.#place.inside}/command`
    writeFileSync(
      join(this.#place.folder, 'command'),
      commandFile(command, run, nonce, check, this.outputs.nextAim),
    )
    if (!check) return void this.#source(inside)
    writeFileSync(join(this.#place.folder, 'command.text'), `${command}\n`)
    const script = checkFile({ run, nonce, command: inside })
    writeFileSync(join(this.#place.folder, 'check'), script)
    this.#source(`${this.#place.inside}/check`, inside)
  }

  /** Text for what reads the terminal now; what of it nobody has read by the end of the command is thrown away. */
  type(data: string): void {
    if (!this.#isTyped) writeFileSync(join(this.#place.folder, TYPED), '')
    this.#isTyped = true
    this.terminal.write(data)
  }

  /** Has a shell that reported its run write the end mark again; answers what the terminal shows of that. */
  markAgain(run: number, nonce: string): string {
    writeFileSync(join(this.#place.folder, 'mark'), markFile(run, nonce))
    return this.#source(`${this.#place.inside}/mark`).replace('\n', '\r\n')
  }

  /** Makes a shell that replaced ours (`exec bash`) report and listen as ours did. */
  adopt(run: number, nonce: string): void {
    const { folder, inside } = this.#place
    this.#keys.renew()
    const script = adoptScript(filesIn(inside), run, nonce, this.outputs.aim)
    writeFileSync(join(folder, 'adopt'), script)
    this.#source(`${this.#place.inside}/adopt`)
  }

  /** The text of the mark that ends a run's output. */
  endMark(run: number, nonce: string): string {
    return endMark(nonce, this.#keys.current.sign(run, END_MARK))
  }

  /** Whether a process's arguments are those with which we started the shell. */
  isOwn(commandLine: string): boolean {
    return commandLine.includes(`${this.#place.inside}/init`)
  }

  close(): void {
    this.terminal.close()
  }

  /** The one line that is ever typed for a command: each file is sourced when those before it succeeded. */
  #source(...paths: string[]): string {
    const line = ` ${paths.map((path) => `\\. ${shellQuote(path)}`).join(' && ')}\n`
    this.terminal.write(line)
    return line
  }
}

/** The shell's folder, as this process and as the sandbox names it. */
interface Place {
  readonly folder: string
  readonly inside: string
}

/** The files of a shell's folder by which it and we speak, as the sandbox names them. */
const filesIn = (inside: string) => ({
  fifo: `${inside}/reports`,
  key: `${inside}/key`,
  typed: `${inside}/${TYPED}`,
})

/** The keys of a session's shells. Each waits in the FIFO until its shell has taken it; whoever took it before kept the shell from starting. */
class Keys {
  readonly #fifo: string
  #descriptor: number | undefined
  current = new ShellKey()

  constructor(fifo: string) {
    this.#fifo = fifo
    this.#offer()
  }

  /** Another key, for a shell that takes the place of the one before. */
  renew(): void {
    this.taken()
    this.current = new ShellKey()
    this.#offer()
  }

  /** The shell has it: what is left of it goes. */
  taken(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }

  /** Opened for both, so that the key stays in the FIFO and nobody waits. */
  #offer(): void {
    this.#descriptor = openSync(this.#fifo, constants.O_RDWR | constants.O_NONBLOCK)
    writeSync(this.#descriptor, this.current.line)
  }
}

/** A number nobody in the sandbox can guess before it is used. */
export const freshNonce = (): string => randomBytes(16).toString('hex')
