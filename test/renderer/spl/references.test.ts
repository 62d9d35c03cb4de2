import { describe, expect, it } from 'vitest'
import { namesOf } from '../../../renderer/spl/entity-names.ts'
import { entitiesIn, referenceOf } from '../../../renderer/spl/references.ts'
import type { Row } from '../../../renderer/spl/result.ts'
import { testServer } from '../../electron/model-server/server.ts'

const id = (digit: string): string => digit.repeat(32)
const key = `shop/shop.cart/${id('a')}`
const payload = { __domain__: 'shop', __entity_type__: 'shop.cart', __entity_id__: id('a') }
const cart = { kind: 'entity', domain: 'shop', type: 'shop.cart', id: id('a'), key, name: undefined }

describe('a cell', () => {
  const cases: readonly (readonly [string, unknown, string, Row, unknown])[] = [
    ['with an entity key', key, 'src', {}, cart],
    ['with an entity', { ...payload, display_name: 'Ann' }, 'n', {}, { ...cart, name: 'Ann' }],
    [
      'with the id of its row',
      id('a'),
      '__entity_id__',
      { ...payload, title: 'Ann' },
      { ...cart, name: 'Ann' },
    ],
    [
      'with a field that is the id of its row',
      id('a'),
      'id',
      { ...payload, id: id('a'), title: 'Ann' },
      { ...cart, name: 'Ann' },
    ],
    ['with the id of something else', id('b'), 'parent', { ...payload, parent: id('b') }, undefined],
    [
      'with the id of an end',
      id('a'),
      '__src_entity_id__',
      {
        __src_domain__: 'shop',
        __src_entity_type__: 'shop.cart',
        __src_entity_id__: id('a'),
        display_name: 'of the relation',
      },
      cart,
    ],
    ['with a relation key', `${key}/a/b/${key}`, 'relation', {}, { kind: 'relation', type: 'a/b' }],
    [
      'with a relation',
      { __relation_type__: 'runs', __src_entity_id__: id('a') },
      'r',
      {},
      { kind: 'relation', type: 'runs' },
    ],
    ['with another text of three parts', 'shop/shop.cart/7', 'src', {}, undefined],
    ['with an id alone', id('a'), '__entity_id__', {}, undefined],
    ['with a number', 7, 'n', {}, undefined],
    ['with a list of entities', [payload, key], 'n', {}, { kind: 'several', parts: [cart, cart] }],
    ['with a list of which one is no entity', [payload, 7], 'n', {}, undefined],
    ['with an empty list', [], 'n', {}, undefined],
    ['with nothing', null, 'n', {}, undefined],
  ]
  it.each(cases)('%s', (_what, value, column, row, reference) =>
    expect(referenceOf(value, column, row)).toEqual(reference),
  )
})

describe('a path', () => {
  const entity = (letter: string) => ({ ...payload, __entity_id__: id(letter), display_name: letter })
  const relation = (src: string, type: string) => ({
    __src_domain__: 'shop',
    __src_entity_type__: 'shop.cart',
    __src_entity_id__: id(src),
    __relation_type__: type,
  })
  it('goes from entity to entity, against a relation that begins at the next one', () => {
    const path = {
      nodes: [entity('a'), entity('b'), entity('c')],
      relationships: [relation('a', 'calls'), relation('c', 'runs')],
    }
    const reference = referenceOf(path, 'p', {})
    expect(reference).toMatchObject({
      kind: 'several',
      parts: [
        { name: 'a' },
        { kind: 'relation', type: 'calls' },
        { name: 'b' },
        { kind: 'relation', type: 'runs', against: true },
        { name: 'c' },
      ],
    })
    expect(entitiesIn(reference).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['too few relations', { nodes: [entity('a'), entity('b')], relationships: [] }],
    ['something else in it', { nodes: [entity('a'), 7], relationships: [relation('a', 'calls')] }],
  ])('with %s is none', (_, value) => expect(referenceOf(value, 'p', {})).toBeUndefined())

  it('of the sample is recognised', async () => {
    const server = await testServer({ sample: 'quickstart' })
    const rows = await server.rows(
      '.topo | graph-call cypher(`MATCH p = (a:``devops@devops.service``)-[*1..2]->(b) RETURN p LIMIT 5`)',
    )
    const kinds = rows.map((row) => referenceOf(row['p'], 'p', row as Row)?.kind)
    expect(new Set(kinds)).toEqual(new Set(['several']))
  })
})

describe('names of entities', () => {
  const other = `k8s/k8s.pod/${id('b')}`
  it('of several sets are one question', async () => {
    const asked: string[] = []
    const names = await namesOf([key, other], (query) => {
      asked.push(query)
      return Promise.resolve([
        { ...payload, display_name: 'Ann' },
        { __domain__: 'k8s', __entity_type__: 'k8s.pod', __entity_id__: id('b'), name: 'pod-1' },
      ])
    })
    expect(asked).toEqual([`.entity with(ids=['${id('a')}', '${id('b')}'])`])
    expect([...names]).toEqual([
      [key, 'Ann'],
      [other, 'pod-1'],
    ])
  })

  it('are asked set by set where the server wants that', async () => {
    const asked: string[] = []
    await namesOf([key, other], (query) => {
      asked.push(query)
      return Promise.resolve(query.includes('name=') ? [] : undefined)
    })
    expect(asked.slice(1)).toEqual([
      `.entity with(domain='shop', name='shop.cart', ids=['${id('a')}'])`,
      `.entity with(domain='k8s', name='k8s.pod', ids=['${id('b')}'])`,
    ])
  })

  it('are those of the sample', async () => {
    const server = await testServer({ sample: 'quickstart' })
    const rows = await server.rows('.topo | limit 40')
    const keys = [...new Set(rows.flatMap((row) => [row['src'] as string, row['dest'] as string]))]
    const names = await namesOf(keys, async (query, limit) => (await server.rows(query, { limit })) as Row[])
    expect(keys.filter((each) => !names.has(each))).toEqual([])
  })
})
