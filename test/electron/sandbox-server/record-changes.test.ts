import { expect, it } from 'vitest'
import type { SandboxRecord } from '../../../electron/sandbox-server/lifecycle/record.ts'
import { forgetDeleted } from '../../../electron/sandbox-server/lifecycle/record-changes.ts'

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
