import type { LogLine } from '#shared/workbench/areas/connections.ts'
import type { ModelConnectionOptions } from '../models/model-connection.ts'
import { ModelConnection } from '../models/model-connection.ts'
import { SignIn, type GrantStore } from '../models/sign-in.ts'
import type { SecretMask } from '../secrets/secret-mask.ts'
import { SerialQueue } from '#shared/workbench/serial-queue.ts'
import { routesOf } from './build.ts'
import type { ConnectionFile, Definitions } from './connection-file.ts'
import type { Consents } from './consents.ts'
import { launchOf, type PlatformDefinition, type ServerDefinition } from './definition.ts'
import type { Placeholders } from './expand.ts'
import { checkPlatform, type Finding } from './platform-look.ts'
import type { ConnectionRegistry } from './registry.ts'
import { RemotePlatform } from './remote-platform.ts'

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
      ...(reach.kind === 'stdio' ? {} : { address: reach.url }),
      mask,
      onChange: registry.changed,
      onLog: (lines: LogLine[]) => registry.logged(id, lines),
      ...listeners(id),
    })
    const launch = launchOf(definition)
    registry.add({
      connection,
      embedded: false,
      ...(signIn ? { signIn } : {}),
      ...(launch === undefined
        ? {}
        : {
            consent: {
              launch,
              before: () => consents.last(name),
              given: () => consents.has(definition),
              give: () => consents.give(definition, name, launch),
            },
          }),
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
