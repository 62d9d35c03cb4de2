/** Podman as Debian has it: what a backend must do, and the whole server. */
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { describePulls } from './pulls.ts'
import { freePort, missingPrograms } from './peers.ts'

const reason = missingPrograms({ podman: 'podman', runc: 'runc', 'docker-registry': 'docker-registry' })
if (reason === undefined) {
  process.env['ORRERY_TEST_BACKENDS'] = 'podman'
  await import('../electron/sandbox-server/runtime-contract.server.test.ts')
  await import('../electron/sandbox-server/engines.server.test.ts')
}

describePulls('podman', { skip: reason, port: await freePort(), slowPort: await freePort() })

describe.skipIf(reason)('podman', () => {
  test('answers with its version', () => {
    expect(execFileSync('podman', ['version', '--format', '{{.Client.Version}}']).toString()).toMatch(/^\d/)
  })
})
