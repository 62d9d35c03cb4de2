import { hostname } from 'node:os'
import { formatSize } from '#shared/sandbox/size.ts'
import { isLive } from '#shared/sandbox/states.ts'
import { type SandboxRecord, timestamp } from '../lifecycle/record.ts'
import type { Platform } from './platform.ts'

/** Constants of the emulated platform release (docs/sandbox-platform.md#status). */
const RELEASE = { gateway_version: '0.0.45', swe_rex_version: '1.2.17' } as const

/** The record of `start`, `start_async` and `restart` (docs/sandbox-platform.md#records). Fields without a value are omitted. */
export const startRecord = (record: SandboxRecord) => ({
  sandbox_id: record.id,
  host_name: hostname(),
  host_ip: '127.0.0.1',
  cpus: record.cpus,
  memory: formatSize(record.memory),
  disk: formatSize(record.disk),
  disk_limit_rootfs: formatSize(record.disk),
})

/**
 * The status record (docs/sandbox-platform.md#status), with the extensions `stand_in` (the image that replaces the requested one),
 * `runtime`, `isolated`, `network`, `notices`, `idle_minutes`, `name`, `notes`, `platform`, `paused` (if pausing is supported) and
 * `jobs_until`, `commits` (where commits of it go), `pushes` (who can push one to a registry).
 */
export function statusRecord(
  record: SandboxRecord,
  { commits, runtime, sandboxes }: Pick<Platform, 'commits' | 'runtime' | 'sandboxes'>,
) {
  const isolate = sandboxes.isolateOf(record.id)
  const { name, isolated, abilities, commitsTo = 'here' } = runtime.infoOf(record.source)
  const canCommit = record.kind !== 'gem' && abilities.includes('commit')
  const time = (name: string, value: number | undefined) =>
    value === undefined ? {} : { [name]: timestamp(value) }
  const live = isLive(record.state)
  const used = record.source?.reference
  return {
    sandbox_id: record.id,
    status: record.phases,
    state: record.state,
    port_mapping: {},
    host_name: hostname(),
    host_ip: '127.0.0.1',
    is_alive: record.state === 'running',
    name: record.name,
    notes: record.notes,
    ...(isolate?.freeze ? { paused: record.isPaused ?? false } : {}),
    image: record.image,
    platform: record.platform,
    ...(used !== undefined && used !== record.image ? { stand_in: used } : {}),
    metadata: {},
    ...RELEASE,
    user_id: record.identity.user,
    experiment_id: record.identity.experiment,
    namespace: record.identity.namespace,
    cpus: record.cpus,
    memory: formatSize(record.memory),
    disk: formatSize(record.disk),
    disk_limit_rootfs: formatSize(record.disk),
    ...time('create_time', record.created),
    ...time('start_time', record.started),
    ...time('stop_time', record.stopped),
    ...time('delete_time', record.deleted),
    ...time('auto_stop_time', live && !record.isPaused ? (record.deadline?.at ?? record.expires) : undefined),
    ...time('auto_delete_time', record.state === 'stopped' ? record.deletes : undefined),
    state_history: record.history,
    ...(record.kind === 'gem' ? { runtime: 'gem', isolated: true } : { runtime: name, isolated }),
    ...(record.kind === 'gem' ? {} : { network: record.network ?? 'shared' }),
    ...(record.kind === 'gem' ? {} : { commits: canCommit ? commitsTo : 'none' }),
    ...(record.source && canCommit ? { pushes: commits.pushers(record) } : {}),
    idle_minutes: record.idleMinutes,
    ...time('jobs_until', live ? record.jobsUntil : undefined),
    notices: record.notices,
  }
}
