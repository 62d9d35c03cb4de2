import { expect, it } from 'vitest'
import { text } from '../../../renderer/i18n/text.ts'
import '../messages.ts'

it.each([
  [0, '', 0, 'statuss isn’t a field here; earlier stages left none.'],
  [2, 'owner, status', 0, 'statuss isn’t a field here; earlier stages left owner, status.'],
  [15, 'a, b', 13, 'statuss isn’t a field here; earlier stages left a, b and 13 more.'],
])('an unknown field among %i', (count, names, more, said) => {
  expect(text('query.lint.field', { name: 'statuss', count, names, more })).toBe(said)
})
