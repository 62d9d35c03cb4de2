import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpServer } from '../../../electron/model-server/mcp/transports/http.ts'
import { addKey, revokeKey } from '../../../electron/node/access/key-file.ts'
import { KeyRing } from '../../../electron/node/access/key-ring.ts'
import type { Role } from '#shared/sandbox/own-key.ts'
import { importSample } from '../../../electron/model-server/samples/import.ts'
import { sharedFolder } from '../../temporary-folder.ts'
import { serveTest, testServer, type TestServer } from './server.ts'

/** A model server with keys, each for reading or writing its own workspace. */
let server: TestServer
let http: HttpServer
let keys: KeyRing
const folder = sharedFolder()
const secrets: Record<string, string> = {}

const add = async (name: string, role: Role, namespace: string): Promise<void> => {
  const wish = { name, role, namespace, expires: undefined, caps: {}, hasSecret: true }
  secrets[name] = (await addKey(folder, wish)).secret ?? ''
}

beforeAll(async () => {
  server = await testServer()
  await importSample(server.store, 'blue', 'multi-domain-quickstart')
  await add('red-viewer', 'viewer', 'red')
  await add('red-user', 'user', 'red')
  await add('blue-user', 'user', 'blue')
  await add('admin', 'admin', 'red')
  await add('gone', 'user', 'red')
  await revokeKey(folder, 'gone')
  keys = new KeyRing(folder, () => undefined)
  http = await serveTest(server.service, {
    token: 'the token',
    keys,
  })
})
afterAll(async () => {
  await http.close()
  keys.close()
})

const post = (who: string, method: string, params: object = {}, headers: Record<string, string> = {}) =>
  fetch(http.url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${secrets[who] ?? who}`,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
const text = async (...args: Parameters<typeof post>): Promise<string> => (await post(...args)).text()

const LIST = { name: 'query_spl_execute', arguments: { query: '.model | limit 1000' } }
const WRITE = { name: 'entity_write', arguments: { entities: [], relations: [] } }
/** What the sample contains and an empty workspace does not. */
const SIGN = 'apm.service'

describe('with keys', () => {
  it.each([
    ['nobody', 401],
    ['orrery_guessed', 401],
    ['the token', 200],
    ['red-viewer', 200],
    ['admin', 200],
  ])('%s is answered %i', async (who, status) => {
    expect((await post(who, 'ping')).status).toBe(status)
  })

  it.each([
    ['without a token', {}, 'Bearer', /^A bearer token is needed; /],
    [
      'with one that never was',
      { Authorization: 'Bearer orrery_guessed' },
      'Bearer error="invalid_token"',
      /^The token or key that was sent is unknown, /,
    ],
    [
      'with one that was revoked',
      { Authorization: 'Bearer REVOKED' },
      'Bearer error="invalid_token"',
      /^The token or key that was sent is unknown, /,
    ],
  ])('a call %s is told so', async (_, headers, challenge, words) => {
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('REVOKED', secrets['gone'] ?? '')]),
    )
    const answer = await fetch(http.url, { method: 'POST', headers: given, body: '{}' })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge])
    expect(((await answer.json()) as { error: { message: string } }).error.message).toMatch(words)
  })

  it('the workspace is that of the key', async () => {
    const own = await text('blue-user', 'tools/call', LIST)
    expect(own).toContain(SIGN)
    expect(await text('red-user', 'tools/call', LIST)).not.toContain(SIGN)
    expect(await text('admin', 'tools/call', { ...LIST, workspace: 'blue' })).toContain(SIGN)
  })

  it.each([
    ['tools/call', LIST],
    ['tools/call', { name: 'query_spl_examples', arguments: {} }],
    ['tools/call', WRITE],
    ['resources/list', {}],
    ['resources/read', { uri: 'schema-index' }],
    ['prompts/get', { name: 'x' }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'workspace', value: '' } },
    ],
    ['discovery', {}],
    [
      'initialize',
      { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    ],
  ])('%s in another workspace is refused as in one that never was', async (method, params) => {
    const told = await text('red-user', method, { ...params, workspace: 'blue' })
    const never = await text('red-user', method, { ...params, workspace: 'never' })
    expect(told).toBe(never)
    expect(told).toContain('for the workspace red')
    expect(told).not.toContain(SIGN)
  })

  it('addresses and completions lead to no other workspace', async () => {
    const read = (workspace: string) =>
      text('red-user', 'resources/read', { uri: `model://workspace/${workspace}/schema-index` })
    expect((await read('blue')).replaceAll('blue', 'W')).toBe((await read('never')).replaceAll('never', 'W'))
    const completed = await text('red-user', 'completion/complete', {
      ref: { type: 'ref/resource', uri: 'model://workspace/{workspace}/overview' },
      argument: { name: 'workspace', value: '' },
    })
    expect(completed).toContain('red')
    expect(completed).not.toContain('blue')
  })

  it.each(['red-viewer', 'admin', 'the token'])('%s is told of its own key', async (who) => {
    const { result } = JSON.parse(await text(who, 'resources/templates/list')) as {
      result: { resourceTemplates: { _meta: { key?: object } }[] }
    }
    const role = who === 'red-viewer' ? 'viewer' : who
    const key = who === 'the token' ? undefined : { name: who, role, namespace: 'red' }
    for (const { _meta } of result.resourceTemplates) expect(_meta.key).toEqual(key)
  })

  it('a viewer reads and does not write', async () => {
    expect(await text('red-viewer', 'tools/call', WRITE)).toContain('TOOL_DISABLED')
    expect(await text('red-user', 'tools/call', WRITE)).not.toContain('TOOL_DISABLED')
  })

  it('a session is its opener’s alone', async () => {
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    const id = (await post('blue-user', 'initialize', hello)).headers.get('mcp-session-id') ?? ''
    expect(id).not.toBe('')
    const session = { 'Mcp-Session-Id': id }
    expect((await post('blue-user', 'ping', {}, session)).status).toBe(200)
    for (const who of ['red-user', 'admin', 'the token']) {
      expect((await post(who, 'ping', {}, session)).status).toBe(404)
    }
  })

  it('a revoked key ends its own streams and sessions, and no others', async () => {
    await add('leaver', 'user', 'red')
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    const stream = async (who: string) => {
      const id = (await post(who, 'initialize', hello)).headers.get('mcp-session-id') ?? ''
      const headers = {
        Authorization: `Bearer ${secrets[who]}`,
        'Mcp-Session-Id': id,
        Accept: 'text/event-stream',
      }
      const answer = await fetch(http.url, { headers })
      expect(answer.status).toBe(200)
      return { id, answer }
    }
    const [leaves, stays] = [await stream('leaver'), await stream('red-user')]
    await revokeKey(folder, 'leaver')
    await leaves.answer.text()
    expect((await post('leaver', 'ping')).status).toBe(401)
    expect((await post('red-user', 'ping', {}, { 'Mcp-Session-Id': stays.id })).status).toBe(200)
    await stays.answer.body?.cancel()
  })
})
