import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storm } from '../../kill-storm.ts'
import { drain } from './records.ts'
import { DURABLE_STORES, type DurableStore } from './stores.ts'

const ROUNDS = 10
/** All that was ever written is read after each kill, so now and then a store begins anew. */
const ROUNDS_OF_ONE = 25

/**
 * Acknowledged writes to wait for before the kill: few, so that there are many kills; a prime apart, so that they fall into different
 * moments; now and then many, so that what a store does at length happens, too.
 */
const WRITES = (round: number): number => (round % 10 === 9 ? 400 : 1 + ((round * 13) % 40))

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** Inside the tree, so that the program finds the native package. */
const program = join(root, '.cache/test/write-storm.mjs')
const folder = mkdtempSync(join(tmpdir(), 'orrery-storm-'))

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('write-storm.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@ladybugdb/*'],
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Lets a process write, kills it without warning, and answers the last number it had acknowledged. */
async function written(name: DurableStore, data: string, first: number, writes: number): Promise<number> {
  const child: ChildProcess = spawn(process.execPath, [program, name, data, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('no output')
  const exit = once(child, 'exit')
  let last = first - 1
  for await (const line of createInterface(child.stdout)) {
    last = Number(line)
    if (last >= first + writes) child.kill('SIGKILL')
  }
  expect(await exit).toEqual([null, 'SIGKILL'])
  return last
}

describe.each(Object.keys(DURABLE_STORES) as DurableStore[])('%s under kill -9', (name) => {
  it('loses no acknowledged write, and no half of one', async () => {
    let acknowledged = 0
    for (const round of storm(ROUNDS)) {
      const data = join(folder, name, String(Math.floor(round / ROUNDS_OF_ONE)))
      if (round % ROUNDS_OF_ONE === 0) acknowledged = 0
      acknowledged = await written(name, data, acknowledged + 1, WRITES(round))
      const store = await DURABLE_STORES[name](data)
      const workspace = store.workspace('storm')
      const numbers = (await drain(workspace.scanEntities({}))).map((record) =>
        Number(record.properties['number']),
      )
      const relations = await drain(workspace.scanRelations({}))
      await store.close()
      // The write in flight may or may not have made it; everything before it has.
      const inFlight = numbers.includes(acknowledged + 1) ? 1 : 0
      expect(numbers.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: acknowledged + inFlight }, (_, index) => index + 1),
      )
      expect(relations).toHaveLength(acknowledged + inFlight)
      acknowledged += inFlight
    }
  })
})
