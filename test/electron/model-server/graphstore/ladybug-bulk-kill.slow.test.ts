import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLadybugStore } from '../../../../electron/model-server/graphstore/ladybug/index.ts'
import { sharedFolder } from '../../../temporary-folder.ts'
import { noLadybug } from './no-ladybug.ts'

/** `KILL_ROUNDS=20 BULK=20000` for the long run, past a million rows. */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 3)
const SIZE = Number(process.env['BULK'] ?? 3_000)

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** Inside the repository, so that the program finds the native package. */
const program = join(root, '.cache/test/bulk-storm.mjs')
const data = sharedFolder()

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('bulk-storm.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@ladybugdb/*'],
  })
})

const openCheckpoint = join(data, 'instances/storm/storage/graph/local/ladybug.wal.checkpoint')

/** When to kill: some time after the start, some time after the second batch, or during a checkpoint. */
type Moment = { readonly begun: number } | { readonly written: number } | 'in a checkpoint'

/** Lets a process write until it is killed; returns the last batch acknowledged. */
async function storm(first: number, moment: Moment, size = SIZE): Promise<number> {
  const child: ChildProcess = spawn(process.execPath, [program, data, String(first), String(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('no output')
  const exit = once(child, 'exit')
  const kill = (): boolean => child.kill('SIGKILL')
  if (moment !== 'in a checkpoint' && 'begun' in moment) void pause(moment.begun).then(kill)
  let last = first - 1
  let poll: NodeJS.Timeout | undefined
  for await (const line of createInterface(child.stdout)) {
    last = Number(line)
    // The startup checkpoint is complete once it has written.
    if (moment === 'in a checkpoint') poll ??= setInterval(() => existsSync(openCheckpoint) && kill(), 3)
    else if ('written' in moment && last === first + 1) void pause(moment.written).then(kill)
  }
  clearInterval(poll)
  await exit
  return last
}

describe.skipIf(noLadybug)('the embedded database under kill -9 while it loads', () => {
  it('loses no acknowledged batch, and keeps no half of one', async () => {
    let written = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const moment = round % 2 ? { written: (round * 137) % 900 } : 'in a checkpoint'
      const acknowledged = await storm(written + 1, moment)
      // On opening, the engine holds what an interrupted checkpoint left only in memory. This one writes empty batches.
      await storm(1, { begun: 250 + round * 100 }, 0)
      const store = await openLadybugStore({ data })
      const { entities, relations } = await store.workspace('storm').counts()
      await store.close()
      // The batch in progress may or may not have been written; everything before it has.
      written = entities === acknowledged * SIZE ? acknowledged : acknowledged + 1
      expect({ entities, relations }).toEqual({ entities: written * SIZE, relations: written * SIZE * 3 })
    }
  })
})
