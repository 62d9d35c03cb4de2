import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedFolder } from '../../../temporary-folder.ts'
import { storm } from '../../kill-storm.ts'
import { noLadybug } from './no-ladybug.ts'
import { DURABLE_STORES, type DurableStore } from './stores.ts'
import type { Found } from './write-storm.ts'

const ROUNDS = 10
/** The next process reads everything ever written, so a store starts over now and then. */
const ROUNDS_OF_ONE = 25

/**
 * Acknowledged writes before the kill: few, so that there are many kills; multiples of a prime, so that they happen at different
 * moments; now and then many, so that the store's rarer operations happen, too.
 */
const WRITES = (round: number): number => (round % ROUNDS_OF_ONE === 9 ? 400 : 1 + ((round * 13) % 41))

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** Inside the repository, so that the program finds the native package. */
const program = join(root, '.cache/test/write-storm.mjs')
const folder = sharedFolder()

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

/** Lets a process read the store and write, kills it, and returns what it found and what was acknowledged. */
async function played(name: DurableStore, data: string, writes: number) {
  const child: ChildProcess = spawn(process.execPath, [program, name, data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('no output')
  const exit = once(child, 'exit')
  let found: Found | undefined
  let last = 0
  let said = 0
  for await (const line of createInterface(child.stdout)) {
    if (found === undefined) found = JSON.parse(line) as Found
    else last = Number(line)
    if (++said > writes) child.kill('SIGKILL')
  }
  expect(await exit).toEqual([null, 'SIGKILL'])
  return { found, last }
}

/** The expected content: the write in progress at the kill may or may not be there; everything before it is. */
function expected(found: Found | undefined, acknowledged: number): Found {
  const kept = Math.max(acknowledged, Math.min(found?.numbers.length ?? 0, acknowledged + 1))
  return { numbers: Array.from({ length: kept }, (_, index) => index + 1), relations: kept }
}

describe.each(Object.keys(DURABLE_STORES) as DurableStore[])('%s under kill -9', (name) => {
  it.skipIf(name === 'local.ladybug' && noLadybug)(
    'loses no acknowledged write, and no half of one',
    async () => {
      let acknowledged = 0
      let data = ''
      /** The state after the last kill of a store. */
      const look = async () => {
        if (!data) return
        const { found } = await played(name, data, 0)
        expect(found).toEqual(expected(found, acknowledged))
      }
      for (const round of storm(ROUNDS)) {
        if (round % ROUNDS_OF_ONE === 0) {
          await look()
          data = join(folder, name, String(round))
          acknowledged = 0
        }
        const { found, last } = await played(name, data, WRITES(round))
        expect(found).toEqual(expected(found, acknowledged))
        acknowledged = last
      }
      await look()
    },
  )
})
