import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { reasonWithoutTests, runWithin } from '../../tooling/peers.mjs'

describe('a peer', () => {
  it.each([
    ['passes', 'process.exit(0)', true],
    ['fails', 'process.exit(1)', false],
  ])('that %s in time is said to', async (_, script, ok) => {
    expect(await runWithin(process.execPath, ['-e', script], {}, 1)).toMatchObject({ ok, late: false })
  })

  it('that cannot be run fails', async () => {
    expect(await runWithin('/no/such/program', [], {}, 1)).toMatchObject({ ok: false, late: false })
  })

  it.skipIf(process.platform !== 'linux' && 'only Linux tells what runs in /proc')(
    'that is not through is ended with all that it started, though that would not end',
    async () => {
      const file = join(await temporaryFolder(), 'pid')
      const script = `(trap '' TERM; exec sleep 600) & echo $! > '${file}'; trap 'exit 0' TERM; wait`
      expect(await runWithin('sh', ['-c', script], {}, 5 / 60)).toMatchObject({ ok: false, late: true })
      const status = `/proc/${readFileSync(file, 'utf8').trim()}/status`
      // Who is killed stays listed until somebody has looked at how it ended.
      const runs = () => existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, 'utf8'))
      await expect.poll(runs).toBe(false)
    },
  )

  it.each([
    [
      'was not had',
      { numTotalTests: 0, testResults: [{ message: 'Error: no way\n  at x' }] },
      'Error: no way',
    ],
    ['has tests', { numTotalTests: 2, testResults: [{ message: '' }] }, undefined],
    ['left no report', {}, undefined],
  ])('that %s has a reason, or none', (_, report, reason) => {
    const expected = reason && `it could not be started: ${reason}`
    expect(reasonWithoutTests(report)).toBe(expected)
  })
})
