import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  Database,
  FirstEntities,
  KnownRelations,
  StatementRow,
  TextCandidates,
} from '../remote/database.ts'
import { RemoteWorkspace } from '../remote/remote-workspace.ts'
import { type GraphStore, StoreError, type StoreHealth, type Workspace } from '../store.ts'
import { refuseLost } from './commit-mark.ts'
import { Outdated } from './errors.ts'
import { MAX_INDEXED } from './index-room.ts'
import { KEYED_LAYOUT } from './keyed-layout.ts'
import { BUFFER_BYTES, LadybugDatabase } from './ladybug-database.ts'
import { type NativeLadybug, loadLadybug } from './native.ts'
import { MAX_FIELD_VALUES } from './sorted-entities.ts'

export { loadLadybug, packageName } from './native.ts'
export type { NativeConnection } from './native.ts'

export interface LadybugOptions {
  /** Data directory; workspaces lie in `<data>/instances/<workspace>/storage/graph/local/ladybug` (docs/model-service.md#stores). */
  readonly data: string
  /** Name of the native package; default: the one for this platform. */
  readonly packageName?: string
  /** Maximum page cache of an open workspace, in bytes; see BUFFER_BYTES. */
  readonly bufferBytes?: number
}

/** Minimum page cache that can checkpoint some ten thousand records. */
const MIN_MB = 64

/**
 * Page cache size from `MODEL_SERVER_EMBEDDED_MB`, in bytes; undefined when it is not set.
 *
 * @throws StoreError INVALID_ARGUMENT
 */
export function bufferBytesFrom(environment: {
  readonly [name: string]: string | undefined
}): number | undefined {
  const text = environment['MODEL_SERVER_EMBEDDED_MB']
  if (text === undefined || text === '') return undefined
  const megabytes = Number(text)
  if (Number.isSafeInteger(megabytes) && megabytes >= MIN_MB) return megabytes * 1024 ** 2
  throw new StoreError(
    'INVALID_ARGUMENT',
    `MODEL_SERVER_EMBEDDED_MB is a whole number of mebibytes, ${MIN_MB} or more.`,
  )
}

const NO_RELATIONS: KnownRelations = { records: [], unread: [] }

const NO_ENTITIES: TextCandidates = { keys: [], isAll: true }

const NOTHING_SORTED: FirstEntities = {
  values: new Map(),
  bound: Number.POSITIVE_INFINITY,
  version: Symbol('nothing sorted'),
}

/** Maximum open databases; the least recently used one is closed. */
const MAX_OPEN = 8

/**
 * Opens the embedded graph database, one database file per workspace.
 *
 * @throws StoreError PROVIDER_UNAVAILABLE when the native package is not installed
 */
export async function openLadybugStore(options: LadybugOptions): Promise<GraphStore> {
  return new LadybugStore(options.data, loadLadybug(options.packageName), options.bufferBytes ?? BUFFER_BYTES)
}

class LadybugStore implements GraphStore {
  readonly provider = 'local.ladybug'
  readonly capabilities = {
    graphMatch: true,
    maxDepth: 16,
    maxLimit: 10_000,
    timeoutMs: 10_000,
    durable: true,
  }
  readonly #data: string
  readonly #native: NativeLadybug
  readonly #bufferBytes: number
  readonly #room = { left: MAX_INDEXED }
  readonly #fieldRoom = { left: MAX_FIELD_VALUES }
  readonly #handles = new Map<string, RemoteWorkspace>()
  /** Least recently used first. */
  readonly #databases = new Map<string, Promise<LadybugDatabase>>()
  /** Number of running operations per database. */
  readonly #users = new Map<string, number>()
  #closed = false

  constructor(data: string, native: NativeLadybug, bufferBytes: number) {
    this.#data = data
    this.#native = native
    this.#bufferBytes = bufferBytes
  }

  workspace(name: string): Workspace {
    const known = this.#handles.get(name)
    if (known) return known
    const handle = new RemoteWorkspace(name, this.#lazily(name))
    this.#handles.set(name, handle)
    return handle
  }

  async workspaces(): Promise<readonly string[]> {
    this.#refuseWhenClosed()
    const root = join(this.#data, 'instances')
    const entries = existsSync(root) ? await readdir(root) : []
    return entries
      .filter((entry) => existsSync(this.#pathOfFolder(entry)))
      .map(decodeURIComponent)
      .sort()
  }

  health(): StoreHealth {
    return this.#closed ? { status: 'unavailable', message: 'The store is closed.' } : { status: 'ok' }
  }

  async close(): Promise<void> {
    this.#closed = true
    const open = await Promise.allSettled(this.#databases.values())
    this.#databases.clear()
    const closed = await Promise.allSettled(
      open.map(async (one) => (one.status === 'fulfilled' ? one.value.close() : undefined)),
    )
    for (const one of closed) if (one.status === 'rejected') throw one.reason
  }

  /**
   * Returns a workspace's database, opened on the first statement; reading a workspace that was never written
   * opens nothing.
   */
  #lazily(name: string): Database {
    return {
      layout: KEYED_LAYOUT,
      read: (text, parameters, signal) =>
        this.#reading<readonly StatementRow[]>(name, [], (database) =>
          database.read(text, parameters, signal),
        ),
      knownRelations: (request) =>
        this.#reading<KnownRelations | undefined>(name, NO_RELATIONS, (database) =>
          database.knownRelations(request),
        ),
      entitiesWithText: (request) =>
        this.#reading<TextCandidates | undefined>(name, NO_ENTITIES, (database) =>
          database.entitiesWithText(request),
        ),
      firstEntities: (request) =>
        this.#reading<FirstEntities | undefined>(name, NOTHING_SORTED, (database) =>
          database.firstEntities(request),
        ),
      write: async (work, signal) => {
        this.#refuseWhenClosed()
        return this.#withDatabase(name, (database) => database.write(work, signal))
      },
    }
  }

  /** Reads a workspace; `empty` if it was never written. */
  async #reading<T>(name: string, empty: T, work: (database: LadybugDatabase) => Promise<T>): Promise<T> {
    this.#refuseWhenClosed()
    const path = this.#pathOf(name)
    if (this.#databases.has(name) || existsSync(path)) return this.#withDatabase(name, work)
    await refuseLost(path)
    return empty
  }

  /** Runs `work` with the database, reopening it if it was closed or became outdated. */
  async #withDatabase<T>(name: string, work: (database: LadybugDatabase) => Promise<T>): Promise<T> {
    this.#users.set(name, (this.#users.get(name) ?? 0) + 1)
    try {
      for (;;) {
        const database = await this.#open(name)
        try {
          return await work(database)
        } catch (error) {
          if (!(error instanceof Outdated)) throw error
          this.#refuseWhenClosed()
        }
      }
    } finally {
      this.#users.set(name, (this.#users.get(name) ?? 1) - 1)
      this.#closeOldest()
    }
  }

  async #open(name: string): Promise<LadybugDatabase> {
    const known = this.#databases.get(name)
    const opening = known ? this.#still(known) : this.#start(name)
    this.#databases.delete(name)
    this.#databases.set(name, opening)
    // Retry a failed open later, when the other process may be gone.
    opening.catch(() => {
      if (this.#databases.get(name) === opening) this.#databases.delete(name)
    })
    return opening
  }

  #start(name: string): Promise<LadybugDatabase> {
    return LadybugDatabase.open({
      native: this.#native,
      path: this.#pathOf(name),
      bufferBytes: this.#bufferBytes,
      room: this.#room,
      fieldRoom: this.#fieldRoom,
    })
  }

  /** Returns an open database, if it is still usable. */
  async #still(known: Promise<LadybugDatabase>): Promise<LadybugDatabase> {
    const database = await known
    if (!database.outdated) return database
    await database.close()
    return LadybugDatabase.open(database.file)
  }

  /** Limits the number of open databases; a closed one is reopened on its next use. */
  #closeOldest(): void {
    let excess = this.#databases.size - MAX_OPEN
    for (const [name, opening] of this.#databases) {
      if (excess <= 0) return
      if ((this.#users.get(name) ?? 0) > 0) continue
      excess -= 1
      void this.#closeIdle(name, opening).catch(() => {})
    }
  }

  async #closeIdle(name: string, opening: Promise<LadybugDatabase>): Promise<void> {
    const database = await opening
    if ((this.#users.get(name) ?? 0) > 0 || this.#databases.get(name) !== opening) return
    await database.close()
    if (this.#databases.get(name) === opening) this.#databases.delete(name)
  }

  #pathOf(name: string): string {
    // encodeURIComponent does not escape dots, and a folder called .. would leave the data directory.
    return this.#pathOfFolder(encodeURIComponent(name).replaceAll('.', '%2E'))
  }

  #pathOfFolder(folder: string): string {
    return join(this.#data, 'instances', folder, 'storage', 'graph', 'local', 'ladybug')
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new StoreError('PROVIDER_UNAVAILABLE', 'The store is closed; open it again.')
  }
}
