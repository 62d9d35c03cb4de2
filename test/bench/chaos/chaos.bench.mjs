import { spawn } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * `CHAOS_KILLS=50` for a quick run; `CHAOS_SECONDS=600` ends each store's storm after that time, with as many
 * kills as fit.
 */
const KILLS = Number(process.env['CHAOS_KILLS'] ?? 1000)
const SECONDS = Number(process.env['CHAOS_SECONDS'] ?? 7200)

/** All storms with their last round, plus vitest's overhead. */
export const minutes = 4 * (SECONDS / 60 + 15)

const STORES = 'test/electron/model-server/graphstore/store-kill.slow.test.ts'

/** The suites by what they kill; `only`: the test to run. */
const SUITES = [
  { name: 'model: file.memory', file: STORES, only: 'file.memory' },
  { name: 'model: local.ladybug', file: STORES, only: 'local.ladybug' },
  { name: 'workbench: documents and logs', file: 'test/electron/workbench/documents/kill.slow.test.ts' },
  { name: 'sandbox server: records', file: 'test/electron/sandbox-server/record-kill.slow.test.ts' },
]

/** Kills each store's process while it writes. A suite fails on the first missing acknowledged write. */
export async function bench() {
  const rows = []
  const folder = await mkdtemp(join(tmpdir(), 'orrery-chaos-'))
  const log = join(folder, 'kills')
  for (const { name, file, only } of SUITES) {
    await writeFile(log, '')
    const begun = performance.now()
    const failed = await run(file, only, log)
    const { size } = await stat(log)
    rows.push(
      { name: `${name}: kill -9 without a loss`, value: size, unit: 'kills', aim: { least: KILLS } },
      { name: `${name}: suites that lost a write`, value: failed ? 1 : 0, unit: '', aim: { most: 0 } },
      { name: `${name}: time`, value: (performance.now() - begun) / 1000, unit: 's' },
    )
  }
  await rm(folder, { recursive: true })
  return rows
}

/** @returns whether the suite failed; its output names the write */
function run(file, only, log) {
  // The last round may start in the last second.
  const patience = ['--testTimeout', String(SECONDS * 1000 + 600_000)]
  const which = only ? [file, '-t', only] : [file]
  const vitest = ['vitest', 'run', '-c', 'test/vitest.config.ts', '--project', 'slow', ...patience, ...which]
  const child = spawn('npx', vitest, {
    cwd: root,
    env: { ...process.env, KILL_ROUNDS: String(KILLS), KILL_SECONDS: String(SECONDS), KILL_LOG: log },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code !== 0)))
}
