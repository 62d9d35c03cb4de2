import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLadybugStore } from '../../../electron/model-server/graphstore/ladybug/index.ts'
import { openMemoryStore } from '../../../electron/model-server/graphstore/memory/index.ts'
import type { GraphStore } from '../../../electron/model-server/graphstore/store.ts'
import { executeQuery } from '../../../electron/model-server/query/engine.ts'
import { decodeQueryRequest } from '../../../electron/model-server/query/request.ts'
import { importSample } from '../../../electron/model-server/samples/import.ts'
import { sharedFolder } from '../../temporary-folder.ts'
import { noLadybug } from './graphstore/no-ladybug.ts'

/** Queries per property; `ORRERY_FUZZ_RUNS=1000000` for the long run. */
const numRuns = Number(process.env['ORRERY_FUZZ_RUNS'] ?? 1_000)

const SERVICE = '10000000000000000000000000000101'
const NODE = `(:"devops@devops.service" {__entity_id__: '${SERVICE}'})`

const pick = (...options: string[]) => fc.constantFrom(...options)
const text = (...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((all) => all.join(''))
const some = (one: fc.Arbitrary<string>, most: number): fc.Arbitrary<string> =>
  fc.array(one, { minLength: 1, maxLength: most }).map((all) => all.join(', '))
const maybe = (one: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.option(one, { nil: '' })

const field = pick(
  ...'display_name status owner tier kind domain name version spec src dest relation nothing'.split(' '),
  ...'__domain__ __entity_id__ __entity_type__ __relation_type__ __score__ __deleted__'.split(' '),
  '`display name`',
)
const value = pick(
  "'checkout'",
  "'degraded'",
  "''",
  '1',
  '-2.5',
  'true',
  '$p',
  '$list',
  'devops',
  "'devops.*'",
  '[]',
  "['a', 'b']",
  '*',
)

const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text(field, pick(' = ', ' != ', ' > ', ' <= ', ' ~ ', ' == '), value),
    text(field, pick(' =~ ', ' !~ '), pick("'^check.*'", "'[a-z]+|x{2,3}'", "'(?i)team'", "'('")),
    text(field, pick(' in ', ' not in '), pick("['degraded', 1, true]", '($p)', '$list', '[]')),
    text(field, pick(' like ', ' not like '), pick("'%out%'", "'_heckout%'", "'%'")),
    text(field, pick(' is null', ' is not null')),
    text('contains(', field, ", 'e')"),
    text('(', tie('condition'), pick(' and ', ' or '), tie('condition'), ')'),
    text('not ', tie('condition')),
  ),
}))

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    pick('1', '2.5', "'a'", 'null', 'true', '$p', 'display_name', 'status', 'n', 'nothing', '__entity_id__'),
    text(
      '(',
      tie('expression'),
      pick(' + ', ' - ', ' * ', ' / ', ' % ', ' = ', ' < ', ' and ', ' or '),
      tie('expression'),
      ')',
    ),
    text(
      pick('upper', 'length', 'trim', 'coalesce', 'abs', 'floor', 'tonumber', 'tostring', 'nope'),
      '(',
      tie('expression'),
      ')',
    ),
    text(
      pick('concat', 'coalesce', 'round', 'substr', 'contains', 'json_get'),
      '(',
      tie('expression'),
      ', ',
      tie('expression'),
      ')',
    ),
    text('not ', tie('expression')),
  ),
}))

const aggregate = text(
  pick('count', 'sum', 'avg', 'min', 'max', 'dc', 'values', 'first', 'last', 'median', 'p95'),
  '(',
  maybe(field),
  ')',
  maybe(text(' as ', pick('n', 'm', 'status'))),
)

const stage = fc.oneof(
  text('where ', condition),
  text('project ', some(text(field, maybe(pick(' as n', ' as other'))), 4)),
  text('sort ', some(text(field, pick('', ' asc', ' desc')), 3)),
  text(pick('limit ', 'offset '), pick('1', '3', '20', '0', '$n')),
  text('distinct ', maybe(some(field, 2))),
  text('extend ', some(text(pick('n', 'm', 'status'), ' = ', expression), 2)),
  text('stats ', some(aggregate, 2), maybe(text(' by ', some(field, 2)))),
  text('with(', pick('query', 'topk', 'kind', '__relation_type__', 'mode'), '=', value, ')'),
)

const pair = text(
  pick(
    'domain',
    'name',
    'query',
    'kind',
    'ids',
    'topk',
    'mode',
    'hybrid_k',
    'src',
    'dest',
    'relation_type',
    'type',
  ),
  '=',
  fc.oneof(
    value,
    pick(
      "'devops'",
      "'devops.service'",
      "'keyword'",
      "'vector'",
      "'hyper'",
      "'knowledge'",
      '5',
      `['${SERVICE}']`,
      "'runs'",
    ),
    pick(`'devops/devops.service/${SERVICE}'`, "'devops/*'", "'entity_set'", "'data_link'", "'check*'"),
  ),
)
const pairs = fc
  .array(pair, { maxLength: 4 })
  .map((all) => (all.length > 0 ? ` with(${all.join(', ')})` : ''))

const call = fc.oneof(
  text(
    'graph-call getNeighborNodes(',
    pick("'full'", "'sequence_in'", "'sequence_out'", "'sequence'"),
    ', ',
    pick('1', '2', '4'),
    `, [${NODE}])`,
  ),
  fc.constant(`graph-call getDirectRelations([${NODE}])`),
  text(
    'graph-call cypher(`MATCH (a)-[r]-(b) WHERE a.status ',
    pick('= "degraded"', 'IS NULL', '<> $p'),
    ' RETURN ',
    pick(
      'a',
      'type(r) AS relation, count(*) AS n',
      'properties(r) AS relation',
      'b.display_name AS n ORDER BY n',
    ),
    ' LIMIT 5`)',
  ),
  text('graph-match (a)-[r', pick('', ':runs', ':runs|contains'), ']', pick('->', '-'), '(b)'),
)
const method = text(
  'entity-call ',
  pick(
    '__list_method__()',
    "list_data_set(['metric_set', 'log_set'], true)",
    'list_data_set()',
    `get_logs('devops', 'devops.log.service', query='level = "ERROR" and status in [1, 2]')`,
    "get_metrics('devops', 'devops.metric.service', 'request_count', step='30s')",
    "get_metrics('devops', 'devops.metric.service')",
    'list_skills()',
    'list_knowledge(detail=true)',
  ),
)

const query = fc
  .tuple(
    fc.oneof(
      text(pick('.model', '.entity', '.topo', '.runbook_set'), pairs),
      text('.topo | ', call),
      text(
        ".entity_set with(domain='devops', name='devops.service'",
        maybe(fc.constant(`, ids=['${SERVICE}']`)),
        ') | ',
        method,
      ),
    ),
    fc.array(stage, { maxLength: 4 }),
  )
  .map((parts) => parts.flat().join(' | '))

const parameters = { p: 'checkout', list: ['degraded', 1], n: 2 }

/** Acceptable errors; TIMEOUT is not among them. */
const REFUSALS = new Set([
  'QUERY_PARSE_ERROR',
  'QUERY_PLAN_ERROR',
  'VALIDATION_FAILED',
  'INVALID_ARGUMENT',
  'PROVIDER_UNSUPPORTED',
])

/** The rows as text, or the fact that the query was refused. Any other error is a crash, and so is a timeout. */
async function answer(store: GraphStore, spl: string): Promise<string> {
  try {
    const request = decodeQueryRequest({ query: spl, parameters, timeout_ms: 20_000 })
    const { rows, page } = await executeQuery(store, 'demo', request)
    expect(rows.length).toBeLessThanOrEqual(page.limit)
    return JSON.stringify(rows)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!REFUSALS.has(code)) throw error
    return `refused: ${code}`
  }
}

describe.skipIf(noLadybug)('the SPL executor', () => {
  const data = sharedFolder()
  let memory: GraphStore
  let embedded: GraphStore
  beforeAll(async () => {
    memory = await openMemoryStore({})
    embedded = await openLadybugStore({ data })
    for (const store of [memory, embedded]) await importSample(store, 'demo', 'quickstart')
  })
  afterAll(() => embedded.close())

  it('answers or refuses any query, each time alike', async () => {
    let answered = 0
    await fc.assert(
      fc.asyncProperty(query, async (spl) => {
        const first = await answer(memory, spl)
        expect(await answer(memory, spl)).toBe(first)
        if (!first.startsWith('refused')) answered += 1
      }),
      { numRuns },
    )
    // The property is only meaningful if enough generated queries run.
    expect(answered).toBeGreaterThan(numRuns / 4)
  })

  it('answers alike in memory and in the embedded database', async () => {
    await fc.assert(
      fc.asyncProperty(query, async (spl) => {
        // Cypher without ORDER BY may return rows in any order.
        fc.pre(!/cypher|graph-match/.test(spl))
        const [one, other] = [await answer(embedded, spl), await answer(memory, spl)]
        // Truncated, because the difference of whole answers would hide the query.
        expect([one === other, one.slice(0, 500), other.slice(0, 500)]).toEqual([
          true,
          one.slice(0, 500),
          other.slice(0, 500),
        ])
      }),
      { numRuns: numRuns / 10 },
    )
  })
})
