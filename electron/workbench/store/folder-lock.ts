import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type FolderLock, LockHeld, acquireLock } from '../../node/folder-lock.ts'

const NAME = 'workbench.lock'

/** Where a second start asks the lock holder for a URL. Only the owner of the lock file can read it. */
const startUrlSchema = z.object({ url: z.url(), key: z.string() })
type StartUrl = z.infer<typeof startUrlSchema>

/** What a workbench writes about itself into its lock. */
const detailsSchema = z.object({
  host: z.enum(['desktop', 'web']).catch('web'),
  door: startUrlSchema.optional().catch(undefined),
})
type Details = z.infer<typeof detailsSchema>

/** The process that holds a data folder. */
interface Holder extends Details {
  readonly pid: number
}

/** Another workbench has locked the data folder; two would overwrite each other's data. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
  readonly folder: string
  readonly holder: Holder

  constructor(folder: string, holder: Holder) {
    super(
      `Orrery runs already with the data folder ${folder} (${holder.host === 'desktop' ? 'the desktop app' : 'the web host'}, process ${holder.pid}). Use that one, or give this one another folder.`,
    )
    this.folder = folder
    this.holder = holder
  }
}

/** The exclusive lock on a data folder. */
export class DataFolderLock {
  readonly #lock: FolderLock
  readonly #host: Details['host']

  private constructor(lock: FolderLock, host: Details['host']) {
    this.#lock = lock
    this.#host = host
  }

  /** @throws FolderInUse while another live process holds the folder */
  static take(folder: string, host: Details['host']): DataFolderLock {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    try {
      return new DataFolderLock(acquireLock(join(folder, NAME), { host }), host)
    } catch (error) {
      if (!(error instanceof LockHeld)) throw error
      const { pid = 0, details = {} } = error.holder ?? {}
      throw new FolderInUse(folder, { pid, ...detailsSchema.parse(details) })
    }
  }

  /** Publishes where a second start can ask for access. */
  announce(door: StartUrl): void {
    this.#lock.announce({ host: this.#host, door })
  }

  /** Releases the folder. Synchronous, so that it also works while the process exits. */
  release(): void {
    this.#lock.release()
  }
}
