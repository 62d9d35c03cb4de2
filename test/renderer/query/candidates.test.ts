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
    ['.topo | graph-call cypher(`MATCH (n) ¦', 'RETURN', true],
    ['.topo | graph-call cypher(`MATCH (n:``devops.service``) WHERE n.¦', 'status', true],
  ])('at %s %s: %s', (marked, label, offered) => {
    expect(at(marked).includes(label)).toBe(offered)
  })
})
