import { decode } from '@toon-format/toon'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#shared/model/json.ts'
import { METHOD_NAMES } from '../../../electron/model-server/mcp/dispatcher.ts'
import { type TestServer, testServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ sample: 'quickstart' })
})

const NAMES = ['overview', 'schema-index', 'query-templates', 'tool-capability-metadata'] as const

async function content(name: string): Promise<{ readonly text: string; readonly value: unknown }> {
  const result = await server.call('resources/read', {
    workspace: 'demo',
    uri: `model://workspace/demo/${name}`,
  })
  const [item] = result['contents'] as unknown as [{ mimeType: string; text: string }]
  expect(item.mimeType).toBe('text/toon')
  return { text: item.text, value: decode(item.text) }
}

describe('methods', () => {
  it('are those of the seed', () => {
    expect(METHOD_NAMES).toEqual(
      expect.arrayContaining([
        'initialize',
        'notifications/initialized',
        'ping',
        'logging/setLevel',
        'tools/list',
        'tools/call',
        'resources/list',
        'resources/templates/list',
        'resources/read',
        'prompts/list',
        'prompts/get',
        'completion/complete',
        'discovery',
      ]),
    )
  })

  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', '2025-11-25'],
  ])('negotiates version %s as %s', async (asked, answered) => {
    const result = await server.call('initialize', { protocolVersion: asked, workspace: 'demo' })
    expect(result).toMatchObject({
      protocolVersion: answered,
      _meta: { outputFormat: 'text/toon', workspace: 'demo' },
    })
  })

  it('answer envelopes with the id and a result', async () => {
    expect(await server.send({ jsonrpc: '2.0', id: 77, method: 'prompts/list', params: {} })).toMatchObject({
      jsonrpc: '2.0',
      id: 77,
      result: { prompts: [{ name: 'model_query_context' }, { name: 'model_object_graph_review' }] },
    })
  })

  it('discovery names tools, resources and next actions that run', async () => {
    const found = await server.call('discovery', { workspace: 'demo' })
    expect(found).toMatchObject({ workspace: 'demo', tools: { length: 7 }, resources: { length: 4 } })
    expect(found['next_actions']).toMatchObject([
      { id: 'query-example-1', tool: 'query_spl_execute', query_api: { method: 'POST' } },
      ...Array.from({ length: 13 }, () => ({})),
    ])
  })
})

describe('the page of an answer (MCP Apps)', () => {
  const apps = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }
  const listed = async (graphApp: boolean, capabilities: JsonObject): Promise<unknown[]> => {
    const page = graphApp ? async () => '<!doctype html>' : undefined
    const own = await testServer({ sample: 'quickstart', graphApp: page })
    await own.call('initialize', { protocolVersion: '2025-11-25', capabilities })
    const { resources } = await own.call('resources/list')
    return (resources as { uri: string }[]).map(({ uri }) => uri).filter((uri) => uri.startsWith('ui:'))
  }

  it.each([
    ['a client that shows apps', true, apps, ['ui://orrery/graph']],
    ['one that says nothing of them', true, {}, []],
    [
      'one that shows another kind',
      true,
      { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/plain'] } } },
      [],
    ],
    ['one whose capabilities make no sense', true, { extensions: [1] }, []],
    ['a server without the page', false, apps, []],
  ])('is listed to %s as it should be', async (_who, graphApp, capabilities, expected) => {
    expect(await listed(graphApp, capabilities)).toEqual(expected)
  })

  it('is named by one tool, read by everybody, and changes nothing of an answer', async () => {
    const own = await testServer({ sample: 'quickstart', graphApp: async () => '<!doctype html>' })
    const { tools } = (await own.call('tools/list')) as unknown as {
      tools: { name: string; _meta: { ui?: { resourceUri: string } } }[]
    }
    expect(tools.flatMap(({ name, _meta }) => (_meta.ui ? [[name, _meta.ui.resourceUri]] : []))).toEqual([
      ['query_spl_execute', 'ui://orrery/graph'],
    ])
    expect(await own.call('resources/read', { uri: 'ui://orrery/graph' })).toEqual({
      contents: [
        {
          uri: 'ui://orrery/graph',
          mimeType: 'text/html;profile=mcp-app',
          text: '<!doctype html>',
          _meta: { ui: { csp: {}, prefersBorder: true } },
        },
      ],
    })
    const asked = { name: 'query_spl_execute', arguments: { query: '.model | limit 2' } }
    expect(await own.call('tools/call', asked)).toEqual(await server.call('tools/call', asked))
    await expect(server.call('resources/read', { uri: 'ui://orrery/graph' })).rejects.toThrow('-32002')
  })
})

describe('resources', () => {
  it('are four, by URI, by template and by name', async () => {
    const { resources } = (await server.call('resources/list', { workspace: 'demo' })) as unknown as {
      resources: { uri: string; name: string }[]
    }
    expect(resources.map(({ uri }) => uri)).toEqual(NAMES.map((name) => `model://workspace/demo/${name}`))
    const { resourceTemplates } = (await server.call('resources/templates/list')) as unknown as {
      resourceTemplates: { uriTemplate: string }[]
    }
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
      NAMES.map((name) => `model://workspace/{workspace}/${name}`),
    )
    expect(await server.call('resources/read', { uri: 'overview' })).toMatchObject({
      contents: [{ uri: 'model://workspace/demo/overview' }],
    })
  })

  it.each(NAMES)('%s is TOON without runtime rows', async (name) => {
    const { text, value } = await content(name)
    expect(value).toMatchObject({ workspace: 'demo' })
    expect(text).not.toContain('10000000000000000000000000000101')
    expect(text).not.toContain('checkout-service')
  })

  it('the schema index lists counts, domains, elements and links', async () => {
    expect((await content('schema-index')).value).toMatchObject({
      sources: { length: 5 },
      filters: ['with(...)', 'limit', 'time_range', 'parameters'],
      counts: { entities: 150, kinds: { entity_set: 37 } },
      domains: { 3: { name: 'devops' } },
      elements: {
        0: {
          kind: 'entity_set',
          domain: 'apm',
          name: 'apm.operation',
          display_name: 'Operation',
          field_count: 5,
        },
      },
      links: {
        0: {
          relation_type: expect.any(String) as string,
          source: expect.stringMatching(/^[^/]+\/[^/]+\/entity_set$/) as string,
        },
      },
    })
  })

  it('the query templates cover every source', async () => {
    const { text } = await content('query-templates')
    for (const source of ['.model', '.entity_set', '.entity', '.topo', '.runbook_set'])
      expect(text).toContain(source)
  })

  it('another workspace is isolated, and not found under this one', async () => {
    const other = await server.call('resources/read', {
      workspace: 'empty',
      uri: 'model://workspace/empty/schema-index',
    })
    expect(JSON.stringify(other)).not.toContain('devops')
    expect(
      await server.send({
        id: 1,
        method: 'resources/read',
        params: { workspace: 'demo', uri: 'model://workspace/empty/overview' },
      }),
    ).toMatchObject({ error: { code: -32_002 } })
  })

  it('an address is enough where the call names no workspace', async () => {
    const uri = 'model://workspace/empty/overview'
    expect(await server.call('resources/read', { uri })).toMatchObject({ contents: [{ uri }] })
  })
})

describe('tools', () => {
  it('are seven, write tools marked and listed though disabled', async () => {
    const reader = await testServer({ writesEnabled: false })
    const { tools } = (await reader.call('tools/list', { workspace: 'demo' })) as unknown as {
      tools: { name: string; title: string; annotations: object; _meta: object }[]
    }
    expect(
      tools.map((tool) => [tool.name, (tool._meta as { enabledByDefault: boolean }).enabledByDefault]),
    ).toEqual([
      ['query_spl_execute', true],
      ['query_spl_explain', true],
      ['query_spl_examples', true],
      ['model_validate', true],
      ['model_import', false],
      ['entity_write', false],
      ['entity_expire', false],
    ])
    expect(tools[0]).toMatchObject({
      title: 'Query Spl Execute',
      annotations: { readOnlyHint: true, destructiveHint: false },
    })
  })

  it('answer text blocks in TOON with name, ok and output, equal to structuredContent', async () => {
    const result = await server.call('tools/call', {
      workspace: 'demo',
      name: 'query_spl_examples',
      arguments: {},
    })
    const [block] = result['content'] as unknown as [{ type: string; text: string }]
    expect(block.type).toBe('text')
    expect(block.text).toMatch(/^name: query_spl_examples\nok: true\noutput\[\d+\]: "\.model with/)
    expect(decode(block.text)).toEqual(result['structuredContent'])
  })

  it('explain what execute would do', async () => {
    const query =
      ".entity with(name='devops.service', query='x') | where tier = 'tier-0' | project tier | sort tier | limit 5"
    const { output } = await server.tool('query_spl_explain', { query })
    expect(output).toMatchObject({
      source: '.entity',
      storage_provider: 'memory',
      pushdown: ['entity_search'],
      fallback: ['application_filter', 'application_project', 'application_sort'],
      operators: ['with', 'where', 'project', 'sort', 'limit'],
      limit: 5,
      time_range_applied: false,
    })
    expect((await server.tool('query_spl_execute', { query }))['output']).toMatchObject({
      explain: output as object,
    })
  })
})

describe('completion', () => {
  const values = async (ref: object, name: string, value: string): Promise<readonly string[]> =>
    (
      (await server.call('completion/complete', { ref: ref as never, argument: { name, value } }))[
        'completion'
      ] as unknown as { values: string[] }
    ).values
  const prompt = { type: 'ref/prompt', name: 'model_query_context' }
  const template = { type: 'ref/resource', uri: 'model://workspace/{workspace}/overview' }

  it('knows workspaces, resources and common starts', async () => {
    expect((await values(template, 'workspace', 'de'))[0]).toBe('demo')
    expect(await values(template, 'workspace', 'query')).toEqual(['model://workspace/demo/query-templates'])
    expect(await values(prompt, 'workspace', 'de')).toEqual(['demo'])
    expect(await values(template, 'uri', 'schema')).toEqual(['model://workspace/demo/schema-index'])
    expect(await values(prompt, 'query', '')).toEqual(
      expect.arrayContaining(['.model | limit 20', '.entity | limit 20', '.topo | limit 20']),
    )
  })

  it.each([
    ['.mo', '.model'],
    ['.entity ', '.entity with('],
    ['.entity with(', '.entity with(domain='],
    [".entity with(domain='dev", ".entity with(domain='devops'"],
    [".entity with(domain='devops', name='devops.ser", ".entity with(domain='devops', name='devops.service'"],
    ['.model | so', '.model | sort '],
    ['.topo | graph-call get', '.topo | graph-call getNeighborNodes('],
    [".topo | graph-call getNeighborNodes('fu", ".topo | graph-call getNeighborNodes('full'"],
    [
      '.topo | graph-call getDirectRelations([(:"devops@devops.serv',
      '.topo | graph-call getDirectRelations([(:"devops@devops.service"',
    ],
    ['.topo with(relation_type=', ".topo with(relation_type='runs'"],
    [
      ".entity with(name='devops.service') | where sla",
      ".entity with(name='devops.service') | where sla_tier",
    ],
    [
      '.entity_set with(domain=d, name=n) | entity-call list',
      '.entity_set with(domain=d, name=n) | entity-call list_data_set(',
    ],
    ['.model | sort kind ', '.model | sort kind desc '],
    ['.model | limit 5 ', '.model | limit 5 | '],
  ])('%s continues as %s', async (typed, expected) => {
    expect(await values(prompt, 'query', typed)).toContain(expected)
  })
})
