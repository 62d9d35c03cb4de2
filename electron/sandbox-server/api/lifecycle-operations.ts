import {
  aliveQuery,
  networkAnswer,
  networkRequest,
  pausedAnswer,
  sandboxRequest,
  startRequest,
  statusQuery,
} from '#shared/sandbox/lifecycle.ts'
import { isLive } from '#shared/sandbox/states.ts'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { badRequest, PlainFailure } from '../lifecycle/platform-error.ts'
import { type Identity, ANONYMOUS, type SandboxRecord } from '../lifecycle/record.ts'
import { type Operation, operation } from './operation.ts'
import type { Platform } from './platform.ts'
import { startRecord, statusRecord } from './status-record.ts'

/** How many seconds `/start` waits for the sandbox, which continues to start after that. */
const START_WAIT_SECONDS = 85

/** Upstream reads these headers only in `/start_async` (docs/sandbox-platform.md#headers); with a key, which is ours, `/start` reads them too. */
const identityOf = (headers: Headers): Identity => ({
  user: headers.get('x-user-id') ?? 'default',
  experiment: headers.get('x-experiment-id') ?? 'default',
  namespace: headers.get('x-namespace') ?? 'default',
})

/** Why a sandbox ended although it was not stopped. */
function reasonOf({ notices }: SandboxRecord): string {
  const reason = notices.findLast((notice) =>
    /^(?:Stopped|Not started|The sandbox ended|The server was)/.test(notice),
  )
  return reason ? `: ${reason}` : ''
}

/** Start, status, stop, restart and delete. */
export function lifecycleOperations(platform: Platform): Operation[] {
  const { sandboxes } = platform
  const known = (id: string): SandboxRecord => {
    const record = sandboxes.find(id)
    if (!record) throw badRequest(`Sandbox ${id} not found`)
    return record
  }
  /** An answer is a commitment: what it reports must survive a kill of the server. */
  const saved = async (record: SandboxRecord) => {
    await sandboxes.saved(record.id)
    return startRecord(record)
  }
  const restart = (id: string) => saved(sandboxes.restart(id))
  const pausing = (path: string, summary: string, isPaused: boolean): Operation =>
    operation({
      method: 'post',
      path,
      summary,
      failure: `${path.slice(1)} sandbox failed`,
      extension: true,
      body: sandboxRequest,
      result: pausedAnswer,
      serve: async ({ body: { sandbox_id: id } }) => {
        await sandboxes.setPaused(id, isPaused)
        return { paused: isPaused }
      },
    })
  return [
    pausing(
      '/pause',
      'Hold all processes of a sandbox; what is asked of it meanwhile fails at once, except stop and delete',
      true,
    ),
    pausing('/resume', 'Let the processes of a paused sandbox go on', false),
    operation({
      method: 'post',
      path: '/start',
      summary: 'Start a sandbox and wait until it is alive',
      failure: 'start sandbox failed',
      body: startRequest,
      serve: async ({ body, headers }) => {
        const { id } = sandboxes.start(body, platform.key === undefined ? ANONYMOUS : identityOf(headers))
        const waited = setTimeout(START_WAIT_SECONDS * 1000, 'waited' as const, { ref: false })
        if ((await Promise.race([sandboxes.started(id), waited])) === 'waited') {
          throw new PlainFailure(`sandbox ${id} not running after ${START_WAIT_SECONDS}s`)
        }
        const record = known(id)
        const broken = Object.entries(record.phases).find(([, phase]) => phase.status !== 'success')
        if (record.state !== 'running') {
          throw new PlainFailure(
            broken ? `${broken[0]}: ${broken[1].message} (sandbox ${id})` : `sandbox ${id} was stopped`,
          )
        }
        return saved(record)
      },
    }),
    operation({
      method: 'post',
      path: '/start_async',
      summary: 'Start a sandbox and answer at once',
      failure: 'async start sandbox failed',
      body: startRequest,
      serve: ({ body, headers }) => saved(sandboxes.start(body, identityOf(headers))),
    }),
    operation({
      method: 'get',
      path: '/get_status',
      summary: 'Detailed status; renews the idle deadline unless refresh_timeout=false',
      failure: 'get sandbox status failed',
      query: statusQuery,
      serve: async ({ query }) => {
        await sandboxes.refresh(query.sandbox_id)
        await sandboxes.shared(query.sandbox_id)
        const record = known(query.sandbox_id)
        if (!isLive(record.state) && !query.include_all_states) {
          throw badRequest(`Sandbox ${record.id} not found${reasonOf(record)}`)
        }
        if (query.refresh_timeout) sandboxes.touch(record.id)
        return statusRecord(known(record.id), platform)
      },
    }),
    operation({
      method: 'get',
      path: '/is_alive',
      summary: 'Whether a sandbox answers; renews like get_status',
      failure: 'get sandbox is alive failed',
      query: aliveQuery,
      serve: async ({ query }) => {
        await sandboxes.shared(query.sandbox_id)
        const record = sandboxes.find(query.sandbox_id)
        const alive = record?.state === 'running'
        if (alive && query.refresh_timeout) sandboxes.touch(query.sandbox_id)
        return {
          is_alive: alive,
          message: alive ? hostname() : `sandbox ${query.sandbox_id} is alive failed`,
        }
      },
    }),
    operation({
      method: 'post',
      path: '/stop',
      summary: 'Stop a sandbox; its files stay until it is deleted',
      failure: 'stop sandbox failed',
      body: sandboxRequest,
      isDone: ({ body }) => !isLive(sandboxes.find(body.sandbox_id)?.state ?? 'deleted'),
      serve: async ({ body }) => {
        await sandboxes.stop(body.sandbox_id)
        await sandboxes.saved(body.sandbox_id)
        return `${body.sandbox_id} stopped`
      },
    }),
    operation({
      method: 'post',
      path: '/delete',
      summary: 'Delete a stopped sandbox with its files',
      failure: 'delete sandbox failed',
      body: sandboxRequest,
      isDone: ({ body }) => (sandboxes.find(body.sandbox_id)?.state ?? 'deleted') === 'deleted',
      serve: async ({ body }) => {
        await sandboxes.delete(body.sandbox_id)
        return `${body.sandbox_id} deleted`
      },
    }),
    operation({
      method: 'post',
      path: '/set_network',
      summary:
        'Change what a sandbox may reach: at once where its proxy decides (own, allow, none after either), else with its next start',
      failure: 'set network failed',
      extension: true,
      body: networkRequest,
      result: networkAnswer,
      serve: async ({ body: { sandbox_id: id, network } }) => {
        const isNow = sandboxes.setNetwork(id, network)
        await sandboxes.saved(id)
        return { network: known(id).network ?? 'shared', takes_effect: isNow ? 'now' : 'restart' }
      },
    }),
    operation({
      method: 'post',
      path: '/restart',
      summary: 'Start a stopped sandbox again with its files; sessions are gone',
      failure: 'restart sandbox failed',
      body: sandboxRequest,
      serve: ({ body }) => restart(body.sandbox_id),
    }),
    operation({
      method: 'post',
      path: '/sandboxes/{id}/restart',
      summary: 'The same, with the id in the path and no body',
      failure: 'restart sandbox failed',
      serve: ({ params }) => restart(params['id'] ?? ''),
    }),
    operation({
      method: 'post',
      path: '/sandboxes/{id}/archive',
      summary: 'Archiving needs an object store, which this server has not',
      failure: 'archive sandbox failed',
      serve: ({ params }) => {
        known(params['id'] ?? '')
        throw badRequest('archive feature is disabled')
      },
    }),
  ]
}
