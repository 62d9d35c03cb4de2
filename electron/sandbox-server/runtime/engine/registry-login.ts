import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { RegistryLogin } from '../runtime.ts'
import type { Engine } from './engine.ts'

/** The registry in a reference; undefined for docker.io, the default. */
const registryOf = (reference: string): string | undefined =>
  /^(?:[^/]*[.:][^/]*|localhost)(?=\/)/.exec(reference)?.[0]

/** Credential arguments of an engine command: before the subcommand, or after it. */
export interface LoginArguments {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** The engine, and a folder that is emptied when the server starts, so that a killed server's logins do not stay for long. */
export interface LoginPlace {
  readonly engine: Engine
  readonly folder: string
}

/**
 * Runs a command with credentials for the reference's registry. They are in a separate configuration that only this user can read and
 * that is deleted afterwards: on a command line every user of the machine could see them.
 */
export async function withLogin<Result>(
  { engine, folder: parent }: LoginPlace,
  login: RegistryLogin | undefined,
  reference: string,
  run: (own: LoginArguments) => Promise<Result>,
): Promise<Result> {
  // Without credentials, the engine's own configuration and helpers apply.
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

/** The non-secret settings of docker's client: the current context, by which it finds the engine, and proxies. */
async function dockerSettings(folder: string): Promise<object> {
  const own = process.env['DOCKER_CONFIG'] || join(homedir(), '.docker')
  await symlink(join(own, 'contexts'), join(folder, 'contexts'))
  const text = await readFile(join(own, 'config.json'), 'utf8').catch(() => '{}')
  const { currentContext, proxies, HttpHeaders } = JSON.parse(text) as Record<string, unknown>
  return { currentContext, proxies, HttpHeaders }
}
