import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
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

async function build(folder: string): Promise<void> {
  const run = promisify(execFile)
  const { stdout } = await run('go', ['mod', 'download', '-json', `sigs.k8s.io/agent-sandbox@${VERSION}`])
  const { Dir: source } = JSON.parse(stdout) as { Dir: string }
  await mkdir(folder, { recursive: true })
  await run(
    'nice',
    ['-n', '10', 'go', 'build', '-o', join(folder, 'controller'), './cmd/agent-sandbox-controller'],
    {
      cwd: source,
    },
  )
  const definitions = join(source, 'k8s/crds')
  const items: unknown[] = []
  for (const name of await readdir(definitions))
    for (const document of parseAllDocuments(await readFile(join(definitions, name), 'utf8')))
      if (document.contents) items.push(older(document.toJS()))
  await writeFile(join(folder, 'definitions.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
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
  kubectl('wait', '--for=condition=Established', 'crd/sandboxes.agents.x-k8s.io', '--timeout=60s')
  const none = ['--leader-elect=false', '--metrics-bind-address=0', '--health-probe-bind-address=0']
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
