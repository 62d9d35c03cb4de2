import { describe, expect, it } from 'vitest'
import { makeGraph } from '../../../renderer/explorer/graph/graph.ts'
import { pathQuery } from '../../../renderer/explorer/panels/path-panel.tsx'
import { testServer } from '../../electron/model-server/server.ts'

const id = (digit: string): string => digit.repeat(32)
const key = (digit: string): string => `shop/shop.x/${id(digit)}`
const times = { __method__: 'Create', __first_observed_time__: 1, __last_observed_time__: 2 }

/** The query for a path of two steps of one relation type, the second against its arrow. */
function queryFor(type: string): string {
  const nodes = ['a', 'b', 'c'].map((digit) => ({
    key: key(digit),
    kind: 'entity',
    domain: 'shop',
    name: id(digit),
    label: digit,
    group: 'shop.x',
  }))
  const edges = (
    [
      ['a', 'b'],
      ['c', 'b'],
    ] as const
  ).map(([from, to]) => ({
    key: from,
    kind: 'relation',
    source: key(from),
    target: key(to),
    type,
  }))
  return pathQuery(makeGraph(nodes, edges), { nodes: [0, 1, 2], edges: [0, 1] }, 'runtime')
}

describe('the query of a path at run time', () => {
  it.each(['runs', 'depends on', 'x:y', '依赖', 'tick`ed', "quo'ted", '2nd'])(
    'finds its own relations of type %s and no others',
    async (type) => {
      const server = await testServer()
      const entities = ['a', 'b', 'c', 'd'].map((digit) => ({
        __domain__: 'shop',
        __entity_type__: 'shop.x',
        __entity_id__: id(digit),
        ...times,
      }))
      const relation = (from: string, to: string, name: string) => ({
        __src_domain__: 'shop',
        __src_entity_type__: 'shop.x',
        __src_entity_id__: id(from),
        __dest_domain__: 'shop',
        __dest_entity_type__: 'shop.x',
        __dest_entity_id__: id(to),
        __relation_type__: name,
        ...times,
      })
      // One of another type, one the other way, and a path by another entity.
      const relations = [
        relation('a', 'b', type),
        relation('c', 'b', type),
        relation('a', 'c', 'other'),
        relation('b', 'a', type),
        relation('a', 'd', type),
        relation('c', 'd', type),
      ]
      expect(await server.tool('entity_write', { entities, relations })).toMatchObject({ ok: true })
      expect(await server.rows(queryFor(type))).toHaveLength(1)
    },
  )
})

describe('the query of a path in the model', () => {
  const nodes = ['a', 'b'].map((name) => ({
    key: `shop/shop.${name}/entity_set`,
    kind: 'entity_set',
    domain: 'shop',
    name: `shop.${name}`,
    label: name,
    group: 'shop',
  }))
  const link = {
    key: 'shop/shop.a_calls_shop.b/entity_set_link',
    kind: 'entity_set_link',
    source: 'shop/shop.a/entity_set',
    target: 'shop/shop.b/entity_set',
    type: 'calls',
  }

  it('lists what it visits and the links between, in the server’s own word', () => {
    expect(pathQuery(makeGraph(nodes, [link]), { nodes: [0, 1], edges: [0] }, 'model', 'umodel')).toBe(
      ".umodel | where name in ['shop.a', 'shop.b', 'shop.a_calls_shop.b']",
    )
  })
})
