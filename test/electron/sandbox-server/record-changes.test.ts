import { expect, it } from 'vitest'
import type { SandboxRecord } from '../../../electron/sandbox-server/lifecycle/record.ts'
import { forgetDeleted, restarted } from '../../../electron/sandbox-server/lifecycle/record-changes.ts'

it('deleted sandboxes are remembered up to a number, and nobody else is forgotten', () => {
  const entries = new Map<string, { record: SandboxRecord }>()
  for (let n = 0; n < 1300; n++) {
    const state = n % 10 === 0 ? 'running' : 'deleted'
    entries.set(`s${n}`, { record: { id: `s${n}`, state } as SandboxRecord })
  }
  forgetDeleted(entries)
  const states = Array.from(entries.values(), ({ record }) => record.state)
  expect(states.filter((state) => state === 'running')).toHaveLength(130)
  expect(states.filter((state) => state === 'deleted')).toHaveLength(500)
  expect([entries.has('s1'), entries.has('s1299')]).toEqual([false, true])
})

it('what is said of the life that ended goes with the next one; what is said of the image stays', () => {
  const image = 'Image python:3.11 isn’t here, so this sandbox uses this machine’s own system.'
  const notices = [
    image,
    'Stopped because the server ended.',
    'The server was restarted; the sandbox’s processes ended with it.',
    'Not started: not started within 60 seconds.',
    '2 processes were killed: the memory limit of 512 MB was reached.',
    'The network that was chosen applies from the next start.',
  ]
  const record = { id: 's', state: 'stopped', notices, idleMinutes: 30 } as unknown as SandboxRecord
  expect(restarted(record, 0).notices).toEqual([image])
})
