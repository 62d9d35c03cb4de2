import type { FolderInUse } from '../workbench/store/folder-lock.ts'
import { DOOR_HEADER } from './access.ts'

/** Milliseconds that the first one may take to answer. */
const PATIENCE_MS = 3000

/** Asks the workbench that has the data folder for a fresh address; nothing when it is not a web host or does not answer. */
export async function addressOfHolder({ holder }: FolderInUse): Promise<string | undefined> {
  if (holder.door === undefined) return undefined
  try {
    const { url, key } = holder.door
    const response = await fetch(url, {
      headers: { [DOOR_HEADER]: key },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}
