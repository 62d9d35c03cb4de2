import { hasTerminals, startTerminal } from '../local-process.ts'
import { type EngineImages, type PullOptions, type RegistryLogin, RuntimeFailure } from '../runtime.ts'
import { type Engine, engineEnvironment } from './engine.ts'
import { bytesOf, PullOutput } from './pull-output.ts'
import { pullReason } from './pull-reasons.ts'
import { type LoginPlace, withLogin } from './registry-login.ts'

/** For a large image over a slow connection. */
const TRANSFER_MS = 30 * 60_000
/** Progress bars need a wide terminal with one line per layer. */
const SCREEN = { cols: 200, rows: 500 } as const

/** The images of an engine. */
export class ImagesOfEngine implements EngineImages {
  readonly #engine: Engine
  readonly #logins: LoginPlace

  /** @param folder for temporary logins, emptied when the server starts */
  constructor(engine: Engine, folder: string) {
    this.#engine = engine
    this.#logins = { engine, folder }
  }

  async ensure(reference: string, wish: PullOptions): Promise<void> {
    const { policy, platform, login } = wish
    if (reference.startsWith('-')) throw new RuntimeFailure(`${reference} is no image reference`)
    const here = await this.platformOf(reference)
    const fits = here !== undefined && isFor(here, platform)
    if (fits && policy !== 'always') return
    if (policy === 'never') {
      const lack = here === undefined ? 'it is not here' : `what is here is for ${here}`
      throw new RuntimeFailure(`${lack}, and pull is "never"`)
    }
    const wanted = platform === undefined ? [] : [`--platform=${platform}`]
    try {
      await withLogin(this.#logins, login, reference, ({ before, after }) =>
        this.#pull([...before, 'pull', ...after, ...wanted, reference], wish),
      )
    } catch (error) {
      wish.signal?.throwIfAborted()
      throw new RuntimeFailure(pullReason((error as Error).message))
    }
    // Older engines pull a single-platform image whatever platform was requested.
    const got = await this.platformOf(reference)
    if (got !== undefined && !isFor(got, platform))
      throw new RuntimeFailure(`its registry has it for ${got} alone, not for ${platform}`)
  }

  async list() {
    const lines = await this.#engine.run(['image', 'ls', '--format', '{{.Repository}}:{{.Tag}} {{.Size}}'])
    return lines.split('\n').flatMap((line) => {
      const [, reference, size] = /^(\S+) (.*)$/.exec(line) ?? []
      return reference === undefined || reference.includes('<none>')
        ? []
        : [{ reference, size: bytesOf(size) }]
    })
  }

  async push(reference: string, login: RegistryLogin): Promise<void> {
    await withLogin(this.#logins, login, reference, ({ before, after }) =>
      this.#engine.run([...before, 'push', ...after, reference], { timeout: TRANSFER_MS }),
    ).catch((error: Error) => {
      throw new RuntimeFailure(pullReason(error.message))
    })
  }

  /** The platform of a local image; undefined if there is none. */
  platformOf(reference: string): Promise<string | undefined> {
    const format = ['--format', '{{.Os}}/{{.Architecture}}']
    return this.#engine.run(['image', 'inspect', ...format, reference]).catch(() => undefined)
  }

  /** Uses a terminal, since the clients report progress only there. @throws RuntimeFailure with the engine's last line */
  async #pull(args: readonly string[], { signal, onProgress }: PullOptions): Promise<void> {
    if (!hasTerminals()) return void (await this.#engine.run(args, { timeout: TRANSFER_MS, signal }))
    signal?.throwIfAborted()
    const output = new PullOutput()
    const decoder = new TextDecoder()
    const terminal = startTerminal({ file: this.#engine.name, args, env: engineEnvironment() }, SCREEN)
    const close = (): void => terminal.close()
    const late = setTimeout(close, TRANSFER_MS)
    signal?.addEventListener('abort', close, { once: true })
    terminal.onData((bytes) => {
      output.take(decoder.decode(bytes, { stream: true }))
      if (output.progress) onProgress?.(output.progress)
    })
    const { code } = await terminal.exited
    clearTimeout(late)
    signal?.removeEventListener('abort', close)
    signal?.throwIfAborted()
    if (code !== 0) throw new RuntimeFailure(output.reason || `${this.#engine.name} pull failed (${code})`)
  }
}

/** Compares without the architecture variant, which is left to the engine. */
const isFor = (here: string, platform: string | undefined): boolean =>
  platform === undefined || platform === here || platform.startsWith(`${here}/`)
