import { afterEach, describe, expect, it } from 'vitest'
import { AuditLog } from '../../../electron/node/access/audit.ts'
import { readAudit } from '../../../electron/node/access/audit-reader.ts'
import { addKey } from '../../../electron/node/access/key-file.ts'
import { KeyRing } from '../../../electron/node/access/key-ring.ts'
import type { Role } from '#shared/sandbox/own-key.ts'
import type { Caps } from '../../../electron/node/access/keys.ts'
import { Drain } from '../../../electron/node/operation/drain.ts'
import { Metrics } from '../../../electron/node/operation/metrics.ts'
import { ServedCalls } from '../../../electron/node/operation/served-calls.ts'
import { callScope } from '../../../electron/node/operation/call-scope.ts'
import type { McpCall } from '../../../electron/model-server/mcp/service.ts'
import type { HttpServer } from '../../../electron/model-server/mcp/transports/http.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { serveTest, testServer } from './server.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server as the program creates it, whose store reads can be delayed. */
async function started({ openMetrics = false } = {}) {
  const folder = await temporaryFolder()
  const metrics = new Metrics()
  const drain = new Drain()
  const calls: (McpCall & { trace: string | undefined; key: string | undefined })[] = []
  const onCall = (call: McpCall): void => {
    const { trace, key } = callScope() ?? {}
    calls.push({ ...call, trace: trace?.own.trace, key })
  }
  const server = await testServer({ drain, onCall })
  const keys = new KeyRing(folder, () => undefined)
  const audit = new AuditLog(folder, folder)
  const shelf = {
    isRecorded: () => !keys.isEmpty,
    read: (wish: Parameters<typeof readAudit>[1]) => readAudit(folder, wish),
  }
  let held: Promise<void> | undefined
  const service = {
    ...server.service,
    store: {
      ...server.store,
      workspace: (name: string) => server.store.workspace(name),
      workspaces: async () => {
        await held
        return []
      },
      health: () => server.store.health(),
    },
  }
  const http = await serveTest(service, {
    token: 'the token',
    keys,
    audit,
    operating: {
      metrics,
      drain,
      calls: new ServedCalls(metrics, () => undefined),
      openMetrics,
      audit: shelf,
    },
  })
  closing.push(async () => {
    await http.close()
    keys.close()
    await audit.close()
  })
  const key = async (name: string, role: Role, caps: Caps = {}): Promise<string> => {
    const wish = { name, role, namespace: 'red', expires: undefined, caps, hasSecret: true }
    return (await addKey(folder, wish)).secret ?? ''
  }
  const hold = (): (() => void) => {
    let release = (): void => undefined
    held = new Promise((resolve) => (release = resolve))
    return release
  }
  return { http, drain, calls, key, hold }
}

const post = (http: HttpServer, secret: string, method: string, params: object = {}, headers: object = {}) =>
  fetch(http.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
const get = (http: HttpServer, path: string, secret?: string) =>
  fetch(new URL(path, http.url), {
    headers: secret === undefined ? {} : { authorization: `Bearer ${secret}` },
  })

const WRITE = {
  name: 'entity_write',
  arguments: {
    entities: [{ domain: 'a', name: 'b', id: 'c', fields: { secret: 'never-told' } }],
    relations: [],
  },
}

describe('what those ask who run the server', () => {
  it.each([
    ['/healthz', [200, 200, 200, 200]],
    ['/readyz', [200, 200, 200, 200]],
    ['/metrics', [401, 403, 200, 200]],
    ['/audit', [401, 403, 200, 200]],
  ])('%s answers no key, a user, an admin and the token with %j', async (path, statuses) => {
    const { http, key } = await started()
    const secrets = [undefined, await key('ann', 'user'), await key('root', 'admin'), 'the token']
    const answers = await Promise.all(secrets.map((secret) => get(http, path, secret)))
    expect(answers.map(({ status }) => status)).toEqual(statuses)
    expect(
      (
        await fetch(new URL(path, http.url), {
          method: 'POST',
          headers: { authorization: 'Bearer the token' },
        })
      ).status,
    ).toBe(405)
  })

  it('metrics are public if the server is configured so', async () => {
    const { http } = await started({ openMetrics: true })
    expect((await get(http, '/metrics')).status).toBe(200)
    expect((await get(http, '/audit')).status).toBe(401)
  })

  it('metrics count calls and sessions', async () => {
    const { http } = await started()
    await post(http, 'the token', 'initialize', { protocolVersion: '2025-11-25' })
    const text = await (await get(http, '/metrics', 'the token')).text()
    expect(text).toContain('_count{operation="/mcp",method="POST",code="200"} 1\n')
    expect(text).toContain('orrery_mcp_sessions 1\n')
  })
})

describe('with keys', () => {
  it('every call that writes has a line, and no other, and none of what it said', async () => {
    const { http, key } = await started()
    const [ann, eve] = [await key('ann', 'user'), await key('eve', 'viewer')]
    await post(http, ann, 'tools/call', {
      name: 'query_spl_execute',
      arguments: { query: '.model | limit 1' },
    })
    await post(http, ann, 'tools/call', WRITE, { 'x-request-id': 'req-1' })
    const refused = await (await post(http, eve, 'tools/call', WRITE)).text()
    expect(refused).toContain('The key eve is a viewer’s and model entity_write needs a user’s')
    await post(http, 'the token', 'tools/call', { name: 'entity_expire', arguments: {} })
    const page = (await (await get(http, '/audit?page_size=10', 'the token')).json()) as { items: object[] }
    expect(page.items).toMatchObject([
      { key: 'token', operation: 'model entity_expire', object: 'demo', outcome: 'failed' },
      { key: 'eve', operation: 'model entity_write', object: 'red', outcome: 'refused' },
      { key: 'ann', operation: 'model entity_write', object: 'red', request: 'req-1' },
    ])
    expect(JSON.stringify(page)).not.toContain('never-told')
    expect((await get(http, '/audit?from=x', 'the token')).status).toBe(400)
  })

  it('calls come no more often than they may: 429, and when to come again', async () => {
    const { http, key } = await started()
    const ann = await key('ann', 'user', { rate: 3 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(http, ann, 'ping')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused?.text()).toContain('keys caps ann --max-rate N')
  })

  it('nor have they more sessions than they may', async () => {
    const { http, key } = await started()
    const ann = await key('ann', 'user', { sessions: 2 })
    const open = () => post(http, ann, 'initialize', { protocolVersion: '2025-11-25' })
    const answers = [await open(), await open(), await open()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(await answers[2]?.text()).toContain('Key ann may have 2 sessions at once')
    const id = answers[0]?.headers.get('mcp-session-id') ?? ''
    await fetch(http.url, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ann}`, 'mcp-session-id': id },
    })
    expect((await open()).status).toBe(200)
  })
})

describe('a call', () => {
  const header = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const meta = '00-11111111111111111111111111111111-2222222222222222-01'

  it.each([
    ['of its own', { _meta: { traceparent: meta } }, { traceparent: header }, '1'.repeat(32)],
    ['of its HTTP request', {}, { traceparent: header }, '0af7651916cd43dd8448eb211c80319c'],
    ['of nobody', { _meta: { traceparent: 'x' } }, {}, undefined],
  ])('is logged with the trace %s', async (_, params, headers, trace) => {
    const { http, calls, key } = await started()
    const ann = await key('ann', 'viewer')
    await post(http, ann, 'tools/call', { name: 'query_spl_examples', arguments: {}, ...params }, headers)
    await post(http, ann, 'tools/call', { name: 'no_such_tool', arguments: {} })
    expect(calls).toMatchObject([
      {
        method: 'tools/call',
        tool: 'query_spl_examples',
        workspace: 'red',
        outcome: 'ok',
        key: 'ann',
        trace,
      },
      { tool: 'no_such_tool', outcome: 'failed', trace: undefined },
    ])
  })
})

describe('a server that is asked to end', () => {
  it('finishes running calls, accepts no new ones, and notifies subscribers', async () => {
    const { http, drain, hold } = await started()
    const opened = await post(http, 'the token', 'initialize', { protocolVersion: '2025-11-25' })
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' }
    const stream = await fetch(http.url, { headers: { authorization: 'Bearer the token', ...session } })
    await post(http, 'the token', 'logging/setLevel', { level: 'info' }, session)
    const release = hold()
    const complete = {
      ref: { type: 'ref/resource', uri: 'model://{workspace}/x' },
      argument: { name: 'workspace', value: '' },
    }
    const running = post(http, 'the token', 'completion/complete', complete)
    await expect.poll(() => drain.running).toBe(1)
    const drained = drain.drained(60_000)
    expect((await get(http, '/readyz')).status).toBe(503)
    expect((await get(http, '/healthz')).status).toBe(200)
    const refused = await post(http, 'the token', 'tools/list')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect((await post(http, 'the token', 'ping')).status).toBe(200)
    release()
    expect((await running).status).toBe(200)
    expect(await drained).toBe(0)
    http.endStreams()
    const told = await stream.text()
    expect(told).toContain('"message":"the server ends"')
    expect(told).toMatch(/: the server ends\n\n$/)
  })

  it('waits no longer than it may', async () => {
    const drain = new Drain()
    const release = drain.hold()
    const began = performance.now()
    expect(await drain.drained(200)).toBe(1)
    expect(performance.now() - began).toBeGreaterThan(190)
    const waiting = drain.drained(60_000)
    drain.hurry()
    expect(await waiting).toBe(1)
    release()
    expect(await drain.drained(60_000)).toBe(0)
  })
})
