import { describe, expect, it } from 'vitest'
import {
  AppConversation,
  appOf,
  isForApps,
  type AppHost,
} from '../../../renderer/console/apps/app-conversation.ts'
import { toolSchema } from '../../../renderer/mcp/protocol.ts'

const tool = (name: string, meta?: object) => toolSchema.parse({ name, _meta: meta })

function talk(more: Partial<AppHost> = {}) {
  const said: Record<string, unknown>[] = []
  const done: unknown[] = []
  const host: AppHost = {
    version: '1',
    sources: {},
    context: () => ({ theme: 'dark' }),
    styles: () => ({ variables: { '--font-sans': 'Inter' } }),
    tools: () => [tool('free'), tool('closed', { ui: { visibility: ['model'] } })],
    send: (message) => void said.push({ ...message }),
    callTool: ({ name }, args) => Promise.resolve({ name, args }),
    readResource: (uri) => Promise.resolve({ uri }),
    openLink: (url) => Promise.resolve(void done.push(url)),
    resize: (height) => void done.push(height),
    ...more,
  }
  const conversation = new AppConversation(host, {
    tool: tool('own'),
    args: { a: 1 },
    result: { content: [] },
  })
  const ask = async (method: string, params?: object) => {
    conversation.receive({ jsonrpc: '2.0', id: 7, method, params })
    await new Promise((settled) => setTimeout(settled))
    return said.at(-1)
  }
  const note = (method: string, params?: object) => conversation.receive({ jsonrpc: '2.0', method, params })
  return { conversation, said, done, ask, note }
}

it.each([
  [{ ui: { resourceUri: 'ui://a/b' } }, 'ui://a/b'],
  [{ 'ui/resourceUri': 'ui://a/b' }, 'ui://a/b'],
  [{ ui: { resourceUri: 'https://a/b' } }, undefined],
  [{ ui: 'ui://a/b' }, undefined],
  [undefined, undefined],
])('the app of a tool with %j is %s', (meta, uri) => expect(appOf(tool('a', meta))).toBe(uri))

it.each([
  [undefined, true],
  [{ ui: { visibility: ['app'] } }, true],
  [{ ui: { visibility: ['model', 'app'] } }, true],
  [{ ui: { visibility: ['model'] } }, false],
  [{ ui: { visibility: [] } }, false],
  [{ ui: { visibility: 'app' } }, true],
])('a tool with %j is for apps: %s', (meta, is) => expect(isForApps(tool('a', meta))).toBe(is))

describe('the talk with an app', () => {
  it('begins with its greeting: nothing is said before, and everything once', async () => {
    const { conversation, said, ask, note } = talk()
    conversation.contextChanged()
    expect(said).toEqual([])
    expect(await ask('ui/initialize')).toMatchObject({
      id: 7,
      result: {
        protocolVersion: '2026-01-26',
        hostContext: {
          theme: 'dark',
          styles: { variables: { '--font-sans': 'Inter' } },
          toolInfo: { tool: { name: 'own' } },
        },
      },
    })
    note('ui/notifications/initialized')
    note('ui/notifications/initialized')
    conversation.contextChanged()
    conversation.contextChanged({ variables: {} })
    expect(said.slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: { a: 1 } } },
      { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: { content: [] } },
      { jsonrpc: '2.0', method: 'ui/notifications/host-context-changed', params: { theme: 'dark' } },
      {
        jsonrpc: '2.0',
        method: 'ui/notifications/host-context-changed',
        params: { theme: 'dark', styles: { variables: {} } },
      },
    ])
  })

  it.each([
    ['ping', {}, {}],
    ['tools/call', { name: 'free', arguments: { b: 2 } }, { name: 'free', args: { b: 2 } }],
    ['tools/call', { name: 'free', arguments: 'text' }, { name: 'free', args: {} }],
    ['resources/read', { uri: 'file:///a' }, { uri: 'file:///a' }],
    ['ui/request-display-mode', { mode: 'fullscreen' }, { mode: 'inline' }],
    ['ui/open-link', { url: 'https://a.example/' }, {}],
  ])('answers %s %j', async (method, params, result) =>
    expect(await talk().ask(method, params)).toEqual({ jsonrpc: '2.0', id: 7, result }),
  )

  it.each([
    ['tools/call', { name: 'other' }, -32602],
    ['tools/call', { name: 'closed' }, -32000],
    ['tools/call', { name: 'free', arguments: { text: 'x'.repeat(1_000_000) } }, -32602],
    ['ui/open-link', { url: 'file:///etc/passwd' }, -32602],
    ['ui/open-link', { url: 'javascript:alert(1)' }, -32602],
    ['ui/open-link', {}, -32602],
    ['resources/read', {}, -32601],
    ['tools/list', {}, -32601],
    ['initialize', {}, -32601],
    ['constructor', {}, -32601],
  ])('refuses %s %.40j', async (method, params, code) =>
    expect(await talk().ask(method, params)).toMatchObject({ id: 7, error: { code } }),
  )

  it.each([
    null,
    'text',
    7,
    [],
    {},
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: {}, method: 'ping' },
    { jsonrpc: '2.0', id: null, method: 'ping' },
    { jsonrpc: '2.0', id: 1, method: 7 },
    { jsonrpc: '2.0', id: 1, result: {} },
  ])('hears nothing in %j', (message) => {
    const { conversation, said, done } = talk()
    conversation.receive(message)
    expect([said, done]).toEqual([[], []])
  })

  it('takes a height that is one', () => {
    const { done, note } = talk()
    for (const height of [240, -1, 0, '300', Number.NaN, undefined])
      note('ui/notifications/size-changed', { height })
    expect(done).toEqual([240])
  })

  it('tells the app the answer of the server or the user', async () => {
    const { ask } = talk({ callTool: () => Promise.reject(new Error('The user refused.')) })
    expect(await ask('tools/call', { name: 'free' })).toMatchObject({
      error: { code: -32000, message: 'The user refused.' },
    })
  })

  it('has sixteen requests under way at once', async () => {
    const { conversation, said } = talk({ callTool: () => new Promise(() => undefined) })
    for (let id = 0; id < 17; id++)
      conversation.receive({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'free' } })
    await new Promise((settled) => setTimeout(settled))
    expect(said).toEqual([
      expect.objectContaining({ id: 16, error: expect.objectContaining({ code: -32000 }) }),
    ])
  })

  it('ends when the app has answered, at once where it never listened', async () => {
    const { conversation, said, note } = talk()
    await conversation.end()
    expect(said).toEqual([])
    note('ui/notifications/initialized')
    const ended = conversation.end()
    expect(said.at(-1)).toMatchObject({ method: 'ui/resource-teardown', params: { reason: 'closed' } })
    conversation.receive({ jsonrpc: '2.0', id: said.at(-1)?.['id'], result: {} })
    await ended
  })
})
