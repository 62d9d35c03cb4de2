import { describe, expect, it } from 'vitest'
import { failsAt as cypherFailsAt } from '#shared/spl/cypher/expected.ts'
import { failsAt } from '#shared/spl/expected.ts'
import { completeSpl, type ModelFacts } from '#shared/spl/index.ts'

const model: ModelFacts = {
  domains: ['devops', 'k8s'],
  kinds: ['entity_set', 'log_set'],
  names: (domain, kind) =>
    kind === 'log_set'
      ? ['devops.log.service']
      : ['devops.service', 'k8s.pod'].filter((name) => domain === undefined || name.startsWith(domain)),
  fields: () => ['owner', 'status'],
  relationTypes: ['calls', 'routes to'],
}

/** The whole texts that a beginning may become. */
function continued(text: string): string[] {
  const { from, options } = completeSpl(text, text.length, model)
  return options.map(({ label }) => text.slice(0, from) + label)
}

/** What is added to a beginning, where it stays as it is. */
const added = (text: string): string[] =>
  continued(text).flatMap((whole) => (whole.startsWith(text) ? [whole.slice(text.length)] : []))

const CYPHER = '.topo | graph-call cypher(`'

describe('completion goes on', () => {
  it.each<[string, readonly string[]]>([
    ['-- note\n.en', ['tity_set', 'tity']],
    ['.entity | sort owner d', ['esc ']],
    ['.model | sort kind de', ['sc ']],
    [".entity with(domain='devops'", [', ', ')']],
    [".entity with(domain='devops' ", [', ', ')']],
    ['.entity with(domain=`', ['devops`', 'k8s`']],
    [".entity with(domain='devops', name=", ["'devops.service'"]],
    ['.entity | where status = ', []],
    ['.model | where kind = ', ["'entity_set'", "'log_set'"]],
    ['.model | where kind in [', ["'entity_set'", "'log_set'"]],
    [".model | where kind in ['entity_set', '", ["entity_set'", "log_set'"]],
    [".topo | where __relation_type__ = '", ["calls'", "routes to'"]],
    [".entity | where status = 'x' a", ['nd ']],
    [".entity | where status = 'x' ", ['| ', 'and ', 'or ']],
    ['.entity -- a note ', []],
    ['.entity // a no', []],
    [".entity | where name = 'a | wh", []],
    ['.topo | graph-call getNeighborNodes(', ["'sequence'", "'sequence_in'", "'sequence_out'", "'full'"]],
    ['.entity_set | entity-call get_logs(', ["'devops'", "'k8s'"]],
    [".entity_set | entity-call get_logs('devops', '", ["devops.log.service'"]],
    [`${CYPHER}MATCH (a)-[:`, ['calls', '``routes to``']],
    [`${CYPHER}MATCH (a)-[r:calls|`, ['calls', '``routes to``']],
    [`${CYPHER}MATCH (a:`, ['``devops@devops.service``', '``k8s@k8s.pod``']],
    [`${CYPHER}MA`, ['TCH ']],
    [`${CYPHER}MATCH (a) RE`, ['TURN ']],
  ])('%s', (text, expected) => {
    const all = added(text)
    expect(expected.filter((one) => !all.includes(one))).toEqual([])
    expect(expected.length === 0 ? all : []).toEqual([])
  })

  it('offers no aggregate behind by, and no key twice', () => {
    expect(added('.entity | stats count() by ')).not.toContain('count(')
    expect(added(".entity with(domain='devops', ")).not.toContain('domain=')
  })

  it.each(
    [
      ['', '.ent', '.entity ', '.entity | ', '.entity wi', '.entity with(', '.entity with(domain='],
      [".entity with(domain='devops'", ".entity with(domain='devops', ", ".entity with(domain='devops') "],
      ['.entity | where ', '.entity | where status ', '.model | where kind = ', '.model | where kind in ['],
      [".model | where kind = 'entity_set' ", ".model | where kind = 'a' and ", '.model | sort kind '],
      ['.model | sort kind, ', '.model | project kind', '.model | distinct ', '.model | limit 5 '],
      ['.entity | stats ', '.entity | stats count() ', '.entity | stats count() by ', '.entity | stats sum('],
      ['.entity | extend a = ', '.topo | graph-call ', '.topo | graph-call getNeighborNodes('],
      [".topo | graph-call getNeighborNodes('full', 1, [(:\"", '.topo | graph-call getDirectRelations([(:'],
      [
        '.entity_set | entity-call ',
        ".entity_set | entity-call get_logs('devops', ",
        '.runbook_set with(type=',
      ],
    ].flat(),
  )('every proposal for %j continues it', (text) => {
    for (const whole of continued(text))
      expect([whole, failsAt(whole) ?? whole.length]).toEqual([whole, whole.length])
  })

  it.each(['', 'MATCH (n:', 'MATCH (n)-[:', 'MATCH (n:``devops', 'MATCH (n) ', 'MATCH (n) RETURN n ORDER '])(
    'every proposal for the Cypher %j continues it',
    (text) => {
      const proposals = continued(CYPHER + text)
      expect(proposals).not.toEqual([])
      for (const whole of proposals) {
        const cypher = whole.slice(CYPHER.length).replaceAll('``', '`')
        expect([cypher, cypherFailsAt(cypher) ?? cypher.length]).toEqual([cypher, cypher.length])
      }
    },
  )
})
