import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { repository } from '../electron/repository.ts'
import { install, mayInstall } from '../tooling/prepare.mjs'

/** What takes long to make is made once. */
export const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'orrery-peers')

/** How long a program may take to be ready. */
const READY_MS = 240_000

const script = (name: string): string => join(repository(), 'test/tooling/peers', name)

/** A program of others that runs beside the tests until it is ended. */
export interface Peer {
  readonly folder: string
  end(): Promise<void>
}

/** Brings programs by their packages where that is allowed. @returns why they are not here; undefined where they are */
export function missingPrograms(programs: Readonly<Record<string, string>>): string | undefined {
  const absent = () =>
    Object.entries(programs).filter(
      ([program]) =>
        spawnSync('/bin/sh', ['-c', `PATH=$PATH:/usr/sbin:/sbin command -v ${program}`]).status !== 0,
    )
  const packages = [...new Set(absent().map(([, name]) => name))]
  if (packages.length > 0 && mayInstall()) install(packages)
  const left = absent().map(([program]) => program)
  return left.length > 0 ? `${left.join(', ')} cannot be had on this machine` : undefined
}

/** Why nothing can be started in namespaces of its own here. */
export function noNamespaces(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can start a daemon in namespaces of its own'
  const works = spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'true']).status === 0
  return works ? undefined : 'namespaces of one’s own are forbidden on this machine'
}

/** A port that nobody has now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts a script of the tooling in namespaces of its own; resolves when it says that it is ready. @throws Error with its last words */
export async function startApart(name: string, args: readonly string[] = []): Promise<Peer> {
  const folder = join(tmpdir(), `orrery-${name}-${process.pid}`)
  const child = spawn('bash', [script('apart.sh'), folder, script(`${name}.sh`), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` },
  })
  const exited = once(child, 'exit')
  await said(child, 'ready')
  return {
    folder,
    end: async () => {
      child.stdin?.end()
      await exited
    },
  }
}

/** Starts a program of the tooling that says "ready" and ends with its input. @throws Error with its last words */
export async function startTool(name: string, args: readonly string[]): Promise<Peer> {
  const child = spawn(process.execPath, [script(name), ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  await said(child, 'ready')
  return {
    folder: CACHE,
    end: async () => {
      child.stdin?.end()
      await exited
    },
  }
}

/** Passes connections on until the tests end; see relay.mjs. */
export async function relay(from: string | number, to: string | number): Promise<void> {
  const child = spawn(process.execPath, [script('relay.mjs'), String(from), String(to), 'held'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  await said(child, 'ready')
  child.unref()
}

/** Makes what a Kubernetes of one node needs, once. @returns why that is not available */
export async function kubernetesPrograms(): Promise<{ folder: string; reason?: string }> {
  const folder = join(CACHE, 'kubernetes')
  const release = existsSync('/etc/debian_version') ? readFileSync('/etc/debian_version', 'utf8') : ''
  if (existsSync(join(folder, 'complete'))) return { folder }
  if (!/^12\b/.test(release))
    return { folder, reason: 'only Debian 12 has the sources of all of Kubernetes as a package' }
  if (!mayInstall()) return { folder, reason: 'Kubernetes is built by root where packages may be installed' }
  return run('nice', ['-n', '10', 'bash', script('kubernetes-build.sh'), folder]).then(
    () => ({ folder }),
    (error: Error) => ({ folder, reason: `Kubernetes cannot be built here: ${error.message}` }),
  )
}

async function run(file: string, args: readonly string[]): Promise<void> {
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr?.on('data', (chunk) => (words = (words + String(chunk)).slice(-1000)))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(words.trim() || `exit code ${code}`)
}

/** @throws Error with its last words when it ends, or says nothing for too long, before it is ready */
async function said(child: ChildProcess, word: string): Promise<void> {
  let words = ''
  const late = setTimeout(() => child.kill('SIGKILL'), READY_MS)
  child.stderr?.on('data', (chunk) => (words = (words + String(chunk)).slice(-2000)))
  if (!child.stdout) throw new Error('no output')
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line === word) return void child.stdout.resume()
    }
  } finally {
    clearTimeout(late)
  }
  throw new Error(words.trim() || 'it ended at once')
}
