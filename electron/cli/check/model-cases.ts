import { type JsonObject, isJsonObject } from '#shared/model/json.ts'
import { fetch } from '../../node/outgoing.ts'
import { type Case, Skipped, TokenWanted, expect, textOf } from './check.ts'

/** A client for a graph-model service over Streamable HTTP. */
export class ModelServer {
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>
  #id = 0
  /** `model`, or another service's equivalent. */
  prefix = 'model'

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = url
    this.#headers = headers
  }

  async post(body: string, more: Readonly<Record<string, string>> = {}): Promise<JsonObject> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...this.#headers,
        ...more,
      },
      body,
      signal: AbortSignal.timeout(30_000),
    })
    if (response.status === 401 || response.status === 403) throw new TokenWanted(this.#url, response.status)
    const text = await response.text()
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
    try {
      const answer: unknown = JSON.parse(data)
      if (isJsonObject(answer)) return answer
    } catch {
      // Reported below.
    }
    throw new Error(`HTTP ${response.status} without JSON-RPC in it`)
  }

  send(
    method: string,
    params: JsonObject = {},
    headers?: Readonly<Record<string, string>>,
  ): Promise<JsonObject> {
    return this.post(JSON.stringify({ jsonrpc: '2.0', id: ++this.#id, method, params }), headers)
  }

  async result(method: string, params: JsonObject = {}): Promise<JsonObject> {
    const { result, error } = await this.send(method, params)
    expect(isJsonObject(result), `a result of ${method}`, error)
    return result as JsonObject
  }

  async code(method: string, params: JsonObject = {}): Promise<unknown> {
    const { error } = await this.send(method, params)
    return isJsonObject(error) ? error['code'] : undefined
  }

  async tool(name: string, args: JsonObject = {}): Promise<JsonObject> {
    const { structuredContent } = await this.result('tools/call', { name, arguments: args })
    expect(isJsonObject(structuredContent), 'structured content', structuredContent)
    return structuredContent as JsonObject
  }

  /** The tables write dot-commands with the prefix `model`. */
  query(text: string): string {
    return text.replace(/^\.model\b/, `.${this.prefix}`)
  }

  rows(query: string): Promise<JsonObject> {
    return this.tool('query_spl_execute', { query: this.query(query) })
  }
}

type ModelCase = Case<ModelServer>
const wire = (says: string, run: ModelCase['run']): ModelCase => ({ area: 'JSON-RPC', says, run })

/** A case: `method` with `params` fails with one of these codes. */
const refuses = (says: string, method: string, params: JsonObject, ...codes: readonly number[]): ModelCase =>
  wire(says, async (server) => {
    const code = await server.code(method, params)
    expect(codes.includes(code as number), `the code ${codes.join(' or ')}`, code)
  })

const TOOLS = ['execute', 'explain', 'examples'].map((name) => `query_spl_${name}`)
const names = (list: unknown): string[] =>
  Array.isArray(list) ? list.map((one) => (isJsonObject(one) ? textOf(one['name']) : '')) : []

const surface: readonly ModelCase[] = [
  {
    area: 'Surface',
    says: 'seven tools, in their order',
    async run(server) {
      const found = names((await server.result('tools/list'))['tools'])
      const p = server.prefix
      const wanted = [...TOOLS, `${p}_validate`, `${p}_import`, 'entity_write', 'entity_expire']
      expect(found.join() === wanted.join(), wanted.join(', '), found)
    },
  },
  {
    area: 'Surface',
    says: 'four resources and four templates, read as TOON',
    async run(server) {
      const wanted = 'overview,schema-index,query-templates,tool-capability-metadata'
      const { resources } = await server.result('resources/list')
      expect(names(resources).join() === wanted, wanted, names(resources))
      const { resourceTemplates } = await server.result('resources/templates/list')
      expect(names(resourceTemplates).join() === wanted, wanted, names(resourceTemplates))
      const [first] = resources as unknown as { uri: string }[]
      const { contents } = await server.result('resources/read', { uri: first?.uri ?? '' })
      const [content] = contents as unknown as { mimeType: string }[]
      expect(content?.mimeType === 'text/toon', 'the type text/toon', content?.mimeType)
    },
  },
  {
    area: 'Surface',
    says: 'two prompts, one message each',
    async run(server) {
      const found = names((await server.result('prompts/list'))['prompts'])
      const wanted = [`${server.prefix}_query_context`, `${server.prefix}_object_graph_review`]
      expect(found.join() === wanted.join(), wanted.join(', '), found)
      const { messages } = await server.result('prompts/get', { name: found[0] ?? '' })
      expect(Array.isArray(messages) && messages.length === 1, 'one message', messages)
    },
  },
  {
    area: 'Surface',
    says: 'completion of a query knows the starts',
    async run(server) {
      const ref = { type: 'ref/prompt', name: `${server.prefix}_query_context` }
      const { completion } = await server.result('completion/complete', {
        ref,
        argument: { name: 'query', value: '.entity | limit' },
      })
      const { values } = (completion ?? {}) as { values?: unknown }
      expect(Array.isArray(values) && values.includes('.entity | limit 20'), '.entity | limit 20', values)
    },
  },
  {
    area: 'Surface',
    says: 'completion of a resource knows addresses',
    async run(server) {
      const ref = { type: 'ref/resource', uri: `${server.prefix}://workspace/{workspace}/overview` }
      const { completion } = await server.result('completion/complete', {
        ref,
        argument: { name: 'workspace', value: 'query' },
      })
      const values = textOf((completion ?? {})['values' as never])
      expect(values.includes('/query-templates"'), 'the address of query-templates', values)
    },
  },
  {
    area: 'Surface',
    says: 'a disabled write tool is listed, and refused as TOOL_DISABLED',
    async run(server) {
      const { tools } = await server.result('tools/list')
      const tool = (tools as unknown as JsonObject[]).find(({ name }) => name === 'entity_expire')
      const meta = tool?.['_meta']
      if (!isJsonObject(meta) || meta['enabledByDefault'] !== false)
        throw new Skipped('writes are enabled here')
      const { code } = await server.tool('entity_expire', { ids: ['none/none/none'] })
      expect(code === 'TOOL_DISABLED', 'TOOL_DISABLED', code)
    },
  },
  {
    area: 'Surface',
    says: 'the stateless revision 2026-07-28 is served, too',
    async run(server) {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      }
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' }
      const { result } = await server.send('server/discover', { _meta }, headers)
      if (!isJsonObject(result)) throw new Skipped('this server has revisions with sessions only')
      expect(result['resultType'] === 'complete', 'the result type complete', result['resultType'])
    },
  },
]

/** A case: the query is answered with these columns. */
const answers = (
  query: string,
  columns: readonly string[],
  check?: (row: JsonObject) => void,
): ModelCase => ({
  area: 'Rows',
  says: query,
  async run(server) {
    const { ok, output, error } = await server.rows(query)
    expect(ok === true, 'rows', error)
    const { columns: found, rows } = output as unknown as { columns: string[]; rows: JsonObject[] }
    expect(
      columns.every((column, index) => found[index] === column),
      `the columns ${columns.join(', ')}`,
      found,
    )
    for (const row of rows) check?.(row)
  },
})

const refusesQuery = (query: string, code: string, args: JsonObject = {}): ModelCase => ({
  area: 'Refusals',
  says: `${query || 'an empty query'}${Object.keys(args).length > 0 ? ` with ${JSON.stringify(args)}` : ''} is ${code}`,
  async run(server) {
    const found = await server.tool('query_spl_execute', { query: server.query(query), ...args })
    expect(found['ok'] === false && found['code'] === code, code, found['code'] ?? found['output'])
  },
})

const NODES = `[(:"none@none" {__entity_id__: '${'0'.repeat(32)}'})]`
const TOPO = ['src', 'relation', 'dest', '__relation_type__', '__deleted__']
const SET = ".entity_set with(domain='none', name='none.none')"

/** Read-only cases for a graph-model service (docs/model-service.md, docs/spl.md). */
export const MODEL_CASES: readonly ModelCase[] = [
  wire('initialize answers with a revision it speaks, and says that texts are TOON', async (server) => {
    const { protocolVersion, _meta } = await server.result('initialize', {
      protocolVersion: '1999-01-01',
      workspace: 'demo',
    })
    expect(/^20\d\d-\d\d-\d\d$/.test(textOf(protocolVersion)), 'a revision', protocolVersion)
    expect(isJsonObject(_meta) && _meta['outputFormat'] === 'text/toon', 'outputFormat text/toon', _meta)
    const { resourceTemplates } = await server.result('resources/templates/list')
    const [first] = (resourceTemplates ?? []) as unknown as { uriTemplate?: string }[]
    server.prefix = /^(\w+):/.exec(first?.uriTemplate ?? '')?.[1] ?? 'model'
  }),
  wire('ping and logging/setLevel answer with nothing', async (server) => {
    for (const [method, params] of [
      ['ping', {}],
      ['logging/setLevel', { level: 'error' }],
    ] as const) {
      const result = await server.result(method, params)
      expect(Object.keys(result).length === 0, `nothing of ${method}`, result)
    }
  }),
  wire('what is no JSON is −32700', async (server) => {
    const { error } = await server.post('{')
    expect(isJsonObject(error) && error['code'] === -32_700, '-32700', error)
  }),
  refuses('an unknown method is −32601', 'nothing/known', {}, -32_601),
  refuses('a call without a name is −32602', 'tools/call', {}, -32_602),
  refuses('an unknown prompt is −32602', 'prompts/get', { name: 'none' }, -32_602),
  refuses('an unknown resource is −32002', 'resources/read', { uri: 'none://none' }, -32_002, -32_602),
  ...surface,
  answers('.model | limit 5', ['kind', 'domain', 'name', 'version']),
  answers('.entity | limit 5', [
    '__domain__',
    '__entity_type__',
    '__entity_id__',
    '__method__',
    '__deleted__',
  ]),
  answers('.topo | limit 5', TOPO, (row) => {
    expect(row['relation'] === row['__relation_type__'], "the relation's type as relation", row['relation'])
  }),
  answers(`.topo | graph-call getDirectRelations(${NODES})`, TOPO),
  answers('.topo | graph-call cypher(`MATCH (n) RETURN count(n) AS n`)', ['n']),
  answers(`${SET} | entity-call __list_method__()`, ['responseType', 'query', 'header', 'data']),
  answers(`${SET} | entity-call list_data_set()`, ['responseType', 'query', 'header', 'data'], (row) => {
    const { header } = row
    expect(Array.isArray(header) && header.length === 13, 'thirteen columns', header)
  }),
  answers(".entity with(pairs=[('src','dest')]) | limit 1", ['__domain__']),
  {
    area: 'Rows',
    says: 'explain names what the store left to do, with and where apart',
    async run(server) {
      const query = server.query(".model with(kind='entity_set') | where domain = 'none'")
      const { output } = await server.tool('query_spl_explain', { query })
      const fallback = isJsonObject(output) ? output['fallback'] : undefined
      expect(textOf(fallback) === '["snapshot_filter","application_filter"]', 'both filters', fallback)
    },
  },
  {
    area: 'Elements',
    says: 'a link of entity sets without its type is invalid, and unknown members are warnings',
    async run(server) {
      const spec = { source: 'a', relation_type: 'calls' }
      const element = { kind: 'entity_set_link', domain: 'none', name: 'none.link', spec }
      const { output } = await server.tool(`${server.prefix}_validate`, { elements: [element] })
      const { valid, errors, warnings } = output as unknown as Record<string, unknown>
      expect(valid === false, 'invalid', output ?? null)
      expect(textOf(errors).includes('spec.entity_link_type'), 'an error at spec.entity_link_type', errors)
      for (const member of Object.keys(spec))
        expect(textOf(warnings).includes(`spec.${member}`), `a warning at spec.${member}`, warnings)
    },
  },
  refusesQuery('', 'INVALID_ARGUMENT'),
  refusesQuery('.model', 'INVALID_ARGUMENT', { limit: -1 }),
  refusesQuery('.model', 'INVALID_ARGUMENT', { format: 'xml' }),
  refusesQuery('.model', 'VALIDATION_FAILED', { limit: 100_000_000 }),
  refusesQuery('.nothing', 'QUERY_PARSE_ERROR'),
  refusesQuery('.model | nothing x', 'QUERY_PARSE_ERROR'),
  refusesQuery('.model | limit 0', 'QUERY_PARSE_ERROR'),
  refusesQuery('.entity_set', 'QUERY_PARSE_ERROR'),
  refusesQuery(SET, 'QUERY_PARSE_ERROR'),
  refusesQuery(`.entity | graph-call getDirectRelations(${NODES})`, 'QUERY_PARSE_ERROR'),
  refusesQuery('.entity | entity-call __list_method__()', 'QUERY_PARSE_ERROR'),
  refusesQuery(`${SET} | entity-call nothing()`, 'QUERY_PLAN_ERROR'),
  refusesQuery('.topo | graph-call nothing()', 'QUERY_PLAN_ERROR'),
  refusesQuery('.topo | graph-call cypher(`CREATE (n) RETURN n`)', 'QUERY_PLAN_ERROR'),
  {
    area: 'Refusals',
    says: 'an unknown tool is TOOL_NOT_FOUND',
    async run(server) {
      const { code } = await server.tool('nothing')
      expect(code === 'TOOL_NOT_FOUND', 'TOOL_NOT_FOUND', code)
    },
  },
]
