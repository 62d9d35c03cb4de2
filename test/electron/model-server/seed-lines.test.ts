import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const STDIO = 'seed-stdio.server.test.ts'
const HTTP = 'seed-http.server.test.ts'

/** Lines of the seed (test/fixtures/model/seed.md), from and to, with the test that proves them: its file and its title. */
const proofs: readonly (readonly [from: number, to: number, file: string, title: string])[] = [
  [1, 3, STDIO, 'offers discovery, resources, prompts, completions and query tools'],
  [7, 7, STDIO, 'offers discovery, resources, prompts, completions and query tools'],
  [8, 8, STDIO, 'names the REST calls that do the same'],
  [9, 9, STDIO, 'reads by default and writes only when told to'],
  [10, 10, 'sdk-client.server.test.ts', 'uses everything'],
  [11, 11, HTTP, 'POST /mcp answers JSON with the envelope'],
  [11, 11, STDIO, 'are text blocks of TOON, and the same as structuredContent'],
  [17, 17, 'protocol.test.ts', '%s is TOON without runtime rows'],
  [19, 20, 'protocol.test.ts', 'are four, by URI, by template and by name'],
  [21, 21, STDIO, 'overview tells the entry point and its sources'],
  [22, 22, STDIO, 'schema-index summarises the model'],
  [23, 23, STDIO, 'query-templates hold templates of .model, .entity_set, .entity and .topo'],
  [24, 24, STDIO, 'tool-capability-metadata tells which tools are enabled'],
  [26, 26, STDIO, 'another workspace of the same server is empty'],
  [28, 28, 'protocol.test.ts', '%s is TOON without runtime rows'],
  [32, 33, 'protocol.test.ts', 'are seven, write tools marked and listed though disabled'],
  [34, 34, STDIO, 'query_spl_execute runs %s'],
  [35, 35, STDIO, 'query_spl_explain plans without rows'],
  [36, 36, STDIO, 'query_spl_examples returns queries that run, for an empty object'],
  [37, 37, STDIO, 'model_validate tells what is wrong and where'],
  [
    38,
    38,
    'service.test.ts',
    'imports a folder whole, keeps the authoring form, and nothing when one file is bad',
  ],
  [39, 39, 'service.test.ts', 'writes all or nothing, unless partial_success'],
  [40, 40, 'service.test.ts', 'expires by key, item by item, and repeats an idempotent write'],
  [38, 40, STDIO, 'reads by default and writes only when told to'],
  [42, 42, STDIO, 'query_spl_examples returns queries that run, for an empty object'],
  [46, 49, STDIO, 'are text blocks of TOON, and the same as structuredContent'],
  [51, 51, STDIO, 'begin with name, ok and output, an array for examples'],
  [55, 60, STDIO, '%s is listed and given'],
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
  [98, 110, STDIO, '%s answers'],
  [98, 98, STDIO, 'initialize says that payload texts are TOON'],
  [99, 99, STDIO, 'notifications/initialized is taken in silence'],
  [112, 112, STDIO, 'initialize says that payload texts are TOON'],
  [114, 114, STDIO, 'completion goes on with %s'],
  [116, 116, 'sdk-client.server.test.ts', 'uses everything'],
  [120, 121, 'stdio.server.test.ts', '%s ends with 2 and one line'],
  [122, 122, HTTP, '--data keeps what was imported for the next start'],
  [123, 123, HTTP, '--graphstore %s'],
  [124, 124, HTTP, 'stdio is the transport when none is named'],
  [124, 125, HTTP, '--addr is where it listens'],
  [126, 126, HTTP, '--quickstart imports at start, and nothing is there without it'],
  [
    128,
    128,
    HTTP,
    '--graphstore graphdb reads GRAPHDB_URI, GRAPHDB_USERNAME, GRAPHDB_PASSWORD and GRAPHDB_DATABASE',
  ],
  [128, 128, 'graphstore/bolt-options.test.ts', 'leave the database empty with the opencypher dialect'],
  [132, 132, 'sdk-client.server.test.ts', 'demands its token and limits bodies'],
  [136, 136, 'stdio.server.test.ts', 'never answers notifications, responses and blank lines'],
  [140, 140, 'stdio.server.test.ts', 'answers %s with its error and goes on'],
  [144, 144, 'graphstore/bolt.server.test.ts', 'lets one write at a time through to an opencypher server'],
  [145, 145, HTTP, 'a second process cannot write to the folder of the first, nor --quickstart into it'],
  [146, 146, STDIO, 'reads by default and writes only when told to'],
  [146, 146, HTTP, 'write tools are enabled by --enable-writes'],
  [147, 147, 'stdio.server.test.ts', 'refuses a line above its limit and reads the next'],
  [151, 152, 'protocol.test.ts', 'negotiates version %s as %s'],
]

const seed = readFileSync(new URL('../../fixtures/model/seed.md', import.meta.url), 'utf8').split('\n')

/** A test of exactly this title that runs: a literal behind `it(` or behind the table of an `it.each`. */
function runs(source: string, title: string): boolean {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?:\\b(?:it|test)|\\))\\(\\s*(['"\`])${literal}\\1,`).test(source)
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

  it.each(proofs)('lines %i to %i: %s has "%s"', (from, to, file, title) => {
    expect(to).toBeGreaterThanOrEqual(from)
    expect(to).toBeLessThanOrEqual(seed.length)
    const source = readFileSync(new URL(file, import.meta.url), 'utf8')
    expect(runs(source, title)).toBe(true)
    expect(source).not.toMatch(/\b(?:describe|it|test)\.(?:skip|todo|only)\b/)
  })
})
