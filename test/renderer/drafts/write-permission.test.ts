import { expect, it } from 'vitest'
import { ROLES } from '#shared/sandbox/own-key.ts'
import { readOnlyTitle } from '../../../renderer/drafts/views/write-permission.tsx'
import { text } from '../../../renderer/i18n/text.ts'
import '../messages.ts'

it.each([...ROLES, undefined])('what does not let a key with the role %s write is named', (role) => {
  const key = role && { name: 'vic', role, namespace: 'team' }
  expect(text(readOnlyTitle({ key }))).toBe(
    role === 'viewer' ? 'Your key may only read.' : 'This server is read-only.',
  )
})
