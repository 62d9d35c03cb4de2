import { randomUUID } from 'node:crypto'
import type { Forward } from '#shared/workbench/areas/sandboxes.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import type { Forward as OpenForward } from './client/index.ts'
import type { Platforms } from './platforms.ts'

type ForwardCalls = Pick<AreaHandlers<'sandboxes'>, 'forward' | 'forwards' | 'stopForward'>

interface Entry {
  readonly id: string
  readonly platform: string
  readonly forward: OpenForward
  error: string | undefined
}

/** Ports of sandboxes on this machine's loopback address. */
export function forwardCalls(platforms: Platforms, emit: WorkbenchEmit): ForwardCalls {
  const open = new Map<string, Entry>()
  const list = (): Forward[] => [...open.values()].map(describe)
  const changed = (): void => emit('sandboxes.forwardsChanged', list())
  return {
    async forward({ platform, sandboxId, port, localPort }, { signal }) {
      const same = list().find(
        (one) => one.platform === platform && one.sandboxId === sandboxId && one.port === port,
      )
      if (same) return same
      const id = randomUUID()
      const forward = await platforms.use(platform, signal, (client) =>
        client.forwards.open(sandboxId, port, localPort ?? 0, (reason) => {
          const entry = open.get(id)
          if (!entry || entry.error === reason) return
          entry.error = reason
          changed()
        }),
      )
      const entry: Entry = { id, platform, forward, error: undefined }
      open.set(id, entry)
      changed()
      return describe(entry)
    },
    forwards: list,
    stopForward({ id }) {
      open.get(id)?.forward.close()
      open.delete(id)
      changed()
      return null
    },
  }
}

const describe = ({ id, platform, forward, error }: Entry): Forward => ({
  id,
  platform,
  sandboxId: forward.sandboxId,
  port: forward.remotePort,
  localPort: forward.localPort,
  connections: forward.connections,
  error,
})
