import { expect, it } from 'vitest'
import { parseNetwork } from '#shared/sandbox/network-policy.ts'
import { hostsProblem, networkAllowing } from '../../../renderer/sandboxes/sandboxes/network-field.tsx'

it.each([
  ['own', '10.0.0.5', 5432, 'allow:*,10.0.0.5:5432'],
  ['none', 'db.internal', 80, 'allow:*,db.internal:80'],
  ['allow:pypi.org', 'example.org', 443, 'allow:pypi.org,example.org:443'],
  ['own', 'fd00::1', 443, 'allow:*,[fd00::1]:443'],
])('%s with %s:%d let through', (network, host, port, expected) => {
  expect(networkAllowing(network, host, port)).toBe(expected)
  expect(parseNetwork(expected)?.hosts.at(-1)).toMatchObject({ port })
})

it.each([
  ['own', undefined],
  ['allow:', undefined],
  ['allow:pypi.org, *.pythonhosted.org:443', undefined],
  ['allow:[fd00::1]:443', undefined],
  ['allow:https://pypi.org', 'sandboxes.network.hosts.bad https://pypi.org'],
  ['allow:pypi.org/simple', 'sandboxes.network.hosts.bad pypi.org/simple'],
  ['allow:pypi.org:70000', 'sandboxes.network.hosts.bad pypi.org:70000'],
  ['allow:pypi.org,', 'sandboxes.network.hosts.empty '],
  [`allow:${'a,'.repeat(256)}b`, 'sandboxes.network.hosts.many '],
])('%s is refused at its field: %s', (network, problem) => {
  expect(hostsProblem((key, values) => `${key} ${values?.['host'] ?? ''}`, network)).toBe(problem)
})
