import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EngineImages, type PullPolicy, type RegistryLogin, RuntimeFailure } from '../runtime.ts'
import type { Engine } from './engine.ts'

/** A large image over a slow line. */
const PULL_MS = 30 * 60_000

const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 }

/** Bytes of a size as engines print it for people: `117MB`, `1.2 GB`. */
function bytesOf(text = ''): number | undefined {
  const [, number, unit = ''] = /^([\d.]+) ?([kmgt]?)b$/i.exec(text) ?? []
  return number === undefined ? undefined : Math.round(Number(number) * (FACTORS[unit.toLowerCase()] ?? 1))
}

/** Images as the engine keeps them. */
export class ImagesOfEngine implements EngineImages {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async ensure(
    reference: string,
    policy: PullPolicy,
    login: RegistryLogin | undefined,
    signal?: AbortSignal,
  ): Promise<void> {
    if (reference.startsWith('-')) throw new RuntimeFailure(`${reference} is no image reference`)
    const here = await this.#engine.succeeds(['image', 'inspect', reference])
    if (here && policy !== 'always') return
    if (policy === 'never') {
      throw new RuntimeFailure(`Failed to pull image ${reference}: it is not here, and pull is "never"`)
    }
    try {
      await (login
        ? this.#pullAs(reference, login, signal)
        : this.#engine.run(['pull', reference], { timeout: PULL_MS, signal }))
    } catch (error) {
      signal?.throwIfAborted()
      throw new RuntimeFailure(`Failed to pull image ${reference}: ${(error as Error).message}`)
    }
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

  /** The credentials live in a configuration of their own and vanish with it. */
  async #pullAs(
    reference: string,
    { username, password }: RegistryLogin,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const stop = signal ? { signal } : {}
    const folder = await mkdtemp(join(tmpdir(), 'orrery-login-'))
    const own =
      this.#engine.name === 'docker'
        ? { before: ['--config', folder], after: [] }
        : { before: [], after: ['--authfile', join(folder, 'auth.json')] }
    const registry = /^[^/]*[.:][^/]*(?=\/)/.exec(reference)?.[0] ?? 'docker.io'
    try {
      const login = [
        ...own.before,
        'login',
        ...own.after,
        '--username',
        username,
        '--password-stdin',
        registry,
      ]
      await this.#engine.run(login, { input: password, ...stop })
      await this.#engine.run([...own.before, 'pull', ...own.after, reference], {
        timeout: PULL_MS,
        ...stop,
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
