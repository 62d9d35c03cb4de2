/**
 * A model server that serves a synthetic model of any size over stdio, so that the bench measures the page and not a store.
 *
 *   node test/bench/explorer/sample-server.mjs --elements 5000 --entities 100000
 *   node test/bench/explorer/sample-server.mjs --elements 2500 --index 0     an index without elements, as some servers have
 */
import { createInterface } from 'node:readline'
import { encode } from '@toon-format/toon'
import { schemaIndex, topology } from './sample-model.mjs'

const argument = (name, fallback) => {
  const place = process.argv.indexOf(`--${name}`)
  return place < 0 ? fallback : Number(process.argv[place + 1])
}
const full = schemaIndex(argument('elements', 500))
const index = encode(argument('index', 1) ? full : { workspace: 'demo', sources: [], filters: [] })

/** Whole elements, as `.model` rows have them. */
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

const numberAfter = (word, query, fallback) =>
  Number(new RegExp(`\\| ${word} (\\d+)`).exec(query)?.[1] ?? fallback)

function rowsOf(query) {
  const type = /name='([^']+)'/.exec(query)?.[1]
  const all = query.startsWith('.topo')
    ? relations
    : query.startsWith('.entity')
      ? entities.filter((row) => row.__entity_type__ === type)
      : query.startsWith('.model')
        ? elements
        : []
  const offset = numberAfter('offset', query, 0)
  return all.slice(offset, offset + numberAfter('limit', query, 100))
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
        { name: 'schema-index', uriTemplate: 'model://workspace/{workspace}/schema-index' },
      ],
    }
  if (method === 'resources/list') return { resources: [] }
  if (method === 'tools/list') return { tools: [] }
  if (method === 'resources/read')
    return { contents: [{ uri: params.uri, mimeType: 'text/toon', text: index, _meta: {} }] }
  if (method === 'tools/call') {
    const rows = rowsOf(params.arguments?.query ?? '')
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
