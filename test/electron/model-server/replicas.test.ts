import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HttpServer } from '../../../electron/model-server/mcp/transports/http.ts'
import { openAccess } from '../../../electron/model-server/server-access.ts'
import type { Caps } from '../../../electron/node/access/keys.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { annOf } from './keys.ts'
import { serveTest, testServer } from './server.ts'

interface Replica {
  readonly http: HttpServer
  close(): Promise<void>
}

let folder: string
let replicas: Replica[]

async function replica(): Promise<Replica> {
  const access = await openAccess({ access: folder, data: folder, enableWrites: true }, (problem) =>
    expect.unreachable(problem),
  )
  const { service } = await testServer()
  const http = await serveTest(service, {
    keys: access.keys,
    audit: access.audit,
    usage: () => access.usage(),
    onError: (error) => expect.unreachable(String(error)),
  })
  return {
    http,
    async close() {
      await http.close()
      await access.close()
    },
  }
}

/** Two servers of one folder, and a key of it. */
async function start(caps: Caps): Promise<string> {
  folder = await temporaryFolder()
  const secret = await annOf(folder, 'red', caps)
  replicas = [await replica(), await replica()]
  return secret
}

const at = (index: number): string => replicas[index]?.http.url ?? ''

const post = (index: number, secret: string, method: string, params: object = {}) =>
  fetch(at(index), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
}

/** Opens a session. @returns its id, or the status of the refusal */
async function open(index: number, secret: string): Promise<string | number> {
  const { status, headers } = await post(index, secret, 'initialize', INITIALIZE)
  return headers.get('mcp-session-id') ?? status
}

const end = (index: number, secret: string, id: string | number) =>
  fetch(at(index), {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${secret}`, 'mcp-session-id': String(id) },
  })

beforeEach(() => void (replicas = []))
afterEach(() => Promise.all(replicas.map((one) => one.close())))

describe('servers of one access folder', () => {
  it('count the sessions of a key together', async () => {
    const secret = await start({ sessions: 3 })
    const ids = [await open(0, secret), await open(1, secret), await open(0, secret)]
    expect(ids.every((id) => typeof id === 'string')).toBe(true)
    for (const index of [0, 1]) {
      const refused = await post(index, secret, 'initialize', INITIALIZE)
      expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('3')])
    }
    await end(0, secret, ids[0] ?? '')
    expect(await open(1, secret)).toBeTypeOf('string')
    expect(await open(0, secret)).toBe(429)
  })

  it('never pass a cap, however many sessions are asked for at once', async () => {
    const secret = await start({ sessions: 5 })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => open(n % 2, secret)))
    const opened = answers.filter((answer) => typeof answer === 'string')
    expect(opened.length).toBeGreaterThan(0)
    expect(opened.length).toBeLessThanOrEqual(5)
  })

  it('have the places back of one that has ended', async () => {
    const secret = await start({ sessions: 2 })
    await open(0, secret)
    await open(0, secret)
    expect(await open(1, secret)).toBe(429)
    await replicas.shift()?.close()
    expect(await open(0, secret)).toBeTypeOf('string')
  })

  it('count the calls of a key together', async () => {
    const secret = await start({ rate: 6 })
    const leftOfMinute = 60_000 - (Date.now() % 60_000)
    if (leftOfMinute < 5_000) await setTimeout(leftOfMinute)
    const statuses: number[] = []
    for (let call = 0; call < 16; call++) statuses.push((await post(call % 2, secret, 'ping')).status)
    // The first knows of the second with its next heartbeat, and counts for itself until then.
    const answered = statuses.filter((status) => status === 200).length
    expect(answered).toBeGreaterThanOrEqual(6)
    expect(answered).toBeLessThan(12)
  })

  it('keep no count of keys without caps', async () => {
    const secret = await start({})
    await open(0, secret)
    expect(readdirSync(folder)).not.toContain('model')
  })
})
