import { z } from 'zod'
import {
  autoplayDocument,
  endpointsDocument,
  environmentTabs,
  agentDocument,
} from '#shared/documents/environments.ts'
import { type CatalogueEntry, catalogueEntrySchema } from '#shared/gem/catalogue/entry.ts'
import { builtInEntry } from '#shared/gem/catalogue/index.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import type { ModelEndpoint } from '#shared/environments/agent.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { defineCollection } from '#shared/documents/define.ts'
import { earlierBatchSchema } from '#shared/environments/batch.ts'
import { episodeSchema } from '#shared/environments/episode.ts'
import { entriesOf } from '#shared/environments/episode-log.ts'
import type { Documents } from '../documents/documents.ts'
import type { Logs } from '../documents/logs.ts'
import type { Programs } from '../host.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { Batches } from './batches.ts'
import { batchCalls, environmentCalls, episodeCalls } from './environment-calls.ts'
import { Environments } from './environments.ts'
import { Episodes } from './episodes.ts'
import { type AddressOf, type Catalogue, GemClient } from './gem-client.ts'
import { Players } from './players.ts'
import { recordingCalls } from './recording-calls.ts'
import { Recordings } from './recordings.ts'
import { Solver } from './solver.ts'

/** Documents of 0.1.0, one per episode or batch; since then they are the logs `episodes/<id>` and `batches/<id>`, with the same ids. */
const EPISODES = defineCollection({ collection: 'gem-episodes', schema: z.unknown() })
const BATCHES = defineCollection({ collection: 'gem-batches', schema: z.unknown() })

/** Migrates the data of an earlier version: a document is removed only after its log is complete. Unreadable documents stay. */
export async function migrateEnvironments(
  documents: Pick<Documents, 'list' | 'update'>,
  episodes: Pick<Episodes, 'importIfAbsent'>,
  batches: Pick<Batches, 'importIfAbsent'>,
): Promise<void> {
  const remove = (kind: typeof EPISODES, id: string): Promise<void> =>
    documents.update(kind, { collection: kind.collection, id }, () => undefined)
  for (const { id, value } of await documents.list(EPISODES)) {
    const { data } = episodeSchema.safeParse(value)
    if (data?.id !== id) continue
    await episodes.importIfAbsent(id, entriesOf(data))
    await remove(EPISODES, id)
  }
  for (const { id, value } of await documents.list(BATCHES)) {
    const { data } = earlierBatchSchema.safeParse(value)
    if (data?.id !== id) continue
    await batches.importIfAbsent(data)
    await remove(BATCHES, id)
  }
}

/** Turns the single endpoint of 0.1.0 into the first of the endpoints; its key stays in place. */
async function migrateEndpoint(documents: Pick<Documents, 'read' | 'update'>): Promise<void> {
  const refOf = ({ collection, id }: { readonly collection: string; readonly id: string }) => ({
    collection,
    id,
  })
  const earlier = await documents.read(agentDocument, refOf(agentDocument))
  if (!earlier) return
  const first: ModelEndpoint = {
    ...earlier,
    id: 'agent',
    name: earlier.model,
    key: earlier.secret === undefined ? 'none' : 'secret',
    history: 'chat',
    act: 'text',
    stream: true,
  }
  await documents.update(endpointsDocument, refOf(endpointsDocument), ({ version, endpoints }) => ({
    version,
    endpoints: endpoints.some(({ id }) => id === first.id) ? endpoints : [first, ...endpoints],
  }))
  await documents.update(agentDocument, refOf(agentDocument), () => undefined)
}

/** Keys of model endpoints: stored as secrets, given for this session only, or in an environment variable. */
export class EndpointKeys {
  readonly #secrets: Pick<Secrets, 'get' | 'mask'>
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #session = new Map<string, string>()

  constructor(secrets: Pick<Secrets, 'get' | 'mask'>, env: Readonly<Record<string, string | undefined>>) {
    this.#secrets = secrets
    this.#env = env
  }

  /** Sets a key until the process exits; it is not stored. */
  give(id: string, key: string): void {
    this.#session.set(id, key)
    this.#secrets.mask.note(id, key)
  }

  /**
   * @param given a key to try without storing it
   * @throws WorkbenchError `AGENT_KEY_MISSING` when a key is required and there is none
   */
  async of({ id, key, secret, env = '' }: ModelEndpoint, given?: string): Promise<string | undefined> {
    if (key === 'none') return undefined
    if (given !== undefined && key !== 'env') {
      this.#secrets.mask.note(`${id} (given)`, given)
      return given
    }
    const variable = /^\$\{(?:env:)?([^}]+)\}$/.exec(env.trim())?.[1] ?? env.trim()
    const found =
      key === 'session'
        ? this.#session.get(id)
        : key === 'env'
          ? this.#env[variable]
          : await this.#secrets.get(secret ?? '')
    if (found === undefined || found === '')
      throw workbenchError(`AGENT_KEY_MISSING.${key}`, { name: variable })
    if (key === 'env') this.#secrets.mask.note(variable, found)
    return found
  }
}

interface ServicesOptions {
  readonly address: AddressOf
  readonly secrets: Pick<Secrets, 'get' | 'mask'>
  readonly isEmbedded: (platform: string) => boolean
  readonly documents: Documents
  readonly logs: Logs
  readonly programs: Pick<Programs, 'node' | 'env' | 'players'>
  readonly emit: WorkbenchEmit
  /** Folder of recorded episodes. */
  readonly recordings: string
  /** Program and version, for file headers. */
  readonly writer: string
}

/** Environments, episodes, batches and recordings, with their storage. */
export class EnvironmentServices {
  readonly calls: { readonly [A in 'environments' | 'episodes' | 'batches' | 'recordings']: AreaHandlers<A> }
  readonly #options: ServicesOptions
  readonly #client: GemClient
  readonly #solver: Solver
  readonly #keys: EndpointKeys
  readonly #players: Players
  readonly #episodes: Episodes
  readonly #batches: Batches
  readonly #recordings: Recordings
  readonly #entries = new Map<string, Promise<Catalogue>>()
  #environments: Environments | undefined
  #ready: ReadonlySet<string> = new Set()
  readonly #ended = new AbortController()

  constructor(options: ServicesOptions) {
    const { address, secrets, isEmbedded, documents, logs, programs, emit } = options
    this.#options = options
    this.#client = new GemClient(address)
    this.#solver = new Solver(programs)
    this.#keys = new EndpointKeys(secrets, process.env)
    this.#players = new Players({
      solver: this.#solver,
      key: (endpoint) => this.#keys.of(endpoint),
      entryOf: (platform, envId, signal) => this.#entryOf(platform, envId, signal),
      endpoint: async (id) => {
        const { endpoints } = (await documents.handle(endpointsDocument)).value
        return id === undefined ? endpoints[0] : endpoints.find((one) => one.id === id)
      },
    })
    this.#episodes = new Episodes({
      logs,
      onChange: (summary) => emit('episodes.changed', summary),
      onRemove: (id) => emit('episodes.removed', { id }),
    })
    this.#batches = new Batches({
      logs,
      client: this.#client,
      players: this.#players,
      isEmbedded,
      tell: (change) => emit('batches.changed', change),
    })
    this.#recordings = new Recordings({
      logs,
      client: this.#client,
      folder: options.recordings,
      onChange: (head) => emit('recordings.changed', head),
      onRemove: (id) => emit('recordings.removed', { id }),
    })
    const opened = (): Environments => {
      if (!this.#environments) throw new Error('The environments are not loaded')
      return this.#environments
    }
    this.calls = {
      environments: environmentCalls(
        opened,
        (platform, signal) => this.#catalogue(platform, signal),
        this.#keys,
      ),
      episodes: episodeCalls(this.#episodes),
      batches: batchCalls(this.#batches, this.#episodes),
      recordings: recordingCalls(
        this.#recordings,
        this.#episodes,
        this.#batches,
        options.writer,
        async () => (await options.documents.handle(endpointsDocument)).value.endpoints,
      ),
    }
  }

  /** Loads the stored data; call again after the files were replaced. */
  async load(): Promise<void> {
    const { documents, isEmbedded, emit } = this.#options
    await migrateEnvironments(documents, this.#episodes, this.#batches)
    await migrateEndpoint(documents)
    this.#environments?.dispose()
    this.#episodes.reload()
    await this.#batches.load()
    await this.#recordings.load()
    this.#environments = new Environments({
      client: this.#client,
      episodes: this.#episodes,
      players: this.#players,
      isEmbedded,
      tabs: await documents.handle(environmentTabs),
      autoplays: await documents.handle(autoplayDocument),
      tell: (tab, play) => emit('environments.changed', { tab, play }),
    })
  }

  /** Watches platform states: a platform that reconnects may have lost its environments. */
  connectionsChanged(connections: readonly Pick<Connection, 'id' | 'kind' | 'state'>[]): void {
    const ready = connections.filter(({ kind, state }) => kind === 'platform' && state === 'ready')
    for (const { id } of ready)
      if (!this.#ready.has(id))
        void this.#environments?.recheck(id, this.#ended.signal).catch(() => undefined)
    this.#ready = new Set(ready.map(({ id }) => id))
  }

  /** Resumes running batches. The platforms have to be registered. */
  resume(): void {
    this.#batches.resume()
  }

  async dispose(): Promise<void> {
    this.#ended.abort()
    this.#environments?.dispose()
    await this.#batches.dispose()
    await this.#recordings.dispose()
    this.#solver.dispose()
  }

  async #catalogue(platform: string, signal: AbortSignal): Promise<Catalogue> {
    const loading = this.#client.catalogue(platform, signal, this.#environments?.openSandbox(platform))
    this.#entries.set(platform, loading)
    loading.catch(() => this.#entries.delete(platform))
    return loading
  }

  async #entryOf(platform: string, envId: string, signal: AbortSignal): Promise<CatalogueEntry | undefined> {
    const known = builtInEntry(envId)
    if (known) return known
    const { entries } = await (this.#entries.get(platform) ?? this.#catalogue(platform, signal))
    for (const value of entries) {
      const { data } = catalogueEntrySchema.safeParse(value)
      if (data?.id === envId) return data
    }
    return undefined
  }
}
