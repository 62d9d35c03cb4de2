import { describe, expect, it } from 'vitest'
import { situationAt } from '#shared/spl/editor/context.ts'
import { fieldsAfter } from '#shared/spl/editor/fields.ts'
import { candidatesFor } from '../../../renderer/query/editor/candidates.ts'

const elements = [
  { kind: 'entity_set', domain: 'devops', name: 'devops.service', title: 'Service' },
  { kind: 'entity_set', domain: 'k8s', name: 'k8s.pod', title: 'Pod' },
  { kind: 'log_set', domain: 'devops', name: 'devops.log.service', title: '' },
  { kind: 'metric_set', domain: 'devops', name: 'devops.metric.service', title: '' },
]
const source = {
  entityFields: (_: string, name: string) =>
    name === 'devops.service' ? [{ name: 'status', type: 'string' }, { name: 'odd name' }] : undefined,
}

/** The labels offered at the bar `¦`. */
function at(marked: string): string[] {
  const cursor = marked.indexOf('¦')
  const situation = situationAt(marked.replace('¦', ''), cursor)
  const word = marked.slice(situation.context.from, cursor)
  return candidatesFor(
    situation,
    {
      vocabulary: { elements, domains: ['devops', 'k8s'], relations: ['runs', 'calls'] },
      fields: fieldsAfter(situation.earlier || (situation.source ?? ''), source),
      parameters: ['who'],
    },
    word,
    (label) => source.entityFields('', label.split('@').at(-1) ?? '') ?? [],
  ).map(({ label }) => label)
}

const SERVICE = ".entity with(domain='devops', name='devops.service')"

describe('completion offers', () => {
  it.each<[string, string[]]>([
    ['¦', ['.model', '.entity_set', '.entity', '.topo', '.runbook_set']],
    [".entity with(domain='¦", ['devops', 'k8s']],
    [".entity with(domain='k8s', name='¦", ['k8s.pod']],
    [".entity with(name='ser¦", ['devops.service']],
    [".model with(kind='log_set', name='¦", ['devops.log.service']],
    [".topo with(relation_type='¦", ['runs', 'calls']],
    [".topo | where __relation_type__ = '¦", ['runs', 'calls']],
    [`${SERVICE} | sort status ¦`, ['asc', 'desc']],
    [`${SERVICE} | project status, owner | where ¦`, ['status', 'owner']],
    [`${SERVICE} | stats count() as n by status | sort ¦`, ['status', 'n']],
    ['.entity | where a = $¦', ['who']],
    [".topo | graph-call getNeighborNodes('¦", ['full', 'sequence', 'sequence_in', 'sequence_out']],
    [".topo | graph-call getNeighborNodes('full', 1, [(:\"pod¦", ['k8s@k8s.pod']],
    ['.topo | graph-call ¦', ['getNeighborNodes', 'getDirectRelations', 'cypher']],
    ['.topo | graph-call cypher(`MATCH (n)-[r:¦', ['runs', 'calls']],
    ['.topo | graph-call cypher(`MATCH (n:pod¦', ['k8s@k8s.pod']],
    ['-- nothing here ¦', []],
    ['.entity | limit 5 ¦', ['|']],
    [`${SERVICE} | where status = 'a' ¦`, ['|', 'and', 'or']],
    [`${SERVICE} ¦`, ['|']],
    [".model with(kind='entity_set', domain='devops', name='¦", ['devops.service']],
    [".entity with(mode='¦", ['keyword', 'vector', 'hyper']],
    [".topo with(type='¦", ['runs', 'calls']],
    [
      ".entity_set | entity-call list_data_set(['log_set'], t¦",
      ['true', 'false', 'data_set_types=', 'detail='],
    ],
    [".entity_set | entity-call get_metrics('¦", ['devops']],
    [".entity_set | entity-call get_metrics('devops', '¦", ['devops.metric.service']],
    ['.topo | graph-call getDirectRelations([(:"devops@devops.service" {¦', ['__entity_id__']],
    [`${SERVICE} | project status as health | where ¦`, ['health']],
    [`${SERVICE} | distinct status | sort ¦`, ['status']],
    [".entity_set | entity-call get_logs('devops', 'x', query=¦", []],
    ['.entity | limit ¦', []],
  ])('at %s', (marked, labels) => {
    expect(at(marked)).toEqual(labels)
  })

  it.each<[string, string, boolean]>([
    [`${SERVICE} | where ¦`, 'status', true],
    [`${SERVICE} | where ¦`, '__entity_id__', true],
    [`${SERVICE} | project status | where ¦`, '__entity_id__', false],
    [".entity with(domain='a', ¦", 'topk', true],
    [".entity with(domain='a', ¦", 'domain', false],
    ['.entity | ¦', 'graph-call', false],
    ['.topo | ¦', 'graph-call', true],
    ['.entity_set | ¦', 'entity-call', true],
    ['.entity | where a ¦', 'not in', true],
    ['.entity_set | entity-call ¦', 'get_logs', true],
    [".entity_set | entity-call get_logs('devops', '¦", 'devops.log.service', true],
    [".entity_set | entity-call get_logs('devops', '¦", 'devops.metric.service', false],
    [".entity_set | entity-call get_metrics('devops', 'x', ¦", 'step=', true],
    ['.entity | stats ¦', 'avg', true],
    [`${SERVICE} | stats max(¦`, 'status', true],
    [`${SERVICE} | stats count() by ¦`, 'status', true],
    [`${SERVICE} | extend hot = ¦`, 'upper', true],
    [`${SERVICE} | extend hot = ¦`, 'status', true],
    [`${SERVICE} | extend hot = 1 | where ¦`, 'hot', true],
    [`${SERVICE} | extend hot = 1 | where ¦`, 'status', true],
    [`${SERVICE} | where ¦`, 'odd name', true],
    ['.entity | where a in [¦', 'runs', false],
    ['.model with(kind=¦', 'entity_set', true],
    ['.model with(kind=¦', 'log_set', true],
    ['.runbook_set with(¦', 'type', true],
    ['.entity_set | entity-call ¦', 'list_data_set', true],
    ['.topo | graph-call cypher(`MATCH (pod) WHERE ¦', 'pod', true],
    ['.topo | graph-call cypher(`RETURN ¦', 'count', true],
    ['.topo | graph-call cypher(`MATCH (n) ¦', 'RETURN', true],
    ['.topo | graph-call cypher(`MATCH (n:``devops.service``) WHERE n.¦', 'status', true],
  ])('at %s %s: %s', (marked, label, offered) => {
    expect(at(marked).includes(label)).toBe(offered)
  })
})
