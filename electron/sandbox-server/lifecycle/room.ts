import type { Runtime } from '../runtime/runtime.ts'
import type { Census } from './census.ts'
import { badRequest, PlainFailure } from './platform-error.ts'
import type { SandboxRecord } from './record.ts'

/**
 * Maximum number of live sandboxes and environments; environments have no processes, so they are counted
 * separately.
 */
export interface RoomLimits {
  readonly maxSandboxes: number
  readonly maxEnvironments: number
  readonly runtime: Pick<Runtime, 'refusal'>
  /** Enforces the key's limits. @param before the sandbox that `wanted` replaces @throws PlatformError */
  readonly admit?:
    ((wanted: SandboxRecord, before: SandboxRecord | undefined, census: Census) => void) | undefined
}

/**
 * @throws PlatformError when the server's or the key's limit is reached; PlainFailure when no backend can start it, so that no record is
 * created
 */
export function checkRoom(
  census: Census,
  { wanted, before }: { readonly wanted: SandboxRecord; readonly before: SandboxRecord | undefined },
  { maxSandboxes, maxEnvironments, runtime, admit }: RoomLimits,
): void {
  const { kind } = wanted
  if (kind === 'sandbox' && runtime.refusal !== undefined) throw new PlainFailure(runtime.refusal)
  const [most, what, option] =
    kind === 'sandbox'
      ? ([maxSandboxes, 'sandboxes are running', '--max-sandboxes'] as const)
      : ([maxEnvironments, 'environments are open', '--max-environments'] as const)
  const live = census.live(kind)
  if (live < most) return admit?.(wanted, before, census)
  throw badRequest(`${live} ${what}, the most this server allows (${option}); stop one first`)
}
