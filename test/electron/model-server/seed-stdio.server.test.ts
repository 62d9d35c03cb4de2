import { decode } from '@toon-format/toon'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServerProcess } from './process.ts'

/** The promises of test/fixtures/model/seed.md on the built server over stdio; seed-lines.test.ts maps its lines to these. */

type Json = { readonly [name: string]: unknown }

let server: ServerProcess
let nextId = 0
beforeAll(() => {
  server = new ServerProcess(['--quickstart', '--log-level', 'silent'])
})
afterAll(() => server.child.kill('SIGKILL'))

async function call(method: string, params: Json = {}): Promise<Json> {
  const id = ++nextId
  const answer = await server.ask({ jsonrpc: '2.0', id, method, params })
  expect(answer).toMatchObject({ jsonrpc: '2.0', id })
  expect(answer.error).toBeUndefined()
  return answer.result ?? {}
}

async function tool(name: string, args: Json = {}): Promise<Json> {
  const result = await call('tools/call', { workspace: 'demo', name, arguments: args })
  return result['structuredContent'] as Json
}

async function resource(name: string): Promise<{ readonly text: string; readonly value: Json }> {
  const uri = `model://workspace/demo/${name}`
  const { contents } = await call('resources/read', { workspace: 'demo', uri })
  const [item] = contents as [{ uri: string; mimeType: string; text: string }]
  expect(item).toMatchObject({ uri, mimeType: 'text/toon' })
  return { text: item.text, value: decode(item.text) as Json }
}

describe('§1 what the service does', () => {
  it('offers discovery, resources, prompts, completions and query tools', async () => {
    const { capabilities, discovery } = await call('initialize', { protocolVersion: '2025-11-25' })
    expect(Object.keys(capabilities as Json)).toEqual(
      expect.arrayContaining(['tools', 'resources', 'prompts', 'completions']),
    )
    expect(discovery).toMatchObject({ tools: { length: 7 }, resources: { length: 4 } })
  })

  it('names the REST calls that do the same', async () => {
    const { next_actions: actions } = await call('discovery', { workspace: 'demo' })
    for (const { query_api: api } of actions as { query_api: Json }[])
      expect(api).toMatchObject({ method: 'POST', path: expect.stringMatching(/^\/api\/v1\//) as string })
  })

  it('reads by default and writes only if enabled', async () => {
    for (const name of ['model_import', 'entity_write', 'entity_expire'])
      expect(await tool(name, {})).toMatchObject({ ok: false, code: 'TOOL_DISABLED' })
    expect(await tool('query_spl_execute', { query: '.model' })).toMatchObject({ ok: true })
  })
})

describe('§2.1 resources', () => {
  it('overview shows the entry point and its sources', async () => {
    const { value } = await resource('overview')
    expect(value).toMatchObject({
      workspace: 'demo',
      read_model: {
        tool: 'query_spl_execute',
        sources: ['.model', '.entity_set', '.entity', '.topo', '.runbook_set'],
      },
    })
  })

  it('schema-index summarises the model', async () => {
    const { value } = await resource('schema-index')
    expect(value).toMatchObject({ workspace: 'demo', counts: { kinds: { entity_set: 37 } } })
    expect(value['elements']).toHaveLength(47)
  })

  it('query-templates hold templates of .model, .entity_set, .entity and .topo', async () => {
    const { text } = await resource('query-templates')
    for (const source of ['.model ', '.entity_set ', '.entity ', '.topo ']) expect(text).toContain(source)
  })

  it('tool-capability-metadata shows which tools are enabled', async () => {
    const { tools } = (await resource('tool-capability-metadata')).value
    const enabled = (tools as { name: string; enabled: boolean }[]).map((one) => [one.name, one.enabled])
    expect(Object.fromEntries(enabled)).toEqual({
      query_spl_execute: true,
      query_spl_explain: true,
      query_spl_examples: true,
      model_validate: true,
      model_import: false,
      entity_write: false,
      entity_expire: false,
    })
  })
})

describe('§2.2 tools', () => {
  const entitySet = "with(domain='devops', name='devops.service') | entity-call __list_method__()"
  it.each([
    ['.model', '.model | limit 2'],
    ['.entity_set', `.entity_set ${entitySet}`],
    ['.entity', '.entity | limit 2'],
    ['.topo', '.topo | limit 2'],
    ['.runbook_set', ".runbook_set with(domain='apm', query='mitigate slow request')"],
  ])('query_spl_execute runs %s', async (source, query) => {
    const { ok, output } = await tool('query_spl_execute', { query })
    expect(ok).toBe(true)
    expect(output).toMatchObject({ explain: { source } })
    expect((output as { rows: unknown[] }).rows.length).toBeGreaterThan(0)
  })

  it('query_spl_explain plans without rows', async () => {
    const { output } = await tool('query_spl_explain', { query: '.entity | sort display_name | limit 3' })
    expect(output).toMatchObject({ source: '.entity', operators: ['sort', 'limit'], limit: 3 })
    expect(output).not.toHaveProperty('rows')
  })

  it('query_spl_examples returns queries that run, for an empty object', async () => {
    const { output } = await tool('query_spl_examples', {})
    for (const query of output as string[])
      expect(await tool('query_spl_execute', { query }), query).toMatchObject({ ok: true })
  })

  it('model_validate reports what is wrong and where', async () => {
    const { output } = await tool('model_validate', { elements: [{ kind: 'entity_set' }] })
    expect(output).toMatchObject({ valid: false, errors: [{ field: expect.any(String) as string }] })
  })
})

describe('§2.3 tool results', () => {
  it('are text blocks of TOON, and the same as structuredContent', async () => {
    for (const [name, args] of [
      ['query_spl_examples', {}],
      ['query_spl_execute', { query: '.entity | limit 3' }],
      ['query_spl_execute', { query: '.entity | limt 3' }],
    ] as const) {
      const result = await call('tools/call', { name, arguments: args })
      const [block, ...more] = result['content'] as { type: string; text: string }[]
      expect(more).toEqual([])
      expect(block?.type).toBe('text')
      expect(decode(block?.text ?? '')).toEqual(result['structuredContent'])
    }
  })

  it('begin with name, ok and output, an array for examples', async () => {
    const result = await call('tools/call', { name: 'query_spl_examples', arguments: {} })
    const [block] = result['content'] as [{ text: string }]
    const { output } = result['structuredContent'] as { output: unknown[] }
    expect(block.text).toMatch(/^name: query_spl_examples\nok: true\noutput\[\d+\]:/)
    expect(block.text).toContain(`output[${output.length}]:`)
  })
})

describe('§2.4 prompts', () => {
  it.each(['model_query_context', 'model_object_graph_review'])('%s is listed and given', async (name) => {
    const { prompts } = await call('prompts/list', {})
    expect(prompts).toContainEqual(expect.objectContaining({ name }))
    const { messages } = await call('prompts/get', { name })
    expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }])
  })
})

describe('§4.2 stdio', () => {
  it('answers one line per request line', async () => {
    for (const id of [901, 902, 903]) server.send({ jsonrpc: '2.0', id, method: 'ping' })
    const ids = [(await server.next()).id, (await server.next()).id, (await server.next()).id]
    expect(new Set(ids)).toEqual(new Set([901, 902, 903]))
  })
})

describe('§4.4 methods', () => {
  const uri = 'model://workspace/demo/overview'
  const argument = { name: 'workspace', value: 'd' }
  const ref = { type: 'ref/resource', uri: 'model://workspace/{workspace}/overview' }
  it.each([
    ['initialize', { protocolVersion: '2025-06-18', workspace: 'demo' }, 'serverInfo'],
    ['ping', {}, undefined],
    ['logging/setLevel', { level: 'error' }, undefined],
    ['tools/list', { workspace: 'demo' }, 'tools'],
    ['tools/call', { workspace: 'demo', name: 'query_spl_examples', arguments: {} }, 'content'],
    ['resources/list', { workspace: 'demo' }, 'resources'],
    ['resources/templates/list', { workspace: 'demo' }, 'resourceTemplates'],
    ['resources/read', { workspace: 'demo', uri }, 'contents'],
    ['prompts/list', {}, 'prompts'],
    ['prompts/get', { name: 'model_query_context', arguments: {} }, 'messages'],
    ['completion/complete', { ref, argument }, 'completion'],
    ['discovery', {}, 'next_actions'],
  ])('%s answers', async (method, params, member) => {
    const result = await call(method, params)
    if (member === undefined) expect(result).toEqual({})
    else expect(result).toHaveProperty(member)
  })

  it('notifications/initialized is taken in silence', async () => {
    server.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect(await call('ping')).toEqual({})
  })

  it('initialize says that payload texts are TOON', async () => {
    expect(await call('initialize', { protocolVersion: '2025-06-18', workspace: 'demo' })).toMatchObject({
      protocolVersion: '2025-06-18',
      _meta: { outputFormat: 'text/toon', workspace: 'demo' },
    })
  })

  it('another workspace of the same server is empty', async () => {
    const { contents } = await call('resources/read', {
      workspace: 'other',
      uri: 'model://workspace/other/schema-index',
    })
    const [item] = contents as [{ text: string }]
    expect(decode(item.text)).toMatchObject({ workspace: 'other', counts: { entities: 0 } })
  })

  it.each([
    ['a workspace', ref, { name: 'workspace', value: 'de' }, 'demo'],
    [
      'a prompt argument',
      { type: 'ref/prompt', name: 'model_query_context' },
      { name: 'workspace', value: 'd' },
      'demo',
    ],
    ['.model', { type: 'ref/prompt', name: 'model_query_context' }, { name: 'query', value: '.m' }, '.model'],
    [
      '.entity',
      { type: 'ref/prompt', name: 'model_query_context' },
      { name: 'query', value: '.ent' },
      '.entity',
    ],
    ['.topo', { type: 'ref/prompt', name: 'model_query_context' }, { name: 'query', value: '.t' }, '.topo'],
  ])('completion continues with %s', async (_, reference, wanted, expected) => {
    const { completion } = await call('completion/complete', { ref: reference, argument: wanted })
    expect((completion as { values: string[] }).values).toContain(expected)
  })
})
