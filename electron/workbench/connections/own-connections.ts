import type { LogLine, Connection, ConnectionFailure } from '#shared/workbench/areas/connections.ts'
import { type ModelConnectionOptions, ModelConnection, type ModelRoute } from '../models/model-connection.ts'
import { SignIn, type GrantStore } from '../models/sign-in.ts'
import type { SecretMask } from '../secrets/secret-mask.ts'
import { SerialQueue } from '#shared/workbench/serial-queue.ts'
import type { ConnectionFile, Definitions } from './connection-file.ts'
import type { Consents } from './consents.ts'
import {
  launchOf,
  type PlatformDefinition,
  type ServerDefinition,
  commandLine,
  reachOf,
  type Reach,
} from './definition.ts'
import { type Placeholders, expandRecord, expandText, MissingValue } from './expand.ts'
import { checkPlatform, type Finding, addressOf, lookAt, type Trouble, unresolved } from './platform-look.ts'
import type { ConnectionRegistry } from './registry.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { StartFailure } from '../supervision/supervisor.ts'
import {
  HttpTransport,
  type HttpKind,
  isAnswered,
  suggestsLegacy,
  suggestsStateless,
} from '../models/http-transport.ts'
import { StdioTransport } from '../models/stdio-transport.ts'
import type { TracedTransport } from '../models/traced-transport.ts'
import { ConnectionLog } from '../supervision/log.ts'
import type { Platform, PlatformAddress } from './platform.ts'

/** Milliseconds between looks at a platform. */
const LOOK_EVERY_MS = 30_000

interface RemotePlatformOptions {
  readonly id: string
  readonly name: string
  readonly definition: PlatformDefinition
  readonly placeholders: Placeholders
  onChange(): void
  onLog(lines: LogLine[]): void
}

/** A platform at an address. It is not ours to start; we only look whether it answers. */
export class RemotePlatform implements Platform {
  readonly id: string
  readonly log: ConnectionLog
  readonly #options: RemotePlatformOptions
  #state: Connection['state'] = 'stopped'
  #since = Date.now()
  #failure: ConnectionFailure | undefined
  #reached: PlatformAddress | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: RemotePlatformOptions) {
    this.id = options.id
    this.#options = options
    this.log = new ConnectionLog((lines) => options.onLog(lines))
  }

  get info(): Connection {
    const { paths } = this.#options.definition
    return {
      id: this.id,
      kind: 'platform',
      name: this.#options.name,
      transport: 'rest',
      state: this.#state,
      since: this.#since,
      restarts: 0,
      address: this.#options.definition.url,
      paths: paths && { sandbox: paths.sandbox, gem: paths.gem },
      failure: this.#failure,
    }
  }

  async start(): Promise<void> {
    this.#become('starting')
    await this.#look()
    clearInterval(this.#timer)
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#become('stopped')
    return Promise.resolve()
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  async address(): Promise<PlatformAddress> {
    if (this.#state === 'stopped') {
      throw workbenchError('NOT_CONNECTED.off', { name: this.#options.name })
    }
    return this.#reached ?? this.#resolve()
  }

  kill(): void {
    clearInterval(this.#timer)
  }

  dispose(): Promise<void> {
    clearInterval(this.#timer)
    this.log.dispose()
    return Promise.resolve()
  }

  async #resolve(): Promise<PlatformAddress> {
    this.#reached = await addressOf(this.#options.definition, this.#options.placeholders)
    return this.#reached
  }

  async #look(): Promise<void> {
    const trouble = await this.#resolve().then(lookAt, unresolved)
    if (trouble) this.#become('failed', trouble)
    else if (this.#state !== 'ready') this.#become('ready')
  }

  #become(state: Connection['state'], trouble?: Trouble): void {
    if (state === this.#state && trouble?.why.message === this.#failure?.message) return
    this.#state = state
    this.#since = Date.now()
    this.#failure = trouble && {
      step: trouble.kind === 'refused' ? 'signIn' : 'request',
      ...trouble.why,
      lastLines: [],
    }
    this.log.add('lifecycle', trouble === undefined ? state : `${state}: ${trouble.why.message}`)
    this.#options.onChange()
  }
}

/** The ways that are tried, by what a definition says. */
const HTTP_KINDS: Readonly<Record<'http-or-sse' | 'http' | 'sse', readonly HttpKind[]>> = {
  'http-or-sse': ['stateless', 'http', 'sse'],
  http: ['stateless', 'http'],
  sse: ['sse'],
}

/** The ways to reach a server, from its definition; placeholders are filled each time it is opened. */
export function routesOf(
  definition: ServerDefinition,
  baseEnv: Readonly<Record<string, string>>,
  placeholders: Placeholders,
  signIn?: SignIn,
): { reach: Reach; routes: ModelRoute[] } {
  const reach = reachOf(definition)
  if (typeof reach === 'string') throw workbenchError(reach, { type: definition.type })
  if (reach.kind === 'stdio') {
    const eras = [undefined, 'stateless'] as const
    return { reach, routes: eras.map((era) => stdioRoute(definition, reach, baseEnv, placeholders, era)) }
  }
  const kinds = HTTP_KINDS[reach.kind]
  return { reach, routes: kinds.map((kind) => httpRoute(kind, reach.url, definition, placeholders, signIn)) }
}

function stdioRoute(
  { env = {}, cwd }: ServerDefinition,
  { command, args }: Extract<Reach, { kind: 'stdio' }>,
  baseEnv: Readonly<Record<string, string>>,
  placeholders: Placeholders,
  era: TracedTransport['era'],
): ModelRoute {
  return {
    label:
      era === undefined ? commandLine(command, args) : `${commandLine(command, args)} (without sessions)`,
    tryNext: era === undefined ? suggestsStateless : undefined,
    open: (observer) =>
      filled(async () => {
        const expand = (text: string): Promise<string> => expandText(text, placeholders)
        return new StdioTransport({
          command: await expand(command),
          args: await Promise.all(args.map(expand)),
          env: { ...baseEnv, ...(await expandRecord(env, placeholders)) },
          cwd: cwd && (await expand(cwd)),
          era,
          observer,
        })
      }),
  }
}

/** When another way is worth a try. */
const TRY_NEXT: Readonly<Record<HttpKind, ModelRoute['tryNext']>> = {
  stateless: isAnswered,
  http: suggestsLegacy,
  sse: undefined,
}

/** For the log. */
const SPOKEN: Readonly<Record<HttpKind, string>> = {
  http: '',
  stateless: ' (without sessions)',
  sse: ' (SSE)',
}

function httpRoute(
  kind: HttpKind,
  url: string,
  { headers = {} }: ServerDefinition,
  placeholders: Placeholders,
  signIn: SignIn | undefined,
): ModelRoute {
  return {
    label: `${url}${SPOKEN[kind]}`,
    open: (observer) =>
      filled(async () =>
        HttpTransport.open({
          kind,
          url,
          headers: await expandRecord(headers, placeholders),
          authProvider: await signIn?.provider(),
          observer,
        }),
      ),
    tryNext: TRY_NEXT[kind],
  }
}

/** A placeholder without a value is a mistake in the definition: trying again would not help. */
async function filled<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof MissingValue)
      throw new StartFailure({ step: 'spawn', ...error.spoken, lastLines: [] }, true)
    throw error
  }
}

/** What a connection shares with the others of its workbench. */
export type Listeners = Pick<ModelConnectionOptions, 'onTrace' | 'onNotification' | 'onQuestion' | 'roots'>

export interface OwnConnectionsOptions {
  readonly file: ConnectionFile
  readonly registry: ConnectionRegistry
  readonly consents: Consents
  /** Where what a server granted is kept, by the connection's name. */
  grants(name: string): GrantStore
  readonly placeholders: Placeholders
  readonly mask: SecretMask
  /** What every server of the person's gets of our environment. */
  readonly baseEnv: Readonly<Record<string, string>>
  readonly version: string
  listeners(id: string): Listeners
}

const serverId = (name: string): string => `model:${name}`
const platformId = (name: string): string => `platform:${name}`

/** The connections of `connections.json`: opened when it is read, opened anew when an entry changes. */
export class OwnConnections {
  readonly #options: OwnConnectionsOptions
  #known = new Map<string, string>()
  readonly #changes = new SerialQueue()

  constructor(options: OwnConnectionsOptions) {
    this.#options = options
  }

  get file(): ConnectionFile {
    return this.#options.file
  }

  async load(): Promise<Definitions> {
    const definitions = await this.#options.file.load()
    await this.#apply(definitions)
    return definitions
  }

  async saveServer(name: string, definition: ServerDefinition): Promise<string> {
    routesOf(definition, {}, this.#options.placeholders)
    await this.#options.file.setServer(name, definition)
    await this.#apply(this.#options.file.definitions())
    return serverId(name)
  }

  async savePlatform(name: string, definition: PlatformDefinition): Promise<string> {
    await this.#options.file.setPlatform(name, definition)
    await this.#apply(this.#options.file.definitions())
    return platformId(name)
  }

  /** What is wrong with a platform that is not saved yet. */
  checkPlatform(definition: PlatformDefinition): Promise<Finding | undefined> {
    return checkPlatform(definition, this.#options.placeholders)
  }

  async remove(id: string): Promise<void> {
    const name = id.slice(id.indexOf(':') + 1)
    if (id.startsWith('model:')) await this.#options.file.setServer(name, undefined)
    else await this.#options.file.setPlatform(name, undefined)
    await this.#apply(this.#options.file.definitions())
  }

  /** One list of definitions after the other: a change takes as long as its old connection takes to end. */
  #apply(definitions: Definitions): Promise<void> {
    return this.#changes.run(() => this.#applyNow(definitions))
  }

  async #applyNow({ servers, platforms }: Definitions): Promise<void> {
    const { registry } = this.#options
    const wanted = new Map<string, () => void>()
    const next = new Map<string, string>()
    for (const [name, definition] of servers) {
      next.set(serverId(name), JSON.stringify(definition))
      wanted.set(serverId(name), () => this.#addServer(name, definition))
    }
    for (const [name, definition] of platforms) {
      next.set(platformId(name), JSON.stringify(definition))
      wanted.set(platformId(name), () => this.#addPlatform(name, definition))
    }
    for (const [id, text] of this.#known) if (next.get(id) !== text) await registry.remove(id)
    for (const [id, add] of wanted) if (this.#known.get(id) !== next.get(id)) add()
    this.#known = next
  }

  #addServer(name: string, definition: ServerDefinition): void {
    const { registry, consents, placeholders, mask, baseEnv, version, listeners, grants } = this.#options
    const id = serverId(name)
    const signIn = definition.url === undefined ? undefined : new SignIn(definition.url, grants(name))
    const { reach, routes } = routesOf(definition, baseEnv, placeholders, signIn)
    const connection = new ModelConnection({
      id,
      name,
      transport: reach.kind === 'http-or-sse' ? 'http' : reach.kind,
      workspace: definition.workspace ?? 'demo',
      version,
      routes,
      address: reach.kind === 'stdio' ? undefined : reach.url,
      mask,
      onChange: registry.changed,
      onLog: (lines: LogLine[]) => registry.logged(id, lines),
      ...listeners(id),
    })
    const launch = launchOf(definition)
    registry.add({
      connection,
      embedded: false,
      signIn,
      consent: launch && {
        launch,
        before: () => consents.last(name),
        given: () => consents.has(definition),
        give: () => consents.give(definition, name, launch),
      },
    })
    const mayStart = !definition.disabled && (launch === undefined || consents.has(definition))
    if (mayStart) void connection.start()
  }

  #addPlatform(name: string, definition: PlatformDefinition): void {
    const { registry, placeholders } = this.#options
    const id = platformId(name)
    const connection = new RemotePlatform({
      id,
      name,
      definition,
      placeholders,
      onChange: registry.changed,
      onLog: (lines) => registry.logged(id, lines),
    })
    registry.add({ connection, embedded: false })
    if (!definition.disabled) void connection.start()
  }
}
