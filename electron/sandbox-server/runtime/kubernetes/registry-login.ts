import { execFile, type ExecFileException } from 'node:child_process'
import { tryJson } from '#shared/json/try-json.ts'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type RegistryLogin, RuntimeFailure } from '../runtime.ts'
import type { ImageName } from './image-name.ts'

/** How to sign in: a name and password, a refresh token that gets tokens, or a token as it is. */
export type RegistryCredentials =
  RegistryLogin | { readonly refreshToken: string } | { readonly token: string }

type Environment = Readonly<Record<string, string | undefined>>

const text = z.string()
const fileSchema = z.object({
  auths: z
    .record(
      text,
      z.object({
        auth: text.optional(),
        username: text.optional(),
        password: text.optional(),
        identitytoken: text.optional(),
        registrytoken: text.optional(),
      }),
    )
    .optional(),
  credHelpers: z.record(text, text).optional(),
  credsStore: text.optional(),
})
type Entry = NonNullable<z.infer<typeof fileSchema>['auths']>[string]

/**
 * The server's own login for an image's registry, from the file in which Docker's and podman's clients keep them (`auths`, or a program
 * by `credHelpers` or `credsStore`), read anew each time, since mounted Secrets change. @throws RuntimeFailure REGISTRY_CREDENTIALS
 */
export async function ownLogin(
  { registry, repository }: ImageName,
  env: Environment = process.env,
): Promise<RegistryCredentials | undefined> {
  for (const path of filesIn(env)) {
    const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw failure(`${path} cannot be read: ${error.code}`)
    })
    if (content === undefined) continue
    const { auths = {}, credHelpers = {}, credsStore } = parse(path, content)
    const helper = credHelpers[registry] ?? credsStore
    const stored = helper ? await askHelper(helper, addressOf(registry), env) : undefined
    const found = stored ?? entryOf(auths, registry, repository)
    if (found) return found
  }
  return undefined
}

/** Of the files that the clients use, the first that knows the registry counts. */
function filesIn(env: Environment): string[] {
  if (env['REGISTRY_AUTH_FILE']) return [env['REGISTRY_AUTH_FILE']]
  const docker = env['DOCKER_CONFIG'] || join(env['HOME'] || homedir(), '.docker')
  const runtime = env['XDG_RUNTIME_DIR']
  return [join(docker, 'config.json'), ...(runtime ? [join(runtime, 'containers/auth.json')] : [])]
}

/** The content is not repeated in a message: it is secret. */
function parse(path: string, content: string): z.infer<typeof fileSchema> {
  const read = fileSchema.safeParse(tryJson(content))
  if (read.success) return read.data
  throw failure(`${path} is no configuration of Docker’s: it must be JSON with "auths"`)
}

/** Keys are hosts, addresses as of old, or, by podman, hosts with a part of the path; the longest counts. */
function entryOf(
  auths: Readonly<Record<string, Entry>>,
  registry: string,
  repository: string,
): RegistryCredentials | undefined {
  const entries = new Map(Object.entries(auths).map(([key, entry]) => [placeOf(key), entry]))
  const parts = repository.split('/')
  for (let length = parts.length; length >= 0; length--) {
    const entry = entries.get([registry, ...parts.slice(0, length)].join('/'))
    const found = entry && credentialsOf(entry)
    if (found) return found
  }
  return undefined
}

const placeOf = (key: string): string => {
  const place = key.replace(/^https?:\/\//, '').replace(/\/(?:v[12]\/?)?$/, '')
  return place === 'index.docker.io' ? 'docker.io' : place
}

const addressOf = (registry: string): string =>
  registry === 'docker.io' ? 'https://index.docker.io/v1/' : registry

function credentialsOf(entry: Entry): RegistryCredentials | undefined {
  if (entry.registrytoken) return { token: entry.registrytoken }
  if (entry.identitytoken) return { refreshToken: entry.identitytoken }
  const [, name = '', secret = ''] =
    /^([^:]*):(.*)$/s.exec(
      Buffer.from(entry.auth ?? '', 'base64')
        .toString()
        .replace(/\0+$/, ''),
    ) ?? []
  const username = name || entry.username
  const password = secret || entry.password
  return username && password ? { username, password } : undefined
}

const answerSchema = z.object({ Username: text, Secret: text })
/** A keychain may ask its user. */
const HELPER_MS = 30_000

/** The protocol of Docker's credential helpers: the address on standard input, an answer in JSON. */
async function askHelper(
  name: string,
  address: string,
  env: Environment,
): Promise<RegistryCredentials | undefined> {
  if (!/^[\w.-]+$/.test(name)) throw failure(`a credential helper cannot be named ${JSON.stringify(name)}`)
  const program = `docker-credential-${name}`
  const { error, stdout } = await new Promise<{ error: ExecFileException | null; stdout: string }>(
    (resolve) => {
      const child = execFile(program, ['get'], { timeout: HELPER_MS, env: { ...env } }, (error, stdout) =>
        resolve({ error, stdout }),
      )
      child.stdin?.once('error', () => undefined)
      child.stdin?.end(address)
    },
  )
  if (error && /credentials not found/i.test(stdout)) return undefined
  if (error) {
    // What it writes may hold the secret.
    const reason = error.code === 'ENOENT' ? 'there is no such program' : 'it failed or took too long'
    throw failure(`${program}, which keeps the login of ${address}, gave none: ${reason}`)
  }
  const answer = answerSchema.safeParse(tryJson(stdout))
  if (!answer.success) throw failure(`${program} did not answer with a login`)
  const { Username: username, Secret: password } = answer.data
  return username === '<token>' ? { refreshToken: password } : { username, password }
}

const failure = (words: string): RuntimeFailure => new RuntimeFailure(words, 'REGISTRY_CREDENTIALS')
