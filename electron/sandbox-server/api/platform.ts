import type { AuditPage, AuditWish } from '../../node/access/audit-reader.ts'
import type { Commits } from '../lifecycle/commits.ts'
import type { ImageFolder } from '../lifecycle/image-folder.ts'
import type { ImageImport } from '../lifecycle/image-import.ts'
import type { Images } from '../lifecycle/images.ts'
import type { Sandboxes } from '../lifecycle/sandboxes.ts'
import type { UsageHistory } from '../lifecycle/usage-history.ts'
import type { BackendReport } from '../runtime/advice.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Spool } from './spool.ts'

/** What the operations ask of the sandboxes; a caller may see fewer of them than there are. */
type SandboxesInView = Pick<
  Sandboxes,
  | 'start'
  | 'openLight'
  | 'all'
  | 'problems'
  | 'find'
  | 'started'
  | 'touch'
  | 'use'
  | 'isolateOf'
  | 'sessionsOf'
  | 'stop'
  | 'delete'
  | 'restart'
  | 'setNetwork'
  | 'setPaused'
  | 'setDeadline'
  | 'kept'
  | 'refresh'
>

interface AuditShelf {
  /** Whether calls are noted now. */
  readonly isKept: boolean
  /** @throws UnknownPlace */
  readonly read: (wish: AuditWish) => Promise<AuditPage>
}

/** What the operations work on. */
export interface Platform {
  readonly sandboxes: SandboxesInView
  readonly runtime: Runtime
  /** How each backend did that was tried at the start. */
  readonly backends: readonly BackendReport[]
  readonly images: Pick<Images, 'resolve' | 'list'>
  readonly imageFolder: Pick<ImageFolder, 'problems' | 'remove'>
  readonly imageImport: ImageImport
  readonly commits: Pick<Commits, 'begin' | 'status' | 'ended'>
  readonly usage: UsageHistory
  /** For uploads that must wait; emptied when the server starts. */
  readonly spool: Spool
  readonly log: (line: string) => void
  /** Who did what; absent where no calls are ever noted. */
  readonly audit?: AuditShelf | undefined
  /** Refuses a session beyond what the key of a sandbox may have. @throws PlatformError */
  readonly admitSession?: ((sandboxId: string) => void) | undefined
}

/** The whole platform of a server, as its owner finds it. */
export interface WholePlatform extends Platform {
  readonly sandboxes: Sandboxes
  /** One of the same kind without sandboxes and images: what answers about those that a caller may not know. */
  readonly nothing: Platform
}
