import type { Commits } from '../lifecycle/commits.ts'
import type { ImageFolder } from '../lifecycle/image-folder.ts'
import type { ImageImport } from '../lifecycle/image-import.ts'
import type { Images } from '../lifecycle/images.ts'
import type { Sandboxes } from '../lifecycle/sandboxes.ts'
import type { UsageHistory } from '../lifecycle/usage-history.ts'
import type { BackendReport } from '../runtime/advice.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Spool } from './spool.ts'

/** What the operations work on. */
export interface Platform {
  readonly sandboxes: Sandboxes
  readonly runtime: Runtime
  /** How each backend did that was tried at the start. */
  readonly backends: readonly BackendReport[]
  readonly images: Images
  readonly imageFolder: ImageFolder
  readonly imageImport: ImageImport
  readonly commits: Commits
  readonly usage: UsageHistory
  /** For uploads that must wait; emptied when the server starts. */
  readonly spool: Spool
  readonly log: (line: string) => void
}
