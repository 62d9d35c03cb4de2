/** Podman as Debian has it: what a backend must do, and the whole server. */
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { missingPrograms } from './peers.ts'

const reason = missingPrograms({ podman: 'podman', runc: 'runc' })
if (reason === undefined) {
  process.env['ORRERY_TEST_BACKENDS'] = 'podman'
  await import('../electron/sandbox-server/runtime-contract.server.test.ts')
  await import('../electron/sandbox-server/engines.server.test.ts')
}

describe.skipIf(reason)('podman', () => {
  test('answers with its version', () => {
    expect(execFileSync('podman', ['version', '--format', '{{.Client.Version}}']).toString()).toMatch(/^\d/)
  })
})
