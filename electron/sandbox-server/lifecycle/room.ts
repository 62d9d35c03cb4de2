import { isLive } from '#shared/sandbox/states.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { badRequest, PlainFailure } from './platform-error.ts'
import type { SandboxRecord } from './record.ts'

/** How many may live at once; environments have no processes, so they do not take a sandbox's place. */
export interface RoomLimits {
  readonly maxSandboxes: number
  readonly maxEnvironments: number
  readonly runtime: Pick<Runtime, 'refusal'>
}

/**
 * @throws PlatformError when there is no room for one more of that kind; PlainFailure where no backend can start one, so that nothing is
 * kept of it
 */
export function checkRoom(
  records: readonly SandboxRecord[],
  kind: SandboxRecord['kind'],
  { maxSandboxes, maxEnvironments, runtime }: RoomLimits,
): void {
  if (kind === 'box' && runtime.refusal !== undefined) throw new PlainFailure(runtime.refusal)
  const [most, what, option] =
    kind === 'box'
      ? ([maxSandboxes, 'sandboxes are running', '--max-sandboxes'] as const)
      : ([maxEnvironments, 'environments are open', '--max-environments'] as const)
  const live = records.filter((record) => record.kind === kind && isLive(record.state)).length
  if (live < most) return
  throw badRequest(`${live} ${what}, the most this server allows (${option}); stop one first`)
}
