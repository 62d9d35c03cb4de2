import { createHash } from 'node:crypto'
import type { KubernetesClient } from './client.ts'
import { ID, LABELS } from './labels.ts'
import { CONFLICT, NOT_FOUND, type Place, unlessRefused } from './place.ts'
import type { PodManifest } from './pod.ts'

const GROUP = 'agents.x-k8s.io'
/** Its name is also that of a Service, which is a DNS label. */
const MAX_NAME = 63

interface Sandbox {
  readonly metadata: {
    readonly name: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly status?: {
    readonly conditions?: readonly {
      readonly type?: string
      readonly status?: string
      readonly message?: string
    }[]
  }
}

/**
 * Sandbox objects of agent-sandbox (sigs.k8s.io/agent-sandbox): its controller makes a Pod of each, with the same name, replaces the Pod
 * when it goes, and the Pod goes with the object. Claims are not used, since a claim takes image and limits from a template.
 */
export class AgentSandboxes {
  readonly version: string
  readonly #place: Place

  private constructor(place: Place, version: string) {
    this.#place = place
    this.version = version
  }

  /** Undefined where it is not installed. @throws KubernetesRefusal, RuntimeFailure */
  static async find(place: Place): Promise<AgentSandboxes | undefined> {
    const { client } = place
    const group = await client.request<Group>('GET', `/apis/${GROUP}`).catch(unlessRefused(NOT_FOUND))
    if (!group) return undefined
    const { version } = group.preferredVersion
    const { resources } = await client.request<Resources>('GET', `/apis/${GROUP}/${version}`)
    return resources.some(({ name }) => name === 'sandboxes') ? new AgentSandboxes(place, version) : undefined
  }

  /** Whether this account may make sandboxes in the namespace. */
  isAllowed(): Promise<boolean> {
    return mayCreate(this.#place.client)
  }

  nameOf(id: string): string {
    const name = this.#place.nameOf(id)
    if (name.length <= MAX_NAME) return name
    return `orrery-${createHash('sha256').update(name).digest('hex').slice(0, 20)}`
  }

  async create(id: string, { metadata, spec }: PodManifest, signal?: AbortSignal): Promise<void> {
    const { labels, ...more } = metadata
    const annotations = { [ID]: id }
    const body = {
      apiVersion: `${GROUP}/${this.version}`,
      kind: 'Sandbox',
      metadata: { ...more, name: this.nameOf(id), labels, annotations },
      spec: { podTemplate: { metadata: { labels, annotations }, spec } },
    }
    await this.#place.client.request('POST', this.#root(), body, signal)
  }

  /** @param uid the only one to delete: another server may have made a new one of that name */
  async delete(id: string, uid?: string): Promise<void> {
    const path = `${this.#root()}/${this.nameOf(id)}`
    const body = uid === undefined ? undefined : { preconditions: { uid } }
    await this.#place.client.request('DELETE', path, body).catch(unlessRefused(NOT_FOUND, CONFLICT))
  }

  /** Ids by the labels of their sandboxes. */
  async list(): Promise<readonly { readonly id: string; readonly label: string }[]> {
    const query = new URLSearchParams({ labelSelector: `${LABELS.owner}=${this.#place.owner}` })
    const { items } = await this.#place.client.request<{ items: Sandbox[] }>(
      'GET',
      `${this.#root()}?${query.toString()}`,
    )
    return items.flatMap(({ metadata: { labels = {}, annotations = {} } }) => {
      const id = annotations[ID]
      return id === undefined ? [] : [{ id, label: labels[LABELS.sandbox] ?? '' }]
    })
  }

  /** Why there is no Pod, in the controller's words if it gave any. */
  async trouble(id: string): Promise<string> {
    const path = `${this.#root()}/${this.nameOf(id)}`
    const { status } = await this.#place.client.request<Sandbox>('GET', path)
    const ready = status?.conditions?.find(({ type }) => type === 'Ready')
    if (ready?.status === 'False' && ready.message) return `agent-sandbox made no Pod: ${ready.message}`
    return 'agent-sandbox made no Pod: look whether its controller runs'
  }

  #root(): string {
    return `/apis/${GROUP}/${this.version}/namespaces/${this.#place.client.cluster.namespace}/sandboxes`
  }
}

interface Group {
  readonly preferredVersion: { readonly version: string }
}

interface Resources {
  readonly resources: readonly { readonly name: string }[]
}

async function mayCreate(client: KubernetesClient): Promise<boolean> {
  const { namespace } = client.cluster
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { namespace, verb: 'create', group: GROUP, resource: 'sandboxes' } },
  }
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  const { status } = await client.request<{ status: { allowed: boolean } }>('POST', path, review)
  return status.allowed
}
