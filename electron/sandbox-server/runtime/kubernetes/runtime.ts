import { createHash } from 'node:crypto'
import { removeTree } from '../trees.ts'
import {
  type CommitTarget,
  type Isolate,
  type IsolatePlan,
  type EngineImages,
  type Runtime,
  RuntimeFailure,
  type RuntimeInfo,
  type SandboxTemplate,
} from '../runtime.ts'
import { AgentSandboxes } from './agent-sandboxes.ts'
import { deletePod, KubernetesIsolate } from './isolate.ts'
import { KubernetesClient } from './client.ts'
import { findCluster } from './kubeconfig.ts'
import { CLAIM, ENTERED, ID, LABELS } from './labels.ts'
import { CONFLICT, type Kind, Place, unlessRefused } from './place.ts'
import { pushPod } from './pod-image.ts'
import { type ClusterNode, roomWords } from './node-room.ts'
import {
  type ClusterEvent,
  imageWords,
  labelsOf,
  loginManifest,
  networkManifest,
  type Pod,
  podManifest,
  podState,
  startWords,
} from './pod.ts'
import { ClusterRecords } from './records.ts'
import { SandboxClaims } from './sandbox-claims.ts'
import { isWarm, type WarmKind, WarmPods } from './warm-pods.ts'

export interface KubernetesOptions {
  /** The server's data folder, which identifies its Pods. */
  readonly dataFolder: string
  readonly context?: string | undefined
  readonly namespace?: string | undefined
  readonly runtimeClass?: string | undefined
  /** Name shared by servers with common sandboxes; undefined for a server with its own. */
  readonly owner?: string | undefined
  /** Name of the SandboxTemplate that plain starts claim. */
  readonly template?: string | undefined
  /** Where sandboxes are saved as images; undefined if they cannot be. */
  readonly registry?: string | undefined
  /** A file of certificates that are trusted for it besides the machine's. */
  readonly registryCa?: string | undefined
  /** Pods that are kept ready for starts. */
  readonly warm?: readonly WarmKind[] | undefined
  /** The default platform of starts. */
  readonly platform?: string | undefined
  readonly log?: ((line: string) => void) | undefined
  /** How long a Pod may wait for a node: adding one takes minutes. */
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

/** Tries the cluster. @throws RuntimeFailure with the reason why no sandbox can be started in it */
export async function openKubernetes(options: KubernetesOptions): Promise<Runtime> {
  const client = new KubernetesClient(await findCluster(options))
  const { gitVersion } = await client.request<{ gitVersion: string }>('GET', '/version')
  const place = new Place(client, options.owner ?? serverOf(options))
  const agents = await AgentSandboxes.find(place)
  const isAllowed = await agents?.isAllowed()
  if (isAllowed === false)
    options.log?.('note: sandboxes are plain Pods: this account may not make those of agent-sandbox')
  const claims = await SandboxClaims.find(place, options)
  const made = { agents: isAllowed ? agents : undefined, claims }
  const runtime = new KubernetesRuntime(place, made, gitVersion, options)
  await runtime.pods()
  runtime.warm.begin()
  return runtime
}

/** Identifies programs and Pods of this server or an earlier one with its data folder. */
const serverOf = ({ dataFolder }: KubernetesOptions): string =>
  createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)

/** Sandboxes as Pods of a namespace, with all state in the cluster. */
class KubernetesRuntime implements Runtime {
  readonly info: RuntimeInfo
  readonly keepsFolders = false
  readonly keepsFiles = false
  /** The node pulls images when the Pod starts and manages them itself. */
  readonly engineImages: EngineImages = {
    ensure: () => Promise.resolve(),
    list: () => Promise.resolve([]),
  }
  readonly records: ClusterRecords
  readonly warm: WarmPods
  readonly #client: KubernetesClient
  readonly #options: KubernetesOptions
  readonly #place: Place
  readonly #isolates = new Map<string, KubernetesIsolate>()
  /** Makes the Pods; undefined where they are made here. */
  readonly #agents: AgentSandboxes | undefined
  readonly #claims: SandboxClaims | undefined

  constructor(place: Place, { agents, claims }: Makers, version: string, options: KubernetesOptions) {
    const { owner, warm = [], runtimeClass, platform, log } = options
    this.#client = place.client
    this.#options = options
    this.#place = place
    this.#agents = agents
    this.#claims = claims
    this.records = new ClusterRecords(this.#place, owner !== undefined)
    this.warm = new WarmPods({
      place: this.#place,
      kinds: warm,
      runtimeClass,
      platform,
      tell: (sentence) => log?.(`problem: ${sentence}`),
    })
    this.info = {
      name: 'kubernetes',
      isolated: true,
      version: agents ? `${version}, agent-sandbox ${agents.version}` : version,
      abilities: options.registry === undefined ? ABILITIES : [...ABILITIES, 'commit'],
      commitsTo: 'registry',
      networks: ['own', 'none'],
      missing: [
        ...(options.registry === undefined
          ? ['Saving a sandbox as an image is not possible: no registry for images is set (--kube-registry).']
          : []),
        'A stopped sandbox is gone with its files: its Pod is deleted, so that others have its room.',
        'How many processes a sandbox may have is a setting of the nodes.',
        'Whether a sandbox’s network is kept to what it was given depends on the cluster’s network plugin.',
        'Sandboxes cannot be held: Kubernetes has nothing for that.',
      ],
      noPause: 'Kubernetes cannot pause a Pod, and a stopped one is gone with its files',
    }
  }

  get template(): SandboxTemplate | undefined {
    return this.#claims?.template
  }

  infoOf(): RuntimeInfo {
    return this.info
  }

  async open(plan: IsolatePlan, signal?: AbortSignal): Promise<Isolate> {
    const found = await this.#find(plan, signal)
    if (found && this.#isWhole(found)) return this.#enter(plan, found)
    if (found || this.#agents || this.#claims) await this.#clear(plan)
    try {
      return await this.#enter(plan, await this.#create(plan, signal))
    } catch (error) {
      await this.#clear(plan)
      signal?.throwIfAborted()
      throw error
    } finally {
      if (plan.login) await this.#forget('secrets', loginName(this.#place.nameOf(plan.id)))
    }
  }

  /** Attaches to the running Pod of an earlier or another server. */
  async adopt(plan: IsolatePlan): Promise<Isolate | undefined> {
    const pod = await this.#find(plan)
    return pod && this.#isWhole(pod) ? this.#enter(plan, pod) : undefined
  }

  async commit({ id }: IsolatePlan, target: CommitTarget): Promise<void> {
    const { registry, registryCa: ca } = this.#options
    if (registry === undefined || !('reference' in target))
      throw new RuntimeFailure(
        'Kubernetes saves no Pod as an image: start the server with --kube-registry, or build the image elsewhere',
      )
    const isolate = this.#isolates.get(id)
    if (!isolate) throw new RuntimeFailure('a stopped sandbox has no files here: start one, and save that')
    await pushPod(isolate, { registry, ca }, target)
  }

  async remove(plan: IsolatePlan): Promise<void> {
    await this.#clear(plan)
    await removeTree(plan.folder)
  }

  /** Deletes Pods without a live sandbox. Pods are listed first, since a Pod is created after its record. */
  async sweep(): Promise<number> {
    const pods = (await this.pods()).filter((pod) => !isWarm(pod))
    const claimed = (await this.#claims?.list()) ?? []
    const made = (await this.#agents?.list()) ?? []
    const live = await this.records.live()
    const left = pods.filter(({ metadata }) => !live.has(metadata.labels?.[LABELS.sandbox] ?? ''))
    for (const { id, label } of claimed) if (!live.has(label)) await this.#claims?.delete(id)
    for (const { id, label } of made) if (!live.has(label)) await this.#agents?.delete(id)
    for (const pod of left) {
      await deletePod(this.#client, this.#path(pod))
      const id = pod.metadata.annotations?.[ID]
      await this.#forget('networkpolicies', id === undefined ? pod.metadata.name : this.#place.nameOf(id))
    }
    await this.warm.keep()
    return left.length
  }

  /** Pods outlive the server. */
  async dispose(): Promise<void> {
    this.warm.end()
  }

  /** All Pods of this server. */
  pods(): Promise<readonly Pod[]> {
    return this.#place.list<Pod>('pods')
  }

  async #enter(plan: IsolatePlan, pod: Pod): Promise<KubernetesIsolate> {
    const isolate = await KubernetesIsolate.enter({
      place: this.#place,
      path: this.#path(pod),
      pod,
      env: plan.env ?? {},
      server: serverOf(this.#options),
      release: async () => {
        const claim = pod.metadata.annotations?.[CLAIM]
        if (claim !== undefined) await this.#claims?.delete(plan.id, claim)
        const maker = makerOf(pod)
        if (maker) await this.#agents?.release(maker)
      },
    })
    this.#isolates.set(plan.id, isolate)
    void isolate.closed.then(() => {
      if (this.#isolates.get(plan.id) === isolate) this.#isolates.delete(plan.id)
    })
    return isolate
  }

  async #create(plan: IsolatePlan, signal?: AbortSignal): Promise<Pod> {
    const { owner } = this.#place
    const name = this.#place.nameOf(plan.id)
    const { runtimeClass } = this.#options
    const owners = await this.records.ownerOf(plan.id)
    const post = (kind: Kind, body: object) =>
      this.#client.request('POST', this.#place.root(kind), body, signal)
    const place = { name, owner, owners }
    const login = loginManifest(plan, { ...place, name: loginName(name) })
    if (login) await post('secrets', login)
    // Left by an earlier Pod of the same sandbox.
    await post('networkpolicies', networkManifest(plan, place)).catch(unlessRefused(CONFLICT))
    const warm = await this.warm.take(plan, owners, signal)
    if (warm) return warm
    if (await this.#claims?.fits(plan)) return this.#claim(plan, owners, signal)
    const secret = login ? loginName(name) : undefined
    const labels = labelsOf(plan, owner)
    const manifest = podManifest(plan, { name, labels, owners, runtimeClass, secret })
    if (!this.#agents) {
      await post('pods', manifest)
      return this.#ready(name, plan, signal)
    }
    await this.#agents.create(plan.id, manifest, signal)
    const pod = await this.#ready(this.#agents.nameOf(plan.id), plan, signal)
    const entered = { metadata: { annotations: { [ENTERED]: 'true' } } }
    return this.#client.request<Pod>('PATCH', this.#path(pod), entered, signal)
  }

  /** A Pod of the template, which is the sandbox's once it has its labels. */
  async #claim(plan: IsolatePlan, owners: readonly object[], signal?: AbortSignal): Promise<Pod> {
    const claims = this.#claims as SandboxClaims
    const labels = labelsOf(plan, this.#place.owner)
    const uid = await claims.create(plan.id, labels, owners, signal)
    const { metadata } = await claims.pod(plan, this.#options.scheduleMs ?? SCHEDULE_MS, signal)
    const pod = await this.#ready(metadata.name, plan, signal)
    const body = { metadata: { labels, annotations: { [ID]: plan.id, [ENTERED]: 'true', [CLAIM]: uid } } }
    return this.#client.request<Pod>('PATCH', this.#path(pod), body, signal)
  }

  /** Whether it runs and has what was done in it. */
  #isWhole(pod: Pod): boolean {
    const isEntered = pod.metadata.annotations?.[ENTERED] === 'true'
    return podState(pod).ready && (isEntered || !makerOf(pod))
  }

  /** @throws RuntimeFailure with the reason when it does not start */
  async #ready(name: string, plan: IsolatePlan, signal?: AbortSignal): Promise<Pod> {
    const { scheduleMs = SCHEDULE_MS } = this.#options
    const late = new AbortController()
    let reason = this.#agents && 'agent-sandbox made no Pod'
    let isMade = false
    const timer = setTimeout(() => reason && late.abort(), scheduleMs).unref()
    const both = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    const over = new AbortController()
    void this.#tellImage(name, plan, over.signal)
    const path = `${this.#place.root('pods')}?watch=true&fieldSelector=metadata.name%3D${name}`
    try {
      for (;;) {
        for await (const { type, object } of this.#client.watch(path, both)) {
          if (type === 'DELETED') throw new RuntimeFailure('the Pod was deleted while it started')
          const { ready, failure, pending } = podState(object)
          if (failure) throw new RuntimeFailure(`the Pod did not start: ${failure}`)
          isMade = true
          reason = pending
          const words = startWords(object, plan.image.reference)
          if (words) plan.tell?.(words)
          if (ready) return object
        }
      }
    } catch (error) {
      if (!late.signal.aborted || !reason) throw error
      const words = isMade ? `${reason}${await this.#roomFor(plan)}` : await this.#agents?.trouble(plan.id)
      throw new RuntimeFailure(`the Pod did not start: ${words}`)
    } finally {
      clearTimeout(timer)
      over.abort()
    }
  }

  /** What a Pod that no node takes may lack, where the cluster lets us see nodes: after a wait, since a cluster may add a larger one. */
  async #roomFor({ limits }: IsolatePlan): Promise<string> {
    const listed = this.#client.request<{ items?: readonly ClusterNode[] }>('GET', '/api/v1/nodes?limit=500')
    const { items = [] } = await listed.catch(() => ({ items: [] }))
    const words = roomWords(limits, items)
    return words === undefined ? '' : `: ${words}`
  }

  /** Says what becomes of the image, where the cluster lets us see events. */
  async #tellImage(name: string, { image, tell }: IsolatePlan, signal: AbortSignal): Promise<void> {
    const path = `${this.#place.root('events')}?watch=true&fieldSelector=involvedObject.name%3D${name}`
    try {
      for await (const { object } of this.#client.watch<ClusterEvent>(path, signal)) {
        const words = imageWords(object, image.reference)
        if (words) tell?.(words)
      }
    } catch {
      // It is over, or we have no right: what the Pod says is enough.
    }
  }

  async #find({ id }: IsolatePlan, signal?: AbortSignal): Promise<Pod | undefined> {
    return (await this.#place.find<Pod>('pods', this.#place.nameOf(id), signal)) ?? this.warm.taken(id)
  }

  /** Deletes all objects of a sandbox. */
  async #clear(plan: IsolatePlan): Promise<void> {
    await this.#claims?.delete(plan.id)
    await this.#agents?.delete(plan.id)
    const pod = await this.#find(plan)
    if (pod) await deletePod(this.#client, this.#path(pod))
    await this.#forget('networkpolicies', this.#place.nameOf(plan.id))
  }

  async #forget(kind: Kind, name: string): Promise<void> {
    await this.#client.request('DELETE', this.#place.path(kind, name)).catch(() => undefined)
  }

  #path({ metadata }: Pod): string {
    return this.#place.path('pods', metadata.name)
  }
}

interface Makers {
  readonly agents: AgentSandboxes | undefined
  readonly claims: SandboxClaims | undefined
}

/** The object of agent-sandbox that a Pod was made for. */
const makerOf = ({ metadata }: Pod) => metadata.ownerReferences?.find(({ kind }) => kind === 'Sandbox')

const loginName = (name: string): string => `${name}-login`
