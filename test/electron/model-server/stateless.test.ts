/** MCP 2026-07-28 beside the revisions with sessions: one service, each message by the rules of its revision. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#shared/model/json.ts'
import { dispatch, dispatchBatch } from '../../../electron/model-server/mcp/dispatcher.ts'
import type { RpcNotification } from '../../../electron/model-server/mcp/rpc.ts'
import { Session } from '../../../electron/model-server/mcp/session.ts'
import type { HttpServer } from '../../../electron/model-server/mcp/transports/http.ts'
import { serveTest, type TestServer, testServer } from './server.ts'

const VERSION = '2026-07-28'
const envelope = (more: JsonObject = {}): JsonObject => ({
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
  ...more,
})
const request = (method: string, params: JsonObject = {}, meta = envelope()): JsonObject => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { ...params, _meta: meta },
})

let server: TestServer
beforeAll(async () => {
  server = await testServer({ sample: 'quickstart' })
})

const said: RpcNotification[] = []
const session = (): Session => new Session((message) => said.push(message))
const answered = async (one: Session, message: JsonObject, service = server.service): Promise<JsonObject> =>
  JSON.parse(JSON.stringify((await dispatch(service, one, message, () => undefined)) ?? {})) as JsonObject

describe('a stateless request', () => {
  it.each([
    ['server/discover', { supportedVersions: [VERSION], ttlMs: 300_000, cacheScope: 'public' }],
    ['tools/list', { ttlMs: 300_000, cacheScope: 'public' }],
    ['prompts/list', { cacheScope: 'public' }],
    ['resources/list', { cacheScope: 'public' }],
    ['resources/templates/list', { cacheScope: 'public' }],
    ['discovery', { workspace: 'demo' }],
  ])('%s', async (method, expected) => {
    const { result } = await answered(session(), request(method))
    expect(result).toMatchObject({
      resultType: 'complete',
      ...expected,
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'model-mcp' } },
    })
  })

  it('answers as it does in a session, but for what the revision adds', async () => {
    const params = { name: 'query_spl_execute', arguments: { query: '.model | limit 1' } }
    const { result } = await answered(session(), request('tools/call', params))
    const { resultType, _meta, ...rest } = result as JsonObject
    expect(resultType).toBe('complete')
    expect(rest).toEqual(await server.call('tools/call', params))
  })

  it.each([
    ['ping', {}, envelope(), -32_601],
    ['initialize', { protocolVersion: '2025-11-25' }, envelope(), -32_601],
    ['logging/setLevel', { level: 'info' }, envelope(), -32_601],
    ['nothing/known', {}, envelope(), -32_601],
    ['resources/read', { uri: 'model://workspace/demo/none' }, envelope(), -32_602],
    ['prompts/get', { name: 'none' }, envelope(), -32_602],
    ['tools/list', {}, envelope({ 'io.modelcontextprotocol/clientCapabilities': null }), -32_602],
    ['tools/list', {}, envelope({ 'io.modelcontextprotocol/protocolVersion': 7 }), -32_602],
    ['tools/list', {}, envelope({ 'io.modelcontextprotocol/logLevel': 'loud' }), -32_602],
    ['tools/list', {}, envelope({ 'io.modelcontextprotocol/protocolVersion': '2031-01-01' }), -32_022],
  ])('%s %j is refused', async (method, params, meta, code) => {
    const { error, id } = await answered(session(), request(method, params as JsonObject, meta))
    expect(error).toMatchObject({ code })
    expect(id).toBe(1)
  })
})

describe('a session keeps to what its first request was', () => {
  const legacy = (method: string, params: JsonObject = {}): JsonObject => ({
    jsonrpc: '2.0',
    id: 2,
    method,
    params,
  })

  it('may fall back after server/discover', async () => {
    const one = session()
    await answered(one, request('server/discover'))
    const { result } = await answered(one, legacy('initialize', { protocolVersion: '2025-06-18' }))
    expect(result).toMatchObject({ protocolVersion: '2025-06-18' })
    expect((await answered(one, legacy('ping')))['result']).toEqual({})
  })

  it('is not initialized once it is stateless', async () => {
    const one = session()
    await answered(one, request('tools/list'))
    const { error } = await answered(one, legacy('initialize', { protocolVersion: '2025-06-18' }))
    expect(error).toMatchObject({ code: -32_022, data: { supported: [VERSION], requested: '2025-06-18' } })
    expect((await answered(one, legacy('tools/list')))['error']).toMatchObject({ code: -32_602 })
  })

  it('knows nothing of server/discover once it is stateful', async () => {
    const one = session()
    await answered(one, legacy('ping'))
    expect((await answered(one, legacy('server/discover')))['error']).toMatchObject({ code: -32_601 })
  })

  it('takes batches of messages with sessions only', async () => {
    const batch = [legacy('ping'), { jsonrpc: '2.0', method: 'notifications/initialized' }, legacy('ping')]
    expect(await dispatchBatch(server.service, session(), batch, () => undefined)).toHaveLength(2)
    expect(
      await dispatchBatch(server.service, session(), [request('tools/list')], () => undefined),
    ).toMatchObject({ error: { code: -32_600 } })
  })
})

describe('subscriptions', () => {
  const uri = 'model://workspace/demo/schema-index'
  const element = { kind: 'entity_set', domain: 'd', name: 'd.x', spec: {} }

  const id = '7f'.repeat(16)
  const entity = {
    __domain__: 'd',
    __entity_type__: 'd.x',
    __entity_id__: id,
    __method__: 'Create',
    __first_observed_time__: 1000,
    __last_observed_time__: 2000,
  }

  it.each([
    ['an import', 'model_import', { elements: [element] }],
    ['a write', 'entity_write', { entities: [entity] }],
    ['an expiry', 'entity_expire', { ids: [`d/d.x/${id}`] }],
  ])('tell of %s', async (_what, tool, args) => {
    const one = session()
    said.length = 0
    const running = dispatch(
      server.service,
      one,
      request('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } }),
      () => undefined,
    )
    const answer = await server.tool(tool, args)
    one.cancel(1)
    await running
    expect(answer).toMatchObject({ ok: true })
    expect(said.map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/resources/updated',
    ])
  })

  it('tell of what a write changed, until they are cancelled', async () => {
    const one = session()
    said.length = 0
    const running = dispatch(
      server.service,
      one,
      request('subscriptions/listen', {
        notifications: { resourceSubscriptions: [uri], toolsListChanged: true },
      }),
      () => undefined,
    )
    await server.tool('model_import', { elements: [element] })
    await server.tool('model_import', { elements: [element] }, 'another')
    one.cancel(1)
    expect(await running).toBeUndefined()
    await server.tool('model_import', { elements: [element] })
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 1 }
    expect(said).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { resourceSubscriptions: [uri] }, _meta },
      },
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri, _meta } },
    ])
  })

  it('end with an answer when the server ends, and at once when there is nothing to tell', async () => {
    const one = session()
    const listen = request('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } })
    const running = answered(one, listen)
    one.end()
    const ended = {
      result: { resultType: 'complete', _meta: { 'io.modelcontextprotocol/subscriptionId': 1 } },
    }
    expect(await running).toMatchObject(ended)
    expect(await answered(session(), request('subscriptions/listen', { notifications: {} }))).toMatchObject(
      ended,
    )
    expect((await answered(session(), request('subscriptions/listen')))['error']).toMatchObject({
      code: -32_602,
    })
  })
})

describe('a write that is to be confirmed', () => {
  const asking = envelope({ 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } })
  const args = { elements: [{ kind: 'entity_set', domain: 'c', name: 'c.x', spec: {} }] }
  const call = { name: 'model_import', arguments: args }

  it('asks, and is carried out by the answer to that very question', async () => {
    const { service } = await testServer({ confirmsWrites: true })
    const first = await answered(session(), request('tools/call', call, asking), service)
    expect(first['result']).toMatchObject({
      resultType: 'input_required',
      inputRequests: { confirm: { method: 'elicitation/create', params: { mode: 'form' } } },
    })
    const { requestState } = first['result'] as JsonObject
    const retry = async (state: unknown, answer: JsonObject): Promise<unknown> => {
      const params = { ...call, requestState: state, inputResponses: { confirm: answer } } as JsonObject
      const { result, error } = await answered(session(), request('tools/call', params, asking), service)
      return result ?? error
    }
    const yes = { action: 'accept', content: { confirm: true } }
    expect(await retry('forged', yes)).toMatchObject({ code: -32_602 })
    expect(await retry(undefined, yes)).toMatchObject({ resultType: 'input_required' })
    expect(await retry(requestState, { action: 'decline' })).toMatchObject({
      isError: true,
      structuredContent: { code: 'TOOL_DISABLED' },
    })
    expect(await retry(requestState, yes)).toMatchObject({
      resultType: 'complete',
      structuredContent: { ok: true },
    })
  })

  it('needs a client that can be asked', async () => {
    const { service, tool } = await testServer({ confirmsWrites: true })
    expect((await answered(session(), request('tools/call', call), service))['error']).toMatchObject({
      code: -32_021,
      data: { requiredCapabilities: { elicitation: {} } },
    })
    expect(await tool('model_import', args)).toMatchObject({ ok: false, code: 'TOOL_DISABLED' })
    expect(await tool('query_spl_examples')).toMatchObject({ ok: true })
  })
})

describe('over HTTP', () => {
  let http: HttpServer
  beforeAll(async () => {
    http = await serveTest(server.service)
  })
  afterAll(() => http.close())

  const headers = (method: string, more: Record<string, string> = {}): Record<string, string> => ({
    'Content-Type': 'application/json',
    'MCP-Protocol-Version': VERSION,
    'Mcp-Method': method,
    ...more,
  })
  const post = (body: JsonObject, head: Record<string, string>): Promise<Response> =>
    fetch(http.url, { method: 'POST', headers: head, body: JSON.stringify(body) })
  const call = { name: 'query_spl_examples', arguments: {} }
  const json = { 'Content-Type': 'application/json' }

  it.each<[string, JsonObject, Record<string, string>, number, number | undefined]>([
    ['a list', request('tools/list'), headers('tools/list'), 200, undefined],
    ['a call', request('tools/call', call), headers('tools/call', { 'Mcp-Name': call.name }), 200, undefined],
    [
      'a name in base64',
      request('tools/call', call),
      headers('tools/call', { 'Mcp-Name': `=?base64?${Buffer.from(call.name).toString('base64')}?=` }),
      200,
      undefined,
    ],
    ['no version', request('tools/list'), { ...json, 'Mcp-Method': 'tools/list' }, 400, -32_020],
    ['no method', request('tools/list'), { ...json, 'MCP-Protocol-Version': VERSION }, 400, -32_020],
    ['another method', request('tools/list'), headers('prompts/list'), 400, -32_020],
    ['no name', request('tools/call', call), headers('tools/call'), 400, -32_020],
    ['another name', request('tools/call', call), headers('tools/call', { 'Mcp-Name': 'x' }), 400, -32_020],
    [
      'another version',
      request('tools/list'),
      headers('tools/list', { 'MCP-Protocol-Version': '2025-11-25' }),
      400,
      -32_020,
    ],
    ['a header alone', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers('tools/list'), 400, -32_602],
    ['an initialize', { jsonrpc: '2.0', id: 1, method: 'initialize' }, headers('initialize'), 400, -32_020],
    ['an unknown method', request('ping'), headers('ping'), 404, -32_601],
    ['an earlier revision', { jsonrpc: '2.0', id: 1, method: 'ping' }, json, 200, undefined],
  ])('%s', async (_title, body, head, status, code) => {
    const response = await post(body, head)
    expect(response.status).toBe(status)
    const answer = (await response.json()) as { id: unknown; error?: { code: number } }
    expect(answer.error?.code).toBe(code)
    expect(answer.id).toBe(1)
  })

  it('streams what changed until the client goes away', async () => {
    const uri = 'model://workspace/demo/schema-index'
    const body = request('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } })
    const stop = new AbortController()
    const response = await fetch(http.url, {
      method: 'POST',
      headers: headers('subscriptions/listen'),
      body: JSON.stringify(body),
      signal: stop.signal,
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (word: string): Promise<void> => {
      while (!text.includes(word)) text += (await reader?.read())?.value ?? ''
    }
    await until('acknowledged')
    await server.tool('model_import', {
      elements: [{ kind: 'entity_set', domain: 'h', name: 'h.x', spec: {} }],
    })
    await until('resources/updated')
    stop.abort()
  })

  it('an unknown version is refused with the null that JSON-RPC requires', async () => {
    const response = await post(
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { ...json, 'MCP-Protocol-Version': '1999-01-01' },
    )
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ id: null, error: { code: -32_000 } })
  })
})
