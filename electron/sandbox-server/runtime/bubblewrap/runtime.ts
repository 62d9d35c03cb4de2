import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { resolverOf } from '../../network/user-network.ts'
import type { Cgroups } from '../cgroup-files.ts'
import {
  type Isolate,
  type IsolatePlan,
  type CommitTarget,
  type Runtime,
  RuntimeFailure,
  type RuntimeInfo,
} from '../runtime.ts'
import { asOwner, removeTree } from '../trees.ts'
import { NamespaceIsolate } from './isolate.ts'
import { diskImage, type Disks, hasDisk } from './disk.ts'
import { type Holder, startHolder } from './holder.ts'
import { IdRanges, RESERVED_RANGE } from './id-ranges.ts'
import { isolatePaths } from './layout.ts'
import { giveTo, LocalImage } from './local-image.ts'
import type { Tools } from './tools.ts'
import type { Site, Way } from './way.ts'

/**
 * Arguments: source, part, target, tar. The source has to be a real folder, since a link could lead anywhere. tar itself follows no links,
 * neither when reading nor in the target, which nothing else writes.
 */
const COPY = [
  'set -e -f -o pipefail',
  'for step in "$1" "$1/$2"; do',
  '  if [ -L "${step%/}" ] || ! [ -d "$step" ]; then echo "there is no such folder" >&2; exit 1; fi',
  'done',
  'keep="--xattrs --xattrs-include=* --numeric-owner"',
  // Exit code 1: a file changed while it was read, which can happen in a running sandbox.
  '{ "$4" $keep -C "$1/$2" -cf - . || [ $? = 1 ]; } | "$4" $keep -p -C "$3" -xf -',
].join('\n')

const run = promisify(execFile)

/**
 * Copies an overlay's upper layer, or `part` of it, as a new image layer: files, links, owners, modes, whiteouts and the opaque marks in
 * overlayfs's extended attributes.
 */
function saveLayer(tools: Tools, upper: string, part: string, target: string): Promise<void> {
  return copied([...asOwner(), tools.bash, '-c', COPY, 'bash', upper, part, target, tools.tar])
}

/** The same for a stopped sandbox's disk, mounted in a private namespace during the copy. */
function saveLayerOfDisk(tools: Tools, plan: IsolatePlan, part: string, target: string): Promise<void> {
  const place = isolatePaths(plan).merged
  const script = `"$6" -t ext4 -o loop,ro "$5" "$1" || exit 1\nset -- "$1/upper" "$2" "$3" "$4"\n${COPY}`
  const args = ['bash', place, part, target, tools.tar, diskImage(plan), tools.mount]
  return copied([tools.unshare, '-m', '--propagation', 'private', tools.bash, '-c', script, ...args])
}

async function copied([file = '', ...args]: string[]): Promise<void> {
  await run(file, args, { env: { PATH: '/usr/bin:/bin' } }).catch((cause: { stderr?: string }) => {
    const reason = (cause.stderr ?? '').trim().split('\n').at(-1)
    throw new RuntimeFailure(`the sandbox’s files could not be saved: ${reason || 'tar failed'}`)
  })
}

interface NamespaceOptions extends Site {
  readonly way: Way
  readonly info: RuntimeInfo
  /** Folder for the local image's base layer. */
  readonly images: string
  /** Whether root runs the server: sandboxes then have an id range. */
  readonly isRoot: boolean
  readonly cgroups: Cgroups | undefined
  readonly limiter: (plan: IsolatePlan, ownDisk: boolean) => readonly string[]
  /** Makes a sandbox's own disk; undefined if disks cannot be mounted. */
  readonly disks: Disks | undefined
}

/** Sandboxes made of Linux namespaces, without a daemon; as root or as an ordinary user. */
export class NamespaceRuntime implements Runtime {
  readonly info: RuntimeInfo
  readonly keepsFolders = true
  readonly #options: NamespaceOptions
  readonly #isolates = new Map<string, NamespaceIsolate>()
  readonly #ranges = new IdRanges()
  readonly #local: LocalImage

  constructor(options: NamespaceOptions) {
    this.info = options.info
    this.#options = options
    this.#local = new LocalImage(options.images, this.#keptOwner)
  }

  infoOf(): RuntimeInfo {
    return this.info
  }

  async open(plan: IsolatePlan, signal?: AbortSignal): Promise<Isolate> {
    const { cgroups, limiter, tools, base, isRoot, disks, way } = this.#options
    if (plan.image.kind === 'rootfs' && !this.info.abilities.includes('images')) {
      throw new RuntimeFailure(`image ${plan.image.reference} needs bubblewrap or a container engine`)
    }
    const complete = await this.#withLocalBase(plan)
    const ownDisk = hasDisk(plan, disks !== undefined)
    await this.#prepare(complete, ownDisk)
    const cgroup = await cgroups?.create(plan.id, plan.limits)
    const disk = ownDisk ? disks?.make(plan) : undefined
    const range = isRoot ? this.#ranges.take() : undefined
    const release = () => range !== undefined && this.#ranges.release(range)
    let holder: Holder
    try {
      const cgroupFiles = cgroup?.joinFiles ?? []
      const options = { tools, base, range, cgroupFiles, ownDisk, way }
      holder = await startHolder(complete, options, disk, signal)
    } catch (error) {
      release()
      await Promise.allSettled([disk])
      await cgroup?.destroy()
      throw error
    }
    const isolate = new NamespaceIsolate({
      ownDisk,
      plan: complete,
      holder,
      tools,
      base,
      way,
      cgroup,
      limiter: limiter(plan, ownDisk),
    })
    this.#isolates.set(plan.folder, isolate)
    void isolate.closed.then(() => {
      release()
      if (this.#isolates.get(plan.folder) === isolate) this.#isolates.delete(plan.folder)
    })
    return isolate
  }

  async commit(plan: IsolatePlan, target: CommitTarget): Promise<void> {
    if (!('folder' in target)) throw new RuntimeFailure('this backend keeps images in folders')
    const { tools, disks } = this.#options
    const isolate = this.#isolates.get(plan.folder)
    const part = target.part ?? ''
    if (isolate) return saveLayer(tools, isolate.written, part, target.folder)
    if (!hasDisk(plan, disks !== undefined)) {
      return saveLayer(tools, isolatePaths(plan).upper, part, target.folder)
    }
    await saveLayerOfDisk(tools, plan, part, target.folder)
  }

  async remove(plan: IsolatePlan): Promise<void> {
    await removeTree(plan.folder)
  }

  async sweep(): Promise<number> {
    return (await this.#options.cgroups?.sweep()) ?? 0
  }

  async dispose(): Promise<void> {
    await this.#local.settled()
    await this.#options.cgroups?.close()
  }

  /** Owner of the sandboxes' files on disk. */
  get #keptOwner(): number | undefined {
    return this.#options.isRoot ? RESERVED_RANGE : undefined
  }

  async #withLocalBase(plan: IsolatePlan): Promise<IsolatePlan> {
    if (plan.image.kind !== 'local') return plan
    const base = await this.#local.ensure()
    return { ...plan, image: { ...plan.image, layers: [base, ...plan.image.layers] } }
  }

  async #prepare(plan: IsolatePlan, ownDisk: boolean): Promise<void> {
    const { upper, work, ...others } = isolatePaths(plan)
    const paths = ownDisk ? others : { ...others, upper, work }
    const first = !ownDisk && !existsSync(upper)
    // The overlay's work folder must be empty, which it may not be after a kill.
    await removeTree(work)
    await removeTree(paths.control)
    for (const path of Object.values(paths)) await mkdir(path, { recursive: true })
    const resolver = resolverOf(plan.network)
    // Done once, before anything ran that could have replaced the folder by a link.
    if (first && resolver !== undefined) {
      await mkdir(join(upper, 'etc'), { recursive: true })
      await writeFile(join(upper, 'etc/resolv.conf'), resolver)
    }
    const owner = this.#keptOwner
    if (owner === undefined) return
    await chmod(paths.root, 0o755)
    for (const path of [paths.root, paths.merged, paths.shm]) await chown(path, owner, owner)
    if (ownDisk) return
    await chown(work, owner, owner)
    if (first) await giveTo(upper, owner)
    await chmod(upper, 0o755)
  }
}
