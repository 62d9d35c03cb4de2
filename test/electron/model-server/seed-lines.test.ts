import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const STDIO = 'seed-stdio.server.test.ts'
const HTTP = 'seed-http.server.test.ts'
const GRAPHDB = 'seed-graphdb.server.test.ts'

/** One method for each line of the table, in order. */
const METHODS = [
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
]

/**
 * Lines of the seed (test/fixtures/model/seed.md), from and to, and the test that proves them: its file, its title, and the row
 * of its table if it has one.
 */
const proofs: readonly (readonly [from: number, to: number, file: string, title: string, row?: string])[] = [
  [1, 3, STDIO, 'offers discovery, resources, prompts, completions and query tools'],
  [7, 7, STDIO, 'offers discovery, resources, prompts, completions and query tools'],
  [8, 8, STDIO, 'names the REST calls that do the same'],
  [9, 9, STDIO, 'reads by default and writes only if enabled'],
  [10, 10, STDIO, 'answers one line per request line'],
  [10, 10, HTTP, 'POST /mcp answers JSON with the envelope'],
  [11, 11, HTTP, 'POST /mcp answers JSON with the envelope'],
  [11, 11, STDIO, 'are text blocks of TOON, and the same as structuredContent'],
  [17, 17, 'protocol.test.ts', '%s is TOON without runtime rows'],
  [19, 20, 'protocol.test.ts', 'are four, by URI, by template and by name'],
  [21, 21, STDIO, 'overview shows the entry point and its sources'],
  [22, 22, STDIO, 'schema-index summarises the model'],
  [23, 23, STDIO, 'query-templates hold templates of .model, .entity_set, .entity and .topo'],
  [24, 24, STDIO, 'tool-capability-metadata shows which tools are enabled'],
  [26, 26, STDIO, 'another workspace of the same server is empty'],
  [28, 28, 'protocol.test.ts', '%s is TOON without runtime rows'],
  [32, 33, 'protocol.test.ts', 'are seven, write tools marked and listed though disabled'],
  [34, 34, STDIO, 'query_spl_execute runs %s', '.model'],
  [34, 34, STDIO, 'query_spl_execute runs %s', '.entity_set'],
  [34, 34, STDIO, 'query_spl_execute runs %s', '.entity'],
  [34, 34, STDIO, 'query_spl_execute runs %s', '.topo'],
  [34, 34, STDIO, 'query_spl_execute runs %s', '.runbook_set'],
  [35, 35, STDIO, 'query_spl_explain plans without rows'],
  [36, 36, STDIO, 'query_spl_examples returns queries that run, for an empty object'],
  [37, 37, STDIO, 'model_validate reports what is wrong and where'],
  [
    38,
    38,
    'service.test.ts',
    'imports a folder whole, keeps the authoring form, and nothing when one file is bad',
  ],
  [39, 39, 'service.test.ts', 'writes all or nothing, unless partial_success'],
  [40, 40, 'service.test.ts', 'expires by key, item by item, and repeats an idempotent write'],
  [38, 40, STDIO, 'reads by default and writes only if enabled'],
  [42, 42, STDIO, 'query_spl_examples returns queries that run, for an empty object'],
  [46, 49, STDIO, 'are text blocks of TOON, and the same as structuredContent'],
  [51, 51, STDIO, 'begin with name, ok and output, an array for examples'],
  [55, 57, STDIO, '%s is listed and given', 'model_query_context'],
  [58, 58, STDIO, '%s is listed and given', 'model_object_graph_review'],
  [60, 60, STDIO, '%s is listed and given', 'model_query_context'],
  [64, 64, 'service.test.ts', 'shows by time range what was alive, and expired things as deleted'],
  [70, 72, HTTP, 'POST /mcp answers JSON with the envelope'],
  [72, 72, HTTP, 'GET /mcp opens the stream of a session, DELETE /mcp ends it'],
  [73, 74, HTTP, 'GET /sse names the address for messages, and POST /messages is answered on the stream'],
  [75, 75, HTTP, 'GET /healthz answers'],
  [77, 77, 'sdk-client.server.test.ts', 'answers JSON, batches in order, and 413 as JSON'],
  [81, 81, STDIO, 'answers one line per request line'],
  [85, 90, 'protocol.test.ts', 'answer envelopes with the id and a result'],
  [90, 92, HTTP, 'POST /mcp answers JSON with the envelope'],
  [96, 97, 'protocol.test.ts', 'are those of the seed'],
  [98, 98, STDIO, '%s answers', 'initialize'],
  ...METHODS.map((method, at) => [100 + at, 100 + at, STDIO, '%s answers', method] as const),
  [98, 98, STDIO, 'initialize says that payload texts are TOON'],
  [99, 99, STDIO, 'notifications/initialized is taken in silence'],
  [112, 112, STDIO, 'initialize says that payload texts are TOON'],
  [114, 114, STDIO, 'completion continues with %s', 'a workspace'],
  [114, 114, STDIO, 'completion continues with %s', 'a prompt argument'],
  [114, 114, STDIO, 'completion continues with %s', '.model'],
  [114, 114, STDIO, 'completion continues with %s', '.entity'],
  [114, 114, STDIO, 'completion continues with %s', '.topo'],
  [116, 116, 'sdk-client.server.test.ts', 'uses everything'],
  [120, 121, 'stdio.server.test.ts', '%s ends with 2 and one line'],
  [122, 122, HTTP, '--data keeps what was imported for the next start'],
  [123, 123, HTTP, '--graphstore %s', 'memory'],
  [123, 123, HTTP, '--graphstore %s', 'file.memory'],
  [123, 123, HTTP, '--graphstore %s', 'local.ladybug'],
  [123, 123, GRAPHDB, 'GRAPHDB_URI is the server where its data goes'],
  [124, 124, HTTP, 'stdio is the transport when none is named'],
  [124, 125, HTTP, '--addr is where it listens'],
  [126, 126, HTTP, '--quickstart imports at start, and nothing is there without it'],
  [128, 128, GRAPHDB, 'GRAPHDB_URI is the server where its data goes'],
  [128, 128, GRAPHDB, 'GRAPHDB_USERNAME is who logs on'],
  [128, 128, GRAPHDB, 'GRAPHDB_PASSWORD opens it, another does not, and neither is shown'],
  [128, 128, GRAPHDB, 'GRAPHDB_DATABASE is the database that it names'],
  [128, 128, GRAPHDB, 'GRAPHDB_DIALECT=opencypher asks a direct Bolt endpoint for no database'],
  [128, 128, GRAPHDB, 'GRAPHDB_DIALECT=opencypher refuses %s', 'a database'],
  [128, 128, GRAPHDB, 'GRAPHDB_DIALECT=opencypher refuses %s', 'a routed address'],
  [132, 132, 'sdk-client.server.test.ts', 'demands its token and limits bodies'],
  [136, 136, 'stdio.server.test.ts', 'never answers notifications, responses and blank lines'],
  [140, 140, 'stdio.server.test.ts', 'answers %s with its error and continues'],
  [144, 144, 'graphstore/bolt.server.test.ts', 'lets one write at a time through to an opencypher server'],
  [145, 145, HTTP, 'a second process cannot write to the folder of the first, nor --quickstart into it'],
  [146, 146, STDIO, 'reads by default and writes only if enabled'],
  [146, 146, HTTP, 'write tools are enabled by --enable-writes'],
  [147, 147, 'stdio.server.test.ts', 'refuses a line above its limit and reads the next'],
  [151, 151, 'protocol.test.ts', 'negotiates version %s as %s', '2025-11-25'],
  [152, 152, 'protocol.test.ts', 'negotiates version %s as %s', '2025-06-18'],
  [152, 152, 'protocol.test.ts', 'negotiates version %s as %s', '2025-03-26'],
  [152, 152, 'protocol.test.ts', 'negotiates version %s as %s', '2024-11-05'],
  [152, 152, 'protocol.test.ts', 'negotiates version %s as %s', '1999-01-01'],
]

const seed = readFileSync(new URL('../../fixtures/model/seed.md', import.meta.url), 'utf8').split('\n')

/**
 * Whether a test with exactly this title runs: a literal after `it(` or after the table of an `it.each` or `it.for`. With `row`,
 * that table has a row that starts with it.
 */
function runs(source: string, title: string, row: string): boolean {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const call = new RegExp(`(?:\\b(?:it|test)|\\))\\(\\s*(['"\`])${literal}\\1,`).exec(source)
  if (!call || row === '') return call !== null
  const from = Math.max(...['it.each(', 'it.for('].map((word) => source.lastIndexOf(word, call.index)))
  const table = source.slice(from, call.index)
  return new RegExp(`[[,]\\s*'${row.replaceAll('.', '\\.')}'\\s*[,\\]]`).test(table)
}

describe('the seed, line by line', () => {
  it('every line that says something has a test', () => {
    const open = seed.flatMap((line, index) => {
      const number = index + 1
      const says = line.trim() !== '' && !line.startsWith('#') && !/^\|[-|]+\|$/.test(line)
      return says && !proofs.some(([from, to]) => from <= number && number <= to)
        ? [`${number}: ${line}`]
        : []
    })
    expect(open).toEqual([])
  })

  const named = proofs.map(([from, to, file, title, row = '']) => ({ from, to, file, title, row }))
  it.each(named)('lines $from to $to: $file has "$title" $row', ({ from, to, file, title, row }) => {
    expect(to).toBeGreaterThanOrEqual(from)
    expect(to).toBeLessThanOrEqual(seed.length)
    const source = readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')
    expect(runs(source, title, row)).toBe(true)
    // Tests that need the embedded database are skipped if its native part cannot be loaded.
    const whole = source.replaceAll('.skipIf(noLadybug)', '')
    expect(whole).not.toMatch(/\b(?:describe|it|test)\.(?:skip|skipIf|runIf|todo|only|fails)\b/)
  })
})
