import { setTimeout as pause } from 'node:timers/promises'
import { RemoteWorkspace } from '../../../../electron/model-server/graphstore/remote/remote-workspace.ts'
import { linked, named, openKept } from './kept-database.ts'
import { batch, entity, relation } from './records.ts'

/*
 * A process to be killed: opens the database at `argv[2]`, asks for both indexes, and writes, with pauses in which they are kept.
 * Prints a line for each write that was acknowledged. Some writes are refused, so that they are logged and not committed.
 */
const [, , path = '', first = '1'] = process.argv
const database = await openKept(path)
const workspace = new RemoteWorkspace('w', database)
process.stdout.write('open\n')
for (let number = Number(first); ; number += 1) {
  await Promise.all([named(database, 'note'), linked(database, ['x'])])
  const names = Array.from({ length: number % 7 === 0 ? 400 : 3 }, (_, at) => (number * 31 + at * 7) % 900)
  const update = { method: 'Update', last: 2_000 + number } as const
  await workspace.write(
    batch(
      names.map((name) => entity(`service/n${name}`, { note: `note-${number}-${name}` }, update)),
      names.map((name) =>
        relation(`service/n${name}`, `r${name % 3}`, `service/n${(name * 5) % 900}`, { number }, update),
      ),
    ),
    { partial: false },
  )
  process.stdout.write(`${number}\n`)
  if (number % 3 === 0) await pause((number * 13) % 40)
}
