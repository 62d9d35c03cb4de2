import { batch, entity, relation } from './records.ts'
import { DURABLE_STORES, type DurableStore } from './stores.ts'

/*
 * A process to be killed: writes one entity and one relation after the other into the store of name `argv[2]` in `argv[3]`, starting at
 * number `argv[4]`, and says each number only once its write is acknowledged.
 */
const [, , name = '', data = '', from = '1'] = process.argv
const store = await DURABLE_STORES[name as DurableStore](data)
const workspace = store.workspace('storm')
for (let number = Number(from); ; number += 1) {
  const result = await workspace.write(
    batch(
      // Longer than a page of the engine's log, now and then.
      [entity(`service/n${number}`, { number, note: 'x'.repeat((number % 4) * 3_000) })],
      [relation(`service/n${number}`, 'follows', `service/n${number - 1}`)],
    ),
    { partial: false },
  )
  if (!result.committed) throw new Error(`refused ${number}`)
  process.stdout.write(`${number}\n`)
}
