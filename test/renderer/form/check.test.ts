import '../messages.ts'
import { expect, it } from 'vitest'
import { findingsOf } from '../../../renderer/form/check.ts'
import type { FormSchema } from '../../../renderer/form/schema.ts'

const schema: FormSchema = {
  type: 'object',
  required: ['name', 'kind'],
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 4 },
    kind: { enum: ['a', 'b'] },
    mail: { type: 'string', format: 'email' },
    site: { type: 'string', format: 'uri' },
    day: { type: 'string', format: 'date' },
    count: { type: 'integer', minimum: 1, maximum: 3 },
    code: { type: 'string', pattern: '^[a-z]+$' },
    odd: { type: 'string', pattern: '(' },
    tags: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string' } },
    pick: { type: 'array', items: { enum: ['x', 'y'] }, minItems: 1 },
    deep: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    maybe: { type: ['string', 'null'] },
    self: { $ref: '#/$defs/node' },
  },
  $defs: {
    node: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } },
    },
  },
}
const good = { name: 'abc', kind: 'a' }

it.each<[string, object, string, string]>([
  ['a required text that is missing', { kind: 'a' }, 'name', 'Required.'],
  ['a required choice that was not made', { name: 'abc' }, 'kind', 'Required.'],
  ['a text that is too short', { ...good, name: 'a' }, 'name', 'At least 2 characters.'],
  ['one that is too long', { ...good, name: '𝒂𝒃𝒄𝒅𝒆' }, 'name', 'At most 4 characters.'],
  ['what is no address of a person', { ...good, mail: 'nobody' }, 'mail', 'Not a valid email.'],
  ['what is no address of a page', { ...good, site: 'x y' }, 'site', 'Not a valid uri.'],
  ['a day that there is not', { ...good, day: '2026-13-01' }, 'day', 'Not a valid date.'],
  ['a number that is too small', { ...good, count: 0 }, 'count', 'At least 1.'],
  ['one that is too large', { ...good, count: 4 }, 'count', 'At most 3.'],
  ['one that is not whole', { ...good, count: 1.5 }, 'count', 'Must be integer.'],
  ['a text outside its pattern', { ...good, code: 'A' }, 'code', 'Must match ^[a-z]+$.'],
  ['a list with too few', { ...good, tags: [] }, 'tags', 'At least 1 entry.'],
  ['a list with too many', { ...good, tags: ['a', 'b', 'c'] }, 'tags', 'At most 2 entries.'],
  ['an item of another type', { ...good, tags: [7] }, 'tags[0]', 'Must be string.'],
  ['an item that was added and not filled in', { ...good, tags: ['a', undefined] }, 'tags[1]', 'Required.'],
  ['choices of which none was made', { ...good, pick: [] }, 'pick', 'At least 1 entry.'],
  ['a member of a member', { ...good, deep: {} }, 'deep.id', 'Required.'],
  ['a schema within itself', { ...good, self: { name: 'a', next: {} } }, 'self.next.name', 'Required.'],
])('tells %s', (_what, value, path, message) => {
  expect([...findingsOf(schema, value)]).toEqual([[path, { message, severity: 'error' }]])
})

it.each<[string, object]>([
  ['what fits', { ...good, mail: 'a@b', site: 'https://h', day: '2026-11-22', count: 2, tags: ['a'] }],
  ['nothing where that is allowed', { ...good, maybe: null }],
  ['a pattern that is none', { ...good, odd: 'anything' }],
  ['members that nobody named', { ...good, other: 1 }],
])('lets pass %s', (_what, value) => expect(findingsOf(schema, value).size).toBe(0))
