import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type BackendReport, explain } from './advice.ts'
import { probeBubblewrap } from './bubblewrap/probe.ts'
import { findCgroups } from './cgroups.ts'
import { probeEngine } from './engine/probe.ts'
import type { openKubernetes as openKubernetesIn } from './kubernetes/runtime.ts'
import type { WarmKind } from './kubernetes/warm-pods.ts'
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

/** Used if no backend works: the server still serves environments and its API description, and every start fails with the reason. */
class NoRuntime implements Runtime {
  readonly info: RuntimeInfo
  readonly keepsFolders = true
  readonly refusal: string

  constructor(reason: string) {
    this.refusal = reason
    // Nothing runs, so nothing runs without protection.
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

  /** For a sandbox of an earlier run, which had a backend. */
  async remove(plan: IsolatePlan): Promise<void> {
    await rm(plan.folder, { recursive: true, force: true })
  }

  sweep(): Promise<number> {
    return Promise.resolve(0)
  }

  async dispose(): Promise<void> {
    // Holds no resources.
  }

  #failure(): RuntimeFailure {
    return new RuntimeFailure(this.refusal)
  }
}

/**
 * A namespace backend for the local image and image folders, combined with a container engine for other images. It has the name of the
 * first, which starts everything it can; each sandbox reports its actual backend.
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
      // A network that the engine lacks is available to the others; a start reports where it is not.
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

/** Cluster options besides the kubeconfig. */
export interface ClusterOptions {
  readonly context?: string | undefined
  readonly namespace?: string | undefined
  readonly owner?: string | undefined
  readonly runtimeClass?: string | undefined
  readonly registry?: string | undefined
  readonly registryCa?: string | undefined
  readonly warm?: readonly WarmKind[] | undefined
  readonly template?: string | undefined
  readonly platform?: string | undefined
}

export interface ChooseOptions {
  readonly wanted: 'auto' | Backend
  readonly dataFolder: string
  readonly images: string
  readonly cluster?: ClusterOptions
  /** Reports what happens later. */
  readonly log?: (line: string) => void
}

/** The chosen backend, and the result of each attempt. */
export interface Choice {
  readonly runtime: Runtime
  readonly backends: readonly BackendReport[]
}

/** Tries a backend on this machine. @throws Error with the reason why it does not work */
type Open = (name: Backend, options: ChooseOptions) => Promise<Runtime>

/** The result of trying one backend. */
interface Attempt {
  readonly runtime?: Runtime
  readonly report: BackendReport
}

/**
 * Chooses the strongest isolation on this machine, or the requested one: bubblewrap, or util-linux if that does not work; with an
 * engine for other images, or an engine alone if neither works. Plain processes are used only on explicit request. If nothing works,
 * the runtime fails every start with the reason. All are tried in parallel, since an engine's client may block for long.
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

/** The message has one reason: that of the backend with the fewest requirements. The list of sandboxes shows all. */
function refusal(backends: readonly BackendReport[]): Runtime {
  return new NoRuntime(
    `sandboxes cannot be isolated on this machine: ${backends.at(-1)?.reason}; see the backends in GET /all_sandboxes, or run them unprotected with --runtime process`,
  )
}

/** Loaded from a separate bundle, since few servers need it. @throws RuntimeFailure */
async function openCluster({ dataFolder, cluster, log }: ChooseOptions): Promise<Runtime> {
  const program = new URL('sandbox-kubernetes.mjs', import.meta.url)
  if (!existsSync(program)) throw new RuntimeFailure('Kubernetes is not part of this package')
  const { openKubernetes } = (await import(program.href)) as { openKubernetes: typeof openKubernetesIn }
  return openKubernetes({ dataFolder, ...cluster, log })
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
