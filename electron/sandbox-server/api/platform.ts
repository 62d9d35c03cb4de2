import type { Sandboxes } from '../lifecycle/sandboxes.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** What the operations work on. */
export interface Platform {
  readonly sandboxes: Sandboxes
  readonly runtime: Runtime
  readonly log: (line: string) => void
}
