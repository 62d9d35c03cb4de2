import type { NetworkPolicy } from '#shared/sandbox/network-policy.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Images } from './images.ts'
import type { JobLimits } from './jobs.ts'
import type { RecordStore } from './record-store.ts'
import type { RoomLimits } from './room.ts'

/** Options for a server's sandboxes. */
export interface SandboxesOptions extends RoomLimits, JobLimits {
  readonly runtime: Runtime
  readonly images: Images
  readonly store: RecordStore
  /** Processors and bytes of memory of a start that names none; default: those of the platform. */
  readonly defaultCpus?: number | undefined
  readonly defaultMemory?: number | undefined
  readonly idleMinutes: number
  /** The default network. */
  readonly network: NetworkPolicy
  /** Default platform of an engine's images. */
  readonly platform?: string | undefined
  readonly log: (line: string) => void
}
