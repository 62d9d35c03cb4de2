import { createHash } from 'node:crypto'
import type { IsolateLimits, IsolatePlan } from '../runtime.ts'
import { ID, LABELS, labelValue } from './labels.ts'
import { CONFLICT, NOT_FOUND, type Place, unlessRefused } from './place.ts'
import { type Pod, podManifest, podState } from './pod.ts'

/** How many Pods of an image with these limits are kept ready. */
export interface WarmKind {
  readonly image: string
  readonly count: number
  readonly limits: Omit<IsolateLimits, 'processes'>
}

interface WarmOptions {
  readonly place: Place
  readonly kinds: readonly WarmKind[]
  readonly runtimeClass: string | undefined
  /** The default platform of starts. */
  readonly platform: string | undefined
  /** Called once for each reason why there are fewer Pods than wanted. */
  readonly tell?: ((sentence: string) => void) | undefined
}

/** Other servers take and create Pods, too, and Pods end. */
const KEEP_MS = 15_000

/**
 * Pods that wait for a start. They have no sandbox and no owner; a start takes one by changing its labels, on the condition that nobody
 * else changed it. Several servers keep the same Pods: they choose the same names for new ones, of which the cluster accepts one, and
 * delete what is too many.
 */
export class WarmPods {
  readonly #options: WarmOptions
  readonly #kinds: ReadonlyMap<string, WarmKind>
  readonly #told = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #turn: Promise<void> | undefined
  #isDue = false

  constructor(options: WarmOptions) {
    this.#options = options
    this.#kinds = new Map(options.kinds.map((kind) => [this.#templateOf(this.#planOf(kind)), kind]))
  }

  begin(): void {
    if (this.#kinds.size === 0) return
    void this.keep()
    this.#timer = setInterval(() => void this.keep(), KEEP_MS).unref()
  }

  end(): void {
    clearInterval(this.#timer)
  }

  /** A ready Pod, which is the sandbox's from now on; undefined if none is ready. */
  async take(plan: IsolatePlan, owners: readonly object[], signal?: AbortSignal): Promise<Pod | undefined> {
    const template = this.#templateOf(plan)
    if (plan.login || !this.#kinds.has(template)) return undefined
    const { client } = this.#options.place
    const metadata = {
      labels: { [LABELS.warm]: null, [LABELS.sandbox]: labelValue(plan.id) },
      annotations: { [ID]: plan.id },
      ...(owners.length > 0 ? { ownerReferences: owners } : {}),
    }
    try {
      // The second time for Pods that had only just become ready.
      for (let time = 0; time < 2; time++) {
        const ready = (await this.#pods(template)).filter((pod) => isWarm(pod) && podState(pod).ready)
        for (const pod of ready) {
          const { resourceVersion } = pod.metadata
          const body = { metadata: { ...metadata, resourceVersion } }
          const taken = await client
            .request<Pod>('PATCH', this.#path(pod), body, signal)
            .catch(unlessRefused(CONFLICT, NOT_FOUND))
          if (taken) return taken
        }
        if (ready.length === 0) break
      }
      return undefined
    } finally {
      void this.keep()
    }
  }

  /** The Pod that a sandbox took. */
  async taken(id: string): Promise<Pod | undefined> {
    const pods = await this.#options.place.list<Pod>('pods', { [LABELS.sandbox]: labelValue(id) })
    return pods.find(({ metadata }) => metadata.annotations?.[ID] === id)
  }

  /** Creates missing Pods and deletes ended, unwanted and surplus ones. */
  keep(): Promise<void> {
    this.#isDue = true
    this.#turn ??= this.#keepAll().finally(() => (this.#turn = undefined))
    return this.#turn
  }

  async #keepAll(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false
      try {
        const warm = await this.#options.place.list<Pod>('pods', { [LABELS.warm]: 'true' })
        for (const pod of warm) {
          if (!this.#kinds.has(pod.metadata.labels?.[LABELS.template] ?? '')) await this.#delete(pod)
        }
        for (const [template, kind] of this.#kinds) await this.#keepKind(template, kind)
      } catch (error) {
        this.#tell((error as Error).message)
      }
    }
  }

  async #keepKind(template: string, kind: WarmKind): Promise<void> {
    const pods = await this.#pods(template)
    const warm = pods.filter((pod) => isWarm(pod) && !pod.metadata.deletionTimestamp)
    const ended = warm.filter((pod) => podState(pod).ended)
    const good = warm.filter((pod) => !podState(pod).ended).toSorted(readyFirst)
    for (const pod of [...ended, ...good.slice(kind.count)]) await this.#delete(pod)
    for (const pod of good) {
      const { failure, pending } = podState(pod)
      if (failure ?? pending) this.#tell(`a ready Pod of ${kind.image} does not start: ${failure ?? pending}`)
    }
    const names = new Set(pods.map(({ metadata }) => metadata.name))
    let missing = kind.count - good.length
    for (let number = 0; missing > 0; number++) {
      const name = `orrery-${this.#options.place.owner}-ready-${template}-${number}`
      if (names.has(name)) continue
      missing -= 1
      await this.#create(name, template, kind)
    }
  }

  async #create(name: string, template: string, kind: WarmKind): Promise<void> {
    const { place, runtimeClass } = this.#options
    const labels = {
      [LABELS.app]: 'orrery',
      [LABELS.owner]: place.owner,
      [LABELS.warm]: 'true',
      [LABELS.template]: template,
    }
    const manifest = podManifest(this.#planOf(kind), { name, labels, owners: [], runtimeClass })
    await place.client.request('POST', place.root('pods'), manifest).catch(unlessRefused(CONFLICT))
  }

  /** Unless a start took it meanwhile. */
  async #delete(pod: Pod): Promise<void> {
    const { uid, resourceVersion } = pod.metadata
    const body = { gracePeriodSeconds: 0, preconditions: { uid, resourceVersion } }
    await this.#options.place.client
      .request('DELETE', this.#path(pod), body)
      .catch(unlessRefused(CONFLICT, NOT_FOUND))
  }

  /** All Pods made from a template, taken ones included. */
  #pods(template: string): Promise<readonly Pod[]> {
    return this.#options.place.list<Pod>('pods', { [LABELS.template]: template })
  }

  #path({ metadata }: Pod): string {
    return this.#options.place.path('pods', metadata.name)
  }

  /** Identifies Pods that differ at most in name, labels and owner. */
  #templateOf(plan: IsolatePlan): string {
    const { runtimeClass } = this.#options
    const manifest = podManifest({ ...plan, id: '' }, { name: '', labels: {}, owners: [], runtimeClass })
    return createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 12)
  }

  #planOf({ image, limits }: WarmKind): IsolatePlan {
    return {
      id: '',
      folder: '',
      image: { kind: 'engine', layers: [], reference: image, env: {} },
      limits: { ...limits, processes: Infinity },
      network: { mode: 'none', hosts: [] },
      platform: this.#options.platform,
    }
  }

  #tell(sentence: string): void {
    if (this.#told.has(sentence) || this.#told.size === MAX_TOLD) return
    this.#told.add(sentence)
    this.#options.tell?.(sentence)
  }
}

/** Reasons may contain changing numbers. */
const MAX_TOLD = 50

/** Whether a Pod waits for a start. */
export const isWarm = ({ metadata }: Pod): boolean => metadata.labels?.[LABELS.warm] === 'true'

const readyFirst = (one: Pod, other: Pod): number =>
  Number(podState(other).ready) - Number(podState(one).ready) ||
  (one.metadata.name < other.metadata.name ? -1 : 1)
