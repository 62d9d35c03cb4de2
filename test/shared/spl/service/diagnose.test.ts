import { describe, expect, it } from 'vitest'
import { diagnose, missingBrackets, type Diagnostic } from '#shared/spl/service/diagnose.ts'
import { modelFactsOf } from '#shared/spl/service/model.ts'
import { refusalOf } from '../refusal.ts'
import { model } from './model.ts'

const SERVICE = ".entity with(domain='devops', name='devops.service')"

/** A Cypher query inside SPL, whose backticks are doubled. */
const cypher = (pattern: string, returned: string): string =>
  `.topo | graph-call cypher(\`MATCH ${pattern} RETURN ${returned}\`)`

/** The text after the first fix of a diagnostic was applied. */
function mended(text: string, { fixes }: Diagnostic): string | undefined {
  const [fix] = fixes
  return fix && text.slice(0, fix.from) + fix.insert + text.slice(fix.to)
}

describe('the diagnostics of a statement', () => {
  it.each([
    [`${SERVICE} | where status = 'x' | limit 5`],
    [`${SERVICE} | extend hot = 1 | sort hot | limit 5`],
    [`${SERVICE} | stats count() as n by owner | sort n desc`],
    [`${SERVICE} | project owner as team | where team = 'a' | limit 1`],
    [".model with(kind='entity_set', name='devops.*') | limit 5"],
    [".entity with(domain='devops', name=$name) | limit 5"],
    [".topo with(type='runs') | limit 5"],
    // One element, and what is around some nodes, need no limit.
    [".model with(kind='entity_set', domain='devops', name='devops.service')"],
    [
      `.topo | graph-call getDirectRelations([(:"devops@devops.service" {__entity_id__: '${'0'.repeat(32)}'})])`,
    ],
    ['.topo | where weight = 1 | limit 5'],
    [".model with(name='devops.log.service')"],
    [".model with(name='anything at all')"],
    [".model with(kind='mysql') | limit 5"],
    [
      `.topo with(__relation_type__='runs', src=a) | graph-call getDirectRelations([(:"devops@devops.service" {__entity_id__: '${'0'.repeat(32)}'})]) | limit 5`,
    ],
    [".runbook_set with(kinds=['runbook_set'], names=['a'], type='skills') | limit 5"],
    [cypher('(a:``devops@devops.service``)-[:calls|``routes to``]->(b)', 'a.owner, b.anything')],
    [cypher('(a:``k8s.pod``)', 'a.__entity_id__ AS a ORDER BY a.anything')],
    [cypher('(a:``k8s.pod``) WITH a.phase AS a MATCH (b:``devops.service``)', 'a.anything')],
  ])('%s is fine', (text) => {
    expect(diagnose(text, model)).toEqual([])
  })

  it.each([
    ['nearest stage', `${SERVICE} | wher status = 'x'`, 'error', `${SERVICE} | where status = 'x'`],
    ['nearest source', '.entty | limit 1', 'error', '.entity | limit 1'],
    ['missing quote', `${SERVICE} | where status = 'x`, 'error', `${SERVICE} | where status = 'x'`],
    [
      'missing quote before a bar',
      `.entity with(name='devops.service | limit 1`,
      'error',
      `.entity with(name='devops.service' | limit 1`,
    ],
    [
      'name before what it names',
      `${SERVICE} | stats max(status), n = count( owner ) by owner | limit 5`,
      'error',
      `${SERVICE} | stats max(status), count( owner ) as n by owner | limit 5`,
    ],
    [
      'parameter in braces',
      `${SERVICE} | where status = \${state} | limit 5`,
      'error',
      `${SERVICE} | where status = $state | limit 5`,
    ],
    [
      'parameter in braces in a source',
      '.entity with(name=${name}) | limit 5',
      'error',
      '.entity with(name=$name) | limit 5',
    ],
    ['missing bracket', ".entity with(domain='devops'", 'error', ".entity with(domain='devops')"],
    [
      'nearest field',
      `${SERVICE} | where sttus = 'x' | limit 5`,
      'warning',
      `${SERVICE} | where status = 'x' | limit 5`,
    ],
    [
      'field that was projected away',
      `${SERVICE} | project owner | sort status | limit 5`,
      'warning',
      undefined,
    ],
    ...(
      [
        ['label', '(a:``devops@devops.servce``)', 'a', '(a:``devops@devops.service``)', 'a'],
        ['relation type', '(a)-[:cals]->(b)', 'b', '(a)-[:calls]->(b)', 'b'],
        ['relation type in backticks', '(a)-[:``routes t``]->(b)', 'b', '(a)-[:``routes to``]->(b)', 'b'],
        ['property', '(a:``devops.service``)', 'a.display_nam', '(a:``devops.service``)', 'a.display_name'],
        ['given property', '(a:``devops.service`` {ownr: 1})', 'a', '(a:``devops.service`` {owner: 1})', 'a'],
      ] as const
    ).map(([what, pattern, returned, mendedPattern, mendedReturned]): [string, string, string, string] => [
      `nearest ${what} in Cypher`,
      cypher(pattern, returned),
      'warning',
      cypher(mendedPattern, mendedReturned),
    ]),
    [
      'nearest name',
      ".entity with(name='devops.servce') | limit 5",
      'warning',
      ".entity with(name='devops.service') | limit 5",
    ],
    [
      'nearest domain',
      ".model with(domain='devop') | limit 5",
      'warning',
      ".model with(domain='devops') | limit 5",
    ],
    [
      'nearest key',
      ".model with(domian='devops') | limit 5",
      'warning',
      ".model with(domain='devops') | limit 5",
    ],
    [
      'nearest kind',
      ".model with(kind='entity_st') | limit 5",
      'warning',
      ".model with(kind='entity_set') | limit 5",
    ],
    [
      'nearest name of any kind',
      ".model with(name='devops.log.servce')",
      'warning',
      ".model with(name='devops.log.service')",
    ],
    [
      'entity set of a node',
      `.topo | graph-call getDirectRelations([(:"devops@devops.servce" {__entity_id__: '${'0'.repeat(32)}'})])`,
      'warning',
      `.topo | graph-call getDirectRelations([(:"devops@devops.service" {__entity_id__: '${'0'.repeat(32)}'})])`,
    ],
    ['key that only others read', '.entity with(origin=a) | limit 5', 'info', undefined],
    ['key of other sources', '.model with(src=a) | limit 5', 'warning', undefined],
    ['missing limit', SERVICE, 'info', `${SERVICE} | limit 100`],
    [
      'wrong source',
      `${SERVICE} | entity-call __list_method__()`,
      'error',
      `.entity_set${SERVICE.slice(7)} | entity-call __list_method__()`,
    ],
    ['stage order', `${SERVICE} | limit 5 | sort owner`, 'info', `${SERVICE} | sort owner | limit 5`],
    [
      'Cypher keyword',
      '.topo | graph-call cypher(`MTCH (n) RETURN n`)',
      'error',
      '.topo | graph-call cypher(`MATCH (n) RETURN n`)',
    ],
  ])('%s', (_, text, severity, expected) => {
    const [diagnostic] = diagnose(text, model)
    expect(diagnostic?.severity).toBe(severity)
    expect(diagnostic && mended(text, diagnostic)).toBe(expected)
  })

  it.each(['.entity | wher x', ".entity | where a = 'x", '.entity | limit', ''])(
    'puts the error of %s where the server does',
    (text) => {
      const error = refusalOf(text)
      const [diagnostic] = diagnose(text, model)
      expect([diagnostic?.from, diagnostic?.text]).toEqual([error?.details.from, error?.message])
    },
  )

  it('places Cypher’s errors in the statement', () => {
    const text = '.topo | graph-call cypher(`MATCH (n) RETRN n`)'
    const [diagnostic] = diagnose(text, model)
    expect(diagnostic && text.slice(diagnostic.from, diagnostic.to)).toBe('RETRN')
  })

  it('says nothing of the names of links, which an index leaves out', () => {
    const listed = { ...model, elements: model.elements.filter(({ kind }) => kind !== 'entity_set_link') }
    expect(diagnose(".model with(kind='entity_set_link', name='calls')", listed)).toEqual([])
    expect(diagnose(".model with(kind='entity_set_link', name='cals')", model)).toHaveLength(1)
  })

  it('says nothing of names while the model is unknown', () => {
    const nothing = modelFactsOf([])
    expect(diagnose(".entity with(name='x') | where y = 1 | limit 1", nothing)).toEqual([])
  })
})

it.each([
  ['a(b[c{', '}])'],
  ["a('(')", ''],
  ['(()', ')'],
  ['-- (\n[', ']'],
])('brackets missing after %s', (text, missing) => {
  expect(missingBrackets(text)).toBe(missing)
})

it('names the fields that there are instead, some of many', () => {
  const [few] = diagnose(`${SERVICE} | project owner, status | where statuss = 1 | limit 1`, model)
  expect(few?.message).toEqual({
    key: 'field',
    values: { name: 'statuss', count: 2, names: 'owner, status', more: 0 },
  })
  const many = Array.from({ length: 10 }, (_, place) => `f${place} = 1`).join(' | extend ')
  const [some] = diagnose(`${SERVICE} | extend ${many} | where nothing = 1 | limit 1`, model)
  expect(String(some?.message?.values['names']).split(', ')).toHaveLength(8)
  expect(some?.message?.values['more']).toBeGreaterThan(0)
})
