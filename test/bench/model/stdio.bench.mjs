/**
 * One `tools/call` of `.model | limit 1` over stdio, compared with a hand-written JSON-RPC echo, the same
 * echo returning the query's 3 KB answer (the lower bound of writing and reading it), and a trivial tool on
 * the official SDK. One request at a time, so that client and server wait for each other: where both run on
 * one core a wake-up is a switch, where each has its own it is an interrupt to a sleeping core, 35 µs on a
 * virtual machine. The system chooses, differently for each process, and keeps to it while the machine is
 * quiet; so all are placed alike, once on one core and once on two.
 */
import { build } from 'esbuild'
import { execFileSync, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))
/** Warm-up round trips, round trips per turn, and turns per server. */
const WARM_UP = 2_000
const TURN = 100
const TURNS = 60
const OPTIONS = ['--graphstore', 'memory', '--quickstart', '--log-level', 'silent']

export async function bench() {
  const server = await bundledServer()
  if (!canPlace()) return measured(server, '')
  place(process.pid, 0)
  const onOne = await measured(server, '')
  return [...onOne, ...(await measured(server, ', on two cores', 1))]
}

/**
 * Rows of all servers in one placement.
 * @param suffix of the rows' names
 * @param core of the servers; undefined: this process's
 */
async function measured(file, suffix, core) {
  const servers = []
  const start = async (args) => {
    const server = await Peer.start(args)
    servers.push(server)
    if (core !== undefined) place(server.pid, core)
    return server
  }
  try {
    const echo = await start([join(here, 'echo-server.mjs')])
    const sdk = await start([join(here, 'sdk-server.mjs')])
    const ours = await start([file, ...OPTIONS])
    const floor = await start([join(here, 'echo-server.mjs'), JSON.stringify(await ours.query())])
    for (const server of servers) await server.turn(WARM_UP)
    // In turns, so that other activity of the machine affects all alike.
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const server of servers) server.times.push(...(await server.turn(TURN)))
      for (const server of [echo, ours]) server.pings.push(...(await server.turn(TURN, () => server.ping())))
    }
    return rowsOf({ echo, sdk, ours, floor }, suffix)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

function rowsOf({ echo, sdk, ours, floor }, suffix) {
  const row = (name, value, baseline, most) => ({
    name: `${name}${suffix}`,
    value,
    unit: 'ms',
    ...(baseline === undefined ? {} : { baseline: `${baseline}${suffix}` }),
    ...(most === undefined ? {} : { aim: { most, of: 'ratio' } }),
  })
  const query = '.model | limit 1'
  return [
    row('hand-written echo', echo.median()),
    row('echo of the same answer', floor.median(), 'hand-written echo'),
    row('trivial tool on the SDK', sdk.median(), 'hand-written echo'),
    row(query, ours.median(), 'hand-written echo', 4),
    row(`${query}, beside the echo of its answer`, ours.median(), 'echo of the same answer', 2),
    row('echo of ping', median(echo.pings)),
    row('ping', median(ours.pings), 'echo of ping', 2),
  ]
}

/** Whether processes can be placed: `taskset` of util-linux, and the first two cores ours to use. */
function canPlace() {
  if (process.platform !== 'linux' || availableParallelism() < 2) return false
  try {
    for (const core of ['0', '1']) execFileSync('taskset', ['-c', core, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Moves a process with all its threads to a core; what it starts afterwards stays there as well. */
const place = (pid, core) =>
  execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' })

async function bundledServer() {
  const folder = join(root, '.cache/bench')
  await mkdir(folder, { recursive: true })
  const outfile = join(folder, 'model-server.mjs')
  await build({
    entryPoints: [join(root, 'electron/model-server/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
    // As in the build: the UMD entry of jsonc-parser hides its requires.
    mainFields: ['module', 'main'],
    external: ['@ladybugdb/*'],
    loader: { '.yaml': 'text', '.md': 'text', '.txt': 'text' },
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  })
  return outfile
}

/** A server as a child process, with one request at a time. */
class Peer {
  times = []
  pings = []
  #child
  #answers
  #id = 0

  static async start(args) {
    const peer = new Peer()
    peer.#child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    peer.#answers = lines(peer.#child.stdout)
    await peer.#call('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1.0.0' },
    })
    peer.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
    return peer
  }

  get pid() {
    return this.#child.pid
  }

  query() {
    return this.#call('tools/call', { name: 'query_spl_execute', arguments: { query: '.model | limit 1' } })
  }

  ping() {
    return this.#call('ping', {})
  }

  /** Milliseconds of each of `count` round trips. */
  async turn(count, work = () => this.query()) {
    const times = []
    for (let round = 0; round < count; round += 1) {
      const start = performance.now()
      await work()
      times.push(performance.now() - start)
    }
    return times
  }

  median() {
    return median(this.times)
  }

  async stop() {
    this.#child.stdin.end()
    if (this.#child.exitCode === null) await new Promise((resolve) => this.#child.once('exit', resolve))
  }

  async #call(method, params) {
    const id = ++this.#id
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    const answer = JSON.parse(await this.#answers())
    if (answer.id !== id || !answer.result || answer.result.isError) {
      throw new Error(`unexpected answer ${JSON.stringify(answer).slice(0, 300)}`)
    }
    return answer.result
  }
}

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]

/** Returns a function that waits for the next line. */
function lines(stream) {
  const ready = []
  const waiting = []
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) {
      const next = waiting.shift()
      if (next) next(line)
      else ready.push(line)
    }
  })
  return () =>
    ready.length > 0 ? Promise.resolve(ready.shift()) : new Promise((resolve) => waiting.push(resolve))
}
