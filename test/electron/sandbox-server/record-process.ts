import { RecordStore } from '../../../electron/sandbox-server/lifecycle/record-store.ts'
import { planStart } from '../../../electron/sandbox-server/lifecycle/start-plan.ts'

/*
 * A sandbox server's records, to be killed: changes those of a few sandboxes in the folder `argv[2]` without end, from number `argv[3]`
 * on, and says `id number` once a change is kept. Now and then a sandbox is deleted: `id 0` says that it begins, `id -number` that it is done.
 */
const [, , data = '', from = '1'] = process.argv
const SANDBOXES = 5
const store = new RecordStore(data)
const identity = { user: 'u', experiment: 'e', namespace: 'n' }
const defaults = { idleMinutes: 1, network: { mode: 'own', hosts: [] }, networks: ['own'] } as const

for (let number = Number(from); ; number++) {
  const id = `s${number % SANDBOXES}`
  const planned = planStart({ image: 'local', sandbox_id: id }, identity, defaults, 0)
  if (number % 17 === 0) {
    process.stdout.write(`${id} 0\n`)
    await store.remove(id)
    process.stdout.write(`${id} ${-number}\n`)
  } else {
    // Changes come in bursts; the last one counts.
    for (const created of [number - 0.5, number]) store.save({ ...planned, created })
    await store.settled()
    process.stdout.write(`${id} ${number}\n`)
  }
}
