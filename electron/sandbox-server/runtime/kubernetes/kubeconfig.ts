import { execFile } from 'node:child_process'
import { tryJson } from '#shared/json/try-json.ts'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { z } from 'zod'
import { RuntimeFailure } from '../runtime.ts'

/** How to reach one cluster. */
export interface Cluster {
  readonly url: URL
  readonly namespace: string
  /** CA that signed the cluster's certificate; undefined for the system's CAs. */
  readonly ca: string | undefined
  readonly isChecked: boolean
  readonly serverName: string | undefined
  /** Credentials for the next request; called for each, since tokens expire. @throws RuntimeFailure */
  credentials(): Promise<Credentials>
}

export interface Credentials {
  readonly authorization?: string
  readonly cert?: string
  readonly key?: string
}

const text = z.string()
const pluginSchema = z.object({
  apiVersion: text,
  command: text,
  args: z.array(text).nullish(),
  env: z.array(z.object({ name: text, value: text })).nullish(),
  installHint: text.nullish(),
  provideClusterInfo: z.boolean().nullish(),
})
const clusterSchema = z.object({
  server: text,
  'certificate-authority': text.nullish(),
  'certificate-authority-data': text.nullish(),
  'insecure-skip-tls-verify': z.boolean().nullish(),
  'tls-server-name': text.nullish(),
})
const userSchema = z.object({
  'client-certificate': text.nullish(),
  'client-certificate-data': text.nullish(),
  'client-key': text.nullish(),
  'client-key-data': text.nullish(),
  token: text.nullish(),
  tokenFile: text.nullish(),
  username: text.nullish(),
  password: text.nullish(),
  exec: pluginSchema.nullish(),
  'auth-provider': z.object({ name: text }).nullish(),
})
const contextSchema = z.object({ cluster: text, user: text, namespace: text.nullish() })
const fileSchema = z.object({
  clusters: z.array(z.object({ name: text, cluster: clusterSchema })).nullish(),
  users: z.array(z.object({ name: text, user: userSchema })).nullish(),
  contexts: z.array(z.object({ name: text, context: contextSchema })).nullish(),
  'current-context': text.nullish(),
})
type User = z.infer<typeof userSchema>

interface KubeconfigOptions {
  readonly context?: string | undefined
  readonly namespace?: string | undefined
}

const IN_CLUSTER = '/var/run/secrets/kubernetes.io/serviceaccount'

/** The cluster in `KUBECONFIG` or the user's kubeconfig, or the one that this process runs in. @throws RuntimeFailure */
export async function findCluster(
  wish: KubeconfigOptions,
  environment: NodeJS.ProcessEnv = process.env,
  account = IN_CLUSTER,
): Promise<Cluster> {
  const paths = environment['KUBECONFIG']?.split(delimiter).filter(Boolean) ?? [
    join(homedir(), '.kube/config'),
  ]
  const files = (await Promise.all(paths.map(readConfig))).flatMap((file) => file ?? [])
  if (files.length > 0) return fromFiles(files, wish)
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = environment
  if (host === undefined)
    throw new RuntimeFailure(`no cluster is known: there is no ${paths.join(' nor ')}; set KUBECONFIG`)
  const read = (name: string) =>
    readFile(join(account, name), 'utf8').catch(({ message }: Error) => {
      throw new RuntimeFailure(
        `this Pod has no service account to sign in with (${message}): set automountServiceAccountToken and a service account for it, or KUBECONFIG`,
      )
    })
  return {
    url: new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`),
    namespace: wish.namespace ?? (await read('namespace')).trim(),
    ca: await read('ca.crt'),
    isChecked: true,
    serverName: undefined,
    // The token file is rotated about every hour.
    credentials: async () => ({ authorization: `Bearer ${(await read('token')).trim()}` }),
  }
}

interface ConfigFile extends z.infer<typeof fileSchema> {
  readonly folder: string
}

/** @returns undefined if the file does not exist */
async function readConfig(path: string): Promise<ConfigFile | undefined> {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new RuntimeFailure(`${path} cannot be read: ${error.message}`)
  })
  if (content === undefined) return undefined
  try {
    return { ...fileSchema.parse(parse(content)), folder: dirname(resolve(path)) }
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new RuntimeFailure(`${path} is no kubeconfig: ${reason.replaceAll('\n', ' ')}`)
  }
}

/** Merges several files like kubectl: the first definition of a name wins. */
async function fromFiles(files: readonly ConfigFile[], wish: KubeconfigOptions): Promise<Cluster> {
  const name = wish.context ?? files.map((file) => file['current-context']).find(Boolean)
  if (!name) throw new RuntimeFailure('the kubeconfig has no current context: choose one with --kube-context')
  const context = files.flatMap((file) => file.contexts ?? []).find((one) => one.name === name)?.context
  if (!context) throw new RuntimeFailure(`the kubeconfig has no context ${name}`)
  const [cluster] = files.flatMap(({ clusters, folder }) =>
    (clusters ?? []).flatMap((one) => (one.name === context.cluster ? [{ ...one.cluster, folder }] : [])),
  )
  if (!cluster) throw new RuntimeFailure(`the kubeconfig has no cluster ${context.cluster}`)
  const [user] = files.flatMap(({ users, folder }) =>
    (users ?? []).flatMap((one) => (one.name === context.user ? [{ ...one.user, folder }] : [])),
  )
  if (user?.['auth-provider'])
    throw new RuntimeFailure(
      `the kubeconfig signs in by the auth provider ${user['auth-provider'].name}, which Kubernetes gave up: let it use an exec plugin`,
    )
  return {
    url: new URL(cluster.server),
    namespace: wish.namespace ?? context.namespace ?? 'default',
    ca: await material(
      cluster['certificate-authority-data'],
      cluster['certificate-authority'],
      cluster.folder,
    ),
    isChecked: cluster['insecure-skip-tls-verify'] !== true,
    serverName: cluster['tls-server-name'] ?? undefined,
    credentials: user ? credentialsOf(user, user.folder) : async () => ({}),
  }
}

/** Data in the file as base64, or in a separate file. */
async function material(
  data: string | null | undefined,
  path: string | null | undefined,
  folder: string,
): Promise<string | undefined> {
  if (data) return Buffer.from(data, 'base64').toString()
  if (!path) return undefined
  return readFile(isAbsolute(path) ? path : join(folder, path), 'utf8').catch((error: Error) => {
    throw new RuntimeFailure(`the kubeconfig names a file that cannot be read: ${error.message}`)
  })
}

function credentialsOf(user: User, folder: string): () => Promise<Credentials> {
  if (user.exec) return pluginCredentials(user.exec, folder)
  const bearer = (token: string): Credentials => ({ authorization: `Bearer ${token.trim()}` })
  return async () => {
    const cert = await material(user['client-certificate-data'], user['client-certificate'], folder)
    const key = await material(user['client-key-data'], user['client-key'], folder)
    const pair = cert && key ? { cert, key } : {}
    if (user.token) return { ...pair, ...bearer(user.token) }
    if (user.tokenFile)
      return { ...pair, ...bearer((await material(undefined, user.tokenFile, folder)) ?? '') }
    const basic = Buffer.from(`${user.username ?? ''}:${user.password ?? ''}`).toString('base64')
    return user.username ? { ...pair, authorization: `Basic ${basic}` } : pair
  }
}

const answerSchema = z.object({
  status: z.object({
    token: text.nullish(),
    clientCertificateData: text.nullish(),
    clientKeyData: text.nullish(),
    expirationTimestamp: text.nullish(),
  }),
})
/** The user may have to press a key on a security device. */
const PLUGIN_MS = 60_000
/** A new token is requested this long before the old one expires. */
const EARLY_MS = 30_000

/** Runs the credential plugin of the kubeconfig and caches its answer until it expires. */
function pluginCredentials(plugin: z.infer<typeof pluginSchema>, folder: string): () => Promise<Credentials> {
  const { apiVersion, command, args, env, installHint } = plugin
  const file = command.includes('/') && !isAbsolute(command) ? join(folder, command) : command
  const info = { apiVersion, kind: 'ExecCredential', spec: { interactive: false } }
  const own = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]))
  let cached: { credentials: Credentials; until: number } | undefined
  return async () => {
    if (cached && Date.now() < cached.until - EARLY_MS) return cached.credentials
    const run = promisify(execFile)(file, args ?? [], {
      timeout: PLUGIN_MS,
      env: { ...process.env, ...own, KUBERNETES_EXEC_INFO: JSON.stringify(info) },
    })
    const { stdout } = await run.catch((error: NodeJS.ErrnoException & { stderr?: string }) => {
      const reason = error.stderr?.trim().split('\n').at(-1) || error.message
      const hint = error.code === 'ENOENT' && installHint ? `: ${installHint.trim()}` : ''
      throw new RuntimeFailure(`${command}, which signs in to the cluster, failed: ${reason}${hint}`)
    })
    const answer = answerSchema.safeParse(tryJson(stdout))
    if (!answer.success) throw new RuntimeFailure(`${command} did not answer with credentials`)
    const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = answer.data.status
    const credentials = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cert && key ? { cert, key } : {}),
    }
    cached = { credentials, until: expirationTimestamp ? Date.parse(expirationTimestamp) : Infinity }
    return credentials
  }
}
