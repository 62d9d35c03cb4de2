import type { LogLine } from '#shared/workbench/areas/connections.ts'
import { type ModelConnectionOptions, ModelConnection, type ModelRoute } from '../models/model-connection.ts'
import { SignIn, type GrantStore } from '../models/sign-in.ts'
import type { SecretMask } from '../../node/secret-mask.ts'
import { SerialQueue } from '#shared/workbench/serial-queue.ts'
import type { ConnectionFile, Definitions } from './connection-file.ts'
import type { Consents } from './consents.ts'
import { type TelemetryDefinition } from '#shared/telemetry/definition.ts'
import {
  launchOf,
  type PlatformDefinition,
  type ServerDefinition,
  commandLine,
  eraOf,
  reachOf,
  type Reach,
} from './definition.ts'
import { type Placeholders, expandRecord, expandText, MissingValue } from '../../node/placeholders.ts'
import { checkPlatform, type Finding } from './platform-probe.ts'
import type { ConnectionRegistry } from './registry.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { StartFailure } from '../supervision/supervisor.ts'
import {
  HttpTransport,
  type HttpKind,
  isAnswered,
  isForPerson,
  suggestsLegacy,
  suggestsStateless,
} from '../models/http-transport.ts'
import { StdioTransport } from '../models/stdio-transport.ts'
import type { TracedTransport } from '../models/traced-transport.ts'
import { RemotePlatform } from './remote-platform.ts'
import { checkTelemetry, TelemetryConnection } from '../telemetry/telemetry-connection.ts'

/** The transports to try, by definition. */
const HTTP_KINDS: Readonly<Record<'http-or-sse' | 'http' | 'sse', readonly HttpKind[]>> = {
  'http-or-sse': ['stateless', 'http', 'sse'],
  http: ['stateless', 'http'],
  sse: ['sse'],
}

const STDIO_ERAS: Readonly<Record<'auto' | 'legacy' | 'modern', readonly TracedTransport['era'][]>> = {
  auto: [undefined, 'stateless'],
  legacy: [undefined],
  modern: ['stateless'],
}

/** The routes to a server; placeholders are filled in on each attempt. */
export function routesOf(
  definition: ServerDefinition,
  baseEnv: Readonly<Record<string, string>>,
  placeholders: Placeholders,
  signIn?: SignIn,
): { reach: Reach; routes: ModelRoute[] } {
  const reach = reachOf(definition)
  if (typeof reach === 'string') throw workbenchError(reach, { type: definition.type })
  const era = eraOf(definition)
  if (reach.kind === 'stdio') {
    const eras = STDIO_ERAS[era ?? 'auto']
    return { reach, routes: eras.map((era) => stdioRoute(definition, reach, baseEnv, placeholders, era)) }
  }
  const kinds = HTTP_KINDS[reach.kind].filter(
    // Legacy SSE has sessions in any case.
    (kind) => kind === 'sse' || era === undefined || (kind === 'stateless') === (era === 'modern'),
  )
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
    isForPerson,
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

/** When to try the next transport. */
const TRY_NEXT: Readonly<Record<HttpKind, ModelRoute['tryNext']>> = {
  stateless: isAnswered,
  http: suggestsLegacy,
  sse: undefined,
}

/** Names for the log. */
const SPOKEN: Readonly<Record<HttpKind, string>> = {
  http: '',
  stateless: ' (without sessions)',
  sse: ' (SSE)',
}

/** Whether a definition sends a key or token of the user's. */
const sendsKey = ({ headers = {} }: ServerDefinition): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')

function httpRoute(
  kind: HttpKind,
  url: string,
  definition: ServerDefinition,
  placeholders: Placeholders,
  signIn: SignIn | undefined,
): ModelRoute {
  const { headers = {} } = definition
  return {
    label: `${url}${SPOKEN[kind]}`,
    open: (observer) =>
      filled(async () =>
        HttpTransport.open({
          kind,
          url,
          headers: await expandRecord(headers, placeholders),
          // A sign-in would be tried where the key is refused, and hide that.
          authProvider: sendsKey(definition) ? undefined : await signIn?.provider(),
          observer,
        }),
      ),
    tryNext: TRY_NEXT[kind],
    isForPerson,
  }
}

/** A placeholder without a value is an error in the definition, so it is not retried. */
async function filled<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof MissingValue)
      throw new StartFailure({ step: 'spawn', ...error.localized, lastLines: [] }, true)
    throw error
  }
}

/** What all connections of a workbench share. */
export type Listeners = Pick<
  ModelConnectionOptions,
  'onTrace' | 'onNotification' | 'onWritten' | 'onQuestion' | 'roots'
>

export interface OwnConnectionsOptions {
  readonly file: ConnectionFile
  readonly registry: ConnectionRegistry
  readonly consents: Consents
  /** Storage for the OAuth grant of a connection, by its name. */
  grants(name: string): GrantStore
  readonly placeholders: Placeholders
  readonly mask: SecretMask
  /** Environment for third-party servers. */
  readonly baseEnv: Readonly<Record<string, string>>
  readonly version: string
  listeners(id: string): Listeners
}

const serverId = (name: string): string => `model:${name}`
const platformId = (name: string): string => `platform:${name}`
const telemetryId = (name: string): string => `telemetry:${name}`

/** The connections of `connections.json`: opened when it is loaded, reopened when an entry changes. */
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

  async saveTelemetry(name: string, definition: TelemetryDefinition): Promise<string> {
    await this.#options.file.setTelemetry(name, definition)
    await this.#apply(this.#options.file.definitions())
    return telemetryId(name)
  }

  /** Checks a platform definition before it is saved. */
  checkPlatform(definition: PlatformDefinition): Promise<Finding | undefined> {
    return checkPlatform(definition, this.#options.placeholders)
  }

  /** Checks a telemetry definition before it is saved. */
  checkTelemetry(definition: TelemetryDefinition): ReturnType<typeof checkTelemetry> {
    const { placeholders, mask } = this.#options
    return checkTelemetry(new URL(definition.url).host, definition, placeholders, mask)
  }

  async remove(id: string): Promise<void> {
    const name = id.slice(id.indexOf(':') + 1)
    if (id.startsWith('model:')) await this.#options.file.setServer(name, undefined)
    else if (id.startsWith('telemetry:')) await this.#options.file.setTelemetry(name, undefined)
    else await this.#options.file.setPlatform(name, undefined)
    await this.#apply(this.#options.file.definitions())
  }

  /**
   * Applies one list of definitions at a time, because a change has to wait for the old connection to close.
   */
  #apply(definitions: Definitions): Promise<void> {
    return this.#changes.run(() => this.#applyNow(definitions))
  }

  async #applyNow({ servers, platforms, telemetry }: Definitions): Promise<void> {
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
    for (const [name, definition] of telemetry) {
      next.set(telemetryId(name), JSON.stringify(definition))
      wanted.set(telemetryId(name), () => this.#addTelemetry(name, definition))
    }
    for (const [id, text] of this.#known) if (next.get(id) !== text) await registry.remove(id)
    for (const [id, add] of wanted) if (this.#known.get(id) !== next.get(id)) add()
    registry.arrange(wanted.keys())
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
      workspace: definition.workspace,
      version,
      routes,
      address: reach.kind === 'stdio' ? undefined : reach.url,
      era: eraOf(definition),
      sendsKey: sendsKey(definition),
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
    const connection = new RemotePlatform({ ...this.#watched(platformId(name), name), definition })
    this.#addWatched(connection, definition.disabled)
  }

  #addTelemetry(name: string, definition: TelemetryDefinition): void {
    const { mask } = this.#options
    const connection = new TelemetryConnection({
      ...this.#watched(telemetryId(name), name),
      definition,
      mask,
    })
    this.#addWatched(connection, definition.disabled)
  }

  #watched(id: string, name: string) {
    const { registry, placeholders } = this.#options
    const onLog = (lines: LogLine[]) => registry.logged(id, lines)
    return { id, name, placeholders, onChange: registry.changed, onLog }
  }

  #addWatched(connection: RemotePlatform | TelemetryConnection, disabled = false): void {
    this.#options.registry.add({ connection, embedded: false })
    if (!disabled) void connection.start()
  }
}
