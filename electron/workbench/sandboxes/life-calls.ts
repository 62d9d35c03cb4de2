import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { SandboxInfo, SandboxStatistics, StartInput } from '#shared/workbench/areas/sandboxes.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import type { PlatformFeatures } from './platform-features.ts'
import type { PlatformRest } from './platform-rest.ts'
import { brokenPhase, describeSandbox } from './sandbox-record.ts'

const listRecord = z.looseObject({ items: z.array(z.unknown()) })
const startRecord = z.looseObject({ sandbox_id: z.string() })
const figure = z.number().nullish()
const statistics = z.looseObject({ cpu: figure, mem: figure, disk: figure, net: figure })
const commitRecord = z.looseObject({
  phase: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED']),
  error_code: z.string().nullish(),
  error_message: z.string().nullish(),
})

/** Milliseconds between looks at a sandbox that starts, and at a commit. */
const LOOK_EVERY = 200
const COMMIT_EVERY = 500

type LifeCalls = Pick<
  AreaHandlers<'sandboxes'>,
  | 'features'
  | 'list'
  | 'start'
  | 'status'
  | 'keepAlive'
  | 'statistics'
  | 'stop'
  | 'remove'
  | 'restart'
  | 'commit'
>

/** Everything about the life of a sandbox. Only what a person does renews a deadline; looking never does. */
export function lifeCalls(rest: PlatformRest, features: PlatformFeatures, emit: WorkbenchEmit): LifeCalls {
  const changed = (platform: string): void => emit('sandboxes.changed', { platform })

  async function look(
    platform: string,
    sandboxId: string,
    signal: AbortSignal,
    renew = false,
  ): Promise<SandboxInfo> {
    const query = { sandbox_id: sandboxId, include_all_states: 'true', refresh_timeout: String(renew) }
    return describeSandbox(platform, await rest.call(platform, { path: '/get_status', query, signal }))
  }

  async function untilAlive(
    platform: string,
    sandboxId: string,
    signal: AbortSignal,
    report: (info: SandboxInfo) => void,
  ): Promise<SandboxInfo> {
    for (;;) {
      const info = await look(platform, sandboxId, signal)
      report(info)
      if (info.isAlive) return info
      const broken = brokenPhase(info)
      if (broken !== undefined) throw startFailed(sandboxId, broken)
      if (info.state !== 'pending') throw startFailed(sandboxId, `its state is ${info.state}`)
      await pause(LOOK_EVERY, undefined, { signal })
    }
  }

  async function act(platform: string, path: string, sandboxId: string, signal: AbortSignal): Promise<null> {
    await rest.call(platform, { path, body: { sandbox_id: sandboxId }, signal })
    changed(platform)
    return null
  }

  return {
    features: ({ platform }, { signal }) => features.of(platform, signal),
    async list({ platform }, { signal }) {
      const { listsStopped } = await features.of(platform, signal)
      const path = listsStopped ? '/all_sandboxes' : '/sandboxes'
      const { items } = listRecord.parse(await rest.call(platform, { path, signal }))
      return items.map((item) => describeSandbox(platform, item))
    },
    async start(input, { signal, report }) {
      const { platform } = input
      const answer = await rest.call(platform, { path: '/start_async', body: startBody(input), signal })
      const { sandbox_id } = startRecord.parse(answer)
      changed(platform)
      if (input.wait === false) return look(platform, sandbox_id, signal)
      try {
        return await untilAlive(platform, sandbox_id, signal, report)
      } catch (error) {
        // Who cancels a start does not want the sandbox; the platform would go on starting it.
        if (signal.aborted)
          await rest.call(platform, { path: '/stop', body: { sandbox_id } }).catch(() => undefined)
        throw error
      } finally {
        changed(platform)
      }
    },
    status: ({ platform, sandboxId }, { signal }) => look(platform, sandboxId, signal),
    async keepAlive({ platform, sandboxId }, { signal }) {
      const info = await look(platform, sandboxId, signal, true)
      changed(platform)
      return info
    },
    async statistics({ platform, sandboxId }, { signal }) {
      const query = { sandbox_id: sandboxId }
      return readStatistics(await rest.call(platform, { path: '/get_sandbox_statistics', query, signal }))
    },
    stop: ({ platform, sandboxId }, { signal }) => act(platform, '/stop', sandboxId, signal),
    remove: ({ platform, sandboxId }, { signal }) => act(platform, '/delete', sandboxId, signal),
    async restart({ platform, sandboxId }, { signal, report }) {
      await act(platform, '/restart', sandboxId, signal)
      const info = await untilAlive(platform, sandboxId, signal, report)
      changed(platform)
      return info
    },
    async commit({ platform, sandboxId, imageTag, username, password }, { signal, report }) {
      const body = {
        sandbox_id: sandboxId,
        image_tag: imageTag,
        username: username ?? '',
        password: password ?? '',
      }
      let answer = await rest.call(platform, { path: '/commit', body, signal })
      for (;;) {
        // One role of the platform answers with a sentence when all is done, the other with a record to be followed (spec §1.4).
        const record = commitRecord.safeParse(answer)
        if (!record.success || record.data.phase === 'SUCCEEDED') return { imageTag }
        report({ phase: record.data.phase })
        if (record.data.phase === 'FAILED')
          throw commitFailed(record.data.error_message ?? record.data.error_code)
        await pause(COMMIT_EVERY, undefined, { signal })
        answer = await rest.call(platform, { path: `/commit/${encodeURIComponent(sandboxId)}`, signal })
      }
    },
  }
}

/** The start request (spec §2.1); absent members are left to the platform. */
function startBody(input: StartInput): object {
  const { image, sandboxId, cpus, memory, disk, autoStopMinutes, autoDeleteSeconds, startupSeconds } = input
  const body = {
    image,
    sandbox_id: sandboxId,
    cpus,
    memory,
    disk,
    auto_clear_time_minutes: autoStopMinutes,
    auto_delete_seconds: autoDeleteSeconds,
    startup_timeout: startupSeconds,
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== ''))
}

function readStatistics(value: unknown): SandboxStatistics {
  const { cpu, mem, disk, net } = statistics.parse(value)
  return {
    ...(cpu == null ? {} : { cpu }),
    ...(mem == null ? {} : { memory: mem }),
    ...(disk == null ? {} : { disk }),
    ...(net == null ? {} : { net }),
  }
}

const startFailed = (sandboxId: string, reason: string): WorkbenchError =>
  new WorkbenchError({
    code: 'START_FAILED',
    message: `The sandbox ${sandboxId} did not start: ${reason}`,
    hint: 'Choose another image or other limits, then start again.',
  })

const commitFailed = (reason: string | null | undefined): WorkbenchError =>
  new WorkbenchError({
    code: 'COMMIT_FAILED',
    message: `The image was not made: ${reason ?? 'no reason was given'}.`,
  })
