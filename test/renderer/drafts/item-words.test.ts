import { describe, expect, it } from 'vitest'
import { endsOf } from '../../../renderer/drafts/items/relation-ends.ts'
import { itemTitle, keyTitle } from '../../../renderer/drafts/views/item-words.ts'

const [A, B] = ['a'.repeat(32), 'b'.repeat(32)]
const [VOUCHER, SEARCH] = [`devops/devops.service/${A}`, `devops/devops.service/${B}`]

describe('a relation in a list', () => {
  it.each([
    [
      'by the names of its ends',
      [
        [VOUCHER, 'voucher-api'],
        [SEARCH, 'search-api'],
      ],
      'voucher-api → search-api',
    ],
    ['by a short id without a name', [[VOUCHER, 'voucher-api']], 'voucher-api → bbbbbbbb…'],
    ['by short ids without any', [], 'aaaaaaaa… → bbbbbbbb…'],
  ] as const)('is called %s', (_what, names, note) => {
    const key = `${VOUCHER}/calls/${SEARCH}`
    expect(keyTitle('relation', key, 'Unnamed', new Map(names))).toEqual({ title: 'calls', note })
  })
})

it.each([
  ['an entity without a set', 'entity', `//${A}`, { title: 'Unnamed', note: '' }],
  ['a relation without ends', 'relation', '//////', { title: 'Unnamed', note: '' }],
  ['a relation with one end', 'relation', `${VOUCHER}////`, { title: 'Unnamed', note: 'aaaaaaaa… → ' }],
] as const)('%s has no name yet', (_, type, key, words) => {
  expect(keyTitle(type, key, 'Unnamed')).toEqual(words)
})

it('a name that would imitate another shows what it is made of', () => {
  const item = (text: string) => ({ id: '1', type: 'entity' as const, text })
  const t = (key: string) => key
  expect(itemTitle(item('display_name: "a\u202Egnp.exe"'), t).title).toBe('a⟨202E⟩gnp.exe')
  expect(keyTitle('element', 'd/d.a\u200B/entity_set', '').title).toBe('d.a⟨200B⟩')
  expect(keyTitle('relation', `${VOUCHER}/ca\u2066lls/${SEARCH}`, '').title).toBe('ca⟨2066⟩lls')
})

it.each([
  [`${VOUCHER}/calls/${SEARCH}`, [VOUCHER, SEARCH]],
  [`${VOUCHER}/a/b/${SEARCH}`, [VOUCHER, SEARCH]],
  [`${VOUCHER}//${SEARCH}`, [VOUCHER, SEARCH]],
  [`//${A}/calls/${SEARCH}`, []],
  ['', []],
  [undefined, []],
])('the ends of %s', (key, ends) => {
  expect(endsOf(key)).toEqual(ends)
})
