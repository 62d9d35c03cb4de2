import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CypherError } from '#shared/spl/cypher/index.ts'
import { type Graph, runCypher } from '../../../../electron/model-server/cypher/index.ts'
import { directGraph, readFixture, remoteGraph } from './fixture-graph.ts'

/** Queries per property; `ORRERY_FUZZ_RUNS=1000000` for the long run. */
const numRuns = Number(process.env['ORRERY_FUZZ_RUNS'] ?? 2_000)

const fixture = readFixture(new URL('../../../fixtures/cypher/graph.yaml', import.meta.url))

const pick = (...options: string[]) => fc.constantFrom(...options)
const join = (...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((all) => all.join(''))

/** Expressions over the variables a and b (nodes), r (a relation or list), x (any value), mostly well-typed. */
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    pick(
      '1',
      '2.0',
      '-3',
      "'a'",
      "'Ann'",
      'null',
      'true',
      'false',
      '[]',
      '[1, null]',
      '{k: 1}',
      '$p',
      'x',
      'a',
      'b',
      'r',
    ),
    pick(
      'a.name',
      'b.age',
      'b.load',
      'a.tags',
      'x.k',
      'a.missing',
      'id(a)',
      'labels(b)',
      'type(r)',
      'size(x)',
    ),
    join('(', tie('expression'), pick(' + ', ' - ', ' * ', ' / ', ' % ', ' ^ '), tie('expression'), ')'),
    join(
      '(',
      tie('expression'),
      pick(' = ', ' <> ', ' < ', ' >= ', ' AND ', ' OR ', ' XOR '),
      tie('expression'),
      ')',
    ),
    join('(', tie('expression'), pick(' IN ', ' CONTAINS ', ' STARTS WITH ', ' =~ '), tie('expression'), ')'),
    join('(NOT ', tie('expression'), ')'),
    join('(', tie('expression'), pick(' IS NULL', ' IS NOT NULL', ')[0].k IS NULL OR (true'), ')'),
    join('coalesce(', tie('expression'), ', ', tie('expression'), ')'),
    join(
      pick('toString', 'toInteger', 'head', 'reverse', 'abs', 'keys', 'size', 'toUpper'),
      '(',
      tie('expression'),
      ')',
    ),
    join('CASE WHEN ', tie('expression'), ' THEN ', tie('expression'), ' ELSE ', tie('expression'), ' END'),
    join('[y IN ', tie('expression'), ' WHERE y > 1 | [y, ', tie('expression'), ']]'),
    join(pick('all', 'any', 'none', 'single'), '(y IN [1, null, ', tie('expression'), '] WHERE y = 1)'),
    pick(
      '(a)-->(b)',
      '(a)<-[:knows]-()',
      'EXISTS { (b)--(c:Team) }',
      'COUNT { (a)-[*1..2]-() }',
      '[(a)-->(c) | c.name]',
    ),
  ),
}))

const pattern = join(
  pick('(a)', '(a:Person)', '(a:Service {tier: 1})', '(a:Nope)', "(a {name: 'Ann'})"),
  pick(
    '-[r]->',
    '<-[r]-',
    '-[r]-',
    '-[r:knows]->',
    '-[r:calls*1..3]->',
    '-[r:knows|calls*0..2]-',
    '-[r {rate: 10}]->',
  ),
  pick('(b)', '(b:Person)', '(b:Service)', '(b)--(c)', '(b {age: 29})'),
)

const query = join(
  pick('MATCH ', 'OPTIONAL MATCH ', 'MATCH p = '),
  pattern,
  fc.option(join(' WHERE ', expression), { nil: '' }).map((where) => where.replaceAll('x', 'a')),
  ' UNWIND [1, null, [2], a] AS x ',
  fc.option(join('WITH DISTINCT a, b, r, x WHERE ', expression, ' '), { nil: '' }),
  'RETURN ',
  pick('', 'DISTINCT ', 'count(*) AS n, ', 'collect(x) AS l, max(a.age) AS m, '),
  expression,
  ' AS v',
)

async function answer(text: string, graph: Graph): Promise<string> {
  try {
    const { rows } = await runCypher({ text, parameters: { p: 29 }, graph, timeoutMs: 5_000 })
    return rows
      .map((row) => JSON.stringify(row))
      .sort()
      .join('\n')
  } catch (error) {
    if (!(error instanceof CypherError)) throw error
    expect(error.code).not.toBe('TIMEOUT')
    return 'refused'
  }
}

describe('the Cypher executor', () => {
  it('answers any query alike in memory and remotely, or refuses it in both', async () => {
    let answered = 0
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const direct = await answer(text, directGraph(fixture))
        expect(await answer(text, remoteGraph(fixture))).toBe(direct)
        if (direct !== 'refused') answered += 1
      }),
      { numRuns },
    )
    // The property is only meaningful if enough generated queries run.
    expect(answered).toBeGreaterThan(numRuns / 10)
  })
})
