import { describe, expect, it } from 'vitest'
import {
  changeItem,
  changedItems,
  findByKey,
  itemOf,
  keyOfValue,
  stateOf,
  typeOfValue,
  withItem,
  withoutItem,
  type Draft,
} from '../../../renderer/drafts/items/draft.ts'
import { writableRow } from '../../../renderer/drafts/items/from-row.ts'

const set = { kind: 'entity_set', domain: 'devops', name: 'devops.service', spec: {} }
const item = itemOf('a', 'element', set)

describe('the state of an item', () => {
  it.each([
    ['as it was read', {}, 'same'],
    ['written in another way', { text: JSON.stringify(set) }, 'same'],
    ['with another value', { text: 'kind: entity_set' }, 'changed'],
    ['that is new', { before: undefined }, 'new'],
    ['that is no YAML', { text: 'a: [1' }, 'broken'],
    ['to be ended', { expire: true }, 'expire'],
  ] as const)('%s is told', (_name, change, state) => {
    expect(stateOf({ ...item, ...change })).toBe(state)
  })
})

describe('a draft', () => {
  const draft: Draft = withItem({ items: [] }, item)
  it('counts as changed what differs from the server', () => {
    expect(changedItems(draft)).toEqual([])
    const changed = changeItem(draft, 'a', { text: 'kind: log_set' })
    expect(changedItems(changed).map(({ id }) => id)).toEqual(['a'])
    expect(changedItems(withoutItem(changed, 'a'))).toEqual([])
  })

  it('finds an item by the key it had and by the key it has now', () => {
    const renamed = changeItem(draft, 'a', { text: 'kind: entity_set\ndomain: d\nname: other' })
    expect(findByKey(renamed, 'element', 'devops/devops.service/entity_set')?.id).toBe('a')
    expect(findByKey(renamed, 'element', 'd/other/entity_set')?.id).toBe('a')
    expect(findByKey(renamed, 'entity', 'd/other/entity_set')).toBeUndefined()
  })
})

describe('keys and types', () => {
  const end = (side: string) => ({
    [`__${side}domain__`]: 'd',
    [`__${side}entity_type__`]: 't',
    [`__${side}entity_id__`]: 'i',
  })
  const relation = { ...end('src_'), ...end('dest_'), __relation_type__: 'runs/on' }
  it.each([
    ['element', set, 'devops/devops.service/entity_set'],
    ['element', { kind: 'log_set', metadata: { name: 'a.b' } }, 'a/a.b/log_set'],
    ['entity', end(''), 'd/t/i'],
    ['relation', relation, 'd/t/i/runs/on/d/t/i'],
  ] as const)('of a %s %j', (type, value, key) => {
    expect(keyOfValue(type, value)).toBe(key)
    expect(typeOfValue(value)).toBe(type)
  })

  it('anything else has no type', () => expect(typeOfValue({ name: 'x' })).toBeUndefined())
})

describe('a row', () => {
  it.each([
    ['element', { kind: 'k', version: '', spec: {} }, { kind: 'k', spec: {} }],
    [
      'entity',
      { __entity_id__: 'i', __method__: 'Create', __deleted__: false, name: 'n' },
      { __entity_id__: 'i', __method__: 'Update', name: 'n' },
    ],
    [
      'relation',
      { src: 'a', relation: 'r', dest: 'b', __relation_type__: 'r', __method__: 'Expire', __deleted__: true },
      { __relation_type__: 'r', __method__: 'Update' },
    ],
  ] as const)('of a %s is written without what only rows have', (type, row, written) => {
    expect(writableRow(type, row)).toEqual(written)
  })
})
