import { dirname } from 'node:path'
import { LockHeld, acquireLock } from '../../node/folder-lock.ts'
import { StoreError } from './store.ts'

/**
 * Acquires a store's lock file for this process; returns a function that releases it.
 *
 * @throws StoreError CONFLICT when another process holds it, PROVIDER_UNAVAILABLE when its folder cannot be
 *   written
 */
export function lockStore(path: string): () => void {
  try {
    const lock = acquireLock(path)
    return () => lock.release()
  } catch (error) {
    if (error instanceof LockHeld) {
      const who = error.holder ? `process ${error.holder.pid}` : 'another process'
      throw new StoreError(
        'CONFLICT',
        `The data folder is in use by ${who}; end it, or choose another folder with --data.`,
        { lock: path },
      )
    }
    throw new StoreError(
      'PROVIDER_UNAVAILABLE',
      `The data folder ${dirname(path)} cannot be written (${(error as Error).message}); free its disk, give this user the right to write there, or choose another folder with --data.`,
    )
  }
}
