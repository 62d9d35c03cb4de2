import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** `CHAOS_KILLS=50` for a look. */
const KILLS = Number(process.env['CHAOS_KILLS'] ?? 1000)

const STORES = 'test/electron/model-server/graphstore/store-kill.slow.test.ts'

/** What is killed, by the suite that does it; `only`: the one of its tests. */
const SUITES = [
  { name: 'model: file.memory', file: STORES, only: 'file.memory' },
  { name: 'model: local.ladybug', file: STORES, only: 'local.ladybug' },
  { name: 'workbench: documents and logs', file: 'test/electron/workbench/documents/kill.slow.test.ts' },
  { name: 'sandbox server: records', file: 'test/electron/sandbox-server/record-kill.slow.test.ts' },
]

/** Kills each store's process a thousand times while it writes. A suite fails on the first acknowledged write that is missing. */
export async function bench() {
  const rows = []
  for (const { name, file, only } of SUITES) {
    const begun = performance.now()
    const failed = await run(file, only)
    rows.push(
      { name: `${name}: kill -9`, value: KILLS, unit: 'kills' },
      { name: `${name}: suites that lost a write`, value: failed ? 1 : 0, unit: '', aim: { most: 0 } },
      { name: `${name}: time`, value: (performance.now() - begun) / 1000, unit: 's' },
    )
  }
  return rows
}

/** @returns whether the suite failed; its own words say at which write */
function run(file, only) {
  const patience = ['--testTimeout', '7200000']
  const which = only ? [file, '-t', only] : [file]
  const vitest = ['vitest', 'run', '-c', 'test/vitest.config.ts', '--project', 'slow', ...patience, ...which]
  const child = spawn('npx', vitest, {
    cwd: root,
    env: { ...process.env, KILL_ROUNDS: String(KILLS) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code !== 0)))
}
