import type { ChildProcess } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { GEM_BASE } from '#shared/gem/rest.ts'
import { onStderr, ServerProcess } from '../../electron/model-server/process.ts'
import { startServer, type TestServer } from '../../electron/sandbox-server/support/server.ts'
import { each } from '../at-once.ts'
import type { Row } from '../row.ts'
import { FLOODS, floodRows } from './floods.ts'

/** `LOAD_ROUNDS=3 LOAD_SETTLE_MS=2000 LOAD_PARTS=environments,mcp` for a quick run. */
const ROUNDS = Number(process.env['LOAD_ROUNDS'] ?? 10)
const SETTLE_MS = Number(process.env['LOAD_SETTLE_MS'] ?? 30_000)
/** On a loaded machine. */
export const minutes = 60

const SANDBOXES = 50
const ENVIRONMENTS = 500
const MCP_SESSIONS = 200

/** Resources of a server: resident memory in bytes, descriptors, threads, and entries of its data folder. */
interface Held {
  readonly memory: number
  readonly descriptors: number
  readonly threads: number
  readonly entries: number
}

async function heldBy({ pid }: ChildProcess, folder: string | undefined): Promise<Held> {
  const count = async (path: string): Promise<number> => (await readdir(path)).length
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return {
    memory: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024,
    descriptors: await count(`/proc/${pid}/fd`),
    threads: await count(`/proc/${pid}/task`),
    entries: folder === undefined ? 0 : (await readdir(folder, { recursive: true })).length,
  }
}

/**
 * Runs the rounds and compares the server's resources {@link SETTLE_MS} after the last with those after the
 * second.
 */
async function rounds(
  name: string,
  server: ChildProcess,
  folder: string | undefined,
  round: (n: number) => Promise<void>,
): Promise<Row[]> {
  let second: Held | undefined
  const begun = performance.now()
  for (let n = 1; n <= ROUNDS; n++) {
    await round(n)
    if (n !== 2) continue
    await setTimeout(SETTLE_MS)
    second = await heldBy(server, folder)
  }
  const seconds = (performance.now() - begun) / 1000
  await setTimeout(SETTLE_MS)
  const last = await heldBy(server, folder)
  const before = second ?? last
  const more = (what: keyof Held): Row => ({
    name: `${name}: ${what} more than behind the second round`,
    value: last[what] - before[what],
    unit: '',
    aim: { most: 0 },
  })
  return [
    { name: `${name}: ${ROUNDS} rounds without a wrong answer`, value: seconds, unit: 's' },
    { name: `${name}: resident behind the second round`, value: before.memory / 1e6, unit: 'MB' },
    {
      name: `${name}: resident behind the last, beside it`,
      value: last.memory / before.memory,
      unit: '',
      aim: { most: 1.15 },
    },
    more('descriptors'),
    more('threads'),
    more('entries'),
  ]
}

function mustBe(what: unknown, expected: unknown, where: string): void {
  if (what !== expected) throw new Error(`a wrong answer to ${where}: ${JSON.stringify(what)}`)
}

async function sandboxes(server: TestServer): Promise<Row[]> {
  return rounds('50 sandboxes × 4 sessions', server.child, server.data, async (round) => {
    const ids: string[] = []
    await each(SANDBOXES, async (n) => {
      const { result } = await server.post('/start', {
        image: 'local',
        memory: '256m',
        auto_delete_seconds: 0,
      })
      const id = (ids[n] = result.sandbox_id as string)
      await Promise.all(
        ['a', 'b', 'c', 'd'].map((session) => server.post('/create_session', { sandbox_id: id, session })),
      )
    })
    await each(SANDBOXES, async (n) => {
      await Promise.all(
        ['a', 'b', 'c', 'd'].map(async (session) => {
          const said = `${round}-${n}-${session}`
          // Some output, so that its buffers are freed.
          const command = `head -c 300000 /dev/zero | tr '\\0' x | fold -w 100; echo; echo ${said}`
          const { result } = await server.post('/run_in_session', { sandbox_id: ids[n], session, command })
          mustBe((result.output as string).split(/\r?\n/).at(-1), said, said)
          mustBe((result.output as string).length > 300_000, true, said)
        }),
      )
    })
    await each(SANDBOXES, async (n) => void (await server.post('/stop', { sandbox_id: ids[n] })))
  })
}

async function environments(server: TestServer): Promise<Row[]> {
  const gem = async (path: string, body: object) => {
    const response = await fetch(server.url + GEM_BASE + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}` },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Record<string, unknown>
    mustBe(response.status, 200, `${path} ${JSON.stringify(answer)}`)
    return answer
  }
  return rounds('500 environments', server.child, server.data, async () => {
    const ids: unknown[] = []
    await each(ENVIRONMENTS, async (n) => {
      const { sandbox_id } = (ids[n] = await gem('/make', { env_id: 'game:GuessTheNumber-v0-easy' }))
      ids[n] = sandbox_id
      await gem('/reset', { sandbox_id, seed: 1 })
    })
    await each(ENVIRONMENTS, async (n) => {
      const { reward } = await gem('/step', { sandbox_id: ids[n], action: '\\boxed{3}' })
      mustBe(reward, 1, `step of ${n}`)
    })
    await each(ENVIRONMENTS, async (n) => void (await gem('/close', { sandbox_id: ids[n] })))
  })
}

async function mcpSessions(): Promise<Row[]> {
  const server = new ServerProcess(['--quickstart', '--transport', 'http', '--addr', '127.0.0.1:0'])
  try {
    const url = await onStderr(server, /listening on (\S+)/)
    const ask = async (session: string | null, method: string, params: object) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session === null ? {} : { 'mcp-session-id': session }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      return { session: response.headers.get('mcp-session-id'), text: await response.text() }
    }
    return await rounds('200 MCP sessions', server.child, undefined, async () => {
      const sessions: (string | null)[] = []
      await each(MCP_SESSIONS, async (n) => {
        const clientInfo = { name: 'load', version: '0' }
        const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
        sessions[n] = (await ask(null, 'initialize', hello)).session
      })
      for (let query = 0; query < 3; query++)
        await each(MCP_SESSIONS, async (n) => {
          const call = { name: 'query_spl_execute', arguments: { query: `.model | limit ${1 + (n % 3)}` } }
          const { text } = await ask(sessions[n] ?? null, 'tools/call', call)
          mustBe(text.includes('"isError":false'), true, text.slice(0, 200))
        })
      await each(MCP_SESSIONS, async (n) => {
        const headers = { 'mcp-session-id': sessions[n] ?? '' }
        mustBe((await fetch(url, { method: 'DELETE', headers })).ok, true, 'DELETE')
      })
    })
  } finally {
    server.child.kill()
    await server.ended
  }
}

async function onServer(part: (server: TestServer) => Promise<Row[]>): Promise<Row[]> {
  const server = await startServer(['--max-sandboxes', '600'])
  try {
    return await part(server)
  } finally {
    await server.close()
  }
}

async function floods(): Promise<Row[]> {
  const rows: Row[] = []
  for (const flood of FLOODS) rows.push(...(await floodRows(flood)))
  return rows
}

const PARTS: Readonly<Record<string, () => Promise<Row[]>>> = {
  sandboxes: () => onServer(sandboxes),
  environments: () => onServer(environments),
  mcp: mcpSessions,
  floods,
}

/**
 * Many operations of every kind, repeatedly: no wrong answers, no leaks; and the cost of floods for others.
 */
export async function bench(): Promise<Row[]> {
  const wanted = process.env['LOAD_PARTS']?.split(',') ?? Object.keys(PARTS)
  const rows: Row[] = []
  for (const name of wanted) rows.push(...((await PARTS[name]?.()) ?? []))
  return rows
}
