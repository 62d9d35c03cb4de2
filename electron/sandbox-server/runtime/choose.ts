import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type BackendReport, explain } from './advice.ts'
import { probeBubblewrap } from './bubblewrap/probe.ts'
import { findCgroups } from './cgroups.ts'
import { probeEngine } from './engine/probe.ts'
import type { openKubernetes as openKubernetesIn } from './kubernetes/runtime.ts'
import { probeNamespaces } from './namespaces/probe.ts'
import { ProcessRuntime } from './process-runtime.ts'
import {
  type Isolate,
  type IsolatePlan,
  type CommitTarget,
  type EngineImages,
  type ImageSource,
  type Runtime,
  RuntimeFailure,
  type RuntimeInfo,
  type RuntimeName,
} from './runtime.ts'

/** Stands where no backend works: the server still serves environments and its own description, and every start is answered with why. */
class NoRuntime implements Runtime {
  readonly info: RuntimeInfo
  readonly keepsFolders = true
  readonly refusal: string

  constructor(reason: string) {
    this.refusal = reason
    // Nothing runs, so nothing runs unprotected.
    this.info = {
      name: 'none',
      isolated: true,
      version: '',
      abilities: [],
      networks: [],
      missing: [`No sandboxes: ${reason}.`],
    }
  }

  infoOf(): RuntimeInfo {
    return this.info
  }

  open(): Promise<Isolate> {
    return Promise.reject(this.#failure())
  }

  commit(): Promise<void> {
    return Promise.reject(this.#failure())
  }

  /** A sandbox of an earlier run, which had a backend. */
  async remove(plan: IsolatePlan): Promise<void> {
    await rm(plan.folder, { recursive: true, force: true })
  }

  sweep(): Promise<number> {
    return Promise.resolve(0)
  }

  async dispose(): Promise<void> {
    // Nothing is held.
  }

  #failure(): RuntimeFailure {
    return new RuntimeFailure(this.refusal)
  }
}

/**
 * A backend of our own for the local image and the folders of ours, beside a container engine for the images that need one. It goes by
 * the name of the first, which starts whatever is here; each sandbox says which of the two it has.
 */
class CompositeRuntime implements Runtime {
  readonly info: RuntimeInfo
  readonly engineImages: EngineImages | undefined
  readonly keepsFolders = true
  readonly #engine: Runtime
  readonly #own: Runtime

  constructor(engine: Runtime, own: Runtime) {
    this.#engine = engine
    this.#own = own
    this.engineImages = engine.engineImages
    this.info = {
      ...own.info,
      // What an engine cannot give is there for the others; a start says where it is not.
      networks: [...new Set([...own.info.networks, ...engine.info.networks])],
      missing: [...own.info.missing, ...engine.info.missing],
    }
  }

  infoOf(image: ImageSource | undefined): RuntimeInfo {
    return this.#for(image).info
  }

  open(plan: IsolatePlan, signal?: AbortSignal): Promise<Isolate> {
    return this.#for(plan.image).open(plan, signal)
  }

  commit(plan: IsolatePlan, target: CommitTarget): Promise<void> {
    return this.#for(plan.image).commit(plan, target)
  }

  remove(plan: IsolatePlan): Promise<void> {
    return this.#for(plan.image).remove(plan)
  }

  async sweep(): Promise<number> {
    return (await this.#engine.sweep()) + (await this.#own.sweep())
  }

  async dispose(): Promise<void> {
    await this.#engine.dispose()
    await this.#own.dispose()
  }

  #for(image: ImageSource | undefined): Runtime {
    return image?.kind === 'engine' ? this.#engine : this.#own
  }
}

type Backend = Exclude<RuntimeName, 'none'>

/** What a cluster is asked for, beside its kubeconfig. */
export interface ClusterWish {
  readonly context?: string | undefined
  readonly namespace?: string | undefined
  readonly runtimeClass?: string | undefined
}

export interface ChooseOptions {
  readonly wanted: 'auto' | Backend
  readonly dataFolder: string
  readonly images: string
  readonly cluster?: ClusterWish
}

/** The backend in use, and how each one that was tried did. */
export interface Choice {
  readonly runtime: Runtime
  readonly backends: readonly BackendReport[]
}

/** Tries a backend out on this machine. @throws Error with the reason why it does not work */
type Open = (name: Backend, options: ChooseOptions) => Promise<Runtime>

/** How one backend did. */
interface Attempt {
  readonly runtime?: Runtime
  readonly report: BackendReport
}

/**
 * The strongest isolation this machine offers, or the one that was asked for: bubblewrap, or util-linux alone where that does not work;
 * an engine beside it for the images that need one, or alone where neither works. Plain processes are never chosen: they must be named.
 * Where nothing works the runtime is one that answers every start with the reason. An engine's client may wait for long, so none is
 * waited for before the others are tried.
 */
export async function chooseRuntime(options: ChooseOptions, open: Open = openBackend): Promise<Choice> {
  const attempt = async (name: Backend): Promise<Attempt> => {
    try {
      const runtime = await open(name, options)
      return { runtime, report: { name, works: true, missing: [...runtime.info.missing], commands: [] } }
    } catch (error) {
      return { report: explain(name, (error as Error).message) }
    }
  }
  const own = async (): Promise<Attempt[]> => {
    const bubblewrap = await attempt('bubblewrap')
    return bubblewrap.runtime ? [bubblewrap] : [bubblewrap, await attempt('namespaces')]
  }
  const { wanted } = options
  const [engines, owns] =
    wanted === 'auto'
      ? await Promise.all([Promise.all([attempt('docker'), attempt('podman')]), own()])
      : [[], [await attempt(wanted)]]
  const [docker] = engines
  const backends = [...(docker?.runtime ? [docker] : engines), ...owns].map(({ report }) => report)
  const engine = engines.find(({ runtime }) => runtime)?.runtime
  const local = owns.find(({ runtime }) => runtime)?.runtime
  const both = engine && local && new CompositeRuntime(engine, local)
  return { runtime: both ?? engine ?? local ?? refusal(backends), backends }
}

/** One reason is enough for a sentence: that of the backend that needs least. The others are told with it in the list of sandboxes. */
function refusal(backends: readonly BackendReport[]): Runtime {
  return new NoRuntime(
    `sandboxes cannot be isolated on this machine: ${backends.at(-1)?.reason}; see the backends in GET /all_sandboxes, or run them unprotected with --runtime process`,
  )
}

/** A program beside this one, since few servers need it. @throws RuntimeFailure */
async function openCluster({ dataFolder, cluster }: ChooseOptions): Promise<Runtime> {
  const program = new URL('sandbox-kubernetes.mjs', import.meta.url)
  if (!existsSync(program)) throw new RuntimeFailure('Kubernetes is not part of this package')
  const { openKubernetes } = (await import(program.href)) as { openKubernetes: typeof openKubernetesIn }
  return openKubernetes({ dataFolder, ...cluster })
}

async function openBackend(name: Backend, options: ChooseOptions): Promise<Runtime> {
  const { dataFolder, images } = options
  if (name === 'process') return new ProcessRuntime(dataFolder)
  if (name === 'docker' || name === 'podman') return probeEngine(name, { dataFolder })
  if (name === 'kubernetes') return openCluster(options)
  const parent = `orrery-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)}`
  const probe = name === 'bubblewrap' ? probeBubblewrap : probeNamespaces
  return probe({ dataFolder, images, cgroups: await findCgroups(parent) })
}
