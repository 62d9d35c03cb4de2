import { isLive } from '#shared/sandbox/states.ts'
import type { Runtime } from '../runtime/runtime.ts'
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
  /** Enforces the key's limits. @throws PlatformError */
  readonly admit?: ((wanted: SandboxRecord, records: readonly SandboxRecord[]) => void) | undefined
}

/**
 * @throws PlatformError when the server's or the key's limit is reached; PlainFailure when no backend can start it, so that no record is
 * created
 */
export function checkRoom(
  records: readonly SandboxRecord[],
  wanted: SandboxRecord,
  { maxSandboxes, maxEnvironments, runtime, admit }: RoomLimits,
): void {
  const { kind } = wanted
  if (kind === 'sandbox' && runtime.refusal !== undefined) throw new PlainFailure(runtime.refusal)
  const [most, what, option] =
    kind === 'sandbox'
      ? ([maxSandboxes, 'sandboxes are running', '--max-sandboxes'] as const)
      : ([maxEnvironments, 'environments are open', '--max-environments'] as const)
  const live = records.filter((record) => record.kind === kind && isLive(record.state)).length
  if (live < most) return admit?.(wanted, records)
  throw badRequest(`${live} ${what}, the most this server allows (${option}); stop one first`)
}
