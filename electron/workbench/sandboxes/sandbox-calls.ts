import { randomUUID } from 'node:crypto'
import type { Forward, SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import type { Forward as OpenForward } from './client/index.ts'
import type { Downloads } from './downloads.ts'
import { fileCalls } from './file-calls.ts'
import { lifeCalls } from './life-calls.ts'
import type { Platforms } from './platforms.ts'
import { Uploads } from './uploads.ts'

type ImageCalls = Pick<AreaHandlers<'sandboxes'>, 'choices' | 'deleteImage' | 'beginImport' | 'endImport'>

/** What a start can choose from, and the images that are kept. Only platforms that say so have either. */
function imageCalls(platforms: Platforms, uploads: Uploads): ImageCalls {
  return {
    choices: ({ platform }, { signal }) =>
      platforms.use(platform, signal, async (client) => {
        if (!(await client.capabilities(signal)).images) return { images: [], pulls: true, networks: [] }
        const [{ images, pulls = false }, networks] = await Promise.all([
          client.images.list({ signal }),
          client.images.networks({ signal }),
        ])
        return { images, pulls, networks: [...networks] }
      }),
    async deleteImage({ platform, reference }, { signal }) {
      await platforms.use(platform, signal, (client) => client.images.delete(reference, { signal }))
      return null
    },
    async beginImport({ platform, imageTag }) {
      return { upload: await uploads.begin({ platform, sandboxId: '', path: imageTag }) }
    },
    async endImport({ upload }, { signal, report }) {
      const { target, file } = await uploads.finished(upload)
      try {
        await platforms.use(target.platform, signal, (client) =>
          client.images.import(file, target.path, {
            signal,
            onProgress: ({ bytes }) => report({ sent: bytes }),
          }),
        )
        return null
      } finally {
        await uploads.drop(upload)
      }
    },
  }
}

type ForwardCalls = Pick<AreaHandlers<'sandboxes'>, 'forward' | 'forwards' | 'stopForward'>

interface Entry {
  readonly id: string
  readonly platform: string
  readonly forward: OpenForward
  error: string | undefined
}

/** Ports of sandboxes on this machine's loopback address. */
function forwardCalls(platforms: Platforms, emit: WorkbenchEmit): ForwardCalls {
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

interface Parts {
  readonly platforms: Platforms
  readonly downloads: Downloads
  readonly emit: WorkbenchEmit
  /** Told of what platforms say of their sandboxes. */
  noteSandboxes(sandboxes: readonly SandboxInfo[]): void
}

/** The page's calls to sandbox platforms: the embedded one and those elsewhere, alike. */
export function sandboxCalls({
  platforms,
  downloads,
  emit,
  noteSandboxes,
}: Parts): AreaHandlers<'sandboxes'> {
  const uploads = new Uploads()
  return {
    ...lifeCalls(platforms, emit, noteSandboxes),
    ...fileCalls(platforms, downloads, uploads),
    ...imageCalls(platforms, uploads),
    ...forwardCalls(platforms, emit),
  }
}
