import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Box, Terminal } from '../runtime/runtime.ts'
import { shellQuote } from '#shared/shell/quote.ts'
import { KEEPER, type OutputListener, Outputs } from './outputs.ts'
import { ReportChannel, type ShellReport } from './report-channel.ts'
import { adoptScript, checkFile, commandFile, initScript, markFile } from './shell-scripts.ts'

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

export interface ShellListener extends OutputListener {
  report(report: ShellReport): void
  exited(code: number): void
}

const run = promisify(execFile)

/**
 * A Bash on a pseudo-terminal together with the files through which it gets commands and reports their ends. Knows nothing of
 * queues, time limits and answers: that is {@link Session}.
 */
export class Shell {
  readonly terminal: Terminal
  readonly outputs: Outputs
  readonly #folder: string
  readonly #inside: string

  private constructor(terminal: Terminal, outputs: Outputs, folder: string, inside: string) {
    this.terminal = terminal
    this.outputs = outputs
    this.#folder = folder
    this.#inside = inside
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
    await run('mkfifo', [fifo])
    // The sandbox's users are others than ours; the folder above keeps everybody else out.
    await chmod(fifo, 0o666)
    const init = { fifo: `${inside}/reports`, nonce: firstNonce, sources: options.sources }
    await writeFile(join(folder, 'init'), initScript(init), { mode: 0o644 })
    const reports = new ReportChannel(fifo, (report) => listener.report(report))
    const screen = { rows: options.rows, cols: options.cols, ...(options.user ? { user: options.user } : {}) }
    const terminal = box.openTerminal({
      argv: ['/bin/bash', '--noprofile', '--rcfile', `${inside}/init`, '--noediting', '-i'],
      env: options.env,
      ...(options.cwd ? { cwd: options.cwd } : {}),
      ...screen,
    })
    const outputs = new Outputs(
      terminal,
      () => box.openTerminal({ argv: KEEPER, cwd: '/', ...screen }),
      listener,
    )
    const shell = new Shell(terminal, outputs, folder, inside)
    void terminal.exited.then(({ code }) => {
      outputs.flush()
      outputs.close()
      reports.close()
      listener.exited(code)
      void rm(folder, { recursive: true, force: true }).catch(() => undefined)
    })
    return shell
  }

  /** Hands over one command; its end comes as a report and a mark. Synchronous, since a few small writes are the fastest way. */
  begin(command: string, run: number, nonce: string, check: boolean): void {
    const inside = `${this.#inside}/command`
    writeFileSync(
      join(this.#folder, 'command'),
      commandFile(command, run, nonce, check, this.outputs.nextAim),
    )
    if (!check) return this.#source(inside)
    writeFileSync(join(this.#folder, 'command.text'), `${command}\n`)
    const script = checkFile({ fifo: `${this.#inside}/reports`, run, nonce, command: inside })
    writeFileSync(join(this.#folder, 'check'), script)
    this.#source(`${this.#inside}/check`, inside)
  }

  /** Has a shell that reported its run write the end mark again. */
  markAgain(nonce: string): void {
    writeFileSync(join(this.#folder, 'mark'), markFile(nonce))
    this.#source(`${this.#inside}/mark`)
  }

  /** Makes a shell that replaced ours (`exec bash`) report and listen as ours did. */
  adopt(run: number, nonce: string): void {
    writeFileSync(
      join(this.#folder, 'adopt'),
      adoptScript(`${this.#inside}/reports`, run, nonce, this.outputs.aim),
    )
    this.#source(`${this.#inside}/adopt`)
  }

  /** Whether a process's arguments are those with which we started the shell. */
  isOwn(commandLine: string): boolean {
    return commandLine.includes(`${this.#inside}/init`)
  }

  close(): void {
    this.terminal.close()
  }

  /** The one line that is ever typed for a command: each file is sourced when those before it succeeded. */
  #source(...paths: string[]): void {
    this.terminal.write(` ${paths.map((path) => `\\. ${shellQuote(path)}`).join(' && ')}\n`)
  }
}

/** A number nobody in the sandbox can guess before it is used. */
export const freshNonce = (): string => randomBytes(16).toString('hex')
