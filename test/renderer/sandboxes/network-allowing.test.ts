import { expect, it } from 'vitest'
import { parseNetwork } from '../../../electron/sandbox-server/network/policy.ts'
import { networkAllowing } from '../../../renderer/sandboxes/sandboxes/network-field.tsx'

it.each([
  ['own', '10.0.0.5', 5432, 'allow:*,10.0.0.5:5432'],
  ['none', 'db.internal', 80, 'allow:*,db.internal:80'],
  ['allow:pypi.org', 'example.org', 443, 'allow:pypi.org,example.org:443'],
  ['own', 'fd00::1', 443, 'allow:*,[fd00::1]:443'],
])('%s with %s:%d let through', (network, host, port, expected) => {
  expect(networkAllowing(network, host, port)).toBe(expected)
  expect(parseNetwork(expected)?.hosts.at(-1)).toMatchObject({ port })
})
