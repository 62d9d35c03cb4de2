import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestServer, testServer } from './server.ts'

/** Queries that would exhaust the heap, and with it all sessions; each is refused. */

vi.setConfig({ testTimeout: 180_000 })

let server: TestServer
beforeAll(async () => {
  server = await testServer({ sample: 'multi-domain-quickstart' })
})

/** Generous, since these tests are about memory, not time. */
const TIMEOUT_MS = 120_000

interface Refusal {
  readonly ok: boolean
  readonly code?: string
  readonly error?: string
  readonly details?: { readonly from?: number; readonly to?: number }
}

const run = async (query: string): Promise<Refusal> =>
  (await server.tool('query_spl_execute', { query, timeout_ms: TIMEOUT_MS })) as unknown as Refusal

const cypher = (text: string): string => `.topo | graph-call cypher(\`${text}\`)`

/** A new string of eight MB on each evaluation. */
const large = `toUpper(reduce(s='x', i IN range(1,23) | s+s))`
const nested = (inner: string, depth: number): string =>
  depth === 0 ? inner : `replace(${nested(inner, depth - 1)}, 'a', 'aaaaaaaaaa')`
const wide = `.model with(kind='entity_set') | extend a='${'x'.repeat(20)}'`

describe('a query that would take all memory is refused', () => {
  it.each([
    // A single growing value.
    ['a list that doubles', cypher('RETURN size(reduce(s=[1], i IN range(1,40) | s+s)) AS n')],
    ['a text that doubles', cypher(`RETURN size(reduce(s='x', i IN range(1,40) | s+s)) AS n`)],
    ['nested replace', cypher(`UNWIND range(1,5) AS i RETURN ${nested(`'aaaaaaaaaa'`, 12)} AS t`)],
    ['replace of nothing', cypher(`WITH ${large} AS s RETURN size(replace(s, '', s)) AS n`)],
    ['a list of lists', cypher('RETURN [x IN range(1,1000000) | range(1,1000)] AS l')],
    [
      'lists in lists',
      cypher(`WITH ${large} AS s RETURN [[s,toUpper(s)],[s+'b',[x IN range(1,99) | s+x]]] AS l`),
    ],
    ['a text cut at every letter', cypher(`WITH ${large} AS s RETURN split(s+s+s, '') AS l`)],
    [
      'a map of large texts',
      cypher(
        `WITH ${large} AS s RETURN {${Array.from({ length: 40 }, (_, n) => `k${n}: s+${n}`).join(', ')}} AS m`,
      ),
    ],
    [
      'a list that holds itself twice',
      cypher(`RETURN ${'['.repeat(1)}reduce(s=[1], i IN range(1,40) | [s,s])] AS l`),
    ],
    ['a list of great depth', cypher('RETURN reduce(s=[], i IN range(1,100000) | [s]) AS l')],
    // Many rows of moderate size.
    ['many large rows', cypher(`UNWIND range(1,1000) AS i RETURN ${large}+i AS t`)],
    ['collected large texts', cypher(`UNWIND range(1,1000) AS i RETURN size(collect(${large}+i)) AS n`)],
    ['distinct large texts', cypher(`UNWIND range(1,1000) AS i RETURN DISTINCT ${large}+i AS t`)],
    ['groups of large texts', cypher(`UNWIND range(1,1000) AS i RETURN ${large}+i AS t, count(*) AS n`)],
    [
      'sorted large texts',
      cypher(`UNWIND range(1,1000) AS i WITH ${large}+i AS t ORDER BY t RETURN count(t) AS n`),
    ],
    ['a collecting subquery', cypher(`RETURN COLLECT { UNWIND range(1,1000) AS i RETURN ${large}+i } AS l`)],
    [
      'many clauses at once',
      cypher(
        `${Array.from({ length: 40 }, (_, n) => `WITH ${large} AS t${n} WITH left(t${n}, 1) AS x`).join(' ')} RETURN x`,
      ),
    ],
    // SPL stages.
    ['extend that doubles', `${wide}${' | extend a=concat(a,a)'.repeat(30)}`],
    ['extend that adds', `${wide}${' | extend a=a+a'.repeat(30)}`],
    ['extend that replaces', `${wide}${` | extend a=replace(a,'x','${'x'.repeat(20)}')`.repeat(8)}`],
    [
      'extend of many rows',
      `.entity | extend a='${'x'.repeat(4000)}'${' | extend a=concat(a,a)'.repeat(12)} | limit 10000`,
    ],
    [
      'stats values of many',
      `.entity | extend a='${'x'.repeat(4000)}'${' | extend a=concat(a,a)'.repeat(10)} | extend a=concat(a,__entity_id__) | stats values(a) as v`,
    ],
  ])('%s', async (_what, query) => {
    const { ok, code, error, details } = await run(query)
    expect({ ok, code, error }).toMatchObject({
      ok: false,
      code: 'QUERY_PLAN_ERROR',
      error: expect.stringMatching(/more than \d+ (MiB|rows|levels)/) as string,
    })
    // The position is within the query.
    expect(details?.from).toBeGreaterThanOrEqual(0)
    expect(details?.to).toBeGreaterThan(details?.from ?? Infinity)
    expect(details?.to).toBeLessThanOrEqual(query.length)
  })

  it('and the heap returns to its size', () => {
    expect(process.memoryUsage().heapUsed).toBeLessThan(1.5 * 1024 ** 3)
  })
})

describe('a query that is too long is refused', () => {
  it.each([' | limit 5', ' | extend a=1', ` | where name = 'x'`, ' | sort name', ' | distinct'])(
    'with twenty thousand times %s',
    async (stage) => {
      const query = `.model${stage.repeat(20_000)}`
      const { code, error, details } = await run(query)
      expect({ code, error }).toEqual({
        code: 'QUERY_PLAN_ERROR',
        error: 'A query has at most 1000 stages; this one has 20000.',
      })
      expect(query.slice(details?.from, details?.to)).toBe(stage.replace(' | ', ''))
    },
  )

  it('and one of a thousand stages runs', async () => {
    expect(await run(`.model${' | extend a=1'.repeat(1000)}`)).toMatchObject({ ok: true })
  })
})

describe('a query that works with much and keeps little runs', () => {
  it.each([
    [
      'a text put together from many',
      `RETURN size(reduce(s='', i IN range(1,5000) | s+'name,')) AS n`,
      25_000,
    ],
    ['a list put together from many', 'RETURN size(reduce(s=[], i IN range(1,1000) | s+[i])) AS n', 1000],
    ['a million items', 'RETURN size([x IN range(1,1000000) | x+1]) AS n', 1_000_000],
    ['many rows', 'UNWIND range(1,200000) AS i RETURN count(DISTINCT toString(i)) AS n', 200_000],
    [
      'large texts, one after the other',
      `UNWIND range(1,40) AS i WITH ${large}+i AS t WHERE t STARTS WITH 'z' RETURN count(t) AS n`,
      0,
    ],
    [
      'the first of large texts',
      `UNWIND range(1,20) AS i WITH ${large}+i AS t ORDER BY i LIMIT 1 RETURN count(t) AS n`,
      1,
    ],
    [
      'tests of large texts',
      `UNWIND range(1,4) AS i RETURN sum(CASE WHEN all(x IN range(1,10) WHERE ${large}+x STARTS WITH 'X') THEN 1 ELSE 0 END) AS n`,
      4,
    ],
  ])('%s', async (_what, text, n) => {
    expect(await server.rows(cypher(text), { timeout_ms: TIMEOUT_MS })).toEqual([{ n }])
  })

  it('extend of every row with its own text', async () => {
    const rows = await server.rows(
      '.entity | extend a=upper(concat(__entity_id__, __domain__)) | stats count() as n',
    )
    expect(rows[0]?.['n']).toBeGreaterThan(0)
  })

  it('a short text cut from a large one does not retain it', async () => {
    // Each of four hundred is a slice of eight MB: three GB, if those were retained.
    const text = `UNWIND range(1,400) AS i RETURN size(collect(substring(${large}, 0, 20))) AS n`
    expect(await server.rows(cypher(text), { timeout_ms: TIMEOUT_MS })).toEqual([{ n: 400 }])
    expect(process.memoryUsage().heapUsed).toBeLessThan(1.5 * 1024 ** 3)
  })
})
