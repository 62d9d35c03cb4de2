/**
 * GEM environments: steps per second and reset time per family, in process and over REST; latency of other
 * requests during the slowest reset; and a thousand environments at once.
 *
 *   node test/bench/gem/gem.bench.mjs
 */
import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const GEM = '/apis/v1/envs/gem'
const RESETS = 200
/** Milliseconds of stepping per family. */
const STEPPING = 300

/** @typedef {{ name: string, value: number, unit: string }} Row */

/** @returns {Promise<Row[]>} */
export async function bench() {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-gem-bench-'))
  try {
    return [...(await inProcess(folder)), ...(await overRest(folder))]
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function inProcess(folder) {
  const { games, reasoning, math } = await library(folder)
  const rows = []
  for (const definition of perFamily([...games, ...reasoning, ...math])) {
    const { entry } = definition
    const environment = definition.create({ seed: 1 })
    const times = []
    for (let seed = 0; seed < RESETS; seed++) times.push(await timed(() => environment.reset(seed)))
    rows.push({ name: `in process: reset of ${entry.id}, median`, value: median(times), unit: 'ms' })
    rows.push({ name: `in process: reset of ${entry.id}, slowest`, value: Math.max(...times), unit: 'ms' })
    const action = entry.action.examples[0]
    const steps = await counted(STEPPING, () => environment.step(action))
    rows.push({ name: `in process: steps of ${entry.id}`, value: steps, unit: '1/s' })
  }
  return rows
}

async function overRest(folder) {
  await (await import(pathToFileURL(join(root, 'electron/tooling/build.mjs')).href)).buildServers()
  const data = join(folder, 'data')
  const args = ['--addr', '127.0.0.1:0', '--data', data, '--no-auth', '--runtime', 'process']
  const child = spawn(process.execPath, [join(root, 'dist/sandbox-server.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const [line] = await new Promise((resolve) =>
      createInterface(child.stdout).once('line', (...all) => resolve(all)),
    )
    return await requests(`${JSON.parse(line).url}${GEM}`)
  } finally {
    child.kill()
    await new Promise((resolve) => child.once('exit', resolve))
  }
}

async function requests(base) {
  const post = async (path, body) => {
    const response = await fetch(base + path, { method: 'POST', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const { environments } = await post('/catalogue', {})
  const rows = await aThousand(post)
  for (const { entry } of perFamily(environments.map((entry) => ({ entry })))) {
    const { sandbox_id } = await post('/make', { env_id: entry.id })
    const times = []
    for (let seed = 0; seed < 50; seed++) times.push(await timed(() => post('/reset', { sandbox_id, seed })))
    rows.push({ name: `REST: reset of ${entry.id}, median`, value: median(times), unit: 'ms' })
    const action = entry.action.examples[0]
    const steps = await counted(STEPPING, () => post('/step', { sandbox_id, action }))
    rows.push({ name: `REST: steps of ${entry.id}`, value: steps, unit: '1/s' })
    await post('/close', { sandbox_id })
  }
  return [...rows, ...(await besideSokoban(post))]
}

/** The default maximum of environments of a server, created, reset and stepped by twenty clients. */
async function aThousand(post) {
  const each = async (items, work) => {
    const [done, rest] = [[], items.entries()]
    const client = async () => {
      for (const [i, item] of rest) done[i] = await work(item, i)
    }
    await Promise.all(Array.from({ length: 20 }, client))
    return done
  }
  const rows = []
  const measured = async (name, items, work) => {
    const start = performance.now()
    const done = await each(items, work)
    rows.push({ name: `REST: 1,000 environments ${name}`, value: performance.now() - start, unit: 'ms' })
    return done
  }
  const env_id = 'game:Sokoban-v0-easy'
  const made = await measured('made', Array.from({ length: 1000 }), () => post('/make', { env_id }))
  await measured('reset', made, ({ sandbox_id }, seed) => post('/reset', { sandbox_id, seed }))
  await measured('stepped', made, ({ sandbox_id }) => post('/step', { sandbox_id, action: '\\boxed{up}' }))
  await each(made, ({ sandbox_id }) => post('/close', { sandbox_id }))
  return rows
}

/** Latency of small requests while Sokoban-hard is reset continuously. */
async function besideSokoban(post) {
  const slow = (await post('/make', { env_id: 'game:Sokoban-v0-hard' })).sandbox_id
  const small = (await post('/make', { env_id: 'game:GuessTheNumber-v0-easy' })).sandbox_id
  const waits = []
  let done = false
  const resets = (async () => {
    for (let seed = 0; seed < RESETS; seed++) await post('/reset', { sandbox_id: slow, seed })
    done = true
  })()
  while (!done) waits.push(await timed(() => post('/step', { sandbox_id: small, action: '\\boxed{1}' })))
  await resets
  return [
    { name: 'REST: another request beside Sokoban-hard resets, median', value: median(waits), unit: 'ms' },
    {
      name: 'REST: another request beside Sokoban-hard resets, slowest',
      value: Math.max(...waits),
      unit: 'ms',
    },
  ]
}

/** The hardest fixed id of every family: its last one without random parameters. */
function perFamily(definitions) {
  const chosen = new Map()
  for (const definition of definitions) {
    if (!definition.entry.drawn) chosen.set(definition.entry.family, definition)
  }
  return chosen.values()
}

async function library(folder) {
  const outfile = join(folder, 'gem.mjs')
  const from = (path) => JSON.stringify(join(root, 'electron/sandbox-server/gem', path))
  const contents = [
    `export { games } from ${from('games/index.ts')}`,
    `export { reasoning } from ${from('reasoning/index.ts')}`,
    `export { math } from ${from('math/index.ts')}`,
  ].join('\n')
  const stdin = { contents, resolveDir: root, loader: /** @type {const} */ ('ts') }
  await build({
    stdin,
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    absWorkingDir: root,
    logLevel: 'warning',
  })
  return import(pathToFileURL(outfile).href)
}

async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function counted(milliseconds, work) {
  const start = performance.now()
  let count = 0
  while (performance.now() - start < milliseconds) {
    await work()
    count++
  }
  return (count * 1000) / (performance.now() - start)
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, value, unit } of await bench()) {
    console.log(`${name.padEnd(62)} ${value.toFixed(unit === 'ms' ? 2 : 0).padStart(9)} ${unit}`)
  }
}
