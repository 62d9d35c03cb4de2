import { openLadybugStore } from '../../../../electron/model-server/graphstore/ladybug/index.ts'
import { batch, entity, relation } from './records.ts'

/*
 * A process to be killed: writes one entity and one relation after the other into the store in `argv[2]`, starting at number
 * `argv[3]`, and says each number only once its write is acknowledged.
 */
const store = await openLadybugStore({ data: process.argv[2] ?? '' })
const workspace = store.workspace('storm')
for (let number = Number(process.argv[3]); ; number += 1) {
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
