/**
 * Runs the suites that need other people's programs (test/peers/) one after another, cheap ones first, each
 * with a time limit. A peer that cannot be installed or started, or does not finish in time, is skipped with
 * its reason. `node test/tooling/peers.mjs [NAME…]` runs them alone.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { root } from './run.mjs'
import { addVitest, finish, note, readReport, reportsOf, skip } from './summary.mjs'

/**
 * Time limit of each in minutes, installing included. Seconds measured on two cores shared with others, first
 * with nothing installed, then with everything cached: python 162 and 33, prometheus 15 and 3, conformance 39
 * and 23, neo4j 125 and 46, arcadedb 15 and 10, docker 68 and 42, podman 60 and 36, search 60 and 10,
 * kubernetes 465 to 825 and 285, agent-sandbox on the built Kubernetes 240 to 300 and 65; registry 3, cached.
 * All: at most 25 minutes, and eight from the cache, ten on a machine with a load of 4 to 15.
 */
export const PEERS = {
  python: 4,
  prometheus: 2,
  registry: 2,
  conformance: 4,
  neo4j: 5,
  arcadedb: 3,
  docker: 6,
  podman: 5,
  search: 5,
  kubernetes: 14,
  'agent-sandbox': 6,
}

/** All of them together. */
export const MAX_MINUTES = 25

/** All of `npm test` is through within an hour, however long the other suites took: what is left then is skipped, and said so. */
const LAST_MINUTE = 57

/** A peer with less time left than this is not started. */
const MIN_MINUTES = 1

/** Time between SIGTERM and SIGKILL, so that an installation is not cut off half way. */
const ENDING_MS = 20_000

const minutes = (/** @type {number} */ milliseconds) => milliseconds / 60_000

/** @param {readonly string[]} [names] */
export async function runPeers(names = Object.keys(PEERS)) {
  const started = performance.now()
  for (const name of names) {
    const left = Math.min(
      PEERS[name] ?? MAX_MINUTES,
      MAX_MINUTES - minutes(performance.now() - started),
      // The clock of the program starts with it.
      LAST_MINUTE - minutes(performance.now()),
    )
    if (left < MIN_MINUTES) skip(`${name}: no time was left for it`)
    else await runPeer(name, left)
  }
}

/** @param {string} name @param {number} limit minutes */
async function runPeer(name, limit) {
  const reports = await reportsOf(`peers-${name}`)
  const { ok, seconds, late } = await runWithin(
    'npx',
    [
      'vitest',
      'run',
      '-c',
      'test/vitest.config.ts',
      '--project',
      'peers',
      `/${name}.peers.test.ts`,
      ...(process.env.CI ? ['--retry=1'] : []),
    ],
    reports,
    limit,
  )
  const counts = await readReport(reports.ORRERY_REPORT)
  const unprepared = reasonWithoutTests(counts)
  if (late) skip(`${name}: it was not through after ${Math.round(limit * 10) / 10} minutes`)
  else if (!ok && unprepared) skip(`${name}: ${unprepared}`)
  else await addVitest(reports, ok)
  note(`peer ${name}`, ok || late || unprepared !== undefined, seconds, `npm run test:peers ${name}`)
}

/**
 * Why a file declared no tests: installing and starting a peer comes before its tests.
 * @param {{ numTotalTests?: number, testResults?: { message?: string }[] }} counts
 * @returns {string | undefined}
 */
export function reasonWithoutTests({ numTotalTests, testResults = [] }) {
  if (numTotalTests !== 0) return undefined
  const said = testResults.map(({ message = '' }) => message.trim().split('\n')[0]).filter(Boolean)
  return said.length > 0 ? `it could not be started: ${said.join(', ')}` : undefined
}

/**
 * Runs a program in its own process group, which is killed as a whole when the time is up.
 * @param {string} program @param {string[]} args @param {Record<string, string>} env @param {number} limit minutes
 * @returns {Promise<{ ok: boolean, seconds: number, late: boolean }>}
 */
export function runWithin(program, args, env, limit) {
  const started = performance.now()
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  let late = false
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    late = true
    try {
      process.kill(-(/** @type {number} */ (child.pid)), signal)
    } catch {
      // All of it is gone.
    }
  }
  const interrupted = () => {
    end('SIGTERM')
    process.exit(130)
  }
  process.once('SIGINT', interrupted)
  const timers = [
    setTimeout(() => end('SIGTERM'), limit * 60_000),
    setTimeout(() => end('SIGKILL'), limit * 60_000 + ENDING_MS),
  ]
  return new Promise((resolve) => {
    const done = (/** @type {boolean} */ ok) => {
      for (const timer of timers) clearTimeout(timer)
      process.off('SIGINT', interrupted)
      // What the run itself has left goes with it.
      if (late) end('SIGKILL')
      resolve({ ok: ok && !late, seconds: (performance.now() - started) / 1000, late })
    }
    child.once('error', () => done(false))
    child.once('exit', (code) => done(code === 0))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2)
  await runPeers(names.length > 0 ? names : undefined)
  finish()
}
