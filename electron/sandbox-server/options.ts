import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PLATFORM_FORM, PLATFORM_WORDS, START_DEFAULTS } from '#shared/sandbox/lifecycle.ts'
import { isOtherThanFolder } from '../node/folder-check.ts'
import { readHostNames } from '../node/guard.ts'
import { argumentProblem } from '../node/operation/argument-problem.ts'
import { LOG_FORMATS, type LogFormat } from '../node/operation/server-log.ts'
import { checkReport, type Definitions, Settings } from '../node/operation/settings.ts'
import { NETWORK_FORM, type NetworkPolicy, parseNetwork } from '#shared/sandbox/network-policy.ts'
import {
  certificates,
  cpuCount,
  memorySize,
  objectName,
  ownerName,
  registryName,
  UsageError,
  warmKinds,
} from './option-values.ts'
import type { ClusterOptions } from './runtime/choose.ts'
import type { RuntimeName } from './runtime/runtime.ts'

/** The server's options. */
export interface Options {
  readonly host: string
  readonly port: number
  /** Host names, beside those of `host`, under which clients may address it. */
  readonly allowedHosts: readonly string[]
  readonly data: string
  readonly images: string
  readonly runtime: 'auto' | Exclude<RuntimeName, 'none'>
  /** The default network of sandboxes. */
  readonly network: NetworkPolicy
  /** Undefined with `--no-auth`. */
  readonly token: string | undefined
  readonly tokenIsNew: boolean
  /** Folder of keys, limits and audit log; several servers may share it. */
  readonly access: string
  /** A reverse proxy that authenticates users. */
  readonly proxy: { readonly header: string; readonly secret: string } | undefined
  /** Processors of a start that names none. */
  readonly defaultCpus: number
  /** Memory in bytes of a start that names none. */
  readonly defaultMemory: number
  readonly idleMinutes: number
  readonly jobHours: number
  readonly maxSandboxes: number
  readonly maxEnvironments: number
  readonly strictImages: boolean
  /** Folder of custom environments; undefined for none. */
  readonly gemPlugins: string | undefined
  /** Python interpreter for custom environments; undefined for the system's. */
  readonly gemPython: string | undefined
  /** Timeout in seconds for calls of custom environments. */
  readonly gemCallSeconds: number
  /** Default platform of images; undefined for the engine's. */
  readonly platform: string | undefined
  readonly cluster: ClusterOptions
  readonly exitOnStdinEnd: boolean
  readonly logFormat: LogFormat
  /** Grace period in milliseconds for running work when the server is stopped. */
  readonly drainMs: number
  /** Whether metrics are served without a token. */
  readonly openMetrics: boolean
}

export const USAGE = `Usage: orrery sandbox [options]

Serves the sandbox API below /apis/envs/sandbox/v1 and the GEM API below /apis/v1/envs/gem.

  --addr HOST:PORT        where to listen (default 127.0.0.1:8080; port 0 takes a free one)
  --allowed-hosts NAME,…  the host names by which clients reach it, as through a reverse proxy that passes Host on;
                          without them a server on the loopback answers to its names only, one on 0.0.0.0 to any
  --data FOLDER           where sandboxes and images are kept (default ~/.local/share/orrery/sandbox-server)
  --images FOLDER         where images are kept (default: images/ in the data folder)
  --runtime NAME          auto, docker, podman, kubernetes, bubblewrap, namespaces or process (default auto: the
                          strongest that works here; kubernetes, and process, which is not isolated, must be asked for);
                          docker is where DOCKER_HOST (unix, tcp with DOCKER_TLS_VERIFY and DOCKER_CERT_PATH, ssh) or
                          DOCKER_CONTEXT says, podman where CONTAINER_HOST or CONTAINER_CONNECTION does
  --kube-context NAME     the context of the kubeconfig (KUBECONFIG, or ~/.kube/config; in a Pod the Pod's own account)
  --kube-namespace NAME   the namespace in which sandboxes are Pods (default: the context's)
  --kube-owner NAME       whose sandboxes they are: servers of one name share them (default: this server's alone)
  --kube-warm IMAGE=N[/CPUS/MEMORY/DISK],…
                          how many Pods of an image are kept ready for starts of exactly these limits (default: those
                          of a start that names none), the same on all servers that share sandboxes
  --kube-template NAME    a SandboxTemplate of agent-sandbox in the namespace, which a start that asks for nothing else claims;
                          its image stands for local, and its limits for those that a start of it does not name
  --kube-registry HOST[:PORT][/PATH]
                          where sandboxes are saved as images, by names that begin with it (default: they cannot be);
                          the nodes have to reach it, too; over TLS except on the loopback; a commit without a login
                          uses the server's own (REGISTRY_AUTH_FILE, DOCKER_CONFIG, or ~/.docker/config.json)
  --kube-registry-ca FILE certificates in PEM that are trusted for it besides the system's
  --runtime-class NAME    what isolates them, as a RuntimeClass of the cluster: gvisor, kata (default: the cluster's)
  --network MODE          what new sandboxes reach: own (the default: public addresses, through a proxy), none,
                          allow:HOST[:PORT],… (these only), or shared (all that this machine reaches, and itself)
  --token TOKEN           bearer token that callers must send; better given as ORRERY_SANDBOX_TOKEN,
                          since other users can see a command line (default: a new one, written to stderr)
  --no-auth               demand no token
  --access FOLDER         where keys, caps and the audit are kept, which servers may share (default: access/ in the
                          data folder); orrery sandbox keys makes keys
  --user-header NAME      the header in which a reverse proxy says whose key counts; it is believed when the proxy also
                          sends ORRERY_PROXY_SECRET as X-Orrery-Proxy-Secret
  --platform NAME         what the programs of an engine's images are for where a start leaves it open: linux/amd64,
                          linux/arm64, …; the engine's machine needs an emulator for others than its own
  --default-cpus N        processors of a sandbox whose start names none (default 2)
  --default-memory SIZE   memory of a sandbox whose start names none, as in 512m (default 8g; on kubernetes, where a node
                          has to have all of it free, 2g)
  --idle-minutes N        stop a sandbox that is not used for so long (default 30)
  --job-hours N           programs that run on in the background keep an isolated sandbox for up to N hours after
                          its last use (default 0: they do not)
  --max-sandboxes N       how many may run at once (default 100); GEM environments do not count
  --max-environments N    how many GEM environments may be open at once (default 1000)
  --strict-images         an image that is not here fails, instead of the local image standing in
  --gem-plugins FOLDER    load environments of your own from the JavaScript and Python files in this folder
  --gem-python FILE       the Python interpreter for them, of a virtual environment or not (default: the system's)
  --gem-call-seconds N    how long a call of one of them may take (default 90)
  --exit-on-stdin-end     end when standard input ends
  --drain-seconds N       grace period after TERM for running calls; new ones are refused (default 10)
  --log-format FORMAT     text, or json: a line of JSON for whatever happens, and for each call with its trace
  --open-metrics          tell /metrics to anybody, not only to the token and keys of admins
  --config FILE           JSON, with comments, of these settings by their names: {"addr": "0.0.0.0:8080"}
  --check                 say what counts and where it is from, and what is wrong with it; serve nothing
  --help, --version

Every setting may also be in the environment, as ORRERY_SANDBOX_ and its name in capitals (ORRERY_SANDBOX_IDLE_MINUTES;
ORRERY_SANDBOX_CONFIG names the file). What is on the command line counts before the environment, and that before the file.
`

const RUNTIMES = ['auto', 'docker', 'podman', 'kubernetes', 'bubblewrap', 'namespaces', 'process'] as const

/** The default memory on a cluster, which reserves it in full: of 8g two sandboxes would fill a usual node. */
const CLUSTER_MEMORY = '2g'

const definitions = {
  addr: { type: 'string', default: '127.0.0.1:8080' },
  'allowed-hosts': { type: 'string' },
  data: { type: 'string' },
  images: { type: 'string' },
  runtime: { type: 'string', default: 'auto' },
  network: { type: 'string', default: 'own' },
  token: { type: 'string', secret: true },
  'proxy-secret': { type: 'string', secret: true, variable: 'ORRERY_PROXY_SECRET' },
  'no-auth': { type: 'boolean' },
  access: { type: 'string' },
  'user-header': { type: 'string' },
  platform: { type: 'string' },
  'default-cpus': { type: 'string', default: String(START_DEFAULTS.cpus) },
  'default-memory': { type: 'string', usual: `${START_DEFAULTS.memory}, on kubernetes ${CLUSTER_MEMORY}` },
  'idle-minutes': { type: 'string', default: '30' },
  'job-hours': { type: 'string', default: '0' },
  'max-sandboxes': { type: 'string', default: '100' },
  'max-environments': { type: 'string', default: '1000' },
  'strict-images': { type: 'boolean' },
  'gem-plugins': { type: 'string' },
  'gem-python': { type: 'string' },
  'gem-call-seconds': { type: 'string', default: '90' },
  'kube-context': { type: 'string' },
  'kube-namespace': { type: 'string' },
  'kube-owner': { type: 'string' },
  'kube-registry': { type: 'string' },
  'kube-registry-ca': { type: 'string' },
  'kube-template': { type: 'string' },
  'kube-warm': { type: 'string' },
  'runtime-class': { type: 'string' },
  'exit-on-stdin-end': { type: 'boolean' },
  'drain-seconds': { type: 'string', default: '10' },
  'log-format': { type: 'string', default: 'text' },
  'open-metrics': { type: 'boolean' },
  config: { type: 'string', once: true },
  check: { type: 'boolean', once: true },
  help: { type: 'boolean', once: true },
  version: { type: 'boolean', once: true },
} as const satisfies Definitions

/** @throws UsageError for the first problem; `--check` collects all instead */
export function readOptions(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Options | 'help' | 'version' | CheckReport {
  const flags = parse(argv)
  if (flags.help) return 'help'
  if (flags.version) return 'version'
  const settings = new Settings(definitions, {
    flags,
    environment,
    prefix: 'ORRERY_SANDBOX_',
    readFile: (path) => readFileSync(path, 'utf8'),
  })
  const options = optionsOf(settings, environment)
  if (flags.check) return checkReport(settings, options)
  const [problem] = settings.problems
  if (problem !== undefined) throw new UsageError(problem)
  return options
}

/** Errors are collected in the settings; if there are any, the result is not used. */
function optionsOf(settings: Settings, environment: Readonly<Record<string, string | undefined>>): Options {
  const text = (name: Name): string | undefined => settings.text(name)
  const flag = (name: Name): boolean => settings.flag(name)
  const read = <Value>(name: Name, parse: (text: string, called: string) => Value): Value =>
    settings.read(name, parse) as Value
  const { host, port } = read('addr', address) ?? { host: '', port: 0 }
  const data = read('data', folder) ?? defaultData(environment)
  const given = read('token', (token, called) => {
    if (token !== '') return token
    throw new UsageError(`${called} must not be empty; use --no-auth to demand none`)
  })
  const logFormat = read('log-format', oneOf(LOG_FORMATS))
  if (logFormat === 'json' && text('token') === undefined && !flag('no-auth')) {
    settings.add(
      `${settings.called('log-format')} json wants ORRERY_SANDBOX_TOKEN: a token that is made here would be told in the log`,
    )
  }
  const platform = read('platform', platformName)
  const runtime = read('runtime', oneOf(RUNTIMES))
  const defaultCpus = read('default-cpus', cpuCount)
  const usualMemory = runtime === 'kubernetes' ? CLUSTER_MEMORY : START_DEFAULTS.memory
  const defaultMemory = read('default-memory', memorySize) ?? memorySize(usualMemory, '--default-memory')
  return {
    host,
    port,
    allowedHosts: read('allowed-hosts', hostNames) ?? [],
    data,
    images: read('images', folder) ?? join(data, 'images'),
    runtime,
    network: read('network', network),
    token: flag('no-auth') ? undefined : (given ?? randomBytes(24).toString('base64url')),
    tokenIsNew: !flag('no-auth') && given === undefined,
    access: read('access', folder) ?? join(data, 'access'),
    proxy: read('user-header', (header, called) => proxy(header, called, text('proxy-secret'))),
    defaultCpus,
    defaultMemory,
    idleMinutes: read('idle-minutes', count),
    jobHours: read('job-hours', countOrNone),
    maxSandboxes: read('max-sandboxes', count),
    maxEnvironments: read('max-environments', count),
    strictImages: flag('strict-images'),
    gemPlugins: read('gem-plugins', (path) => resolve(path)),
    gemPython: text('gem-python'),
    gemCallSeconds: read('gem-call-seconds', count),
    platform,
    cluster: {
      context: text('kube-context'),
      namespace: text('kube-namespace'),
      owner: read('kube-owner', ownerName),
      runtimeClass: text('runtime-class'),
      registry: read('kube-registry', registryName),
      registryCa: read('kube-registry-ca', certificates),
      template: read('kube-template', objectName),
      warm: read('kube-warm', (kinds, called) => warmKinds(kinds, called, defaultCpus, defaultMemory)),
      platform,
    },
    exitOnStdinEnd: flag('exit-on-stdin-end'),
    logFormat,
    drainMs: read('drain-seconds', countOrNone) * 1000,
    openMetrics: flag('open-metrics'),
  }
}

type Name = keyof typeof definitions
type CheckReport = ReturnType<typeof checkReport>

/** Without defaults, so that a missing flag can be set by the environment or a file. */
function parse(argv: readonly string[]) {
  const options: Record<Name, { type: 'string' | 'boolean' }> = { ...definitions }
  const { 'proxy-secret': _never, ...flags } = options
  const plain = Object.fromEntries(Object.entries(flags).map(([name, { type }]) => [name, { type }]))
  try {
    return parseArgs({ args: [...argv], options: plain, strict: true, allowPositionals: false })
      .values as Partial<Record<Name, string | boolean>>
  } catch (error) {
    throw new UsageError(argumentProblem(error))
  }
}

function network(text: string, called: string): NetworkPolicy {
  const policy = parseNetwork(text)
  if (!policy) throw new UsageError(`${called} wants ${NETWORK_FORM}, not ${JSON.stringify(text)}`)
  return policy
}

function platformName(text: string, called: string): string {
  if (PLATFORM_FORM.test(text)) return text
  throw new UsageError(`${called} wants ${PLATFORM_WORDS}, not ${JSON.stringify(text)}`)
}

/** Without a secret, any client could send the header. */
function proxy(header: string, called: string, secret: string | undefined): Options['proxy'] {
  if (!/^[A-Za-z][\w-]*$/.test(header)) {
    throw new UsageError(`${called} wants the name of a header, not ${JSON.stringify(header)}`)
  }
  if (secret === undefined || secret.length < MIN_SECRET_LENGTH) {
    throw new UsageError(
      `${called} wants ORRERY_PROXY_SECRET in the environment, of ${MIN_SECRET_LENGTH} characters at least, which the proxy sends as X-Orrery-Proxy-Secret`,
    )
  }
  return { header: header.toLowerCase(), secret }
}

const MIN_SECRET_LENGTH = 16

function address(text: string, called: string): { host: string; port: number } {
  const match = /^(?:\[([^\]]+)\]|([^:]*)):(\d{1,5})$/.exec(text)
  const port = Number(match?.[3])
  if (!match || port > 65_535) throw new UsageError(`${called} wants HOST:PORT, not ${JSON.stringify(text)}`)
  return { host: match[1] ?? (match[2] || '127.0.0.1'), port }
}

function hostNames(text: string, called: string): string[] {
  const names = readHostNames(text)
  if (names) return names
  throw new UsageError(
    `${called} wants host names without ports, as in sandboxes.example.org, not ${JSON.stringify(text)}`,
  )
}

const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (value: string, called: string): Word => {
    const word = words.find((candidate) => candidate === value)
    if (word) return word
    throw new UsageError(`${called} wants one of ${words.join(', ')}, not ${JSON.stringify(value)}`)
  }

function count(value: string, name: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    throw new UsageError(`${name} wants a whole number above 0, not ${JSON.stringify(value)}`)
  }
  return Number(value)
}

const countOrNone = (value: string, name: string): number => (value === '0' ? 0 : count(value, name))

/** A folder, which is created later if missing. */
function folder(path: string, name: string): string {
  if (path === '') throw new UsageError(`${name} must not be empty; it names a folder`)
  if (isOtherThanFolder(path)) throw new UsageError(`${name} ${path} is not a folder`)
  return resolve(path)
}

function defaultData(environment: Readonly<Record<string, string | undefined>>): string {
  const base = environment['XDG_DATA_HOME'] || join(homedir(), '.local/share')
  return join(base, 'orrery', 'sandbox-server')
}
