import { createHash } from 'node:crypto'
import { removeTree } from '../trees.ts'
import {
  type Isolate,
  type IsolatePlan,
  type EngineImages,
  type Runtime,
  RuntimeFailure,
  type RuntimeInfo,
} from '../runtime.ts'
import { deletePod, KubernetesIsolate } from './isolate.ts'
import { KubernetesClient, KubernetesRefusal } from './client.ts'
import { findCluster } from './kubeconfig.ts'
import { LABELS, labelValue, loginManifest, networkManifest, type Pod, podManifest, podState } from './pod.ts'

export interface KubernetesOptions {
  /** Of the server: its Pods are known by it. */
  readonly dataFolder: string
  readonly context?: string | undefined
  readonly namespace?: string | undefined
  readonly runtimeClass?: string | undefined
  /** How long a Pod may wait for a node: one that is being added takes minutes. */
  readonly scheduleMs?: number
}

const SCHEDULE_MS = 60_000

const ABILITIES = [
  'file-system',
  'processes',
  'network',
  'memory-limit',
  'cpu-limit',
  'disk-limit',
  'images',
  'users',
] as const

/** Tries the cluster out. @throws RuntimeFailure with the reason why no sandbox can be started in it */
export async function openKubernetes(options: KubernetesOptions): Promise<Runtime> {
  const client = new KubernetesClient(await findCluster(options))
  const { gitVersion } = await client.request<{ gitVersion: string }>('GET', '/version')
  const runtime = new KubernetesRuntime(client, gitVersion, options)
  await runtime.pods()
  return runtime
}

/** Sandboxes as Pods of a namespace. What is known of them is what the cluster knows. */
class KubernetesRuntime implements Runtime {
  readonly info: RuntimeInfo
  readonly keepsFolders = false
  readonly keepsFiles = false
  /** The node pulls them when the Pod starts; what is there is the node's own business. */
  readonly engineImages: EngineImages = {
    ensure: () => Promise.resolve(),
    list: () => Promise.resolve([]),
  }
  readonly #client: KubernetesClient
  readonly #options: KubernetesOptions
  readonly #owner: string

  constructor(client: KubernetesClient, version: string, options: KubernetesOptions) {
    this.#client = client
    this.#options = options
    this.#owner = createHash('sha256').update(options.dataFolder).digest('hex').slice(0, 12)
    this.info = {
      name: 'kubernetes',
      isolated: true,
      version,
      abilities: ABILITIES,
      networks: ['own', 'none'],
      missing: [
        'Saving a sandbox as an image is not possible: Kubernetes makes no images of Pods.',
        'A stopped sandbox is gone with its files: its Pod is deleted, so that others have its room.',
        'How many processes a sandbox may have is a setting of the nodes.',
        'Whether a sandbox’s network is kept to what it was given depends on the cluster’s network plugin.',
        'Sandboxes cannot be held: Kubernetes has nothing for that.',
      ],
    }
  }

  infoOf(): RuntimeInfo {
    return this.info
  }

  async open(plan: IsolatePlan, signal?: AbortSignal): Promise<Isolate> {
    const path = this.#path('pods', plan)
    const found = await this.#find(plan, signal)
    if (found && podState(found).ready) return this.#enter(plan, found, true)
    if (found) await deletePod(this.#client, path)
    try {
      return await this.#enter(plan, await this.#create(plan, signal), false)
    } catch (error) {
      await this.#clear(plan)
      signal?.throwIfAborted()
      throw error
    } finally {
      if (plan.login) await this.#forget('secrets', plan)
    }
  }

  /** A Pod that an earlier server started and that runs still. */
  async adopt(plan: IsolatePlan): Promise<Isolate | undefined> {
    const pod = await this.#find(plan)
    return pod && podState(pod).ready ? this.#enter(plan, pod, true) : undefined
  }

  commit(): Promise<void> {
    return Promise.reject(
      new RuntimeFailure(
        'Kubernetes saves no Pod as an image: build the image elsewhere, and start a sandbox of it',
      ),
    )
  }

  async remove(plan: IsolatePlan): Promise<void> {
    await this.#clear(plan)
    await removeTree(plan.folder)
  }

  /** Pods of sandboxes that are not known any more. */
  async sweep(known: readonly string[] = []): Promise<number> {
    const names = new Set(known.map(labelValue))
    const left = (await this.pods()).filter(
      ({ metadata }) => !names.has(metadata.labels?.[LABELS.sandbox] ?? ''),
    )
    for (const { metadata } of left) await deletePod(this.#client, `${this.#root('pods')}/${metadata.name}`)
    return left.length
  }

  async dispose(): Promise<void> {
    // Pods outlive the server.
  }

  /** All of this server. */
  async pods(): Promise<readonly Pod[]> {
    const query = new URLSearchParams({ labelSelector: `${LABELS.owner}=${this.#owner}` })
    const { items } = await this.#client.request<{ items: Pod[] }>(
      'GET',
      `${this.#root('pods')}?${query.toString()}`,
    )
    return items
  }

  #enter(plan: IsolatePlan, pod: Pod, isTaken: boolean): Promise<KubernetesIsolate> {
    const place = { client: this.#client, path: this.#path('pods', plan), pod, env: plan.env ?? {} }
    return KubernetesIsolate.enter(place, isTaken)
  }

  async #create(plan: IsolatePlan, signal?: AbortSignal): Promise<Pod> {
    const name = this.#name(plan)
    const { runtimeClass } = this.#options
    const post = (kind: Kind, body: object) => this.#client.request('POST', this.#root(kind), body, signal)
    const login = loginManifest(plan, name, this.#owner)
    if (login) await post('secrets', login)
    await post('networkpolicies', networkManifest(plan, name, this.#owner)).catch(unlessThere)
    const secret = login ? name : undefined
    await post('pods', podManifest(plan, { name, owner: this.#owner, runtimeClass, secret }))
    return this.#ready(name, signal)
  }

  /** @throws RuntimeFailure with why it does not start */
  async #ready(name: string, signal?: AbortSignal): Promise<Pod> {
    const { scheduleMs = SCHEDULE_MS } = this.#options
    const late = new AbortController()
    let reason: string | undefined
    const timer = setTimeout(() => reason && late.abort(), scheduleMs).unref()
    const both = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    const path = `${this.#root('pods')}?watch=true&fieldSelector=metadata.name%3D${name}`
    try {
      for (;;) {
        for await (const { type, object } of this.#client.watch(path, both)) {
          if (type === 'DELETED') throw new RuntimeFailure('the Pod was deleted while it started')
          const { ready, failure, pending } = podState(object)
          if (failure) throw new RuntimeFailure(`the Pod did not start: ${failure}`)
          reason = pending
          if (ready) return object
        }
      }
    } catch (error) {
      if (late.signal.aborted && reason) throw new RuntimeFailure(`the Pod did not start: ${reason}`)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  async #find(plan: IsolatePlan, signal?: AbortSignal): Promise<Pod | undefined> {
    try {
      return await this.#client.request<Pod>('GET', this.#path('pods', plan), undefined, signal)
    } catch (error) {
      if (error instanceof KubernetesRefusal && error.status === 404) return undefined
      throw error
    }
  }

  /** Everything that was made for a sandbox. */
  async #clear(plan: IsolatePlan): Promise<void> {
    await deletePod(this.#client, this.#path('pods', plan))
    await this.#forget('networkpolicies', plan)
  }

  async #forget(kind: Kind, plan: IsolatePlan): Promise<void> {
    await this.#client.request('DELETE', this.#path(kind, plan)).catch(() => undefined)
  }

  #path(kind: Kind, plan: IsolatePlan): string {
    return `${this.#root(kind)}/${this.#name(plan)}`
  }

  #root(kind: Kind): string {
    const group = kind === 'networkpolicies' ? '/apis/networking.k8s.io/v1' : '/api/v1'
    return `${group}/namespaces/${this.#client.cluster.namespace}/${kind}`
  }

  /** Names of the cluster have few letters: what they cannot say is in a hash. */
  #name({ id }: IsolatePlan): string {
    const plain = /^[a-z0-9]{1,40}$/.test(id)
    return `orrery-${this.#owner}-${plain ? id : createHash('sha256').update(id).digest('hex').slice(0, 20)}`
  }
}

type Kind = 'pods' | 'secrets' | 'networkpolicies'

/** An earlier Pod of the same sandbox left it. */
function unlessThere(error: unknown): void {
  if (!(error instanceof KubernetesRefusal && error.status === 409)) throw error
}
