import { expect, it } from 'vitest'
import { ROLES } from '#shared/sandbox/own-key.ts'
import { readOnlyTitle } from '../../../renderer/drafts/views/write-permission.tsx'

it.each([...ROLES, undefined])('what does not let a key with the role %s write is named', (role) => {
  const key = role && { name: 'vic', role, namespace: 'team' }
  expect(readOnlyTitle({ key })).toBe(role === 'viewer' ? 'authoring.off.key' : 'authoring.off.title')
})
