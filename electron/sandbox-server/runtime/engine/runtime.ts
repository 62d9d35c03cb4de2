import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NetworkPolicy } from '#shared/sandbox/network-policy.ts'
import {
  type Isolate,
  type IsolatePlan,
  type CommitTarget,
  type ControlFolder,
  type Runtime,
  RuntimeFailure,
  type RuntimeInfo,
} from '../runtime.ts'
import { removeTree } from '../trees.ts'
import { commitContainer } from './commit.ts'
import { startReason } from './start-reason.ts'
import { type Engine, engineEnvironment, lastWords } from './engine.ts'
import { ImagesOfEngine } from './images.ts'
import { EngineIsolate } from './isolate.ts'

const LABEL = 'orrery.owner'
const CONTROL = '/run/orrery'
/** A file by which a container shows that it sees the host's folder. */
const MARK = 'shared'
const APART = 'apart'
const PROBE = `[ -e ${CONTROL}/${MARK} ] && echo ${MARK} || echo ${APART}; cd ~ 2>/dev/null && pwd || echo /`
/** Waits for the end of stdin: the server holds the other end, so the container ends with the server. */
const KEEPER = 'echo ready; read -r _'

/** Sandboxes as containers of docker or podman: real images, each with its own network. */
export class EngineRuntime implements Runtime {
  readonly info: RuntimeInfo
  readonly keepsFolders = false
  readonly engineImages: ImagesOfEngine
  readonly #engine: Engine
  readonly #owner: string
  /** Whether host folders can be mounted in containers; if unknown, the first container shows it. */
  #sharesFolders: boolean

  constructor(engine: Engine, info: RuntimeInfo, dataFolder: string, sharesFolders = true) {
    this.#engine = engine
    this.#sharesFolders = sharesFolders
    this.info = info
    this.engineImages = new ImagesOfEngine(engine, join(dataFolder, 'work'))
    this.#owner = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)
  }

  infoOf(): RuntimeInfo {
    return this.info
  }

  async open(plan: IsolatePlan, signal?: AbortSignal): Promise<Isolate> {
    const control = join(plan.folder, 'run')
    await rm(control, { recursive: true, force: true })
    await mkdir(control, { recursive: true, mode: 0o755 })
    await writeFile(join(control, MARK), '')
    const name = this.#name(plan)
    const exists = await this.#engine.succeeds(['container', 'inspect', name])
    let keeper = exists
      ? await this.#keep(plan, ['start', '-a', '-i', name], signal)
      : await this.#create(plan, control, signal)
    let place = await this.#probe(name)
    if (!exists && this.#sharesFolders && !place.sharesFolders) {
      // The engine is on another machine, or this server is itself in a container.
      this.#sharesFolders = false
      await this.#engine.succeeds(['rm', '-f', name])
      keeper = await this.#create(plan, control, signal)
      place = await this.#probe(name)
    }
    const own: ControlFolder = { ...(place.sharesFolders ? { host: control } : {}), inside: CONTROL }
    const inside = { control: own, home: place.home, env: plan.env ?? {} }
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

  async #probe(name: string): Promise<{ sharesFolders: boolean; home: string }> {
    const words = await this.#engine.run(['exec', name, '/bin/sh', '-c', PROBE]).catch(() => '')
    const [mark, home] = words.split('\n')
    return { sharesFolders: this.#sharesFolders && mark !== APART, home: home || '/' }
  }

  /** With an init process that reaps orphans, if the engine has one. */
  async #create(plan: IsolatePlan, control: string, signal?: AbortSignal): Promise<ChildProcess> {
    const name = this.#name(plan)
    for (let init = ['--init']; ;) {
      const shown = this.#sharesFolders
        ? `--volume=${control}:${CONTROL}:ro`
        : `--tmpfs=${CONTROL}:rw,mode=1777,size=64m`
      try {
        return await this.#keep(plan, this.#runArguments(plan, [shown, ...init]), signal)
      } catch (error) {
        signal?.throwIfAborted()
        const { message } = error as Error
        if (init.length > 0 && /container-init|docker-init|catatonit/.test(message)) init = []
        else if (/exec format error/i.test(message)) throw await this.#noEmulator(plan)
        // A remote podman has no such folder.
        else if (this.#sharesFolders && message.includes(control)) this.#sharesFolders = false
        else throw startReason(message) === message ? error : new RuntimeFailure(startReason(message))
        await this.#engine.succeeds(['rm', '-f', name])
      }
    }
  }

  async #noEmulator({ image }: IsolatePlan): Promise<RuntimeFailure> {
    const platform = await this.engineImages.platformOf(image.reference)
    const processor = platform?.split('/')[1] ?? 'another processor'
    return new RuntimeFailure(
      `the image’s programs are for ${processor}, and the engine’s machine has no emulator for that. Choose another platform, or install one there: docker run --privileged --rm tonistiigi/binfmt --install ${processor}, or the package qemu-user-static`,
    )
  }

  async #keep({ folder }: IsolatePlan, args: readonly string[], signal?: AbortSignal): Promise<ChildProcess> {
    const keeper = spawn(this.#engine.name, [...args], {
      env: engineEnvironment(),
      // podman's monitor leaves a file named oom there when the container runs out of memory.
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

  #runArguments(plan: IsolatePlan, more: readonly string[]): string[] {
    const { id, image, limits, network, platform } = plan
    return [
      'run',
      '-i',
      `--name=${this.#name(plan)}`,
      `--hostname=${id.replace(/[^A-Za-z0-9-]/g, '-').slice(0, 12)}`,
      `--label=${LABEL}=${this.#owner}`,
      `--memory=${limits.memory}b`,
      `--cpus=${limits.cpus}`,
      `--pids-limit=${limits.processes}`,
      '--security-opt=no-new-privileges',
      '--cap-drop=MKNOD',
      '--pull=never',
      ...(platform === undefined ? [] : [`--platform=${platform}`]),
      ...networkArguments(network),
      ...more,
      '--entrypoint=/bin/sh',
      image.reference,
      '-c',
      KEEPER,
    ]
  }
}

/** By default each container has a network of the engine's; no engine supports allow lists, so a sandbox with one gets no network. */
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
