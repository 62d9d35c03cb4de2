import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** `CHAOS_KILLS=50` for a look. */
const KILLS = Number(process.env['CHAOS_KILLS'] ?? 1000)

/** What is killed, by the suite that does it; `perRound`: how often in one of its rounds; `only`: the one of its tests. */
const SUITES = [
  {
    name: 'model: file.memory',
    file: 'test/electron/model-server/file-kill.slow.test.ts',
    only: 'loses no acknowledged write$',
    perRound: 1,
  },
  {
    name: 'model: local.ladybug',
    file: 'test/electron/model-server/graphstore/ladybug-kill.slow.test.ts',
    perRound: 1,
  },
  {
    name: 'workbench: documents and logs',
    file: 'test/electron/workbench/documents/kill.slow.test.ts',
    perRound: 3,
  },
  {
    name: 'sandbox server: records',
    file: 'test/electron/sandbox-server/record-kill.slow.test.ts',
    perRound: 1,
  },
]

/** Kills each store's process a thousand times while it writes. A suite fails on the first acknowledged write that is missing. */
export async function bench() {
  const rows = []
  for (const { name, file, perRound, only } of SUITES) {
    const rounds = Math.ceil(KILLS / perRound)
    const begun = performance.now()
    const failed = await run(file, rounds, only)
    rows.push(
      { name: `${name}: kill -9`, value: rounds * perRound, unit: 'kills' },
      { name: `${name}: suites that lost a write`, value: failed ? 1 : 0, unit: '', aim: { most: 0 } },
      { name: `${name}: time`, value: (performance.now() - begun) / 1000, unit: 's' },
    )
  }
  return rows
}

/** @returns whether the suite failed; its own words say at which write */
function run(file, rounds, only) {
  const patience = ['--testTimeout', '7200000']
  const which = only ? [file, '-t', only] : [file]
  const vitest = ['vitest', 'run', '-c', 'test/vitest.config.ts', '--project', 'slow', ...patience, ...which]
  const child = spawn('npx', vitest, {
    cwd: root,
    env: { ...process.env, KILL_ROUNDS: String(rounds) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code !== 0)))
}
