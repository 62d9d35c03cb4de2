import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MEMORY_CAPABILITIES } from '../memory/index.ts'
import { type GraphStore, type OpenStore, StoreError } from '../store.ts'
import { lockStore } from '../lock.ts'
import { FileWorkspace } from './workspace.ts'

export interface FileStoreOptions {
  /** Data folder; the store lives in `graphstore/file-memory` below it. */
  readonly data: string
  /** Told when an unfinished write was cut off at start. */
  readonly onTorn?: (message: string) => void
}

/** A workspace's name as a folder: escaped, so that no name leads out of the root. */
function folderOf(name: string): string {
  return encodeURIComponent(name).replaceAll('.', '%2E')
}

/**
 * The `file.memory` provider: everything in memory and on the disk. A write is acknowledged when its journal entry has been
 * flushed; a second process on the same folder is refused.
 *
 * @throws StoreError CONFLICT when the folder is in use, PROVIDER_UNAVAILABLE when its files cannot be read
 */
export const openFileStore: OpenStore<FileStoreOptions> = async ({
  data,
  onTorn = () => undefined,
}): Promise<GraphStore> => {
  const root = join(data, 'graphstore', 'file-memory')
  const unlock = lockStore(join(root, 'lock'))
  const workspaces = new Map<string, FileWorkspace>()
  const base = join(root, 'workspaces')
  try {
    for (const folder of existsSync(base) ? await readdir(base) : []) {
      const name = decodeURIComponent(folder)
      const workspace = new FileWorkspace(name, join(base, folder))
      await workspace.load(onTorn)
      workspaces.set(name, workspace)
    }
  } catch (error) {
    unlock()
    if (error instanceof StoreError) throw error
    throw new StoreError('PROVIDER_UNAVAILABLE', error instanceof Error ? error.message : String(error), {
      data,
    })
  }
  let closed = false
  return {
    provider: 'file.memory',
    capabilities: { ...MEMORY_CAPABILITIES, durable: true },
    workspace(name) {
      if (closed) throw new StoreError('PROVIDER_UNAVAILABLE', 'The store is closed.')
      let workspace = workspaces.get(name)
      if (!workspace) {
        workspace = new FileWorkspace(name, join(base, folderOf(name)))
        workspaces.set(name, workspace)
      }
      return workspace
    },
    workspaces: () => [...workspaces.values()].flatMap((one) => (one.isEmpty ? [] : [one.name])).sort(),
    health: () => (closed ? { status: 'unavailable', message: 'The store is closed.' } : { status: 'ok' }),
    async close() {
      if (closed) return
      closed = true
      await Promise.all([...workspaces.values()].map((workspace) => workspace.close()))
      unlock()
    },
  }
}
