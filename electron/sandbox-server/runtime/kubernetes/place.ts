import { createHash } from 'node:crypto'
import { type KubernetesClient, KubernetesRefusal } from './client.ts'
import { LABELS } from './labels.ts'

export type Kind = 'pods' | 'secrets' | 'networkpolicies'

/** What a server, or several of one name, have in a namespace: how it is named, found and told from that of others. */
export class Place {
  readonly client: KubernetesClient
  /** A label of all of it. */
  readonly owner: string

  constructor(client: KubernetesClient, owner: string) {
    this.client = client
    this.owner = owner
  }

  /** Names of the cluster have few letters: what they cannot say is in a hash. */
  nameOf(id: string): string {
    const plain = /^[a-z0-9]{1,40}$/.test(id)
    return `orrery-${this.owner}-${plain ? id : createHash('sha256').update(id).digest('hex').slice(0, 20)}`
  }

  path(kind: Kind, name: string): string {
    return `${this.root(kind)}/${name}`
  }

  root(kind: Kind): string {
    const group = kind === 'networkpolicies' ? '/apis/networking.k8s.io/v1' : '/api/v1'
    return `${group}/namespaces/${this.client.cluster.namespace}/${kind}`
  }

  /** All that have our label, and these. */
  async list<Found>(kind: Kind, labels: Readonly<Record<string, string>> = {}): Promise<readonly Found[]> {
    const wanted = Object.entries({ [LABELS.owner]: this.owner, ...labels })
    const query = new URLSearchParams({ labelSelector: wanted.map((pair) => pair.join('=')).join(',') })
    const { items } = await this.client.request<{ items: Found[] }>(
      'GET',
      `${this.root(kind)}?${query.toString()}`,
    )
    return items
  }

  /** Undefined: there is none of that name. */
  async find<Found>(kind: Kind, name: string, signal?: AbortSignal): Promise<Found | undefined> {
    return this.client
      .request<Found>('GET', this.path(kind, name), undefined, signal)
      .catch(unlessRefused(NOT_FOUND))
  }
}

export const NOT_FOUND = 404
export const CONFLICT = 409

/** Takes the cluster's refusals of these kinds for nothing. @throws what it was given otherwise */
export const unlessRefused =
  (...statuses: readonly number[]) =>
  (error: unknown): undefined => {
    if (!(error instanceof KubernetesRefusal && statuses.includes(error.status))) throw error
  }
