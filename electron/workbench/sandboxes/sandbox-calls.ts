import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import { fileCalls } from './file-calls.ts'
import { PortForwards } from './port-forwards.ts'
import { lifeCalls } from './life-calls.ts'
import { PlatformFeatures } from './platform-features.ts'
import { type AddressOf, PlatformRest } from './platform-rest.ts'
import { sessionCalls } from './session-calls.ts'

/** The page's calls to sandbox platforms: the embedded one and those elsewhere, alike. */
export function sandboxCalls(address: AddressOf, emit: WorkbenchEmit): AreaHandlers<'sandboxes'> {
  const rest = new PlatformRest(address)
  const features = new PlatformFeatures(address)
  const forwards = new PortForwards(rest, (open) => emit('sandboxes.forwardsChanged', open))
  return {
    ...lifeCalls(rest, features, emit),
    ...sessionCalls(rest, features),
    ...fileCalls(rest),
    forward: ({ platform, sandboxId, port, localPort }) =>
      forwards.start(platform, sandboxId, port, localPort ?? 0),
    forwards: () => forwards.list(),
    stopForward({ id }) {
      forwards.stop(id)
      return null
    },
  }
}
