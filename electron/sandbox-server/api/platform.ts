import type { Key } from '../../node/access/keys.ts'
import type { AuditPage, AuditFilter } from '../../node/access/audit-reader.ts'
import type { Commits } from '../lifecycle/commits.ts'
import type { ImageFolder } from '../lifecycle/image-folder.ts'
import type { ImageImport } from '../lifecycle/image-import.ts'
import type { Images } from '../lifecycle/images.ts'
import type { Sandboxes } from '../lifecycle/sandboxes.ts'
import type { UsageHistory } from '../lifecycle/usage-history.ts'
import type { BackendReport } from '../runtime/advice.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Spool } from './spool.ts'

/** The part of the sandboxes that operations use; a caller may not see all of them. */
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
  | 'saved'
  | 'refresh'
  | 'shared'
>

interface AuditShelf {
  /** Whether calls are being recorded. */
  readonly isKept: boolean
  /** @throws InvalidCursor */
  readonly read: (wish: AuditFilter) => Promise<AuditPage>
}

/** What the operations work on. */
export interface Platform {
  readonly sandboxes: SandboxesInView
  readonly runtime: Runtime
  /** The result of each backend tried at startup. */
  readonly backends: readonly BackendReport[]
  readonly images: Pick<Images, 'resolve' | 'list'>
  readonly imageFolder: Pick<ImageFolder, 'problems' | 'remove'>
  readonly imageImport: ImageImport
  readonly commits: Pick<Commits, 'begin' | 'ended' | 'pushers' | 'status'>
  readonly usage: UsageHistory
  /** For uploads that have to wait; emptied when the server starts. */
  readonly spool: Spool
  readonly log: (line: string) => void
  /** The audit log; absent if calls are never recorded. */
  readonly audit?: AuditShelf | undefined
  /** The caller's key; absent for the server's own token. */
  readonly key?: Key
  /** Enforces the session limits of the key that opens one. @throws PlatformError */
  readonly admitSession?: ((sandboxId: string, key: string | undefined) => void) | undefined
}

/** The complete platform of a server, as its owner sees it. */
export interface WholePlatform extends Platform {
  readonly sandboxes: Sandboxes
  readonly commits: Commits
  /** A platform without sandboxes and images, which answers for those that a caller may not access. */
  readonly nothing: Platform
}
