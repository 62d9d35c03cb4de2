import { GEM_BASE } from '#shared/gem/rest.ts'
import { openMemoryStore } from '../../../electron/model-server/graphstore/memory/index.ts'
import { executeQuery } from '../../../electron/model-server/query/engine.ts'
import { decodeQueryRequest } from '../../../electron/model-server/query/request.ts'
import { onStderr, ServerProcess } from '../../electron/model-server/process.ts'
import { startServer, type TestServer } from '../../electron/sandbox-server/support/server.ts'
import { each } from '../at-once.ts'
import { load, QUERIES, WORKSPACE } from '../model/workload.ts'
import type { Row } from '../row.ts'
import { climb } from './ladder.ts'

/**
 * What one server carries: more and more of each kind, with memory and latency at each step, until the machine or patience ends. The
 * figures of docs/scale.md are from here.
 */
export const minutes = 15

/** `ORRERY_BENCH_SCALE=environments,entities` measures only these. */
const PARTS = process.env['ORRERY_BENCH_SCALE']?.split(',')

export async function bench(): Promise<Row[]> {
  const parts = {
    sandboxes: () => onServer(sandboxes),
    sessions: () => onServer(sessions),
    environments: () => onServer(environments),
    'model-sessions': modelSessions,
    entities,
  }
  const rows: Row[] = []
  for (const [name, part] of Object.entries(parts)) {
    if (PARTS && !PARTS.includes(name)) continue
    rows.push(...(await part()))
  }
  return rows
}

async function onServer(part: (server: TestServer) => Promise<Row[]>): Promise<Row[]> {
  const server = await startServer(['--max-sandboxes', '100000', '--max-environments', '1000000'])
  try {
    return await part(server)
  } finally {
    await server.close()
  }
}

/** A call that must go well. @throws with the reason */
async function done(server: TestServer, path: string, body: object): Promise<Record<string, unknown>> {
  const { status, error, result } = await server.post(path, body)
  if (status !== 'Success') throw new Error(String(error))
  return (result ?? {}) as Record<string, unknown>
}

const SMALL = { image: 'local', memory: '64m', disk: '64m' }

const started = async (server: TestServer): Promise<string> =>
  (await done(server, '/start', SMALL))['sandbox_id'] as string

/** Those that the server's own lists answer, whatever there is. */
const looks = (server: TestServer) => ({
  'a page of 50 of the list': () => server.get('/sandboxes', { page: '1', page_size: '50' }),
  metrics: async () =>
    (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${server.token}` } })).text(),
})

function sandboxes(server: TestServer): Promise<Row[]> {
  const ids: string[] = []
  return climb({
    name: 'sandboxes',
    steps: [10, 25, 50, 100, 200, 400, 800, 1_600],
    seconds: 150,
    grow: (from, to) => each(to - from, async () => void ids.push(await started(server))),
    probes: {
      ...looks(server),
      execute: () => done(server, '/execute', { sandbox_id: ids[ids.length >> 1], command: ['true'] }),
    },
    pid: () => server.child.pid,
    hasProcesses: true,
  })
}

async function sessions(server: TestServer): Promise<Row[]> {
  const ids = await Promise.all(Array.from({ length: 10 }, () => started(server)))
  const at = (index: number) => ({ sandbox_id: ids[index % ids.length], session: `s${index}` })
  return climb({
    name: 'sessions in ten sandboxes',
    steps: [25, 50, 100, 200, 400, 800, 1_600],
    seconds: 100,
    grow: (from, to) =>
      each(to - from, async (index) => void (await done(server, '/create_session', at(from + index)))),
    probes: {
      ...looks(server),
      run_in_session: () => done(server, '/run_in_session', { ...at(12), command: 'echo hi' }),
    },
    pid: () => server.child.pid,
    hasProcesses: true,
  })
}

function environments(server: TestServer): Promise<Row[]> {
  const gem = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(server.url + GEM_BASE + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}` },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(String(answer['detail']))
    return answer
  }
  const ids: unknown[] = []
  return climb({
    name: 'environments',
    steps: [100, 1_000, 2_500, 5_000, 10_000, 20_000],
    seconds: 90,
    grow: (from, to) =>
      each(to - from, async () => {
        const { sandbox_id } = await gem('/make', { env_id: 'game:GuessTheNumber-v0-easy' })
        await gem('/reset', { sandbox_id, seed: 1 })
        ids.push(sandbox_id)
      }),
    probes: {
      ...looks(server),
      reset: () => gem('/reset', { sandbox_id: ids[ids.length >> 1], seed: 1 }),
      step: () => gem('/step', { sandbox_id: ids[ids.length >> 1], action: '\\boxed{3}' }),
    },
    pid: () => server.child.pid,
  })
}

async function modelSessions(): Promise<Row[]> {
  const server = new ServerProcess(['--quickstart', '--transport', 'http', '--addr', '127.0.0.1:0'])
  try {
    const url = await onStderr(server, /listening on (\S+)/)
    const ask = async (session: string | undefined, method: string, params: object) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session === undefined ? {} : { 'mcp-session-id': session }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error((JSON.parse(text) as { error: { message: string } }).error.message)
      return response.headers.get('mcp-session-id') ?? ''
    }
    const clientInfo = { name: 'scale', version: '0' }
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    const open: string[] = []
    const call = { name: 'query_spl_execute', arguments: { query: '.model | limit 5' } }
    return await climb({
      name: 'model sessions',
      steps: [50, 100, 200, 400, 1_000, 2_000],
      seconds: 60,
      grow: (from, to) =>
        each(to - from, async () => {
          const session = await ask(undefined, 'initialize', hello)
          // One that was never used would make room for others.
          await ask(session, 'ping', {})
          open.push(session)
        }),
      probes: {
        ping: () => ask(open[0], 'ping', {}),
        'a query of the model': () => ask(open[0], 'tools/call', call),
      },
      pid: () => server.child.pid,
    })
  } finally {
    server.child.kill()
    await server.ended
  }
}

/** Entities with three relations each, in the memory of this process: that is what a server with a store in memory holds. */
function entities(): Promise<Row[]> {
  let size = 0
  let store = openMemoryStore({})
  const probe = (name: string) => {
    const query = QUERIES.find((one) => one.name === name)
    if (!query) throw new Error(`there is no query ${name}`)
    return async () => {
      const request = decodeQueryRequest({ query: query.text(7_919 % size), timeout_ms: 120_000 })
      const { rows } = await executeQuery(await store, WORKSPACE, request)
      if (rows.length < query.rows) throw new Error(`${name} found ${rows.length} rows`)
    }
  }
  const names = ['id lookup', 'text query, frequent, topk=20', 'where + sort + limit over one type']
  return climb({
    name: 'entities in memory',
    steps: [10_000, 50_000, 100_000, 250_000, 500_000, 1_000_000],
    seconds: 120,
    grow: async (_, to) => {
      await (await store).close()
      store = openMemoryStore({})
      size = to
      await load(await store, to)
    },
    probes: Object.fromEntries([...names, 'neighbours, three hops'].map((name) => [name, probe(name)])),
    pid: () => {
      globalThis.gc?.()
      return process.pid
    },
  })
}
