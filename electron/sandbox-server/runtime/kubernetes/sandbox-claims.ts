import { setTimeout } from 'node:timers/promises'
import { type IsolatePlan, RuntimeFailure, type SandboxTemplate } from '../runtime.ts'
import { AgentKind, type AgentObject, noPodWords } from './agent-kind.ts'
import { NOT_FOUND, type Place, unlessRefused } from './place.ts'
import type { Pod } from './pod.ts'
import { amountOf } from './quantity.ts'

/** The first version of claims, which name a template; later ones name a warm pool of it. */
const BY_TEMPLATE = 'v1alpha1'
/** On every Pod that agent-sandbox makes. */
const MADE = 'agents.x-k8s.io/sandbox-name-hash'
const POLL_MS = 200

interface Container {
  readonly image?: string
  readonly resources?: { readonly limits?: Readonly<Record<string, string>> }
}

interface TemplateObject {
  readonly spec?: {
    readonly podTemplate?: {
      readonly spec?: { readonly runtimeClassName?: string; readonly containers?: readonly Container[] }
    }
  }
}

interface WarmPool {
  readonly metadata: { readonly name: string }
  readonly spec?: { readonly sandboxTemplateRef?: { readonly name?: string } }
}

interface Claim extends AgentObject {
  readonly status?: AgentObject['status'] & {
    /** Its key begins with a capital letter in v1alpha1. */
    readonly sandbox?: { readonly name?: string; readonly Name?: string }
  }
}

interface Wish {
  /** Name of a SandboxTemplate in the namespace. */
  readonly template: string
  readonly runtimeClass?: string | undefined
}

/**
 * Claims of agent-sandbox: a Pod of a template that the cluster's operators made, warm where they keep some. A claim can ask for nothing
 * that the template does not say, so only starts that want no more are claims.
 */
export class SandboxClaims {
  readonly #place: Place
  readonly #kind: AgentKind
  #wish: Wish | undefined
  #template: SandboxTemplate | undefined

  private constructor(place: Place, kind: AgentKind) {
    this.#place = place
    this.#kind = kind
  }

  /**
   * Undefined where this account cannot make claims. Without a template the claims of other servers and earlier runs are known.
   * @throws RuntimeFailure when a template is wanted that cannot be claimed
   */
  static async find(
    place: Place,
    { template, runtimeClass }: Partial<Wish>,
  ): Promise<SandboxClaims | undefined> {
    const kind = await AgentKind.find(place, 'extensions.agents.x-k8s.io', 'sandboxclaims')
    const isAllowed = (await kind?.isAllowed()) ?? false
    if (template !== undefined && !isAllowed) {
      const reason = kind
        ? 'this account may not make'
        : 'agent-sandbox with its extensions is not installed, so there are no'
      throw new RuntimeFailure(`--kube-template ${template} cannot be claimed: ${reason} sandboxclaims`)
    }
    if (!kind || !isAllowed) return undefined
    const claims = new SandboxClaims(place, kind)
    if (template !== undefined) {
      claims.#wish = { template, runtimeClass }
      await claims.#read()
      await claims.#reference()
    }
    return claims
  }

  /** As last read. */
  get template(): SandboxTemplate | undefined {
    return this.#template
  }

  /** Whether a start wants what the template gives now, and no more. @throws RuntimeFailure when there is no such template any more */
  async fits(plan: IsolatePlan): Promise<boolean> {
    if (!this.#wish) return false
    const isPlain = !plan.login && (plan.pull ?? 'missing') === 'missing' && plan.platform === undefined
    // The template's own policy adds to ours, so it may let out what a sandbox without a network must not reach.
    return isPlain && plan.network.mode === 'own' && isAlike(await this.#read(), plan)
  }

  /** @returns the claim's uid */
  async create(
    id: string,
    labels: Readonly<Record<string, string>>,
    owners: readonly object[],
    signal?: AbortSignal,
  ): Promise<string> {
    const spec = await this.#reference()
    const metadata = { labels, ...(owners.length > 0 ? { ownerReferences: owners } : {}) }
    const { uid = '' } = (await this.#kind.create('SandboxClaim', id, { spec }, metadata, signal)).metadata
    return uid
  }

  /** The Pod of the claim's Sandbox, as soon as there is one. @throws RuntimeFailure with the reason when it takes too long */
  async pod(plan: IsolatePlan, waitMs: number, signal?: AbortSignal): Promise<Pod> {
    for (const until = Date.now() + waitMs; ;) {
      const claim = await this.#kind.get<Claim>(plan.id, signal)
      const { name, Name = name } = claim.status?.sandbox ?? {}
      const pod = Name === undefined ? undefined : await this.#podOf(Name, signal)
      if (pod) return this.#checked(pod, plan)
      if (Date.now() > until) throw new RuntimeFailure(`the Pod did not start: ${noPodWords(claim)}`)
      await setTimeout(POLL_MS, undefined, { signal })
    }
  }

  /** @param uid the only one to delete */
  delete(id: string, uid?: string): Promise<void> {
    return this.#kind.delete(this.#kind.nameOf(id), uid)
  }

  list(): ReturnType<AgentKind['list']> {
    return this.#kind.list()
  }

  /** Pods of a warm pool have names of their own. */
  async #podOf(sandbox: string, signal?: AbortSignal): Promise<Pod | undefined> {
    const path = `${this.#place.root('pods')}?labelSelector=${encodeURIComponent(MADE)}`
    const { items } = await this.#place.client.request<{ items: Pod[] }>('GET', path, undefined, signal)
    return items.find(
      ({ metadata: { ownerReferences = [], deletionTimestamp } }) =>
        !deletionTimestamp &&
        ownerReferences.some(({ kind, name }) => kind === 'Sandbox' && name === sandbox),
    )
  }

  /** A Pod that waited may be of an earlier form of the template. */
  #checked(pod: Pod, plan: IsolatePlan): Pod {
    const given = templateOf(pod.spec.containers)
    if (typeof given === 'object' && isAlike(given, plan)) return pod
    throw new RuntimeFailure(
      `the Pod did not start: agent-sandbox gave one of another image or with other limits than SandboxTemplate ${this.#wish?.template} has: renew its warm pool`,
    )
  }

  async #read(): Promise<SandboxTemplate> {
    const { template, runtimeClass } = this.#wish as Wish
    const refuse = (words: string): never => {
      throw new RuntimeFailure(`--kube-template ${template} cannot be claimed: ${words}`)
    }
    const path = `${this.#kind.root('sandboxtemplates')}/${template}`
    const found = await this.#place.client
      .request<TemplateObject>('GET', path)
      .catch(unlessRefused(NOT_FOUND))
    if (!found)
      return refuse(`the namespace ${this.#place.client.cluster.namespace} has no such SandboxTemplate`)
    const { containers, runtimeClassName } = found.spec?.podTemplate?.spec ?? {}
    if (runtimeClass !== undefined && runtimeClassName !== runtimeClass)
      return refuse(`its runtime class is ${runtimeClassName ?? 'none'}, and --runtime-class ${runtimeClass}`)
    const read = templateOf(containers)
    if (typeof read === 'string') return refuse(read)
    this.#template = read
    return read
  }

  /** What a claim names. */
  async #reference(): Promise<object> {
    const { template } = this.#wish as Wish
    if (this.#kind.version === BY_TEMPLATE) return { sandboxTemplateRef: { name: template } }
    const path = this.#kind.root('sandboxwarmpools')
    const { items } = await this.#place.client.request<{ items: WarmPool[] }>('GET', path)
    const pool = items.find(({ spec }) => spec?.sandboxTemplateRef?.name === template)
    if (pool) return { warmPoolRef: { name: pool.metadata.name } }
    throw new RuntimeFailure(
      `--kube-template ${template} cannot be claimed: in ${this.#kind.version} a claim names a SandboxWarmPool, and the template has none; one of 0 replicas will do`,
    )
  }
}

/** What the container of a template or Pod is, or what it lacks, as a clause. */
function templateOf(containers: readonly Container[] = []): SandboxTemplate | string {
  const [container] = containers
  if (!container?.image || containers.length > 1)
    return `it has ${containers.length} containers, and a sandbox is one with an image`
  const { cpu, memory, 'ephemeral-storage': disk } = container.resources?.limits ?? {}
  const limits = { cpus: amountOf(cpu), memory: amountOf(memory), disk: amountOf(disk) }
  const { cpus, memory: bytes, disk: space } = limits
  if (cpus === undefined || bytes === undefined || space === undefined)
    return 'its container needs limits of cpu, memory and ephemeral-storage, since each sandbox has them'
  return { image: container.image, limits: { cpus, memory: bytes, disk: space } }
}

const isAlike = ({ image, limits }: SandboxTemplate, plan: IsolatePlan): boolean =>
  image === plan.image.reference &&
  limits.cpus === plan.limits.cpus &&
  limits.memory === plan.limits.memory &&
  limits.disk === plan.limits.disk
