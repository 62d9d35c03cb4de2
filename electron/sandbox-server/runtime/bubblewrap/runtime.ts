import { existsSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cgroups } from '../cgroups.ts'
import {
  type Box,
  type BoxPlan,
  type CommitTarget,
  type Runtime,
  RuntimeFailure,
  type RuntimeInfo,
} from '../runtime.ts'
import { BubblewrapBox } from './box.ts'
import { type Holder, startHolder } from './holder.ts'
import { boxPaths } from './layout.ts'
import { ensureLocalImage, giveTo } from './local-image.ts'
import { saveLayer } from './save-layer.ts'
import type { Tools } from './tools.ts'

export interface BubblewrapOptions {
  readonly tools: Tools
  readonly info: RuntimeInfo
  /** Folder for the local image's base layer. */
  readonly images: string
  readonly base: string
  readonly mappedUser: number | undefined
  readonly privateNetwork: boolean
  readonly cgroups: Cgroups | undefined
  readonly limiter: (plan: BoxPlan) => readonly string[]
}

/** Sandboxes made of Linux namespaces by bubblewrap, without a daemon; as root or as an ordinary user. */
export class BubblewrapRuntime implements Runtime {
  readonly info: RuntimeInfo
  readonly keepsFolders = true
  readonly #options: BubblewrapOptions
  #local: Promise<string> | undefined

  constructor(options: BubblewrapOptions) {
    this.info = options.info
    this.#options = options
  }

  infoOf(): RuntimeInfo {
    return this.info
  }

  async open(plan: BoxPlan, signal?: AbortSignal): Promise<Box> {
    const { cgroups, limiter, tools, base, mappedUser, privateNetwork } = this.#options
    const complete = await this.#withLocalBase(plan)
    await this.#prepare(complete)
    const cgroup = await cgroups?.create(plan.id, plan.limits)
    let holder: Holder
    try {
      const cgroupFiles = cgroup?.joinFiles ?? []
      holder = await startHolder(complete, { tools, base, mappedUser, privateNetwork, cgroupFiles }, signal)
    } catch (error) {
      await cgroup?.destroy()
      throw error
    }
    return new BubblewrapBox({
      plan: complete,
      holder,
      tools,
      base,
      privateNetwork,
      cgroup,
      limiter: limiter(plan),
    })
  }

  async commit(plan: BoxPlan, target: CommitTarget): Promise<void> {
    if (!('folder' in target)) throw new RuntimeFailure('this backend keeps images in folders')
    await saveLayer(this.#options.tools, boxPaths(plan).upper, target.folder)
  }

  async remove(plan: BoxPlan): Promise<void> {
    await rm(plan.folder, { recursive: true, force: true })
  }

  async sweep(): Promise<number> {
    return (await this.#options.cgroups?.sweep()) ?? 0
  }

  async dispose(): Promise<void> {
    await this.#local?.catch(() => undefined)
    await this.#options.cgroups?.close()
  }

  async #withLocalBase(plan: BoxPlan): Promise<BoxPlan> {
    if (plan.image.kind !== 'local') return plan
    this.#local ??= ensureLocalImage(this.#options.images, this.#options.mappedUser)
    const base = await this.#local.catch((error: unknown) => {
      this.#local = undefined
      throw error
    })
    return { ...plan, image: { ...plan.image, layers: [base, ...plan.image.layers] } }
  }

  async #prepare(plan: BoxPlan): Promise<void> {
    const paths = boxPaths(plan)
    const first = !existsSync(paths.upper)
    // The overlay's scratch folder must be empty; after a kill it may not be.
    await rm(paths.work, { recursive: true, force: true })
    await rm(paths.control, { recursive: true, force: true })
    for (const path of Object.values(paths)) await mkdir(path, { recursive: true })
    if (first && this.#options.privateNetwork === false) await copyResolver(paths.upper)
    const owner = this.#options.mappedUser
    if (owner === undefined) return
    for (const path of [paths.box, paths.work, paths.merged, paths.shm]) await chown(path, owner, owner)
    if (first) await giveTo(paths.upper, owner)
    await chmod(paths.box, 0o755)
    await chmod(paths.upper, 0o755)
  }
}

/** Name service as the host has it now; done once, before anything ran that could have replaced the folder by a link. */
async function copyResolver(upper: string): Promise<void> {
  if (!existsSync('/etc/resolv.conf')) return
  await mkdir(join(upper, 'etc'), { recursive: true })
  await copyFile('/etc/resolv.conf', join(upper, 'etc/resolv.conf'))
}
