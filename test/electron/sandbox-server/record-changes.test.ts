import { expect, it } from 'vitest'
import { ANONYMOUS, type SandboxRecord } from '../../../electron/sandbox-server/lifecycle/record.ts'
import { restarted } from '../../../electron/sandbox-server/lifecycle/record-changes.ts'
import { Inventory } from '../../../electron/sandbox-server/lifecycle/inventory.ts'

it('deleted sandboxes are remembered up to a number, and nobody else is forgotten', () => {
  const inventory = new Inventory()
  for (let n = 0; n < 1300; n++) {
    const record = { id: `s${n}`, kind: 'gem', state: 'running', identity: ANONYMOUS } as SandboxRecord
    const entry = inventory.put(record)
    if (n % 10 !== 0) inventory.change(entry, { ...record, state: 'deleted' })
  }
  const states = Array.from(inventory.all(), ({ record }) => record.state)
  expect(states.filter((state) => state === 'running')).toHaveLength(130)
  expect(states.filter((state) => state === 'deleted')).toHaveLength(500)
  expect([inventory.get('s1') !== undefined, inventory.get('s1299') !== undefined]).toEqual([false, true])
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
  const record = {
    id: 's',
    kind: 'sandbox',
    state: 'stopped',
    history: [],
    notices,
    idleMinutes: 30,
  } as unknown as SandboxRecord
  expect(restarted(record, undefined, 0)?.notices).toEqual([image])
})
