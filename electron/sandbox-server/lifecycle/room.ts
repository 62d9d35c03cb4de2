import { isLive } from '#shared/sandbox/states.ts'
import { badRequest } from './platform-error.ts'
import type { SandboxRecord } from './record.ts'

/** How many may live at once; environments have no processes, so they do not take a sandbox's place. */
export interface RoomLimits {
  readonly maxSandboxes: number
  readonly maxEnvironments: number
}

/** @throws PlatformError when there is no room for one more of that kind */
export function checkRoom(
  records: readonly SandboxRecord[],
  kind: SandboxRecord['kind'],
  { maxSandboxes, maxEnvironments }: RoomLimits,
): void {
  const [most, what, option] =
    kind === 'box'
      ? ([maxSandboxes, 'sandboxes are running', '--max-sandboxes'] as const)
      : ([maxEnvironments, 'environments are open', '--max-environments'] as const)
  const live = records.filter((record) => record.kind === kind && isLive(record.state)).length
  if (live < most) return
  throw badRequest(`${live} ${what}, the most this server allows (${option}); stop one first`)
}
