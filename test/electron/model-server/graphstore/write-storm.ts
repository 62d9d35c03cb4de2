import { batch, drain, entity, relation } from './records.ts'
import { DURABLE_STORES, type DurableStore } from './stores.ts'

/** The content of a store after its last process was killed. */
export interface Found {
  readonly numbers: readonly number[]
  readonly relations: number
}

/*
 * A process to be killed: prints the content of the store named `argv[2]` in `argv[3]` as one line of JSON, then writes one entity and
 * one relation at a time and prints each number once its write is acknowledged.
 */
const [, , name = '', data = ''] = process.argv
const store = await DURABLE_STORES[name as DurableStore](data)
const workspace = store.workspace('storm')
const entities = await drain(workspace.scanEntities({}))
const numbers = entities.map((record) => Number(record.properties['number'])).toSorted((a, b) => a - b)
const relations = (await drain(workspace.scanRelations({}))).length
process.stdout.write(`${JSON.stringify({ numbers, relations } satisfies Found)}\n`)
for (let number = (numbers.at(-1) ?? 0) + 1; ; number += 1) {
  const result = await workspace.write(
    batch(
      // Sometimes longer than a page of the engine's log.
      [entity(`service/n${number}`, { number, note: 'x'.repeat((number % 4) * 3_000) })],
      [relation(`service/n${number}`, 'follows', `service/n${number - 1}`)],
    ),
    { partial: false },
  )
  if (!result.committed) throw new Error(`refused ${number}`)
  process.stdout.write(`${number}\n`)
}
