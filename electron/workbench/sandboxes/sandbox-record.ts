import { z } from 'zod'
import { PUSHERS } from '#shared/sandbox/image-reference.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'

const maybe = z.string().nullish()
const phase = z.looseObject({
  status: z.string(),
  message: maybe,
  progress: z.object({ done: z.number(), total: z.number() }).nullish().catch(undefined),
  started_at: maybe,
  completed_at: maybe,
})
const change = z.looseObject({
  from_state: z.string(),
  to_state: z.string(),
  event: z.string(),
  timestamp: z.string(),
})

/**
 * A status record (docs/sandbox-platform.md#status), with the embedded server's extensions; null counts as absent.
 */
const statusRecord = z.looseObject({
  sandbox_id: z.string(),
  state: maybe,
  is_alive: z.boolean().nullish(),
  name: maybe,
  notes: maybe,
  paused: z.boolean().nullish(),
  commits: z.enum(['here', 'registry', 'none']).nullish().catch(undefined),
  pushes: z.enum(PUSHERS).nullish().catch(undefined),
  image: maybe,
  stand_in: maybe,
  cpus: z.coerce.number().nullish(),
  memory: maybe,
  disk: maybe,
  network: maybe,
  create_time: maybe,
  start_time: maybe,
  stop_time: maybe,
  auto_stop_time: maybe,
  auto_delete_time: maybe,
  jobs_until: maybe,
  runtime: maybe,
  isolated: z.boolean().nullish(),
  notices: z.array(z.string()).nullish(),
  status: z.record(z.string(), phase).nullish(),
  state_history: z.array(change).nullish(),
})

/** The members of a record that have a value. */
function present<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as never
}

/** Converts a status record for the page. @throws ZodError when it is invalid */
export function describeSandbox(platform: string, value: unknown): SandboxInfo {
  const record = statusRecord.parse(value)
  return {
    platform,
    sandboxId: record.sandbox_id,
    kind: record.runtime === 'gem' ? 'environment' : 'sandbox',
    state: record.state ?? (record.is_alive ? 'running' : 'unknown'),
    isAlive: record.is_alive ?? record.state === 'running',
    phases: Object.fromEntries(
      Object.entries(record.status ?? {}).map(
        ([name, { status, message, progress, started_at, completed_at }]) => [
          name,
          {
            status,
            ...present({ message, bytes: progress, startedAt: started_at, completedAt: completed_at }),
          },
        ],
      ),
    ),
    history: (record.state_history ?? []).map(({ from_state, to_state, event, timestamp }) => ({
      from: from_state,
      to: to_state,
      event,
      at: timestamp,
    })),
    notices: record.notices ?? [],
    ...present({
      name: record.name,
      notes: record.notes,
      paused: record.paused,
      commits: record.commits,
      pushes: record.pushes,
      image: record.image,
      standIn: record.stand_in,
      cpus: record.cpus,
      memory: record.memory,
      disk: record.disk,
      network: record.network,
      createTime: record.create_time,
      startTime: record.start_time,
      stopTime: record.stop_time,
      autoStopTime: record.auto_stop_time,
      autoDeleteTime: record.auto_delete_time,
      jobsUntil: record.jobs_until,
      runtime: record.runtime === 'gem' ? undefined : record.runtime,
      isolated: record.isolated,
    }),
  }
}
