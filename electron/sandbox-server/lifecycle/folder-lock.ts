import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { LockHeld, takeLock } from '../../node/folder-lock.ts'

const NAME = 'server.lock'

/** Time that a start waits for a server that is about to end: its workbench was killed, or it stops its sandboxes. */
const MAX_WAIT_MS = 8_000
const LOOK_EVERY_MS = 50

/** Another server has the data folder; the message says what to do. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

/**
 * Takes a data folder for this process: a second server would end the first one's sandboxes as left over. The lock of a process
 * that is gone is taken over. Returns how to give the folder back.
 *
 * @throws FolderInUse when another server still has it after a while
 */
export async function takeFolder(folder: string, maxWaitMs = MAX_WAIT_MS): Promise<() => void> {
  const path = join(folder, NAME)
  const until = performance.now() + maxWaitMs
  for (;;) {
    try {
      const lock = takeLock(path, {})
      return () => lock.release()
    } catch (error) {
      if (!(error instanceof LockHeld)) throw error
      if (performance.now() >= until) throw inUse(folder, path, error.holder?.pid)
    }
    await delay(LOOK_EVERY_MS)
  }
}

function inUse(folder: string, path: string, pid: number | undefined): FolderInUse {
  const who = pid === undefined ? 'a process that cannot be told' : `process ${pid}`
  const remedy = `Use that server, end it, or choose another folder with --data; ${path} says who it is.`
  return new FolderInUse(`${who} serves the data folder ${folder} already. ${remedy}`)
}
