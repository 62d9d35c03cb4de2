import { z } from 'zod'
import {
  allSandboxesAnswer,
  batchRequest,
  connectionsAnswer,
  listQuery,
  portsAnswer,
  usageHistoryAnswer,
} from '#shared/sandbox/lifecycle.ts'
import { notBlank } from '#shared/sandbox/fields.ts'
import { selfAnswer } from '#shared/sandbox/own-key.ts'
import { isLive } from '#shared/sandbox/states.ts'
import { ownKeyOf } from '../../node/access/keys.ts'
import { badRequest, PlainFailure } from '../lifecycle/platform-error.ts'
import { type SandboxRecord, timestamp } from '../lifecycle/record.ts'
import { Listening } from '../lifecycle/listening.ts'
import { Statistics } from '../lifecycle/statistics.ts'
import { type Operation, operation } from './operation.ts'
import type { Platform } from './platform.ts'
import { statusRecord } from './status-record.ts'

/** Maximum entries per page or batch (docs/sandbox-platform.md#limits). */
const MAX_PAGE_ENTRIES = 2000

/** Lists, batches, statistics, and two queries that are always empty here. None extends a deadline. */
export function queryOperations(platform: Platform): Operation[] {
  const { sandboxes, runtime, backends, imageFolder, usage, key } = platform
  const statusOf = (record: SandboxRecord) => statusRecord(record, platform)
  const statistics = new Statistics()
  const listening = new Listening()
  const withSandbox = z.object({ sandbox_id: notBlank })
  /** @throws PlainFailure `sandbox … not started` */
  const running = (id: string) => {
    const [record, isolate] = [sandboxes.find(id), sandboxes.isolateOf(id)]
    if (!record || !isolate) throw new PlainFailure(`sandbox ${id} not started`)
    return { record, isolate }
  }
  const statisticsAt = (path: string): Operation =>
    operation({
      method: 'get',
      path,
      summary: 'Use of processor, memory, disk and network',
      failure: 'get sandbox statistics failed',
      query: withSandbox,
      serve: ({ query }) => {
        const { record, isolate } = running(query.sandbox_id)
        return statistics.of(record, isolate)
      },
    })
  return [
    statisticsAt('/get_sandbox_statistics'),
    statisticsAt('/get_statistics'),
    operation({
      method: 'get',
      path: '/usage_history',
      summary: 'What a sandbox used in the last quarter of an hour',
      failure: 'get usage history failed',
      extension: true,
      query: withSandbox,
      result: usageHistoryAnswer,
      serve: ({ query }) => {
        const { record, isolate } = running(query.sandbox_id)
        return usage.of(record, isolate)
      },
    }),
    operation({
      method: 'get',
      path: '/ports',
      summary: 'The TCP ports that programs of a sandbox listen on',
      failure: 'list ports failed',
      extension: true,
      query: withSandbox,
      result: portsAnswer,
      serve: async ({ query }) => {
        const { record, isolate } = running(query.sandbox_id)
        if (record.isPaused) throw new PlainFailure(`sandbox ${record.id} is paused: resume it first`)
        // Without isolation, processes and ports cannot be told from the machine's.
        return { ports: runtime.infoOf(record.source).isolated ? await listening.of(isolate) : [] }
      },
    }),
    operation({
      method: 'get',
      path: '/connections',
      summary:
        'What a sandbox with a network of its own reached since its start, and what it was refused; newest last',
      failure: 'list connections failed',
      extension: true,
      query: withSandbox,
      result: connectionsAnswer,
      serve: ({ query }) => {
        const { record, isolate } = running(query.sandbox_id)
        const connections = isolate.network?.log.list() ?? []
        return {
          network: record.network ?? 'shared',
          way_out: isolate.network?.name,
          connections: connections.map((one) => ({ ...one, time: timestamp(one.time) })),
        }
      },
    }),
    operation({
      method: 'get',
      path: '/sandboxes',
      summary: 'Pending and running sandboxes, page by page; other query keys are equality filters',
      failure: 'list sandboxes failed',
      query: listQuery,
      serve: async ({ query }) => {
        const { page, page_size: size, ...filters } = query
        if (page < 1 || size < 1) throw badRequest('page and page_size must be at least 1')
        if (size > MAX_PAGE_ENTRIES)
          throw badRequest(`page_size ${size} exceeds the maximum allowed ${MAX_PAGE_ENTRIES}`)
        const itemOf = (record: SandboxRecord) => listItem(record, statusOf(record))
        await sandboxes.shared()
        const live = sandboxes.all().filter(({ state }) => isLive(state))
        // Of the others nobody asks what they are, unless they are chosen by it.
        const isPlain = Object.keys(filters).length === 0
        const fitting = isPlain ? live : live.filter((record) => matches(itemOf(record), filters))
        const shown = fitting.slice((page - 1) * size, page * size).map(itemOf)
        return { items: shown, total: fitting.length, has_more: page * size < fitting.length }
      },
    }),
    operation({
      method: 'post',
      path: '/sandboxes/batch',
      role: 'viewer',
      summary: 'Status records of several sandboxes; those that are unknown or not alive are left out',
      failure: 'batch get sandbox status failed',
      body: batchRequest,
      serve: async ({ body }) => {
        if (body.sandbox_ids.length > MAX_PAGE_ENTRIES) {
          throw badRequest(`${body.sandbox_ids.length} ids exceed the maximum allowed ${MAX_PAGE_ENTRIES}`)
        }
        await sandboxes.shared()
        const statuses = [...new Set(body.sandbox_ids)]
          .map((id) => sandboxes.find(id))
          .filter((record) => record !== undefined && isLive(record.state))
          .map((record) => statusOf(record as SandboxRecord))
        return { statuses }
      },
    }),
    operation({
      method: 'get',
      path: '/self',
      summary: 'The key of the caller, and what it may do; null for the server’s own token',
      failure: 'describe key failed',
      extension: true,
      result: selfAnswer,
      serve: () => ({ key: key ? ownKeyOf(key) : null }),
    }),
    operation({
      method: 'get',
      path: '/get_token',
      summary: 'Object-store credentials: there is no object store, so clients upload directly',
      failure: 'get oss sts token failed',
      serve: () => null,
    }),
    operation({
      method: 'get',
      path: '/sandboxes/{id}/mount-infos',
      summary: 'Extra mounts of a sandbox: there are none',
      failure: 'get mount infos failed',
      serve: ({ params }) => {
        if (!sandboxes.find(params['id'] ?? '')) throw badRequest(`Sandbox ${params['id']} not found`)
        return []
      },
    }),
    operation({
      method: 'get',
      path: '/all_sandboxes',
      summary:
        'Every sandbox that is not deleted, whatever its state; and problems: kept files that cannot be used',
      failure: 'list sandboxes failed',
      extension: true,
      result: allSandboxesAnswer,
      serve: async () => {
        await sandboxes.shared()
        return {
          items: sandboxes
            .all()
            .filter((record) => record.state !== 'deleted')
            .map((record) => listItem(record, statusOf(record))),
          runtime: runtime.info,
          backends,
          problems: [...sandboxes.problems, ...imageFolder.problems],
        }
      },
    }),
  ]
}

type StatusRecord = ReturnType<typeof statusRecord>

const listItem = (record: SandboxRecord, status: StatusRecord) => ({
  ...status,
  ...(record.identity.authorization ? { rock_authorization_encrypted: record.identity.authorization } : {}),
})

/** Filters compare text; an unknown key matches nothing, as upstream. */
function matches(item: object, filters: Readonly<Record<string, unknown>>): boolean {
  const values = item as Record<string, unknown>
  return Object.entries(filters).every(
    ([key, value]) => typeof values[key] === 'string' && values[key] === value,
  )
}
