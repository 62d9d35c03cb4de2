/**
 * A model server over stdio with a synthetic model of any size, so that the benchmark measures the page and
 * not a store.
 *
 *   node test/bench/explorer/sample-server.mjs --elements 5000 --entities 100000
 *   node test/bench/explorer/sample-server.mjs --elements 2500 --index 0     an index without elements, as on some servers
 *   … --most 100 --prefix umodel     page size 100, no `offset`, another model word, like the original service
 *   … --most 0 --broken 1 --index 0  refuses every query
 */
import { createInterface } from 'node:readline'
import { encode } from '@toon-format/toon'
import { schemaIndex, topology } from './sample-model.mjs'

const prefix = process.argv.includes('--prefix')
  ? process.argv[process.argv.indexOf('--prefix') + 1]
  : 'model'
const argument = (name, fallback) => {
  const place = process.argv.indexOf(`--${name}`)
  return place < 0 ? fallback : Number(process.argv[place + 1])
}
const full = schemaIndex(argument('elements', 500))
const index = encode(argument('index', 1) ? full : { workspace: 'demo', sources: [], filters: [] })

/** Whole elements, as in `.model` rows. */
const elements = [
  ...full.elements.map(({ kind, domain, name }) => ({ kind, domain, name, spec: {} })),
  ...full.links.map(({ kind, domain, name, source, destination, relation_type }) => ({
    kind,
    domain,
    name,
    spec: { src: partsOf(source), dest: partsOf(destination), entity_link_type: relation_type },
  })),
]

function partsOf(key) {
  const [domain, name, kind] = key.split('/')
  return { domain, name, kind }
}

const { entities, relations } = topology(argument('entities', 1000))

const most = argument('most', 0)
/** Why a server with limits refuses a query; undefined if it does not. */
function refusal(query, limit) {
  if (argument('broken', 0)) return { code: 'INTERNAL', error: 'the store is gone' }
  if (most === 0) return undefined
  const said = Math.max(limit ?? 0, numberAfter('limit', query, 0))
  if (said > most)
    return {
      code: 'VALIDATION_FAILED',
      error: 'query limit exceeds provider capability',
      details: { limit: String(said), max_limit: String(most) },
    }
  const unknown = /\|\s*(offset|extend|stats|distinct)\b/.exec(query)?.[1]
  return unknown && { code: 'QUERY_PARSE_ERROR', error: `unsupported query operator ${unknown}` }
}

const numberAfter = (word, query, fallback) =>
  Number(new RegExp(`\\| ${word} (\\d+)`).exec(query)?.[1] ?? fallback)

function rowsOf(query) {
  const type = /name='([^']+)'/.exec(query)?.[1]
  const seeds = [...query.matchAll(/"([\w.]+)@([\w.]+)" \{__entity_id__: '([^']+)'/g)].map((seed) =>
    seed.slice(1).join('/'),
  )
  if (seeds.length > 0)
    return relations
      .filter(({ src, dest }) => seeds.includes(src) || seeds.includes(dest))
      .slice(0, numberAfter('limit', query, 100))
  const all = query.startsWith('.topo')
    ? relations
    : query.startsWith('.entity')
      ? entities.filter((row) => row.__entity_type__ === type)
      : query.startsWith(`.${prefix}`)
        ? elements
        : []
  const offset = numberAfter('offset', query, 0)
  const given = (name) => new RegExp(`${name}='([^']+)'`).exec(query)?.[1]
  if (most > 0) return limited(all, given, query)
  return all.slice(offset, offset + numberAfter('limit', query, 100))
}

/** Like the original service: filters and comparisons before the limit. */
function limited(all, given, query) {
  const after = /where __entity_id__ > '([^']*)'/.exec(query)?.[1]
  const ids = /ids=\[([^\]]*)\]/.exec(query)?.[1]
  const rows = all
    .filter((row) => !query.startsWith(`.${prefix}`) || !given('kind') || row.kind === given('kind'))
    .filter((row) => !query.startsWith(`.${prefix}`) || !given('domain') || row.domain === given('domain'))
    .filter((row) => after === undefined || row.__entity_id__ > after)
    .filter((row) => ids === undefined || ids.includes(`'${row.__entity_id__}'`))
  if (after !== undefined) rows.sort((a, b) => (a.__entity_id__ < b.__entity_id__ ? -1 : 1))
  return rows.slice(0, numberAfter('limit', query, 100))
}

function answer(method, params) {
  if (method === 'initialize')
    return {
      protocolVersion: params?.protocolVersion ?? '2025-06-18',
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: 'sample', version: '1' },
    }
  if (method === 'resources/templates/list')
    return {
      resourceTemplates: [
        { name: 'schema-index', uriTemplate: `${prefix}://workspace/{workspace}/schema-index` },
      ],
    }
  if (method === 'resources/list') return { resources: [] }
  if (method === 'tools/list') return { tools: [] }
  if (method === 'resources/read')
    return { contents: [{ uri: params.uri, mimeType: 'text/toon', text: index, _meta: {} }] }
  if (method === 'tools/call') {
    const { query = '', limit } = params.arguments ?? {}
    const refused = refusal(query, limit)
    if (refused)
      return { content: [], structuredContent: { name: params.name, ok: false, ...refused }, isError: true }
    const rows = rowsOf(query)
    const output = { columns: [], rows, page: { limit: rows.length } }
    return { content: [], structuredContent: { name: params.name, ok: true, output }, isError: false }
  }
  return {}
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answer(method, params) })}\n`)
})
