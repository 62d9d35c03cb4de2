import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'
import { mayInstall } from '../tooling/prepare.mjs'
import { CACHE } from './peers.ts'

const VERSION = 'v0.2.1'

/** Builds the controller and its resource definitions, once. @returns why that is not possible */
export async function agentSandboxPrograms(): Promise<{ folder: string; reason?: string }> {
  const folder = join(CACHE, `agent-sandbox-${VERSION}`)
  if (existsSync(join(folder, 'definitions.json'))) return { folder }
  if (!mayInstall()) return { folder, reason: 'agent-sandbox is built where packages may be installed' }
  return build(folder).then(
    () => ({ folder }),
    (error: Error) => ({ folder, reason: `agent-sandbox cannot be built here: ${lastLine(error.message)}` }),
  )
}

/** What Go downloads and compiles is 1.3 GB, and goes afterwards. */
async function build(folder: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'orrery-agent-sandbox-'))
  const env = { ...process.env, GOMODCACHE: join(work, 'modules'), GOCACHE: join(work, 'compiled') }
  const go = (args: readonly string[], cwd: string) =>
    promisify(execFile)('nice', ['-n', '10', 'go', ...args], { cwd, env })
  try {
    const module = `sigs.k8s.io/agent-sandbox@${VERSION}`
    const { stdout } = await go(['mod', 'download', '-modcacherw', '-json', module], work)
    const { Dir: source } = JSON.parse(stdout) as { Dir: string }
    await mkdir(folder, { recursive: true })
    const program = join(folder, 'controller')
    await go(['build', '-modcacherw', '-o', program, './cmd/agent-sandbox-controller'], source)
    await writeDefinitions(join(source, 'k8s/crds'), join(folder, 'definitions.json'))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function writeDefinitions(from: string, to: string): Promise<void> {
  const items: unknown[] = []
  for (const name of await readdir(from))
    for (const document of parseAllDocuments(await readFile(join(from, name), 'utf8')))
      if (document.contents) items.push(older(document.toJS()))
  await writeFile(to, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
}

/** Kubernetes 1.20 refuses empty defaults, and lists by keys that have no other. */
function older(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(older)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([key, content]) => !key.startsWith('x-kubernetes-list-') && !(key === 'default' && content === ''),
  )
  return Object.fromEntries(kept.map(([key, content]) => [key, older(content)]))
}

/** Starts the controller on the cluster of `KUBECONFIG`; resolves when it works. */
export async function startController(
  folder: string,
  kubectl: (...args: string[]) => string,
): Promise<ChildProcess> {
  kubectl('apply', '--server-side', '-f', join(folder, 'definitions.json'))
  for (const kind of [
    'sandboxes.agents',
    'sandboxclaims.extensions.agents',
    'sandboxwarmpools.extensions.agents',
  ])
    kubectl('wait', '--for=condition=Established', `crd/${kind}.x-k8s.io`, '--timeout=60s')
  const none = [
    '--extensions',
    '--leader-elect=false',
    '--metrics-bind-address=0',
    '--health-probe-bind-address=0',
  ]
  const child = spawn(join(folder, 'controller'), none, { stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      words = (words + String(chunk)).slice(-4000)
      if (words.includes('Starting workers')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the controller ended with ${code}: ${words}`)))
  })
  return child
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''
