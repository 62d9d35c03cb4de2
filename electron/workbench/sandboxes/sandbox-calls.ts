import { randomUUID } from 'node:crypto'
import { placeOf } from '#shared/terminals/terminal.ts'
import type { Forward, SandboxInfo, StartInput } from '#shared/workbench/areas/sandboxes.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import type { Forward as OpenForward, SandboxPlatform, StartOptions } from './client/index.ts'
import type { Downloads } from './downloads.ts'
import { fileCalls } from './file-calls.ts'
import type { Loans } from './loans/loans.ts'
import type { Platforms } from './platforms.ts'
import { writeStartFiles } from './start-files.ts'
import type { Uploads } from './uploads.ts'
import { describeSandbox } from './sandbox-record.ts'

type LifeCalls = Pick<
  AreaHandlers<'sandboxes'>,
  | 'features'
  | 'list'
  | 'start'
  | 'status'
  | 'keepAlive'
  | 'statistics'
  | 'usageHistory'
  | 'audit'
  | 'ports'
  | 'setPaused'
  | 'stop'
  | 'remove'
  | 'restart'
  | 'commit'
  | 'fork'
  | 'traffic'
  | 'setNetwork'
>

/** Sandbox lifecycle calls. Only user actions extend a deadline; reads never do. */
function lifeCalls(
  platforms: Platforms,
  loans: Loans,
  emit: WorkbenchEmit,
  note: (sandboxes: readonly SandboxInfo[]) => void,
): LifeCalls {
  /** The deadline of each running sandbox, as its platform last reported it. */
  const deadlines = new Map<string, string>()
  const describe = (platform: string, record: unknown): SandboxInfo => {
    const info = describeSandbox(platform, record)
    note([info])
    const place = placeOf(info)
    if (!info.isAlive) deadlines.delete(place)
    else if (info.autoStopTime === undefined) return { ...info, autoStopNotBefore: deadlines.get(place) }
    else deadlines.set(place, info.autoStopTime)
    return info
  }
  const changed = (platform: string): void => emit('sandboxes.changed', { platform })

  /** Runs an operation that changes the list. */
  function change<T>(
    platform: string,
    signal: AbortSignal,
    act: (client: SandboxPlatform) => Promise<T>,
  ): Promise<T> {
    return platforms.use(platform, signal, act).finally(() => changed(platform))
  }

  async function untilAlive(
    client: SandboxPlatform,
    platform: string,
    sandboxId: string,
    signal: AbortSignal,
    report: (info: SandboxInfo) => void,
  ): Promise<SandboxInfo> {
    const status = await client.whenAlive(sandboxId, {
      signal,
      onStatus: (status) => report(describe(platform, status)),
    })
    return describe(platform, status)
  }

  return {
    features: ({ platform }, { signal }) => platforms.features(platform, signal),
    list: ({ platform }, { signal }) =>
      platforms.use(platform, signal, async (client) =>
        (await client.list({ signal })).map((status) => describe(platform, status)),
      ),
    start: (input, { signal, report }) =>
      change(input.platform, signal, async (client) => {
        const sandboxId = await client.startAsync(startOptions(input), { signal })
        // The caller learns of the sandbox before it appears in a list.
        const accepted = describe(input.platform, await client.status(sandboxId, { signal }))
        report(accepted)
        changed(input.platform)
        const { files = [] } = input
        if (input.wait === false && files.length === 0) return accepted
        try {
          const info = await untilAlive(client, input.platform, sandboxId, signal, report)
          await writeStartFiles(client, sandboxId, files, signal)
          return info
        } catch (error) {
          // The start was cancelled, but the platform would continue it.
          if (signal.aborted) await client.stop(sandboxId).catch(() => undefined)
          throw error
        }
      }),
    status: ({ platform, sandboxId }, { signal }) =>
      platforms.use(platform, signal, async (client) =>
        describe(platform, await client.status(sandboxId, { signal })),
      ),
    keepAlive: ({ platform, sandboxId }, { signal }) =>
      change(platform, signal, async (client) =>
        describe(platform, await client.keepAlive(sandboxId, { signal })),
      ),
    statistics: ({ platform, sandboxId }, { signal }) =>
      platforms.use(platform, signal, async (client) => {
        const { cpu, mem, disk, net, net_shared: shared } = await client.statistics(sandboxId, { signal })
        return Object.fromEntries(
          Object.entries({ cpu, memory: mem, disk, net: shared ? undefined : net }).filter(
            ([, value]) => value !== undefined,
          ),
        )
      }),
    usageHistory: ({ platform, sandboxId }, { signal }) =>
      platforms.use(platform, signal, async (client) =>
        (await client.usageHistory(sandboxId, { signal })).samples.map(
          ({ time, cpu, mem: memory, disk, net, processes, out_of_memory: outOfMemory = 0 }) => ({
            time,
            cpu,
            memory,
            disk,
            net,
            processes,
            outOfMemory,
          }),
        ),
      ),
    audit: ({ platform, ...query }, { signal }) =>
      platforms.use(platform, signal, async (client) => {
        const { items, next, is_kept: isKept } = await client.audit(query, { signal })
        return { items, next, isKept }
      }),
    ports: ({ platform, sandboxId }, { signal }) =>
      platforms.use(platform, signal, async (client) => (await client.ports(sandboxId, { signal })).ports),
    async setPaused({ platform, sandboxId, paused }, { signal }) {
      await change(platform, signal, (client) => client.setPaused(sandboxId, paused, { signal }))
      if (!paused) await loans.endOver({ platform, sandboxId })
      return null
    },
    async stop({ platform, sandboxId }, { signal }) {
      await loans.tryEndAll({ platform, sandboxId })
      await change(platform, signal, (client) => client.stop(sandboxId, { signal }))
      return null
    },
    async remove({ platform, sandboxId }, { signal }) {
      await change(platform, signal, (client) => client.delete(sandboxId, { signal }))
      await loans.forget({ platform, sandboxId })
      return null
    },
    restart: ({ platform, sandboxId }, { signal, report }) =>
      change(platform, signal, async (client) => {
        await client.restart(sandboxId, { signal })
        changed(platform)
        const info = await untilAlive(client, platform, sandboxId, signal, report)
        await loans.tryEndAll({ platform, sandboxId })
        return info
      }),
    async commit({ platform, sandboxId, imageTag, username, password }, { signal }) {
      await loans.endAll({ platform, sandboxId })
      await platforms.use(platform, signal, (client) =>
        client.commit(sandboxId, imageTag, {
          signal,
          username: username || undefined,
          password: password || undefined,
        }),
      )
      return { imageTag }
    },
    fork: ({ platform, sandboxId, count, name, imageTag, env }, { signal }) =>
      change(platform, signal, async (client) => {
        const { cpus, memory, disk, network } = describe(platform, await client.status(sandboxId, { signal }))
        await loans.endAll({ platform, sandboxId })
        await client.commit(sandboxId, imageTag, { signal })
        const sandboxIds: string[] = []
        for (let copy = 1; copy <= count; copy++) {
          const own = { platform, image: imageTag, cpus, memory, disk, network, env, name: `${name} ${copy}` }
          sandboxIds.push(await client.startAsync(startOptions(own), { signal }))
        }
        return { sandboxIds }
      }),
    traffic: ({ platform, sandboxId }, { signal }) =>
      platforms.use(platform, signal, async (client) => {
        const { network, way_out: wayOut, connections } = await client.connections(sandboxId, { signal })
        return { network, wayOut, connections }
      }),
    setNetwork: ({ platform, sandboxId, network }, { signal }) =>
      change(platform, signal, async (client) => {
        const { takes_effect: when } = await client.setNetwork(sandboxId, network, { signal })
        return { isNow: when === 'now' }
      }),
  }
}

/** The start request, without members that are left to the platform. */
function startOptions({
  image,
  sandboxId,
  cpus,
  memory,
  disk,
  network,
  imagePlatform,
  registryLogin,
  name,
  notes,
  env,
  autoStopMinutes,
  autoDeleteSeconds,
}: StartInput): StartOptions {
  const own = env && Object.keys(env).length > 0 ? env : undefined
  const limits = { cpus, memory, disk, network, autoStopMinutes, autoDeleteSeconds }
  const registry = { imagePlatform, registryLogin }
  const options = { sandboxId, name, notes, env: own, ...limits, ...registry }
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== '')
  return { image, ...(Object.fromEntries(given) as Omit<StartOptions, 'image'>) }
}

type ImageCalls = Pick<AreaHandlers<'sandboxes'>, 'choices' | 'deleteImage' | 'beginImport' | 'endImport'>

/** What a start can choose from, and saved images. Only platforms that declare them have either. */
function imageCalls(platforms: Platforms, uploads: Uploads): ImageCalls {
  return {
    choices: ({ platform }, { signal }) =>
      platforms.use(platform, signal, async (client) => {
        if (!(await client.capabilities(signal)).images)
          return { images: [], pulls: true, imports: false, networks: [], missing: {} }
        const [{ images, pulls = false, imports = true }, isolation] = await Promise.all([
          client.images.list({ signal }),
          client.images.isolation({ signal }),
        ])
        const described = images.map(({ from_sandbox: fromSandbox, from_image: fromImage, ...image }) =>
          fromSandbox && fromImage ? { ...image, fromSandbox, fromImage } : image,
        )
        return { images: described, pulls, imports, ...isolation }
      }),
    async deleteImage({ platform, reference }, { signal }) {
      await platforms.use(platform, signal, (client) => client.images.delete(reference, { signal }))
      return null
    },
    beginImport: ({ platform, imageTag }) => ({
      upload: uploads.begin({ platform, sandboxId: '', path: imageTag }),
    }),
    endImport: ({ upload, streamed }, { signal, report }) =>
      uploads.use(upload, signal, ({ platform, path }) =>
        platforms.use(platform, signal, async (client) => {
          const onProgress = ({ bytes }: { bytes: number }): void => report({ sent: bytes })
          await client.images.import(await uploads.content(upload, streamed), path, { signal, onProgress })
          return null
        }),
      ),
  }
}

type ForwardCalls = Pick<AreaHandlers<'sandboxes'>, 'forward' | 'forwards' | 'stopForward'>

interface Entry {
  readonly id: string
  readonly platform: string
  readonly forward: OpenForward
  error: string | undefined
}

/** Forwards sandbox ports to this machine's loopback address. */
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
  readonly uploads: Uploads
  readonly loans: Loans
  readonly emit: WorkbenchEmit
  /** Called with the sandboxes that platforms report. */
  noteSandboxes(sandboxes: readonly SandboxInfo[]): void
}

/** The page's calls to sandbox platforms, embedded and remote. */
export function sandboxCalls({
  platforms,
  downloads,
  uploads,
  loans,
  emit,
  noteSandboxes,
}: Parts): AreaHandlers<'sandboxes'> {
  return {
    ...lifeCalls(platforms, loans, emit, noteSandboxes),
    ...loans.calls,
    ...fileCalls(platforms, downloads, uploads),
    ...imageCalls(platforms, uploads),
    ...forwardCalls(platforms, emit),
  }
}
