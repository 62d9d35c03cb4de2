import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/model/json.ts'
import { firstId, originOfId, withId } from '../../../renderer/drafts/items/entity-id.ts'

const made = (id_generator: string): JsonObject => ({
  spec: { primary_key_fields: ['region', 'name'], id_generator },
})
const own: JsonObject = { spec: { primary_key_fields: ['id'], id_generator: 'id' } }
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const RANDOM = '0'.repeat(32)

describe('the id of a new entity', () => {
  it.each<[string, JsonObject | undefined, JsonObject, JsonObject, string]>([
    [
      'is made once all key fields are there',
      made(''),
      { region: 'eu' },
      { region: 'eu', name: 'a' },
      md5('eu#$#a'),
    ],
    [
      'is made of numbers and texts in any script',
      made(''),
      {},
      { region: '北京', name: 7 },
      md5('北京#$#7'),
    ],
    ['stays while one is missing', made(''), {}, { region: 'eu' }, RANDOM],
    ['stays while one is empty', made(''), { region: 'eu' }, { region: 'eu', name: '' }, RANDOM],
    [
      'stays where another field changes',
      made(''),
      { region: 'eu', name: 'a' },
      { region: 'eu', name: 'a', x: 1 },
      RANDOM,
    ],
    [
      'stays where the set has an expression',
      made('concat(region, name)'),
      {},
      { region: 'eu', name: 'a' },
      RANDOM,
    ],
    ['stays without a set', undefined, {}, { region: 'eu', name: 'a' }, RANDOM],
    ['is the field that is itself the id', own, {}, { id: 'f'.repeat(32) }, 'f'.repeat(32)],
  ])('%s', (_, set, before, after, id) => {
    const entity = withId(set, { __entity_id__: RANDOM, ...before }, { __entity_id__: RANDOM, ...after })
    expect(entity['__entity_id__']).toBe(id)
  })

  it('fills the field that is itself the id', () => {
    expect(withId(own, {}, { __entity_id__: RANDOM })).toEqual({ __entity_id__: RANDOM, id: RANDOM })
  })

  const inSet = (type: string, id: string): JsonObject => ({ __entity_type__: type, __entity_id__: id })

  it('is empty until the key fields of its set are there', () => {
    expect(firstId(made(''))).toBe('')
    expect(withId(made(''), inSet('', RANDOM), inSet('made', RANDOM))['__entity_id__']).toBe('')
    const named = { ...inSet('made', RANDOM), region: 'eu', name: 'a' }
    expect(withId(made(''), { ...named, __entity_type__: '' }, named)['__entity_id__']).toBe(md5('eu#$#a'))
  })

  it.each([
    ['an expression', made('concat(region, name)')],
    ['no keys', {}],
    ['the id as a field', own],
  ])('is any in a set with %s, also after one that makes it', (_, set) => {
    expect(firstId(set)).toMatch(/^[0-9a-f]{32}$/)
    expect(withId(set, inSet('made', ''), inSet('other', ''))['__entity_id__']).toMatch(/^[0-9a-f]{32}$/)
    expect(withId(set, inSet('', RANDOM), inSet('other', RANDOM))['__entity_id__']).toBe(RANDOM)
  })

  it('is told with the fields that it comes from', () => {
    expect(originOfId(made(''))).toEqual({ from: 'made', fields: ['region', 'name'] })
    expect(originOfId(own)).toEqual({ from: 'same', fields: ['id'] })
    expect([originOfId(undefined), originOfId(made('concat(region, name)'))]).toEqual([undefined, undefined])
  })
})
