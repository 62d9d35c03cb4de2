import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../remote/database.ts'
import { RemoteWorkspace } from '../remote/remote-workspace.ts'
import { type GraphStore, StoreError, type StoreHealth, type Workspace } from '../store.ts'
import { LadybugDatabase } from './ladybug-database.ts'
import { type NativeLadybug, loadLadybug } from './native.ts'

export { LADYBUG_SCHEMA } from './ladybug-database.ts'
export { loadLadybug, packageName } from './native.ts'
export type { NativeConnection } from './native.ts'

export interface LadybugOptions {
  /** Data directory; workspaces lie in `<data>/instances/<workspace>/storage/graph/local/ladybug` (spec §6). */
  readonly data: string
  /** Name of the native package; default: the one for this machine. */
  readonly packageName?: string
}

/**
 * Opens the embedded graph database, one database file per workspace.
 *
 * @throws StoreError PROVIDER_UNAVAILABLE when the native package is not installed
 */
export async function openLadybugStore(options: LadybugOptions): Promise<GraphStore> {
  return new LadybugStore(options.data, loadLadybug(options.packageName))
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
  private readonly data: string
  private readonly native: NativeLadybug
  private readonly handles = new Map<string, RemoteWorkspace>()
  private readonly databases = new Map<string, Promise<LadybugDatabase>>()
  private closed = false

  constructor(data: string, native: NativeLadybug) {
    this.data = data
    this.native = native
  }

  workspace(name: string): Workspace {
    const known = this.handles.get(name)
    if (known) return known
    const handle = new RemoteWorkspace(name, this.lazily(name))
    this.handles.set(name, handle)
    return handle
  }

  async workspaces(): Promise<readonly string[]> {
    this.refuseWhenClosed()
    const root = join(this.data, 'instances')
    const entries = existsSync(root) ? await readdir(root) : []
    return entries
      .filter((entry) => existsSync(this.pathOfFolder(entry)))
      .map(decodeURIComponent)
      .sort()
  }

  health(): StoreHealth {
    return this.closed ? { status: 'unavailable', message: 'The store is closed.' } : { status: 'ok' }
  }

  async close(): Promise<void> {
    this.closed = true
    const open = await Promise.allSettled(this.databases.values())
    this.databases.clear()
    for (const database of open) if (database.status === 'fulfilled') await database.value.close()
  }

  /** The workspace's database, opened by the first statement; a read from a workspace that was never written opens nothing. */
  private lazily(name: string): Database {
    return {
      relationAccess: 'keyed',
      read: async (text, parameters, signal) => {
        this.refuseWhenClosed()
        if (!this.databases.has(name) && !existsSync(this.pathOf(name))) return []
        return (await this.open(name)).read(text, parameters, signal)
      },
      write: async (work, signal) => {
        this.refuseWhenClosed()
        return (await this.open(name)).write(work, signal)
      },
    }
  }

  private async open(name: string): Promise<LadybugDatabase> {
    const known = this.databases.get(name)
    if (known) return known
    const opening = LadybugDatabase.open(this.native, this.pathOf(name))
    this.databases.set(name, opening)
    // A failed start may succeed later, when the other process is gone.
    opening.catch(() => this.databases.delete(name))
    return opening
  }

  private pathOf(name: string): string {
    // encodeURIComponent leaves dots alone, and a folder called .. would leave the data directory.
    return this.pathOfFolder(encodeURIComponent(name).replaceAll('.', '%2E'))
  }

  private pathOfFolder(folder: string): string {
    return join(this.data, 'instances', folder, 'storage', 'graph', 'local', 'ladybug')
  }

  private refuseWhenClosed(): void {
    if (this.closed) throw new StoreError('PROVIDER_UNAVAILABLE', 'The store is closed; open it again.')
  }
}
