import { createHash } from 'node:crypto'
import { ID, LABELS } from './labels.ts'
import { CONFLICT, NOT_FOUND, type Place, unlessRefused } from './place.ts'

/** Its name is also that of a Service, which is a DNS label. */
const MAX_NAME = 63

/** An object of agent-sandbox. */
export interface AgentObject {
  readonly metadata: {
    readonly name: string
    readonly uid?: string
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

interface Group {
  readonly preferredVersion: { readonly version: string }
}

interface Resources {
  readonly resources: readonly { readonly name: string }[]
}

/** One kind of agent-sandbox's objects (sigs.k8s.io/agent-sandbox), of which a sandbox has one. */
export class AgentKind {
  readonly group: string
  readonly version: string
  readonly #place: Place
  readonly #plural: string

  private constructor(place: Place, group: string, version: string, plural: string) {
    this.#place = place
    this.group = group
    this.version = version
    this.#plural = plural
  }

  /** Undefined where it is not installed. @throws KubernetesRefusal, RuntimeFailure */
  static async find(place: Place, group: string, plural: string): Promise<AgentKind | undefined> {
    const { client } = place
    const found = await client.request<Group>('GET', `/apis/${group}`).catch(unlessRefused(NOT_FOUND))
    if (!found) return undefined
    const { version } = found.preferredVersion
    const { resources } = await client.request<Resources>('GET', `/apis/${group}/${version}`)
    return resources.some(({ name }) => name === plural)
      ? new AgentKind(place, group, version, plural)
      : undefined
  }

  /** Whether this account may make such objects in the namespace. */
  async isAllowed(): Promise<boolean> {
    const { client } = this.#place
    const { namespace } = client.cluster
    const review = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: {
        resourceAttributes: { namespace, verb: 'create', group: this.group, resource: this.#plural },
      },
    }
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
    const { status } = await client.request<{ status: { allowed: boolean } }>('POST', path, review)
    return status.allowed
  }

  nameOf(id: string): string {
    const name = this.#place.nameOf(id)
    if (name.length <= MAX_NAME) return name
    return `orrery-${createHash('sha256').update(name).digest('hex').slice(0, 20)}`
  }

  create(
    kind: string,
    id: string,
    more: object,
    metadata: object,
    signal?: AbortSignal,
  ): Promise<AgentObject> {
    const body = {
      apiVersion: `${this.group}/${this.version}`,
      kind,
      metadata: { ...metadata, name: this.nameOf(id), annotations: { [ID]: id } },
      ...more,
    }
    return this.#place.client.request('POST', this.root(), body, signal)
  }

  get<Found extends AgentObject>(id: string, signal?: AbortSignal): Promise<Found> {
    return this.#place.client.request('GET', `${this.root()}/${this.nameOf(id)}`, undefined, signal)
  }

  /** @param uid the only one to delete: another server may have made a new one of that name */
  async delete(name: string, uid?: string): Promise<void> {
    const body = uid === undefined ? undefined : { preconditions: { uid } }
    await this.#place.client
      .request('DELETE', `${this.root()}/${name}`, body)
      .catch(unlessRefused(NOT_FOUND, CONFLICT))
  }

  /** Ids by the labels of their sandboxes. */
  async list(): Promise<readonly { readonly id: string; readonly label: string }[]> {
    const query = new URLSearchParams({ labelSelector: `${LABELS.owner}=${this.#place.owner}` })
    const path = `${this.root()}?${query.toString()}`
    const { items } = await this.#place.client.request<{ items: AgentObject[] }>('GET', path)
    return items.flatMap(({ metadata: { labels = {}, annotations = {} } }) => {
      const id = annotations[ID]
      return id === undefined ? [] : [{ id, label: labels[LABELS.sandbox] ?? '' }]
    })
  }

  /** The address of all objects of a kind in the namespace; of this one by default. */
  root(plural = this.#plural): string {
    return `/apis/${this.group}/${this.version}/namespaces/${this.#place.client.cluster.namespace}/${plural}`
  }
}

/** Why there is no Pod, in the controller's words if it gave any. */
export function noPodWords({ status }: AgentObject): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  if (ready?.status === 'False' && ready.message) return `agent-sandbox made no Pod: ${ready.message}`
  return 'agent-sandbox made no Pod: look whether its controller runs'
}
