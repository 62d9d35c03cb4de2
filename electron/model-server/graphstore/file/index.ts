import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MEMORY_CAPABILITIES } from '../memory/index.ts'
import { type GraphStore, type OpenStore, StoreError } from '../store.ts'
import { lockStore } from '../lock.ts'
import { FileWorkspace } from './workspace.ts'

export interface FileStoreOptions {
  /** Data folder; the store lies in `graphstore/file-memory` below it. */
  readonly data: string
  /** Receives a sentence for each file that is damaged, missing, or read-only. */
  readonly onWarning?: (message: string) => void
}

/** Escapes a workspace name for use as a folder, so that no name leads out of the root. */
function folderOf(name: string): string {
  return encodeURIComponent(name).replaceAll('.', '%2E')
}

/** Lists the folders of workspaces, ignoring everything else. */
async function foldersIn(base: string): Promise<{ readonly name: string; readonly folder: string }[]> {
  const entries = await readdir(base, { withFileTypes: true })
  return entries.flatMap((entry) => {
    const name = entry.isDirectory() ? nameOf(entry.name) : undefined
    return name === undefined ? [] : [{ name, folder: join(base, entry.name) }]
  })
}

function nameOf(folder: string): string | undefined {
  try {
    const name = decodeURIComponent(folder)
    return folderOf(name) === folder ? name : undefined
  } catch {
    return undefined
  }
}

/** Without a lock (full disk, no write permission) the store is read-only. */
function lockOrRead(
  path: string,
  isThere: boolean,
): { readonly unlock: () => void; readonly unwritable?: StoreError } {
  try {
    return { unlock: lockStore(path) }
  } catch (error) {
    if (!(error instanceof StoreError) || error.code === 'CONFLICT' || !isThere) throw error
    return { unlock: () => undefined, unwritable: error }
  }
}

/**
 * The `file.memory` provider: everything in memory and on disk. A write is acknowledged once its journal
 * entry has been flushed; a second process on the same folder is refused. Damaged files are reported and lose
 * only what is unreadable.
 *
 * @throws StoreError CONFLICT when the folder is in use, PROVIDER_UNAVAILABLE when its files cannot be read
 */
export const openFileStore: OpenStore<FileStoreOptions> = async ({
  data,
  onWarning = () => undefined,
}): Promise<GraphStore> => {
  const root = join(data, 'graphstore', 'file-memory')
  const base = join(root, 'workspaces')
  const { unlock, unwritable } = lockOrRead(join(root, 'lock'), existsSync(base))
  const warnings: string[] = []
  const tell = (message: string): void => {
    warnings.push(message)
    onWarning(message)
  }
  if (unwritable) tell(`${unwritable.message} Until then it is only read.`)
  const workspaces = new Map<string, FileWorkspace>()
  try {
    for (const { name, folder } of existsSync(base) ? await foldersIn(base) : []) {
      const workspace = new FileWorkspace(name, folder, unwritable)
      await workspace.load(tell)
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
        workspace = new FileWorkspace(name, join(base, folderOf(name)), unwritable)
        workspaces.set(name, workspace)
      }
      return workspace
    },
    workspaces: () => [...workspaces.values()].flatMap((one) => (one.isEmpty ? [] : [one.name])).sort(),
    health() {
      if (closed) return { status: 'unavailable', message: 'The store is closed.' }
      return warnings.length === 0 ? { status: 'ok' } : { status: 'degraded', message: warnings.join(' ') }
    },
    async close() {
      if (closed) return
      closed = true
      await Promise.all([...workspaces.values()].map((workspace) => workspace.close()))
      unlock()
    },
  }
}
