import { expect, it } from 'vitest'
import { hasRole, type Role, ROLES } from '#shared/sandbox/own-key.ts'
import { keyRefusal } from '../../../renderer/app/key-role.ts'
import { text } from '../../../renderer/i18n/text.ts'
import '../messages.ts'

const refusal = (role: Role | undefined, needs?: Role): string | undefined =>
  keyRefusal(text, { name: 'Team', key: role && { name: 'vic', role, namespace: 'team' } }, needs)

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
