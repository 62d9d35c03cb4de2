/**
 * One `tools/call` of `.model | limit 1` over stdio, beside a hand-written JSON-RPC echo, the same echo sending the very answer
 * that the query has (3 KB: the floor, for whoever has to write and read it) and a trivial tool on the official SDK: one
 * request at a time, each waiting for its answer.
 */
import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))
const WARM_UP = 1_000
const ROUND_TRIPS = 4_000
const OPTIONS = ['--graphstore', 'memory', '--quickstart', '--log-level', 'silent']

export async function bench() {
  const echo = await roundTrip([join(here, 'echo-server.mjs')])
  const sdk = await roundTrip([join(here, 'sdk-server.mjs')])
  const ours = await roundTrip([await bundledServer(), ...OPTIONS])
  const floor = await roundTrip([join(here, 'echo-server.mjs'), JSON.stringify(ours.result)])
  const baseline = 'hand-written echo'
  const name = '.model | limit 1'
  return [
    { name: baseline, value: echo.median, unit: 'ms' },
    { name: 'echo of the same answer', value: floor.median, unit: 'ms', baseline },
    { name: 'trivial tool on the SDK', value: sdk.median, unit: 'ms', baseline },
    { name, value: ours.median, unit: 'ms', baseline, aim: { most: 4, of: 'ratio' } },
  ]
}

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
    external: ['@ladybugdb/*'],
    loader: { '.yaml': 'text', '.md': 'text', '.txt': 'text' },
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  })
  return outfile
}

/** Median milliseconds of a round trip to the server that these arguments start, and its last answer. */
async function roundTrip(args) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = lines(child.stdout)
  let id = 0
  const call = async (method, params) => {
    id += 1
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    const answer = JSON.parse(await answers())
    if (answer.id !== id || !answer.result || answer.result.isError) {
      throw new Error(`unexpected answer ${JSON.stringify(answer).slice(0, 300)}`)
    }
    return answer.result
  }
  try {
    await call('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1.0.0' },
    })
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
    const request = { name: 'query_spl_execute', arguments: { query: '.model | limit 1' } }
    const times = []
    let result
    for (let round = -WARM_UP; round < ROUND_TRIPS; round += 1) {
      const start = performance.now()
      result = await call('tools/call', request)
      if (round >= 0) times.push(performance.now() - start)
    }
    return { median: times.sort((a, b) => a - b)[Math.floor(times.length / 2)], result }
  } finally {
    child.stdin.end()
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
  }
}

/** A function that waits for the next line. */
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
