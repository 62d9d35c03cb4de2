import { describe, expect, it } from 'vitest'
import { carriesGraph, graphOf, thingsOf, withNames } from '../../../renderer/viewer/graph-of-rows.ts'

const entity = (id: string, more = {}) => ({
  __domain__: 'd',
  __entity_type__: 'd.t',
  __entity_id__: id,
  ...more,
})

describe('the graph that rows carry', () => {
  it('is read from the keys of .topo rows', () => {
    const rows = [{ src: 'd/d.t/1', relation: 'runs', dest: 'd/d.u/2', __relation_type__: 'runs' }]
    expect(graphOf(rows)).toMatchObject({
      nodes: [
        { key: 'd/d.t/1', type: 'd.t' },
        { key: 'd/d.u/2', type: 'd.u' },
      ],
      edges: [{ from: 0, to: 1, label: 'runs' }],
    })
  })

  it('is read from Cypher’s maps, each node once with the fuller fields', () => {
    const relation = {
      __src_domain__: 'd',
      __src_entity_type__: 'd.t',
      __src_entity_id__: '1',
      __dest_domain__: 'd',
      __dest_entity_type__: 'd.t',
      __dest_entity_id__: '2',
      __relation_type__: 'calls',
    }
    const rows = [
      { a: entity('1'), r: relation, b: entity('2', { display_name: 'two' }) },
      { a: entity('1', { display_name: 'one' }), r: relation, b: entity('2') },
    ]
    const graph = graphOf(rows)
    expect(graph?.nodes.map(({ label }) => label)).toEqual(['one', 'two'])
    expect(graph?.edges).toEqual([{ from: 0, to: 1, label: 'calls' }])
  })

  it('is that of elements and the links between them in .model rows', () => {
    const element = (name: string, spec: object) => ({ domain: 's', name, kind: 'entity_set', spec })
    const end = (name: string) => ({ domain: 's', name, kind: 'entity_set' })
    const link = { domain: 's', name: 's.a_calls_s.b', kind: 'entity_set_link' }
    const rows = [
      element('s.a', { display_name: { en_us: 'Shop', zh_cn: '商店' } }),
      { ...link, spec: { src: end('s.a'), dest: end('s.b'), entity_link_type: 'calls' } },
      element('s.b', {}),
    ]
    expect(graphOf(rows)).toMatchObject({
      nodes: [
        { key: 's/s.a/entity_set', type: 'entity_set', label: 'Shop', isNamed: true, isElement: true },
        { key: 's/s.b/entity_set', label: 's.b', isNamed: false },
      ],
      edges: [{ from: 0, to: 1, label: 'calls' }],
    })
    expect(carriesGraph([element('s.a', {})])).toBe(false)
  })

  it('is not drawn for a list of entities', () => {
    expect(carriesGraph([entity('1'), entity('2')])).toBe(false)
  })

  it.each([[[]], [[{ name: 'x', size: 1 }]], [[{ path: 'a/b' }]]])('is none in %j', (rows) => {
    expect(graphOf(rows)).toBeUndefined()
  })
})

it('takes names for nodes that the rows name by id only, and for no others', () => {
  const rows = [{ src: 'd/d.t/1', relation: 'runs', dest: 'd/d.u/2' }, entity('3', { display_name: 'own' })]
  const graph = graphOf(rows) ?? { nodes: [], edges: [] }
  expect(graph.nodes.map(({ label, isNamed }) => [label, isNamed])).toEqual([
    ['1', false],
    ['2', false],
    ['own', true],
  ])
  const names = new Map([
    ['d/d.t/1', 'checkout'],
    ['d/d.t/3', 'other'],
  ])
  expect(withNames(graph, names).nodes.map(({ label }) => label)).toEqual(['checkout', '2', 'own'])
  expect(withNames(graph, new Map())).toBe(graph)
})

it.each([
  [['entity_set', 'metric_set'], 'elements'],
  [['devops.service', 'k8s.pod'], 'entities'],
  [['devops.service', 'entity_set'], 'nodes'],
  [['devops.service', ''], 'nodes'],
])('nodes of %j are called %s', (types, things) => {
  expect(thingsOf(types.map((type) => ({ type })))).toBe(things)
})
