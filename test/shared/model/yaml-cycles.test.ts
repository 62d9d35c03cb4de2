import { parseDocument } from 'yaml'
import { expect, it } from 'vitest'
import { cyclicAlias } from '#shared/model/yaml-cycles.ts'

it.each([
  ['a list in itself', 'a: &a [*a]', { name: 'a', from: 7, to: 9 }],
  ['the whole in a member', '&a\nb:\n  c: *a\n', { name: 'a', from: 11, to: 13 }],
  ['deep inside', 'a: &a { b: { c: [1, { d: *a }] } }', { name: 'a', from: 25, to: 27 }],
  ['a sibling', 'a: &a [1]\nb: *a', undefined],
  ['an outer name that is used again inside', 'a: &a { b: &a 1, c: *a }', undefined],
  ['no alias', 'a: 1', undefined],
])('%s', (_, text, expected) => expect(cyclicAlias(parseDocument(text))).toEqual(expected))
