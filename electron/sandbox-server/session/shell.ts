import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { shellQuote } from '#shared/shell/quote.ts'
import type { Isolate, Terminal } from '../runtime/runtime.ts'
import { KEEPER, type OutputListener, Outputs } from './outputs.ts'
import { ReportChannel, type ShellReport } from './report-channel.ts'
import { END_MARK, ShellKey } from './shell-key.ts'
import { remoteShellFolder } from './remote-shell-folder.ts'
import { localShellFolder, type ShellFolder } from './shell-folder.ts'
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

/** There once something was typed for the command that runs. */
const TYPED = 'typed'

/**
 * A Bash on a pseudo-terminal together with the files through which it gets commands and reports their ends. Knows nothing of
 * queues, time limits and answers: that is {@link Session}.
 */
export class Shell {
  readonly terminal: Terminal
  readonly outputs: Outputs
  readonly #folder: ShellFolder
  readonly #keys: Keys
  #isTyped = false

  private constructor(terminal: Terminal, outputs: Outputs, folder: ShellFolder, keys: Keys) {
    this.terminal = terminal
    this.outputs = outputs
    this.#folder = folder
    this.#keys = keys
  }

  /** Starts the shell. Its first prompt is reported as the end of run 0, whose nonce is the one that `nonce()` gave. */
  static async start(
    isolate: Isolate,
    options: ShellOptions,
    firstNonce: string,
    listener: ShellListener,
  ): Promise<Shell> {
    const folder = await openFolder(isolate, options.key)
    const { inside } = folder
    const init = { ...filesIn(inside), nonce: firstNonce, sources: options.sources }
    folder.write('init', initScript(init))
    const keys = new Keys(folder)
    const reports = new ReportChannel(
      folder.reports,
      () => keys.current,
      (report) => {
        if (report.kind === 'started') keys.taken()
        listener.report(report)
      },
    )
    await new Promise<void>((resolve) => folder.whenWritten(resolve))
    const screen = { rows: options.rows, cols: options.cols, user: options.user || undefined }
    const terminal = isolate.openTerminal({
      argv: ['/bin/bash', '--noprofile', '--rcfile', `${inside}/init`, '--noediting', '-i'],
      env: options.env,
      cwd: options.cwd || undefined,
      ...screen,
    })
    const outputs = new Outputs(
      terminal,
      () => isolate.openTerminal({ argv: KEEPER, cwd: '/', ...screen }),
      listener,
    )
    const shell = new Shell(terminal, outputs, folder, keys)
    void terminal.exited.then(({ code }) => {
      outputs.flush()
      outputs.close()
      reports.close()
      folder.close()
      listener.exited(code)
    })
    return shell
  }

  /** Hands over one command; its end comes as a report and a mark. */
  begin(command: string, run: number, nonce: string, check: boolean): void {
    if (this.#isTyped) this.#folder.remove(TYPED)
    this.#isTyped = false
    const inside = `${this.#folder.inside}/command`
    this.#folder.write('command', commandFile(command, run, nonce, check, this.outputs.nextAim))
    if (!check) return void this.#source(inside)
    this.#folder.write('command.text', `${command}\n`)
    this.#folder.write('check', checkFile({ run, nonce, command: inside }))
    this.#source(`${this.#folder.inside}/check`, inside)
  }

  /** Text for what reads the terminal now; what is unread by the end of the command is thrown away. */
  type(data: string): void {
    if (!this.#isTyped) this.#folder.write(TYPED, '')
    this.#isTyped = true
    this.#folder.whenWritten(() => this.terminal.write(data))
  }

  /** Has a shell that reported its run write the end mark again; answers what the terminal shows of that. */
  markAgain(run: number, nonce: string): string {
    this.#folder.write('mark', markFile(run, nonce))
    return this.#source(`${this.#folder.inside}/mark`).replace('\n', '\r\n')
  }

  /** Makes a shell that replaced ours (`exec bash`) report and listen as ours did. */
  adopt(run: number, nonce: string): void {
    this.#keys.renew()
    const { inside } = this.#folder
    this.#folder.write('adopt', adoptScript(filesIn(inside), run, nonce, this.outputs.aim))
    this.#source(`${inside}/adopt`)
  }

  /** The text of the mark that ends a run's output. */
  endMark(run: number, nonce: string): string {
    return endMark(nonce, this.#keys.current.sign(run, END_MARK))
  }

  /** Whether a process's arguments are those with which we started the shell. */
  isOwn(commandLine: string): boolean {
    return commandLine.includes(`${this.#folder.inside}/init`)
  }

  close(): void {
    this.terminal.close()
  }

  /** The one line that is ever typed for a command: each file is sourced when those before it succeeded. */
  #source(...paths: string[]): string {
    const line = ` ${paths.map((path) => `\\. ${shellQuote(path)}`).join(' && ')}\n`
    this.#folder.whenWritten(() => this.terminal.write(line))
    return line
  }
}

function openFolder(isolate: Isolate, key: string): Promise<ShellFolder> {
  const { host, inside } = isolate.control
  const name = `${inside}/${key}`
  return host === undefined
    ? remoteShellFolder((spec) => isolate.exec(spec), name)
    : localShellFolder(join(host, key), name)
}

/** The files of a shell's folder by which it and we speak, as the sandbox names them. */
const filesIn = (inside: string) => ({
  fifo: `${inside}/reports`,
  key: `${inside}/key`,
  typed: `${inside}/${TYPED}`,
})

/** The keys of a session's shells. Each waits in the FIFO until its shell has taken it; whoever took it before kept the shell from starting. */
class Keys {
  readonly #folder: ShellFolder
  current = new ShellKey()

  constructor(folder: ShellFolder) {
    this.#folder = folder
    folder.offer(this.current.line)
  }

  /** Another key, for a shell that takes the place of the one before. */
  renew(): void {
    this.taken()
    this.current = new ShellKey()
    this.#folder.offer(this.current.line)
  }

  /** The shell has it: what is left of it goes. */
  taken(): void {
    this.#folder.withdraw()
  }
}

/** A number that cannot be guessed in the sandbox before it is used. */
export const freshNonce = (): string => randomBytes(16).toString('hex')
