import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startServer } from '../../electron/sandbox-server/support/server.ts'
import type { Row } from '../row.ts'

const ENTER = 'nsenter + echo alone'
const START = 'unshare + sh alone'
/** Sandboxes of the crowd, and the cores among which their single starts are shared out as its baseline. */
const CROWD = 50
const CORES = 2
const ONE_BY_ONE = `${CROWD} single starts ÷ ${CORES} cores`
const BASELINE = 'minimal: HTTP → bash over pipes'

/** The minimal implementation: writes a line, reads the output up to a marker. */
async function minimal(): Promise<{ url: string; close: () => void }> {
  const bash = spawn('bash', { stdio: ['pipe', 'pipe', 'inherit'] })
  let rest = ''
  let waiting: ((text: string) => void) | undefined
  bash.stdout.on('data', (chunk) => {
    rest += String(chunk)
    const at = rest.indexOf('\0')
    if (at < 0) return
    waiting?.(rest.slice(0, at))
    rest = rest.slice(at + 1)
  })
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.once('end', () => {
      waiting = (output) => response.end(JSON.stringify({ output }))
      bash.stdin.write(`${(JSON.parse(body) as { command: string }).command}\nprintf '\\0'\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      bash.kill()
      server.closeAllConnections()
      server.close()
    },
  }
}

async function median(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const begun = performance.now()
    await work()
    taken.push(performance.now() - begun)
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

/**
 * The system's own cost of a minimal sandbox: namespaces with a shell, and a program inside existing ones.
 */
async function bareNamespaces(): Promise<{ start: number; enter: number } | undefined> {
  const namespaces = [
    '--user',
    '--map-root-user',
    '--pid',
    '--fork',
    '--mount-proc',
    '--net',
    '--ipc',
    '--uts',
  ]
  const held = spawn('unshare', [...namespaces, 'sh', '-c', 'echo; read -r _'])
  const failed = new Promise<true>((resolve) => {
    held.once('error', () => resolve(true))
    held.once('exit', () => resolve(true))
  })
  if (await Promise.race([failed, once(held.stdout, 'data').then(() => false)])) return undefined
  const inside = (await readFile(`/proc/${held.pid}/task/${held.pid}/children`, 'utf8')).trim()
  const entered = ['-t', inside, '-U', '-p', '-n', '-i', '-u', '-m', '--preserve-credentials', 'echo', 'hi']
  const start = await median(20, () => ran('unshare', [...namespaces, 'sh', '-c', ':']))
  const enter = await median(50, () => ran('nsenter', entered))
  held.stdin.end('\n')
  return { start, enter }
}

async function ran(program: string, args: readonly string[]): Promise<void> {
  const [code] = (await once(spawn(program, args, { stdio: 'ignore' }), 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${program} ended with code ${code}`)
}

async function span(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Latency targets of each call, with those of the real platform (docs/sandbox-platform.md#latency). */
export async function bench(): Promise<Row[]> {
  const bare = await bareNamespaces().catch(() => undefined)
  const plain = await minimal()
  const server = await startServer()
  const rows: Row[] = []
  try {
    const start = () => server.post('/start', { image: 'local', memory: '1g' })
    const id = (await start()).result.sandbox_id as string
    await server.post('/create_session', { sandbox_id: id, session: 's' })
    const run = (command: string, session = 's', sandbox = id) =>
      server.post('/run_in_session', { sandbox_id: sandbox, session, command, check: 'silent' })
    const send = () =>
      fetch(plain.url, { method: 'POST', body: JSON.stringify({ command: 'echo hi' }) }).then((answer) =>
        answer.json(),
      )
    await median(30, send)
    await median(30, () => run('echo hi'))

    const ms = { unit: 'ms' }
    rows.push({ name: BASELINE, value: await median(200, send), ...ms })
    const hi = await median(200, () => run('echo hi'))
    rows.push({ name: 'run_in_session echo hi (real platform: 112)', value: hi, ...ms, aim: { most: 8 } })
    rows.push({
      name: '… beside the minimal server',
      value: hi,
      ...ms,
      baseline: BASELINE,
      aim: { most: 1.7, of: 'ratio' },
    })
    rows.push({
      name: 'run_in_session with a syntax check',
      value: await median(50, () => run('[[ 1 ]]')),
      ...ms,
    })
    const execute = () => server.post('/execute', { sandbox_id: id, command: ['echo', 'hi'] })
    await median(10, execute)
    if (bare) rows.push({ name: ENTER, value: bare.enter, ...ms }, { name: START, value: bare.start, ...ms })
    rows.push({
      name: 'execute ["echo","hi"]',
      value: await median(100, execute),
      ...ms,
      baseline: ENTER,
      aim: { most: 4 },
    })
    let n = 0
    const create = () => server.post('/create_session', { sandbox_id: id, session: `c${n++}` })
    rows.push({ name: 'create_session (366)', value: await median(20, create), ...ms, aim: { most: 60 } })
    const status = () => server.get('/get_status', { sandbox_id: id, refresh_timeout: 'false' })
    rows.push({ name: 'get_status (9)', value: await median(100, status), ...ms })
    const started: string[] = []
    const startOne = async () => void started.push((await start()).result.sandbox_id)
    const single = await median(10, startOne)
    rows.push({
      name: 'start, isolated (1024)',
      value: single,
      ...ms,
      baseline: START,
      aim: { most: 30 },
    })
    for (const one of started) await server.post('/stop', { sandbox_id: one })
    const big = () => run('head -c 50000000 /dev/zero | tr "\\0" x')
    rows.push({
      name: '50 MB through one command',
      value: (await span(big)) / 1000,
      unit: 's',
      aim: { most: 2 },
    })
    const many = await span(() => Promise.all(Array.from({ length: CROWD }, (_, m) => crowd(m))))
    rows.push({ name: ONE_BY_ONE, value: (single * CROWD) / CORES / 1000, unit: 's' })
    rows.push({
      name: `${CROWD} sandboxes × 4 sessions at once`,
      value: many / 1000,
      unit: 's',
      baseline: ONE_BY_ONE,
      aim: { most: 2.5 },
    })

    async function crowd(m: number): Promise<void> {
      const sandbox = (await start()).result.sandbox_id as string
      const names = [0, 1, 2, 3].map((k) => `m${m}-${k}`)
      await Promise.all(
        names.map((name) => server.post('/create_session', { sandbox_id: sandbox, session: name })),
      )
      const answers = await Promise.all(names.map((name) => run(`echo ${name}`, name, sandbox)))
      const wrong = answers.find((answer, k) => answer.result?.output !== names[k])
      if (wrong) throw new Error(`a wrong answer: ${JSON.stringify(wrong)}`)
    }
  } finally {
    plain.close()
    await server.close()
  }
  return rows
}
