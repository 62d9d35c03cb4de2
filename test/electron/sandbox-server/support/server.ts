import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Envelope } from '#shared/sandbox/envelope.ts'
import { findTool } from '../../../../electron/sandbox-server/runtime/bubblewrap/tools.ts'
import { SandboxPlatform } from '../../../../electron/workbench/sandboxes/client/index.ts'
import { repository } from '../../repository.ts'

const root = repository()
const folder = join(root, '.cache/test-servers')
const program = join(folder, 'sandbox-server.mjs')

/** The namespace backend available here: bubblewrap, or util-linux alone. */
export const OWN_RUNTIME = findTool('bwrap') ? 'bubblewrap' : 'namespaces'

/** The default backend of test servers; set by suites that bring a cluster. */
export const TESTED_RUNTIME = process.env['ORRERY_TEST_RUNTIME'] ?? OWN_RUNTIME

/** Why tests of imported images are skipped here. */
export const noImports = OWN_RUNTIME === 'bubblewrap' ? false : 'imported images need bubblewrap'

/** Why tests of the namespace backends alone are skipped on a cluster. */
export const onCluster =
  process.env['ORRERY_TEST_RUNTIME'] === 'kubernetes' && 'it is not what a cluster does'

/** Why tests of programs that the small image of a cluster lacks are skipped there. */
export const noPrograms = onCluster && 'the image of the cluster does not have the program'

/** Where the files of sessions' shells lie in a sandbox. */
export const SHELL_FILES = onCluster ? '/run/orrery/s' : '/run/orrery'

/** Why tests of Python programs are skipped here. */
export const noPython = onCluster
  ? 'the image of the cluster has no python3'
  : findTool('python3')
    ? false
    : 'python3 is not installed'

/** A build younger than this is reused: several suites start at once, and each would build the same. */
const FRESH_MS = 20_000

/** Builds only this server, so that errors in another program do not fail these tests. Same options as electron/tooling/build.mjs. */
export async function buildServer(): Promise<void> {
  if (existsSync(program) && Date.now() - statSync(program).mtimeMs < FRESH_MS) return
  // Imported lazily, since the benchmarks bundle this file and the bundler cannot bundle itself.
  const { build } = await import('esbuild')
  const source = join(root, 'electron/sandbox-server')
  const result = await build({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    // The CommonJS variant of jsonc-parser cannot be bundled.
    mainFields: ['module', 'main'],
    external: ['@lydell/node-pty', 'bufferutil', 'utf-8-validate'],
    define: { 'process.env.ORRERY_VERSION': '"test"' },
    loader: { '.yaml': 'text', '.md': 'text', '.txt': 'text' },
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
    entryPoints: {
      'sandbox-server': join(source, 'main.ts'),
      'sandbox-kubernetes': join(source, 'runtime/kubernetes/runtime.ts'),
      'plugin-thread': join(source, 'gem/javascript/thread.ts'),
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    write: false,
    logLevel: 'error',
  })
  await mkdir(folder, { recursive: true })
  for (const file of result.outputFiles) {
    // Written atomically for servers that start at this moment.
    await writeFile(`${file.path}.${process.pid}`, file.contents)
    await rename(`${file.path}.${process.pid}`, file.path)
  }
}

export interface TestServer {
  readonly url: string
  readonly base: string
  readonly token: string
  readonly data: string
  readonly child: ChildProcess
  readonly ready: Record<string, unknown>
  readonly stderr: () => string
  readonly platform: SandboxPlatform
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string, query?: Record<string, string>): Promise<Answer>
  /** Stops the server as a user would and removes its folder. */
  close(): Promise<void>
  /** Kills it without cleanup; the folder stays. */
  kill(): Promise<void>
}

// Answers are asserted by shape, field by field.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyEnvelope = Envelope<any>

export interface Answer extends AnyEnvelope {
  readonly http: number
}

const TOKEN = 'test-token'

/** A copy of the built server with its native package, in a world-readable folder. */
export async function publicCopy(): Promise<string> {
  await buildServer()
  const copy = await mkdtemp(join(tmpdir(), 'orrery-public-'))
  for (const name of ['sandbox-server.mjs', 'plugin-thread.mjs'])
    await cp(join(folder, name), join(copy, name))
  await cp(join(root, 'node_modules/@lydell'), join(copy, 'node_modules/@lydell'), { recursive: true })
  await chmod(copy, 0o755)
  return copy
}

/** A user and group that own nothing: `nobody` and `nogroup` on most machines. */
export const ORDINARY = 65_534

const isRoot = process.getuid?.() === 0
const AS_ORDINARY = ['setpriv', `--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups']

/** Why a server run by an ordinary user cannot create sandboxes here. */
export const noOrdinaryUser: string | false = ((): string | false => {
  const run = (...words: string[]): boolean => {
    const [program = '', ...args] = isRoot ? [...AS_ORDINARY, ...words] : words
    return spawnSync(program, args).status === 0
  }
  if (process.platform !== 'linux') return 'the backends of our own need Linux'
  if (!run('true')) return 'setpriv cannot change the user here'
  return run('unshare', '--user', '--map-root-user', 'true')
    ? false
    : 'this machine forbids ordinary users namespaces'
})()

/** Starts the real server as an ordinary user; {@link TestServer.close} removes what was created for it. */
export async function startOrdinaryServer(args: readonly string[] = []): Promise<TestServer> {
  // The tests already run as an ordinary user.
  if (!isRoot) return startServer(args)
  const program = await publicCopy()
  const home = await mkdtemp(join(tmpdir(), 'orrery-ordinary-'))
  await chown(home, ORDINARY, ORDINARY)
  const server = await startServer(args, home, [
    ...AS_ORDINARY,
    process.execPath,
    join(program, 'sandbox-server.mjs'),
  ])
  return {
    ...server,
    close: async () => {
      await server.close()
      await rm(program, { recursive: true, force: true })
    },
  }
}

/** The users that run the server; the same holds for each. Root tests both, others only the second. */
export const MODES = [
  { mode: 'root', skip: isRoot ? false : 'the tests are not run by root', start: startServer },
  { mode: 'an ordinary user', skip: noOrdinaryUser, start: startOrdinaryServer },
] as const

/** Starts the real server on a free port. */
export async function startServer(
  args: readonly string[] = [],
  data?: string,
  launcher: readonly string[] = [process.execPath, program],
  environment: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  await buildServer()
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'orrery-sandbox-test-')))
  // A fixed default backend, whatever else this machine has.
  const runtime = args.includes('--runtime') ? [] : ['--runtime', TESTED_RUNTIME]
  // Leftovers of a test are not waited for.
  const drain = args.includes('--drain-seconds') ? [] : ['--drain-seconds', '0']
  const child = spawn(
    launcher[0] ?? '',
    [...launcher.slice(1), '--addr', '127.0.0.1:0', '--data', folder, ...runtime, ...drain, ...args],
    {
      env: {
        ...process.env,
        ORRERY_SANDBOX_TOKEN: TOKEN,
        ORRERY_TEST_SECRET: 'must-not-be-seen',
        ...environment,
      },
      // The last descriptor simulates one inherited from a parent process: it must not be passed on into sandboxes.
      stdio: ['pipe', 'pipe', 'pipe', process.stdin.fd],
    },
  )
  let stderr = ''
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = await firstLine(child, () => stderr)
  const url = String(ready['url'])
  const base = `${url}/apis/envs/sandbox/v1`
  const platform = new SandboxPlatform({ baseUrl: url, token: TOKEN })
  const authorization = { authorization: `Bearer ${TOKEN}` }
  const read = async (response: Response): Promise<Answer> => ({
    ...((await response.json()) as AnyEnvelope),
    http: response.status,
  })
  const end = async (signal: NodeJS.Signals) => {
    platform.close()
    child.kill(signal)
    await exited
  }
  return {
    url,
    base,
    token: TOKEN,
    data: folder,
    child,
    ready,
    stderr: () => stderr,
    platform,
    post: async (path, body, headers = {}) =>
      read(
        await fetch(base + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...authorization, ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
    get: async (path, query = {}) =>
      read(
        await fetch(`${base}${path}?${new URLSearchParams(query).toString()}`, { headers: authorization }),
      ),
    close: async () => {
      await end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
    kill: () => end('SIGKILL'),
  }
}

function firstLine(child: ChildProcess, stderr: () => string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes('\n')) resolve(JSON.parse(text) as Record<string, unknown>)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${stderr()}`)))
  })
}
