import { openLadybugStore } from '../../../../electron/model-server/graphstore/ladybug/index.ts'
import { batch, entity, relation } from './records.ts'

/*
 * A process to be killed: writes large batches into the store in `argv[2]`, starting at batch `argv[3]`, of `argv[4]` entities each,
 * with three relations from every entity into this batch and the previous one, and prints each batch's number once it is acknowledged.
 * Has little memory, so that checkpoints are frequent.
 */
const [, , data = '', first = '1', size = '1000'] = process.argv
const store = await openLadybugStore({ data, bufferBytes: 128 * 1024 ** 2 })
const workspace = store.workspace('storm')
const count = Number(size)
for (let number = Number(first); ; number += 1) {
  const names = Array.from({ length: count }, (_, index) => number * count + index)
  const result = await workspace.write(
    batch(
      names.map((name) => entity(`service/n${name}`, { batch: number, note: 'x'.repeat((name % 50) * 20) })),
      names.flatMap((name) =>
        [1, count / 2, count].map((step, kind) =>
          relation(`service/n${name}`, `r${kind}`, `service/n${name - step}`),
        ),
      ),
    ),
    { partial: false },
  )
  if (!result.committed) throw new Error(`refused ${number}`)
  process.stdout.write(`${number}\n`)
}
