import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CYPHER_KEYWORDS, CypherError, parseCypher } from '#shared/spl/cypher/index.ts'
import { expectedAfter, failsAt, probedAfter } from '#shared/spl/cypher/expected.ts'

/** Inputs per property; `ORRERY_FUZZ_RUNS=1000000` for the long run. */
const numRuns = Number(process.env['ORRERY_FUZZ_RUNS'] ?? 3_000)

const tokens = [
  ...CYPHER_KEYWORDS,
  ...'( ) [ ] { } : , . .. | * - < > = + / % ^ =~ ; --> <-- --'.split(' '),
  ...'a b count any reduce shortestPath $p 1 16 17 1.5 0x1f CREATE x:'.split(' '),
  '`q n`',
  "'s'",
  '"t"',
  '"',
  "'",
  '`',
  '\\',
  '//',
  '/*',
  '*/',
  '\n',
  '\u0000',
  '😀',
]

const words = fc.array(fc.constantFrom(...tokens), { maxLength: 40 }).map((parts) => parts.join(' '))
const letters = fc.string({ unit: 'binary', maxLength: 200 })

const valid =
  "MATCH p = (a:`x@y` {k: $v})-[r:A|B*1..3 {w: 1}]->(b) WHERE a.n CONTAINS 'x' AND NOT (a)-->(b) OR any(x IN [1, 2] WHERE x > 1) " +
  'WITH a, count(DISTINCT b) AS n ORDER BY n DESC SKIP 1 LIMIT 2 RETURN a{.*, n}, CASE n WHEN 1 THEN 2 ELSE 3 END, EXISTS { (a)--() }, n[1..], -n ^ 2'
const edit = fc.tuple(fc.nat(valid.length), fc.nat(12), fc.constantFrom('', ...tokens))
const edited = edit.map(([at, cut, put]) => valid.slice(0, at) + put + valid.slice(at + cut))

/** A text either parses, or is refused with a place inside it. Anything else is a crash. */
function parsesOrRefuses(text: string): void {
  try {
    const query = parseCypher(text, 7)
    expect(query.from).toBeGreaterThanOrEqual(7)
  } catch (error) {
    if (!(error instanceof CypherError)) throw error
    const { from, to } = error.details
    if (!(from >= 7 && from <= to && to <= text.length + 7))
      throw new Error(`${from}..${to} of ${text.length}`, { cause: error })
  }
}

describe('the Cypher parser', () => {
  it('survives any sequence of tokens', () => {
    fc.assert(fc.property(words, parsesOrRefuses), { numRuns })
  })

  it('survives any text', () => {
    fc.assert(fc.property(letters, parsesOrRefuses), { numRuns })
  })

  it('survives a valid query with a part cut out or put in', () => {
    fc.assert(fc.property(edited, parsesOrRefuses), { numRuns })
  })

  it('remembers what can follow a state exactly as it would ask it again', () => {
    fc.assert(
      fc.property(fc.oneof(words, edited), (text) => {
        const stop = failsAt(text)
        if (stop === null) return
        const before = text.slice(0, stop)
        expect(expectedAfter(before)).toEqual(probedAfter(before))
      }),
      { numRuns: Math.min(numRuns / 10, 20_000) },
    )
  })

  const deep: readonly [title: string, text: string][] = [
    ['parentheses', `RETURN ${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['open parentheses', `RETURN ${'('.repeat(20_000)}`],
    ['lists', `RETURN ${'['.repeat(20_000)}1${']'.repeat(20_000)}`],
    ['not', `RETURN ${'NOT '.repeat(20_000)}true`],
    ['signs', `RETURN ${'- '.repeat(20_000)}1`],
    ['nested subqueries', `RETURN ${'EXISTS { MATCH (a) WHERE '.repeat(2_000)}true${' }'.repeat(2_000)}`],
    ['a long sum', `RETURN ${'1 + '.repeat(50_000)}1`],
    ['a long or', `RETURN ${'true OR '.repeat(50_000)}true`],
    ['a long list', `RETURN [${'1, '.repeat(50_000)}1]`],
    ['a long path', `MATCH ${'(a)-->'.repeat(5_000)}(b) RETURN 1`],
    ['property chains', `RETURN a${'.b'.repeat(20_000)}`],
    ['ambiguous parentheses', `RETURN ${'(a)-'.repeat(3_000)}(b)`],
  ]
  it.each(deep)('reads or refuses %s', (_, text) => {
    expect(() => parsesOrRefuses(text)).not.toThrow()
  })
})
