import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { RegistryLogin } from '../runtime.ts'
import type { Engine } from './engine.ts'

/** The registry that a reference names; undefined: docker.io, which goes without saying. */
export const registryOf = (reference: string): string | undefined =>
  /^(?:[^/]*[.:][^/]*|localhost)(?=\/)/.exec(reference)?.[0]

/** Where a command of the engine gets credentials: before its name, or after it. */
export interface LoginArguments {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Whose commands sign in, and a folder that is emptied whenever the server starts: what was killed leaves nothing for long. */
export interface LoginPlace {
  readonly engine: Engine
  readonly folder: string
}

/**
 * Has a command sign in to the reference's registry. The credentials lie in a configuration of their own that only this user reads, and
 * vanish with it: on a command line every user of the machine would see them.
 */
export async function withLogin<Result>(
  { engine, folder: parent }: LoginPlace,
  login: RegistryLogin | undefined,
  reference: string,
  run: (own: LoginArguments) => Promise<Result>,
): Promise<Result> {
  // The engine's own configuration, its helpers included, signs in where nothing was given.
  if (!login) return run({ before: [], after: [] })
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parent, 'login-'))
  try {
    const auth = Buffer.from(`${login.username}:${login.password}`).toString('base64')
    const registry = registryOf(reference)
    const keys = registry === undefined ? ['docker.io', 'https://index.docker.io/v1/'] : [registry]
    const auths = Object.fromEntries(keys.map((key) => [key, { auth }]))
    const file = join(folder, 'config.json')
    const rest = engine.name === 'docker' ? await dockerSettings(folder) : {}
    await writeFile(file, JSON.stringify({ ...rest, auths }), { mode: 0o600 })
    return await run(
      engine.name === 'docker'
        ? { before: ['--config', folder], after: [] }
        : { before: [], after: ['--authfile', file] },
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What docker's client keeps beside credentials: the context in force, by which it finds the engine, and how it goes there. */
async function dockerSettings(folder: string): Promise<object> {
  const own = process.env['DOCKER_CONFIG'] || join(homedir(), '.docker')
  await symlink(join(own, 'contexts'), join(folder, 'contexts'))
  const text = await readFile(join(own, 'config.json'), 'utf8').catch(() => '{}')
  const { currentContext, proxies, HttpHeaders } = JSON.parse(text) as Record<string, unknown>
  return { currentContext, proxies, HttpHeaders }
}
