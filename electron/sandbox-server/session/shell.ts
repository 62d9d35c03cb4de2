import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { shellQuote } from '#shared/shell/quote.ts'
import type { ExitStatus, Isolate, Terminal, TerminalSpec } from '../runtime/runtime.ts'
import { type SavedSession, type ShellState, shellState } from './saved-session.ts'
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

export interface ShellListener extends OutputListener {
  report(report: ShellReport): void
  /** The shell has another key. */
  renewed(): void
  exited(status: ExitStatus): void
}

export interface JoinedShell {
  readonly shell: Shell
  readonly state: ShellState
}

/** Exists once something was typed for the running command. */
const TYPED = 'typed'

/**
 * A Bash on a pseudo-terminal, with the files by which it receives commands and reports their ends. Queues, timeouts and
 * answers are the concern of {@link Session}.
 */
export class Shell {
  readonly terminal: Terminal
  readonly outputs: Outputs
  readonly #folder: ShellFolder
  readonly #keys: Keys
  #isTyped = false
  #renewed = (): void => {}

  private constructor(terminal: Terminal, outputs: Outputs, folder: ShellFolder, keys: Keys) {
    this.terminal = terminal
    this.outputs = outputs
    this.#folder = folder
    this.#keys = keys
  }

  /** Starts the shell. Its first prompt is reported as the end of run 0, with the nonce returned by `nonce()`. */
  static async start(
    isolate: Isolate,
    options: ShellOptions,
    firstNonce: string,
    listener: ShellListener,
  ): Promise<Shell> {
    const folder = await openFolder(isolate, options.key)
    const { inside } = folder
    const init = { ...filesIn(folder), nonce: firstNonce, sources: options.sources }
    folder.write('init', initScript(init))
    const keys = Keys.fresh(folder)
    const reports = receive(folder, keys, listener)
    await new Promise<void>((resolve) => folder.whenWritten(resolve))
    const screen = { rows: options.rows, cols: options.cols, user: options.user || undefined }
    const terminal = opener(
      isolate,
      options.key,
    )({
      argv: ['/bin/bash', '--noprofile', '--rcfile', `${inside}/init`, '--noediting', '-i'],
      env: options.env,
      cwd: options.cwd || undefined,
      ...screen,
    })
    const outputs = new Outputs(terminal, anotherOutput(isolate, options.key, screen), listener)
    return new Shell(terminal, outputs, folder, keys).#follow(reports, listener)
  }

  /** Joins a shell that another server started; undefined if it has exited. */
  static async join(
    isolate: Isolate,
    { key, secret }: SavedSession,
    listener: ShellListener,
  ): Promise<JoinedShell | undefined> {
    const terminal = await isolate.lasting?.joinTerminal(key)
    if (!terminal) return undefined
    const folder = await openFolder(isolate, key)
    const keys = new Keys(folder, ShellKey.of(secret))
    const reports = receive(folder, keys, listener)
    const screen = { rows: 24, cols: 80, user: undefined }
    const outputs = new Outputs(terminal, anotherOutput(isolate, key, screen), listener, true)
    const shell = new Shell(terminal, outputs, folder, keys).#follow(reports, listener)
    return { shell, state: await shellState(isolate, folder.inside, secret) }
  }

  #follow(reports: ReportChannel, listener: ShellListener): this {
    this.#renewed = () => listener.renewed()
    void this.terminal.exited.then((status) => {
      this.outputs.flush()
      if (!status.isLost) this.outputs.close()
      reports.close()
      if (status.isLost) this.#folder.leave()
      else this.#folder.close()
      listener.exited(status)
    })
    return this
  }

  /** As {@link SavedSession.secret}. */
  get secret(): string {
    return this.#keys.current.line
  }

  /** Sends one command; its end arrives as a report and a mark. */
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

  /** Sends terminal input; what is unread at the end of the command is discarded. */
  type(data: string): void {
    if (!this.#isTyped) this.#folder.write(TYPED, '')
    this.#isTyped = true
    this.#folder.whenWritten(() => this.terminal.write(data))
  }

  /**
   * Makes a shell that has reported its run write the end mark again; returns the terminal's echo of that.
   */
  markAgain(run: number, nonce: string): string {
    this.#folder.write('mark', markFile(run, nonce))
    return this.#source(`${this.#folder.inside}/mark`).replace('\n', '\r\n')
  }

  /** Installs the driver in a shell that replaced the session's (`exec bash`). */
  adopt(run: number, nonce: string): void {
    this.#keys.renew()
    this.#renewed()
    const { inside } = this.#folder
    this.#folder.write('adopt', adoptScript(filesIn(this.#folder), run, nonce, this.outputs.aim))
    this.#source(`${inside}/adopt`)
  }

  /** The text of the mark that ends a run's output. */
  endMark(run: number, nonce: string): string {
    return endMark(nonce, this.#keys.current.sign(run, END_MARK))
  }

  /** Whether a command line is the one that the shell was started with. */
  isOwn(commandLine: string): boolean {
    return commandLine.includes(`${this.#folder.inside}/init`)
  }

  close(): void {
    this.terminal.close()
  }

  /** The single line typed for a command: each file is sourced if the previous ones succeeded. */
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
    ? remoteShellFolder((spec) => isolate.exec(spec), name, isolate.lasting !== undefined)
    : localShellFolder(join(host, key), name)
}

/** The files of a shell's folder, by their paths inside the sandbox. */
const filesIn = ({ inside, isLasting }: ShellFolder) => ({
  fifo: `${inside}/reports`,
  key: `${inside}/key`,
  typed: `${inside}/${TYPED}`,
  last: isLasting ? `${inside}/last` : undefined,
})

const receive = (folder: ShellFolder, keys: Keys, listener: ShellListener): ReportChannel =>
  new ReportChannel(
    folder.reports,
    () => keys.current,
    (report) => {
      if (report.kind === 'started') keys.taken()
      listener.report(report)
    },
  )

/** Opens terminals, which outlive the server where that is possible. */
const opener =
  (isolate: Isolate, name: string) =>
  (spec: TerminalSpec): Terminal =>
    isolate.lasting?.openTerminal(name, spec) ?? isolate.openTerminal(spec)

const anotherOutput =
  (isolate: Isolate, key: string, screen: Pick<TerminalSpec, 'cols' | 'rows' | 'user'>) => (): Terminal =>
    opener(isolate, `${key}-${randomBytes(4).toString('hex')}`)({ argv: KEEPER, cwd: '/', ...screen })

/**
 * The keys of a session's shells. A key stays in the FIFO until its shell reads it; if another process reads it first, the shell does not
 * start.
 */
class Keys {
  readonly #folder: ShellFolder
  current: ShellKey

  constructor(folder: ShellFolder, current: ShellKey) {
    this.#folder = folder
    this.current = current
  }

  static fresh(folder: ShellFolder): Keys {
    const keys = new Keys(folder, new ShellKey())
    folder.offer(keys.current.line)
    return keys
  }

  /** Creates a new key for a replacement shell. */
  renew(): void {
    this.taken()
    this.current = new ShellKey()
    this.#folder.offer(this.current.line)
  }

  /** The shell has read the key: drains the rest. */
  taken(): void {
    this.#folder.withdraw()
  }
}

/** A random number that programs in the sandbox cannot guess. */
export const freshNonce = (): string => randomBytes(16).toString('hex')
