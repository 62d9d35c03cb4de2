import { describe, expect, it } from 'vitest'
import { situationAt } from '#shared/spl/service/context.ts'

/** The cursor is at the bar `¦`. */
function at(marked: string) {
  const cursor = marked.indexOf('¦')
  return situationAt(marked.replace('¦', ''), cursor)
}

describe('the context of the cursor', () => {
  it.each<[string, Record<string, unknown>]>([
    ['¦', { kind: 'source' }],
    ['.ent¦', { kind: 'source', from: 0 }],
    ['-- a comment\n.m¦', { kind: 'source' }],
    ['-- a comm¦', { kind: 'none' }],
    ['.entity ¦', { kind: 'stage' }],
    ['.entity | ¦', { kind: 'stage' }],
    ['.entity | wh¦ | limit 1', { kind: 'stage', from: 10 }],
    ['.entity with(¦', { kind: 'key', used: [] }],
    [".entity with(domain='a', na¦", { kind: 'key', used: ['domain'] }],
    [".entity with(domain='a', na¦)", { kind: 'key', used: ['domain'] }],
    [".entity with(domain='de¦", { kind: 'keyValue', key: 'domain', quote: "'" }],
    [".entity with(domain='devops', name='de¦') | limit 1", { kind: 'keyValue', key: 'name', quote: "'" }],
    ['.entity with(domain=de¦', { kind: 'keyValue', key: 'domain', quote: '' }],
    [".entity with(domain='a') ¦", { kind: 'pipe' }],
    ['.entity | where ¦', { kind: 'field' }],
    ['.entity | where sta¦', { kind: 'field' }],
    ['.entity | where status ¦', { kind: 'operator' }],
    ['.entity | where status = ¦', { kind: 'fieldValue', field: 'status' }],
    [".entity | where status = 'de¦", { kind: 'fieldValue', field: 'status', quote: "'" }],
    [".entity | where status in ['a', 'b¦", { kind: 'fieldValue', field: 'status' }],
    [".entity | where contains(name, 'b¦", { kind: 'fieldValue', field: 'name' }],
    [".entity | where a = 'b' and ¦", { kind: 'field' }],
    [".entity | where a = 'b' ¦", { kind: 'pipe' }],
    ['.entity | project a, ¦', { kind: 'field' }],
    ['.entity | sort a ¦', { kind: 'direction' }],
    ['.entity | sort ¦', { kind: 'field' }],
    ['.entity | distinct ¦', { kind: 'field' }],
    ['.entity | stats ¦', { kind: 'aggregate' }],
    ['.entity | stats sum(¦', { kind: 'field' }],
    ['.entity | stats count() by ¦', { kind: 'field' }],
    ['.entity | extend a = ¦', { kind: 'function' }],
    ['.entity | extend a = b and ¦', { kind: 'function' }],
    ['.entity | extend a ¦', { kind: 'pipe' }],
    ['.entity | extend a = b ¦', { kind: 'pipe' }],
    ['.entity with(name ¦', { kind: 'pipe' }],
    [".entity_set | entity-call get_logs('a' ¦", { kind: 'pipe' }],
    ['.entity_set | entity-call ¦', { kind: 'method' }],
    ['.entity_set | entity-call get_logs(¦', { kind: 'argument', method: 'get_logs', index: 0 }],
    [".entity_set | entity-call get_logs('devops', 'x¦", { kind: 'argument', method: 'get_logs', index: 1 }],
    [".entity_set | entity-call get_logs('d', 'n', query='¦", { kind: 'argument', key: 'query', index: 2 }],
    ['.topo | graph-call ¦', { kind: 'graphFunction' }],
    [
      ".topo | graph-call getNeighborNodes('¦",
      { kind: 'graphArgument', method: 'getNeighborNodes', index: 0 },
    ],
    [".topo | graph-call getNeighborNodes('full', 1, [(:\"de¦", { kind: 'label', quote: '"' }],
    ['.topo | graph-call getDirectRelations([(:"a@b" {¦', { kind: 'nodeKey' }],
    ['.topo | graph-call cypher(`MATCH (n:¦', { kind: 'cypher', before: 'MATCH (n:' }],
    ['.entity | where a = $p¦', { kind: 'parameter' }],
  ])('%s', (marked, expected) => {
    expect(at(marked).context).toMatchObject(expected)
  })

  it('knows the source, the pairs and the earlier stages', () => {
    expect(
      at(".entity with(domain='devops', name='devops.service') | where a = '|' | project ¦"),
    ).toMatchObject({
      source: '.entity',
      pairs: { domain: 'devops', name: 'devops.service' },
      earlier: ".entity with(domain='devops', name='devops.service') | where a = '|'",
    })
  })

  it('sees pairs that stand behind the cursor', () => {
    expect(at(".entity with(name='¦', domain='devops')").pairs).toMatchObject({ domain: 'devops' })
  })

  it.each<[string, Record<string, unknown> | undefined]>([
    ['.entity | stats sum(¦', { kind: 'aggregate', name: 'sum', index: 0 }],
    [".entity | extend a = replace(b, 'x', ¦", { kind: 'expression', name: 'replace', index: 2 }],
    ['.entity | extend a = if(b, upper(¦', { kind: 'expression', name: 'upper', index: 0 }],
    [".entity_set | entity-call get_logs('d', ¦", { kind: 'method', name: 'get_logs', index: 1 }],
    [".topo | graph-call getNeighborNodes('full', ¦", { kind: 'graph', name: 'getNeighborNodes', index: 1 }],
    ['.entity | where a = ¦', undefined],
    ['.entity with(¦', undefined],
  ])('the call around the cursor of %s', (marked, expected) => {
    expect(at(marked).call ?? {}).toMatchObject(expected ?? {})
    expect(at(marked).call === undefined).toBe(expected === undefined)
  })
})
