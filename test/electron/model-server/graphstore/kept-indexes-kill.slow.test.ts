import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sharedFolder } from '../../../temporary-folder.ts'
import { storm } from '../../kill-storm.ts'
import { expectRight } from './kept-answers.ts'
import { linked, named, openKept } from './kept-database.ts'
import { noLadybug } from './no-ladybug.ts'

const ROUNDS = 12

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** Inside the repository, so that the program finds the native package. */
const program = join(root, '.cache/test/index-storm.mjs')
const folder = sharedFolder()

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('index-storm.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@ladybugdb/*'],
  })
})

/** When to kill: some time after the program was started, or after it wrote so often. */
type Moment = { readonly begun: number } | { readonly writes: number; readonly more: number }

/** Kills at other moments in every round: while it opens and loads, while it writes, and while it keeps. */
const momentOf = (round: number): Moment =>
  round % 4 === 3
    ? { begun: 120 + ((round * 37) % 200) }
    : { writes: 1 + ((round * 11) % 24), more: (round * 7) % 23 }

/** @returns the number of the last write that was acknowledged */
async function played(path: string, first: number, moment: Moment): Promise<number> {
  const child = spawn(process.execPath, [program, path, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const killAfter = (ms: number) => void pause(ms).then(() => child.kill('SIGKILL'))
  if ('begun' in moment) killAfter(moment.begun)
  let last = first - 1
  for await (const line of createInterface(child.stdout)) {
    if (line === 'open') continue
    last = Number(line)
    if ('writes' in moment && last === first + moment.writes) killAfter(moment.more)
  }
  expect(await exit).toEqual([null, 'SIGKILL'])
  return last
}

describe.skipIf(noLadybug)('kept indexes under kill -9', () => {
  it('know all that the database holds, or are filled anew', async () => {
    const path = join(folder, 'database')
    let written = 0
    for (const round of storm(ROUNDS)) {
      written = await played(path, written + 1, momentOf(round))
      if (!existsSync(path)) continue
      const database = await openKept(path)
      await vi.waitFor(
        async () => {
          expect(await named(database, 'note')).toBeDefined()
          expect(await linked(database, ['x'])).toBeDefined()
        },
        { timeout: 60_000 },
      )
      await expectRight(database)
      await database.close()
    }
    expect(written).toBeGreaterThan(ROUNDS)
  })
})
