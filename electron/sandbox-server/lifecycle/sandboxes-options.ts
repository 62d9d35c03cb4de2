import type { NetworkPolicy } from '../network/policy.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Images } from './images.ts'
import type { JobLimits } from './jobs.ts'
import type { RecordStore } from './record-store.ts'
import type { RoomLimits } from './room.ts'

/** What the sandboxes of a server live by. */
export interface SandboxesOptions extends RoomLimits, JobLimits {
  readonly runtime: Runtime
  readonly images: Images
  readonly store: RecordStore
  readonly idleMinutes: number
  /** What a sandbox reaches that does not ask for anything else. */
  readonly network: NetworkPolicy
  /** What the programs of an engine's images are for where a start leaves it open. */
  readonly platform?: string | undefined
  readonly log: (line: string) => void
}
