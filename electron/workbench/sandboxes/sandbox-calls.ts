import { z } from 'zod'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import type { PlatformAddress } from '../connections/platform.ts'

const BASE = '/apis/envs/sandbox/v1'
const envelope = z.looseObject({ status: z.string(), error: z.string().nullish(), result: z.unknown() })
const statusRecord = z.looseObject({
  sandbox_id: z.string(),
  state: z.string().nullish(),
  is_alive: z.boolean().nullish(),
  image: z.string().nullish(),
  cpus: z.number().nullish(),
  memory: z.string().nullish(),
  create_time: z.string().nullish(),
  auto_stop_time: z.string().nullish(),
  status: z.record(z.string(), z.looseObject({ status: z.string(), message: z.string().optional() })).nullish(),
})
const runResult = z.looseObject({ output: z.string(), exit_code: z.number().nullish(), cwd: z.string().optional() })

/** The page's calls to a sandbox platform, over plain REST. */
export function sandboxCalls(
  address: (platform: string, signal?: AbortSignal) => Promise<PlatformAddress>,
  emit: WorkbenchEmit,
): AreaHandlers<'sandboxes'> {
  async function call(platform: string, path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    const { url, headers } = await address(platform, signal)
    const response = await fetch(`${url}${BASE}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    })
    const { status, error, result } = envelope.parse(await response.json())
    if (status === 'Success') return result
    throw new WorkbenchError({ code: 'PLATFORM_REFUSED', message: error ?? `The platform answered HTTP ${response.status}.` })
  }

  const describe = (platform: string, record: unknown): SandboxInfo => {
    const { sandbox_id, state, is_alive, image, cpus, memory, create_time, auto_stop_time, status } = statusRecord.parse(record)
    return {
      platform,
      sandboxId: sandbox_id,
      state: state ?? 'unknown',
      isAlive: is_alive ?? false,
      ...(image ? { image } : {}),
      ...(cpus ? { cpus } : {}),
      ...(memory ? { memory } : {}),
      ...(create_time ? { createTime: create_time } : {}),
      ...(auto_stop_time ? { autoStopTime: auto_stop_time } : {}),
      phases: Object.fromEntries(
        Object.entries(status ?? {}).map(([name, phase]) => [
          name,
          { status: phase.status, ...(phase.message === undefined ? {} : { message: phase.message }) },
        ]),
      ),
    }
  }
  const look = async (platform: string, sandboxId: string, signal: AbortSignal): Promise<SandboxInfo> => {
    const query = new URLSearchParams({ sandbox_id: sandboxId, refresh_timeout: 'false', include_all_states: 'true' })
    return describe(platform, await call(platform, `/get_status?${query}`, undefined, signal))
  }

  return {
    async list({ platform }, { signal }) {
      const result = z.looseObject({ items: z.array(z.unknown()) }).parse(await call(platform, '/sandboxes', undefined, signal))
      return result.items.map((item) => describe(platform, item))
    },
    async start({ platform, image, cpus, memory, autoStopMinutes }, { signal, report }) {
      const body = {
        image,
        ...(cpus === undefined ? {} : { cpus }),
        ...(memory === undefined ? {} : { memory }),
        ...(autoStopMinutes === undefined ? {} : { auto_clear_time_minutes: autoStopMinutes }),
      }
      const started = z.looseObject({ sandbox_id: z.string() }).parse(await call(platform, '/start_async', body, signal))
      for (;;) {
        const info = await look(platform, started.sandbox_id, signal)
        report(info)
        if (info.isAlive) {
          emit('sandboxes.changed', { platform })
          return info
        }
        const failed = Object.entries(info.phases).find(([, phase]) => /failed|timeout/.test(phase.status))
        if (failed) throw new WorkbenchError({ code: 'START_FAILED', message: `${failed[0]}: ${failed[1].message ?? 'failed'}` })
        await new Promise((resolve) => setTimeout(resolve, 200))
        signal.throwIfAborted()
      }
    },
    status: ({ platform, sandboxId }, { signal }) => look(platform, sandboxId, signal),
    async stop({ platform, sandboxId }, { signal }) {
      await call(platform, '/stop', { sandbox_id: sandboxId }, signal)
      emit('sandboxes.changed', { platform })
      return null
    },
    async openSession({ platform, sandboxId, session }, { signal }) {
      const result = await call(platform, '/create_session', { sandbox_id: sandboxId, session }, signal)
      return { output: z.looseObject({ output: z.string() }).parse(result).output }
    },
    async closeSession({ platform, sandboxId, session }, { signal }) {
      await call(platform, '/close_session', { sandbox_id: sandboxId, session }, signal)
      return null
    },
    async run({ platform, sandboxId, session, command, timeoutSeconds }, { signal }) {
      const started = performance.now()
      const body = {
        sandbox_id: sandboxId,
        session,
        command,
        check: 'silent',
        raw: true,
        ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }),
      }
      const { output, exit_code, cwd } = runResult.parse(await call(platform, '/run_in_session', body, signal))
      return {
        output,
        exitCode: exit_code ?? null,
        ...(cwd === undefined ? {} : { cwd }),
        milliseconds: performance.now() - started,
      }
    },
    async interrupt({ platform, sandboxId, session }, { signal }) {
      await call(platform, '/run_in_session', { sandbox_id: sandboxId, session, command: '\u0003', check: 'silent' }, signal)
      return null
    },
  }
}
