import { RemoteWorkspace } from '../remote/remote-workspace.ts'
import { type GraphStore, StoreError, type StoreHealth, type Workspace } from '../store.ts'
import { BoltDatabase } from './database.ts'
import { type BoltOptions, type BoltSettings, boltSettings } from './options.ts'

export { type BoltOptions, type BoltSettings, boltSettings } from './options.ts'

/**
 * Opens a graph database over Bolt, configured by options and the `GRAPHDB_*` environment variables.
 *
 * @throws StoreError INVALID_ARGUMENT for wrong settings, PROVIDER_UNAVAILABLE when the database cannot be
 *   used
 */
export async function openBoltStore(
  options: BoltOptions & { readonly environment?: { readonly [name: string]: string | undefined } } = {},
): Promise<GraphStore> {
  const settings = boltSettings(options, options.environment ?? process.env)
  return new BoltStore(settings, await BoltDatabase.connect(settings))
}

class BoltStore implements GraphStore {
  readonly provider = 'graphdb'
  readonly capabilities
  readonly #settings: BoltSettings
  readonly #database: BoltDatabase
  readonly #handles = new Map<string, Workspace>()
  #closed = false

  constructor(settings: BoltSettings, database: BoltDatabase) {
    this.#settings = settings
    this.#database = database
    this.capabilities = {
      graphMatch: true,
      maxDepth: 16,
      maxLimit: 10_000,
      timeoutMs: settings.timeoutMs,
      durable: true,
    }
  }

  workspace(name: string): Workspace {
    const known = this.#handles.get(name)
    if (known) return known
    const handle = new RemoteWorkspace(name, {
      layout: this.#database.layout,
      read: async (text, parameters, signal) => {
        this.#refuseWhenClosed()
        return this.#database.read(text, parameters, signal)
      },
      write: async (work, signal) => {
        this.#refuseWhenClosed()
        return this.#database.write(work, signal)
      },
    })
    this.#handles.set(name, handle)
    return handle
  }

  async workspaces(signal?: AbortSignal): Promise<readonly string[]> {
    this.#refuseWhenClosed()
    const rows = await this.#database.read('MATCH (w:ModelWorkspace) RETURN w.name AS name', {}, signal)
    const names = rows.map((row) => String(row['name']))
    if (new Set(names).size < names.length) {
      throw new StoreError(
        'CONFLICT',
        'The database holds a workspace twice; stop other writers and remove the copy.',
      )
    }
    return names.sort()
  }

  async health(): Promise<StoreHealth> {
    if (this.#closed) return { status: 'unavailable', message: 'The store is closed.' }
    try {
      await this.#database.ping()
    } catch (error) {
      return {
        status: 'unavailable',
        message: error instanceof Error ? error.message : 'The database is gone.',
      }
    }
    if (this.#settings.dialect === 'neo4j') return { status: 'ok' }
    return { status: 'ok', message: 'openCypher mode: exactly one instance may write to this database.' }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#database.close()
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new StoreError('PROVIDER_UNAVAILABLE', 'The store is closed; open it again.')
  }
}
