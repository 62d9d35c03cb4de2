import type { FolderInUse } from '../workbench/store/folder-lock.ts'
import { DOOR_HEADER } from './access.ts'

/** Timeout for the first instance's answer, milliseconds. */
const PATIENCE_MS = 3000

/**
 * Asks the workbench that holds the data folder for a new address; undefined when it is not a web host or
 * does not answer.
 */
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
