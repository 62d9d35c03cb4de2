import { expect, it } from 'vitest'
import { hasRole, type Role, ROLES } from '#shared/sandbox/own-key.ts'
import { keyRefusal } from '../../../renderer/app/key-role.ts'
import { text } from '../../../renderer/i18n/text.ts'
import '../messages.ts'

const team = { name: 'Team', kind: 'platform', state: 'ready' } as const
const refusal = (role: Role | undefined, needs?: Role): string | undefined =>
  keyRefusal(text, { ...team, key: role && { name: 'vic', role, namespace: 'team' } }, needs)

it.each(ROLES.flatMap((role) => ROLES.map((needs) => ({ role, needs }))))(
  'a key with the role $role is refused what needs $needs, with the reason, and nothing else',
  ({ role, needs }) => {
    expect(refusal(role, needs) === undefined).toBe(hasRole(role, needs))
  },
)

it.each([
  [
    'viewer',
    undefined,
    'Your key “vic” may only look on Team; an admin there can give you one with the role user.',
  ],
  [
    'viewer',
    'admin',
    'Your key “vic” may only look on Team; an admin there can give you one with the role admin.',
  ],
  ['user', 'admin', 'Only an admin of Team may do this; your key “vic” has the role user.'],
  [undefined, 'admin', undefined],
] as const)('a key with the role %s that needs %s says %s', (role, needs, sentence) => {
  expect(refusal(role, needs)).toBe(sentence)
})

it.each([
  ['has expired, whatever its role', 'signIn', 'It has expired.'],
  ['is fine, where something else failed', 'request', undefined],
] as const)('a key that %s', (_which, step, sentence) => {
  const failure = { step, message: 'It has expired.', lastLines: [] }
  const key = { name: 'tom', role: 'admin', namespace: 'team' } as const
  expect(keyRefusal(text, { ...team, state: 'failed', key, failure }, 'admin')).toBe(sentence)
})
