import { isLive } from '#shared/sandbox/states.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { badRequest, PlainFailure } from './platform-error.ts'
import type { SandboxRecord } from './record.ts'

/** How many may live at once; environments have no processes, so they do not take a sandbox's place. */
export interface RoomLimits {
  readonly maxSandboxes: number
  readonly maxEnvironments: number
  readonly runtime: Pick<Runtime, 'refusal'>
  /** Refuses what a key may not have any more. @throws PlatformError */
  readonly admit?: ((wanted: SandboxRecord, records: readonly SandboxRecord[]) => void) | undefined
}

/**
 * @throws PlatformError when there is no room for one more of that kind, or its key may have no more; PlainFailure where no backend can start one, so that nothing is
 * kept of it
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
