import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLadybugStore } from '../../../../electron/model-server/graphstore/ladybug/index.ts'

/** `KILL_ROUNDS=20 BULK=20000` for the long run, past a million rows. */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 3)
const SIZE = Number(process.env['BULK'] ?? 5_000)
const BATCHES_PER_ROUND = 2

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** Inside the tree, so that the program finds the native package. */
const program = join(root, '.cache/test/bulk-storm.mjs')
const data = mkdtempSync(join(tmpdir(), 'orrery-bulk-'))

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
afterAll(() => rmSync(data, { recursive: true, force: true }))

/** Lets a process write, kills it some time after enough batches, and answers the last one it had acknowledged. */
async function storm(first: number, wait: number): Promise<number> {
  const child: ChildProcess = spawn(process.execPath, [program, data, String(first), String(SIZE)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('no output')
  const exit = once(child, 'exit')
  let last = first - 1
  for await (const line of createInterface(child.stdout)) {
    last = Number(line)
    // Into the next batch, or into a checkpoint.
    if (last === first + BATCHES_PER_ROUND - 1) void pause(wait).then(() => child.kill('SIGKILL'))
  }
  await exit
  return last
}

describe('the embedded database under kill -9 while it loads', () => {
  it('loses no acknowledged batch, and keeps no half of one', async () => {
    let written = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const acknowledged = await storm(written + 1, (round * 137) % 900)
      const store = await openLadybugStore({ data })
      const { entities, relations } = await store.workspace('storm').counts()
      await store.close()
      // The batch in flight may or may not have made it; everything before it has.
      written = entities === acknowledged * SIZE ? acknowledged : acknowledged + 1
      expect({ entities, relations }).toEqual({ entities: written * SIZE, relations: written * SIZE * 3 })
    }
  })
})
