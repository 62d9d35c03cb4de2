import { RecordStore } from '../../../electron/sandbox-server/lifecycle/record-store.ts'
import { planStart } from '../../../electron/sandbox-server/lifecycle/start-plan.ts'

/*
 * A process to be killed that holds a sandbox server's records: changes those of a few sandboxes in the folder `argv[2]` endlessly,
 * starting with number `argv[3]`, and prints `id number` once a change is stored. Sometimes it deletes a sandbox: `id 0` marks the start,
 * `id -number` the end.
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
