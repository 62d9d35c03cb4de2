import { describe, expect, it } from 'vitest'
import { failsAt as cypherFailsAt } from '#shared/spl/cypher/expected.ts'
import { failsAt } from '#shared/spl/expected.ts'
import { completeSpl, continuations } from '#shared/spl/service/complete.ts'
import { model } from './model.ts'

/** What is added to a beginning, where it stays as it is. */
const added = (text: string): string[] =>
  continuations(text, model).flatMap((whole) => (whole.startsWith(text) ? [whole.slice(text.length)] : []))

/** The labels offered at the bar `¦`, those of a longer list that do not contain what is typed included. */
function labels(marked: string): string[] {
  const position = marked.indexOf('¦')
  const text = marked.replace('¦', '')
  return completeSpl({ text, position, model, parameters: ['who'] }).completions.map(({ label }) => label)
}

const CYPHER = '.topo | graph-call cypher(`'
const SERVICE = ".entity with(domain='devops', name='devops.service')"

it.each([
  ['.entity ', 'with'],
  [".entity with(domain='devops') | ", undefined],
])('after %j the editor puts first: %s', (text, first) => {
  const { completions } = completeSpl({ text, position: text.length, model })
  const [best] = completions.toSorted((a, b) => (b.boost ?? 0) - (a.boost ?? 0))
  expect((best?.boost ?? 0) > 0 ? best?.label : undefined).toBe(first)
})

describe('completion continues', () => {
  it.each<[string, readonly string[]]>([
    ['-- note\n.en', ['tity_set', 'tity']],
    ['.entity | sort owner d', ['esc ']],
    ['.model | sort kind de', ['sc ']],
    [".entity with(domain='devops'", [', ', ')']],
    [".entity with(domain='devops' ", [', ', ')']],
    ['.entity with(domain=`', ['devops`', 'k8s`']],
    [".entity with(domain='devops', name=", ["'devops.service'"]],
    ['.entity | where status = ', []],
    ['.entity | where status !', ['~ ', '= ']],
    ['.entity | where status ', ['!~ ', 'not in [', 'not like ', 'is not null ']],
    ['.entity | where a is ', ['null ', 'not ']],
    ['.entity | where a not ', ['in ', 'like ']],
    ['.entity | extend hot = a ', ['| ', 'and ', 'or ']],
    ['.entity | extend hot ', []],
    ['.entity with(name ', []],
    ['.entity | where ', ['not ', 'contains(', '__entity_id__', 'phase']],
    [`${SERVICE} | where `, ['status', '`odd name`']],
    ['.model | where kind = ', ["'entity_set'", "'log_set'"]],
    ['.model | where kind in [', ["'entity_set'", "'log_set'"]],
    [".model | where kind in ['entity_set', '", ["entity_set'", "log_set'"]],
    [".topo | where __relation_type__ = '", ["calls'", "routes to'"]],
    [".entity | where status = 'x' a", ['nd ']],
    [".entity | where status = 'x' ", ['| ', 'and ', 'or ']],
    ['.entity | project owner ', ['| ', 'as ']],
    ['.entity | stats count() ', ['| ', 'as ', 'by ']],
    ['.entity | where owner = $who and status = $', ['who']],
    ['.entity | extend a = ', ['__entity_id__', 'owner', 'upper(']],
    ['.entity -- a note ', []],
    ['.entity // a no', []],
    [".entity | where name = 'a | wh", []],
    ['.topo | graph-call getNeighborNodes(', ["'sequence'", "'sequence_in'", "'sequence_out'", "'full'"]],
    ['.topo | graph-call getDirectRelations([(:', ['"devops@devops.service"']],
    ['.entity_set | entity-call get_logs(', ["'devops'"]],
    [".entity_set | entity-call get_logs('devops', '", ["devops.log.service'"]],
    ['.entity_set | entity-call list_data_set(', ["['metric_set']", 'detail=']],
    ['.entity_set | entity-call list_data_set([', ["'metric_set'"]],
    ['.runbook_set with(', ['kind=', 'kinds=', 'names=', 'type=']],
    ['.runbook_set with(type=', ["'knowledge'"]],
    [`${CYPHER}MATCH (a)-[:`, ['calls', '``routes to``']],
    [`${CYPHER}MATCH (a)-[r:calls|`, ['calls', '``routes to``']],
    [`${CYPHER}MATCH (a:`, ['``devops@devops.service``', '``k8s@k8s.pod``']],
    [`${CYPHER}MATCH (a:\`\`dev`, ['ops@devops.service``']],
    [`${CYPHER}MA`, ['TCH ']],
    [`${CYPHER}MATCH (a) RE`, ['TURN ']],
    [`${CYPHER}MATCH (a:\`\`k8s@k8s.pod\`\`) WHERE a.`, ['phase', '__entity_id__']],
  ])('%s', (text, expected) => {
    const all = added(text)
    expect(expected.filter((one) => !all.includes(one))).toEqual([])
    expect(expected.length === 0 ? all : []).toEqual([])
  })

  it.each([
    ['', ''],
    ['.entity ', '.entity '],
    ['.topo | graph-call ', '.topo | graph-call '],
  ])('at %j begins with what is there', (text, start) => {
    for (const whole of continuations(text, model)) expect(whole.startsWith(start)).toBe(true)
  })

  it.each<[string, string, boolean]>([
    ['.entity | stats count() by ¦', 'count', false],
    [".entity with(domain='devops', ¦", 'domain', false],
    [".entity with(domain='devops', ¦", 'topk', true],
    ['.entity with(¦', 'embedding_model', false],
    ['.entity with(¦', 'kinds', false],
    ['.runbook_set with(¦', 'kinds', true],
    ['.entity with(¦', 'id', false],
    ['.entity | ¦', 'graph-call', false],
    ['.topo | ¦', 'graph-call', true],
    ['.entity | ¦', '|', false],
    ['.entity ¦', '|', true],
    [".entity with(domain='k8s', name='¦", 'k8s.pod', true],
    [".entity with(domain='k8s', name='¦", 'devops.service', false],
    [".entity with(name='¦', domain='k8s')", 'devops.service', false],
    [".model with(kind='log_set', name='¦", 'devops.log.service', true],
    [".model with(kind='log_set', name='¦", 'devops.service', false],
    ['.model with(kind=¦', 'clickhouse', true],
    [".entity with(mode='¦", 'hyper', true],
    [".topo with(type='¦", 'calls', true],
    ['.entity | where a = $¦', 'who', true],
    ['.entity | where a = $¦ and b = 1', 'who', true],
    ['.entity | where a in [¦', 'calls', false],
    ['.entity | where contains(¦', 'contains', false],
    ['.entity | limit ¦', '20', false],
    [`${SERVICE} | sort status ¦`, 'asc', true],
    [`${SERVICE} | project status | where ¦`, 'status', true],
    [`${SERVICE} | project status | where ¦`, '__entity_id__', false],
    [`${SERVICE} | project status as health | where ¦`, 'health', true],
    [`${SERVICE} | distinct status | sort ¦`, 'owner', false],
    [`${SERVICE} | stats count() as n by status | sort ¦`, 'n', true],
    [`${SERVICE} | stats count() as n by status | sort ¦`, 'owner', false],
    [`${SERVICE} | stats max(¦`, 'status', true],
    [`${SERVICE} | extend hot = 1 | where ¦`, 'hot', true],
    [`.topo | graph-call cypher(\`RETURN 1\`) | where ¦`, 'src', false],
    [".entity_set | entity-call get_logs('devops', '¦", 'devops.metric.service', false],
    [".entity_set | entity-call get_logs('k8s', '¦", 'devops.log.service', false],
    [".entity_set | entity-call get_metrics('devops', 'x', ¦", 'step=', true],
    [".entity_set | entity-call get_metrics('devops', 'x', step='¦", 'step=', false],
    [".entity_set | entity-call get_metrics('devops', 'devops.metric.service', ¦", 'latency', true],
    [".entity_set | entity-call get_metrics('devops', 'devops.metric.service', metric='¦", 'latency', true],
    [
      ".entity_set | entity-call get_metrics(domain='devops', name='devops.metric.service', metric=¦",
      'latency',
      true,
    ],
    [".entity_set | entity-call get_metrics('devops', 'other', '¦", 'latency', false],
    [
      ".entity_set | entity-call get_metrics('devops', 'devops.metric.service', 'latency', step='¦",
      'latency',
      false,
    ],
    [".entity_set | entity-call list_data_set(['log_set'], ¦", 'true', true],
    ['.topo | graph-call getDirectRelations([(:"devops@devops.service" {¦', '__entity_id__', true],
    [`${CYPHER}MATCH (pod) WHERE ¦`, 'pod', true],
    [`${CYPHER}MATCH (pod) WHERE ¦`, 'size', true],
    [`${CYPHER}MATCH (¦`, 'size', false],
    [`${CYPHER}MATCH (n) ¦`, 'RETURN', true],
  ])('at %s with %s: %s', (marked, label, offered) => {
    expect(labels(marked).includes(label)).toBe(offered)
  })

  it('leaves a closing quote that is there already', () => {
    const text = ".entity with(domain='dev')"
    const { completions } = completeSpl({ text, position: text.indexOf("')"), model })
    expect(completions.map(({ insert }) => insert)).toContain('devops')
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
      ['.entity_set | entity-call ', '.entity_set | entity-call list_data_set(', '.runbook_set with(type='],
      [".entity_set | entity-call get_logs('devops', ", '.entity | where not ', '.entity | where contains('],
      [`${SERVICE} | where `, `${SERVICE} | extend a = `, `${SERVICE} | sort `],
    ].flat(),
  )('every proposal for %j continues it', (text) => {
    const proposals = continuations(text, model)
    expect(proposals).not.toEqual([])
    for (const whole of proposals)
      expect([whole, failsAt(whole) ?? whole.length]).toEqual([whole, whole.length])
  })

  it.each(['.model where project =$plimit ', '.model with(name =  is ', '.model entity-call get_logs(('])(
    'proposes nothing for %j that does not continue it',
    (text) => {
      for (const whole of continuations(text, model))
        expect([whole, failsAt(whole) ?? whole.length]).toEqual([whole, whole.length])
    },
  )

  it.each(['', 'MATCH (n:', 'MATCH (n)-[:', 'MATCH (n:``devops', 'MATCH (n) ', 'MATCH (n) RETURN n ORDER '])(
    'every proposal for the Cypher %j continues it',
    (text) => {
      const proposals = continuations(CYPHER + text, model)
      expect(proposals).not.toEqual([])
      for (const whole of proposals) {
        const cypher = whole.slice(CYPHER.length).replaceAll('``', '`')
        expect([cypher, cypherFailsAt(cypher) ?? cypher.length]).toEqual([cypher, cypher.length])
      }
    },
  )

  it('begins every template with what it inserts', () => {
    const texts = ['', '.entity | ', '.entity with(', '.entity | where ', '.entity | where a ']
    const more = ['.entity | stats ', '.entity | extend a = ', '.topo | graph-call ', `${CYPHER}RETURN `]
    const found = [...texts, ...more].flatMap(
      (text) => completeSpl({ text, position: text.length, model }).completions,
    )
    for (const { insert, template } of found) {
      if (template === undefined) continue
      expect(template.replace('#', '').startsWith(insert.trimEnd())).toBe(true)
      expect(template.split('#')).toHaveLength(2)
    }
  })
})
