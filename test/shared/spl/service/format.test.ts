import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatEdits, formatStatement } from '#shared/spl/service/format.ts'
import { statementsOf } from '#shared/spl/service/statements.ts'
import { parseSpl } from '#shared/spl/index.ts'
import { refusalOf } from '../refusal.ts'

const meaning = (text: string): string => {
  const { source, stages } = parseSpl(text)
  return JSON.stringify([source.name, stages], (key, value: unknown) =>
    key === 'from' || key === 'to' || key === 'patternFrom' ? undefined : value,
  )
}

/** A text after all its statements were formatted. */
function formatScript(text: string): string {
  let out = ''
  let at = 0
  for (const edit of formatEdits(text)) {
    if (!edit) continue
    out += text.slice(at, edit.from) + edit.insert
    at = edit.to
  }
  return out + text.slice(at)
}

describe('formatting', () => {
  it.each([
    [
      ".model with( kind = 'entity_set' )|project  domain,name|limit 5",
      ".model with(kind='entity_set')\n| project domain, name\n| limit 5",
    ],
    ['.entity|where a=1 and(b>2 or not c~"x")', '.entity\n| where a = 1 and (b > 2 or not c ~ "x")'],
    ['.entity | where name = Flash  Sale | limit 1', '.entity\n| where name = Flash  Sale\n| limit 1'],
    ['.entity|where contains( name , "x" )', '.entity\n| where contains(name, "x")'],
    ['.entity | where a in [ 1,2 ]', '.entity\n| where a in [1, 2]'],
    ['.entity|extend x=a+-1*abs( b )', '.entity\n| extend x = a + -1 * abs(b)'],
    ['.entity|stats count( ) as n,sum( a ) by b,c', '.entity\n| stats count() as n, sum(a) by b, c'],
    [
      ".entity_set with(domain='d')|entity-call get_logs( 'd','n',query = 'x' )",
      ".entity_set with(domain='d')\n| entity-call get_logs('d', 'n', query='x')",
    ],
    [
      '.topo|graph-call getNeighborNodes( "full",1,[( :"a@b"{__entity_id__:"10000000000000000000000000000101"} )] )',
      '.topo\n| graph-call getNeighborNodes("full", 1, [(:"a@b" {__entity_id__: "10000000000000000000000000000101"})])',
    ],
    ['.topo|graph-call cypher( `MATCH (n)  RETURN n` )', '.topo\n| graph-call cypher(`MATCH (n)  RETURN n`)'],
    ['.entity -- all\n|limit 1', '.entity -- all\n| limit 1'],
    ['.entity | | limit 1 |', '.entity\n| limit 1'],
    ['.entity | wher', '.entity | wher'],
    ['.entity | sort a   desc,b', '.entity\n| sort a desc, b'],
  ])('%s', (text, expected) => {
    expect(formatStatement(text)).toBe(expected)
  })

  it('keeps what stands between statements', () => {
    expect(formatScript('-- one\n.model|limit 1;\n\n-- two\n.topo|limit 2\n')).toBe(
      '-- one\n.model\n| limit 1;\n\n-- two\n.topo\n| limit 2\n',
    )
  })

  it('touches only the statements of a part', () => {
    const text = '.model|limit 1;\n.topo|limit 2;\n.entity|limit 3'
    const inserts = [...formatEdits(text, 18, 20)].map((edit) => edit?.insert)
    expect(inserts).toEqual(['.topo\n| limit 2'])
  })

  it('is idempotent and keeps the meaning', () => {
    const blank = fc.constantFrom('', ' ', '  ', '\n', ' -- note\n')
    const value = fc.constantFrom("'a b'", '"x|y"', '12', '-3', 'bare', '$p', "['a', b]", 'a:b', '2024-01-01')
    const field = fc.constantFrom('a', 'name', '__entity_id__', '`odd name`', 'x.y')
    const condition = fc
      .tuple(field, fc.constantFrom(' = ', '=', '!=', ' >= ', '~', ' =~ ', ' like '), value)
      .map((parts) => parts.join(''))
    const stage = fc.oneof(
      condition.map((each) => `where ${each}`),
      fc.tuple(condition, condition).map(([a, b]) => `where not(${a}) or ${b}`),
      fc.array(field, { minLength: 1, maxLength: 3 }).map((fields) => `project ${fields.join(',')}`),
      fc.tuple(field, fc.constantFrom('', ' asc', ' desc')).map(([name, way]) => `sort ${name}${way}`),
      fc.tuple(field, value).map(([name, each]) => `with(${name.replaceAll(/[`. ]/g, '')}=${each})`),
      fc.tuple(field, field).map(([a, b]) => `stats count(),sum(${a}) as s by ${b}`),
      fc.nat(99).map((count) => `limit ${count + 1}`),
      fc.nat(99).map((count) => `offset   ${count}`),
      field.map((name) => `distinct ${name}`),
      value.map((each) => `entity-call get_logs( 'd' ,'n',query = ${each} )`),
      fc.constantFrom(
        'graph-call cypher( `MATCH (n)  RETURN n` )',
        'graph-call getNeighborNodes("full",2,[( :"a@b"{__entity_id__:"1"} ),(:"a@c")])',
        "entity-call list_data_set( ['log_set' ],true )",
        'graph-match (a) - [r]->(b)',
        'where a in [ 1,2 ] and b not in("x")',
        'where a is not   null or contains( b,"c" )',
        'extend y=if(a,upper( b ),-1*c)',
      ),
      fc.tuple(field, field).map(([a, b]) => `extend z=${a}+2*${b}`.replaceAll('`', '')),
    )
    const query = fc
      .tuple(
        fc.constantFrom('.entity', '.model', '.topo'),
        fc.array(fc.tuple(blank, stage, blank), { maxLength: 5 }),
      )
      .map(([source, stages]) => `${source}${stages.map(([a, b, c]) => ` ${a}|${a}${b}${c}`).join('')}`)
    fc.assert(
      fc.property(query, (text) => {
        const once = formatStatement(text)
        expect(formatStatement(once)).toBe(once)
        const same = refusalOf(text) ? once === text : meaning(once) === meaning(text)
        expect(same).toBe(true)
      }),
      { numRuns: 300 },
    )
    const script = fc
      .array(fc.tuple(query, fc.constantFrom(';', ';\n\n', '\n-- between\n', '\n')), { maxLength: 3 })
      .map((parts) => parts.flat().join(''))
    fc.assert(
      fc.property(script, (text) => {
        const once = formatScript(text)
        expect(formatScript(once)).toBe(once)
        expect(statementsOf(once)).toHaveLength(statementsOf(text).length)
      }),
      { numRuns: 60 },
    )
  })
})
