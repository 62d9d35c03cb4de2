import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, rm, mkdtemp } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import type { NetworkPolicy } from '../../network/policy.ts'
import {
  type Isolate,
  type IsolatePlan,
  type CommitTarget,
  type EngineImages,
  type Runtime,
  RuntimeFailure,
  type RuntimeInfo,
  type PullPolicy,
  type RegistryLogin,
} from '../runtime.ts'
import { removeTree } from '../trees.ts'
import { EngineIsolate } from './isolate.ts'
import { type Engine, engineEnvironment, lastWords } from './engine.ts'

/** A large image over a slow line. */
const PULL_MS = 30 * 60_000

const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 }

/** Bytes of a size as engines print it for people: `117MB`, `1.2 GB`. */
function bytesOf(text = ''): number | undefined {
  const [, number, unit = ''] = /^([\d.]+) ?([kmgt]?)b$/i.exec(text) ?? []
  return number === undefined ? undefined : Math.round(Number(number) * (FACTORS[unit.toLowerCase()] ?? 1))
}

/** Images as the engine keeps them. */
class ImagesOfEngine implements EngineImages {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async ensure(
    reference: string,
    policy: PullPolicy,
    login: RegistryLogin | undefined,
    signal?: AbortSignal,
  ): Promise<void> {
    if (reference.startsWith('-')) throw new RuntimeFailure(`${reference} is no image reference`)
    const here = await this.#engine.succeeds(['image', 'inspect', reference])
    if (here && policy !== 'always') return
    if (policy === 'never') {
      throw new RuntimeFailure(`Failed to pull image ${reference}: it is not here, and pull is "never"`)
    }
    try {
      await (login
        ? this.#pullAs(reference, login, signal)
        : this.#engine.run(['pull', reference], { timeout: PULL_MS, signal }))
    } catch (error) {
      signal?.throwIfAborted()
      throw new RuntimeFailure(`Failed to pull image ${reference}: ${(error as Error).message}`)
    }
  }

  async list() {
    const lines = await this.#engine.run(['image', 'ls', '--format', '{{.Repository}}:{{.Tag}} {{.Size}}'])
    return lines.split('\n').flatMap((line) => {
      const [, reference, size] = /^(\S+) (.*)$/.exec(line) ?? []
      return reference === undefined || reference.includes('<none>')
        ? []
        : [{ reference, size: bytesOf(size) }]
    })
  }

  /** The credentials live in a configuration of their own and vanish with it. */
  async #pullAs(
    reference: string,
    { username, password }: RegistryLogin,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const stop = signal ? { signal } : {}
    const folder = await mkdtemp(join(tmpdir(), 'orrery-login-'))
    const own =
      this.#engine.name === 'docker'
        ? { before: ['--config', folder], after: [] }
        : { before: [], after: ['--authfile', join(folder, 'auth.json')] }
    const registry = /^[^/]*[.:][^/]*(?=\/)/.exec(reference)?.[0] ?? 'docker.io'
    try {
      const login = [
        ...own.before,
        'login',
        ...own.after,
        '--username',
        username,
        '--password-stdin',
        registry,
      ]
      await this.#engine.run(login, { input: password, ...stop })
      await this.#engine.run([...own.before, 'pull', ...own.after, reference], {
        timeout: PULL_MS,
        ...stop,
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Large images take their time. */
const COMMIT_MS = 600_000

/**
 * A docker before this freezes a container while a program that enters it is frozen half way, and then waits for that for ever: no commit,
 * kill or inspect of it ever answers (20.10 with runc 1.1 and control groups of version 1). Seen with 20.10, not with 28.
 */
const FREEZES_WELL = 28

/** Saves a container as an image. @throws RuntimeFailure with the engine's words */
async function commitContainer(
  engine: Engine,
  version: string,
  container: string,
  reference: string,
): Promise<void> {
  const isHeld = engine.name !== 'docker' || Number.parseInt(version, 10) >= FREEZES_WELL
  // What its programs wrote so far is then at least on the disk.
  if (!isHeld) await engine.succeeds(['exec', container, 'sync'])
  try {
    const pause = isHeld ? [] : ['--pause=false']
    await engine.run(['commit', ...pause, container, reference], { timeout: COMMIT_MS })
  } catch (error) {
    // docker's client sends no body, which docker itself takes and podman's Docker API refuses: the same request with an empty one works.
    const refused = engine.name === 'docker' && /\bEOF\b/.test((error as Error).message)
    const socket = refused ? await socketOf(engine) : undefined
    if (!socket) throw error
    await commitOverSocket(socket, container, reference)
  }
}

async function socketOf(engine: Engine): Promise<string | undefined> {
  const endpoint = await engine.run(['context', 'inspect', '--format', '{{.Endpoints.docker.Host}}'])
  return /^unix:\/\/(\/.+)$/.exec(endpoint)?.[1]
}

function commitOverSocket(socketPath: string, container: string, reference: string): Promise<void> {
  const [, repo = reference, tag = 'latest'] = /^(.+?)(?::([^/:]+))?$/.exec(reference) ?? []
  const path = `/commit?${new URLSearchParams({ container, repo, tag }).toString()}`
  const headers = { 'content-type': 'application/json', 'content-length': 2 }
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, path, method: 'POST', headers, timeout: COMMIT_MS }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text = (text + String(chunk)).slice(-4096)))
      response.once('end', () => {
        if (response.statusCode === 201) resolve()
        else reject(new RuntimeFailure(`the engine refused to commit: ${text.trim()}`))
      })
    })
    call.once('timeout', () => call.destroy(new Error('no answer in time')))
    call.once('error', (cause) => reject(new RuntimeFailure(`the engine could not commit: ${cause.message}`)))
    call.end('{}')
  })
}

const LABEL = 'orrery.owner'
const CONTROL = '/run/orrery'
/** Waits for its input to end: the server holds the other end, so the container ends with the server. */
const KEEPER = 'echo ready; read -r _'

/** Sandboxes as containers of docker or podman: real images, and a network for each. */
export class EngineRuntime implements Runtime {
  readonly info: RuntimeInfo
  readonly keepsFolders = false
  readonly engineImages: EngineImages
  readonly #engine: Engine
  readonly #owner: string

  constructor(engine: Engine, info: RuntimeInfo, dataFolder: string) {
    this.#engine = engine
    this.info = info
    this.engineImages = new ImagesOfEngine(engine)
    this.#owner = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)
  }

  infoOf(): RuntimeInfo {
    return this.info
  }

  async open(plan: IsolatePlan, signal?: AbortSignal): Promise<Isolate> {
    const control = join(plan.folder, 'run')
    await rm(control, { recursive: true, force: true })
    await mkdir(control, { recursive: true, mode: 0o755 })
    const name = this.#name(plan)
    const exists = await this.#engine.succeeds(['container', 'inspect', name])
    const keeper = exists
      ? await this.#keep(plan, ['start', '-a', '-i', name], signal)
      : await this.#create(plan, name, control, signal)
    const home = await this.#engine
      .run(['exec', name, '/bin/sh', '-c', 'cd ~ 2>/dev/null && pwd || echo /'])
      .catch(() => '/')
    const inside = { control: { host: control, inside: CONTROL }, home: home || '/', env: plan.env ?? {} }
    return new EngineIsolate(this.#engine, name, keeper, inside)
  }

  async commit(plan: IsolatePlan, target: CommitTarget): Promise<void> {
    if (!('reference' in target)) throw new RuntimeFailure('this backend keeps images in the engine')
    await commitContainer(this.#engine, this.info.version, this.#name(plan), target.reference)
  }

  async remove(plan: IsolatePlan): Promise<void> {
    await this.#engine.succeeds(['rm', '-f', this.#name(plan)])
    await removeTree(plan.folder)
  }

  async sweep(): Promise<number> {
    const filter = ['--filter', `label=${LABEL}=${this.#owner}`]
    const left = (await this.#engine.run(['ps', '-q', ...filter])).split('\n').filter(Boolean)
    for (const id of left) await this.#engine.succeeds(['kill', id])
    return left.length
  }

  async dispose(): Promise<void> {
    // Containers belong to their isolates.
  }

  /** With a first process that reaps orphans, where the engine has one. */
  async #create(
    plan: IsolatePlan,
    name: string,
    control: string,
    signal?: AbortSignal,
  ): Promise<ChildProcess> {
    try {
      return await this.#keep(plan, this.#runArguments(plan, name, control, ['--init']), signal)
    } catch (error) {
      signal?.throwIfAborted()
      if (!/container-init|docker-init|catatonit/.test((error as Error).message)) throw error
      await this.#engine.succeeds(['rm', '-f', name])
      return this.#keep(plan, this.#runArguments(plan, name, control, []), signal)
    }
  }

  async #keep({ folder }: IsolatePlan, args: readonly string[], signal?: AbortSignal): Promise<ChildProcess> {
    const keeper = spawn(this.#engine.name, [...args], {
      env: engineEnvironment(),
      // Where podman's monitor leaves a file named oom when the container's memory is full.
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    keeper.stdin?.on('error', () => undefined)
    await ready(keeper, signal)
    return keeper
  }

  #name(plan: IsolatePlan): string {
    return `orrery-${this.#owner}-${plan.id}`
  }

  #runArguments(
    { id, image, limits, network }: IsolatePlan,
    name: string,
    control: string,
    init: readonly string[],
  ): string[] {
    return [
      'run',
      '-i',
      `--name=${name}`,
      `--hostname=${id.replace(/[^A-Za-z0-9-]/g, '-').slice(0, 12)}`,
      `--label=${LABEL}=${this.#owner}`,
      `--memory=${limits.memory}b`,
      `--cpus=${limits.cpus}`,
      `--pids-limit=${limits.processes}`,
      '--security-opt=no-new-privileges',
      '--cap-drop=MKNOD',
      '--pull=never',
      `--volume=${control}:${CONTROL}:ro`,
      ...networkArguments(network),
      ...init,
      '--entrypoint=/bin/sh',
      image.reference,
      '-c',
      KEEPER,
    ]
  }
}

/** Each container has a network of the engine's by default; no engine keeps one to a list, so a sandbox that has one reaches nothing. */
const networkArguments = ({ mode }: NetworkPolicy): string[] =>
  mode === 'shared' ? ['--network=host'] : mode === 'own' ? [] : ['--network=none']

/** Resolves at the keeper's first line. @throws RuntimeFailure with the engine's last line */
function ready(keeper: ChildProcess, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let complaint = ''
    const abort = () => keeper.kill('SIGKILL')
    signal?.addEventListener('abort', abort, { once: true })
    keeper.stderr?.on('data', (chunk) => (complaint = (complaint + String(chunk)).slice(-4096)))
    keeper.stdout?.once('data', () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    keeper.once('error', (error) => reject(new RuntimeFailure(error.message)))
    keeper.once('exit', (code) => {
      reject(
        new RuntimeFailure(`the container did not start: ${lastWords(complaint) || `exit code ${code}`}`),
      )
    })
  })
}
