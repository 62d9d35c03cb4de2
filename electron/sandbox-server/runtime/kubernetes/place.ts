import { createHash } from 'node:crypto'
import { type KubernetesClient, KubernetesRefusal } from './client.ts'
import { LABELS } from './labels.ts'

export type Kind = 'pods' | 'secrets' | 'networkpolicies' | 'events'

/** The objects of a server, or of several with one name, in a namespace: names, labels and queries. */
export class Place {
  readonly client: KubernetesClient
  /** Value of the owner label on all objects. */
  readonly owner: string

  constructor(client: KubernetesClient, owner: string) {
    this.client = client
    this.owner = owner
  }

  /** Object names allow few characters, so a hash distinguishes ids. */
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

  /** All objects with the owner label and these labels. */
  async list<Found>(kind: Kind, labels: Readonly<Record<string, string>> = {}): Promise<readonly Found[]> {
    const wanted = Object.entries({ [LABELS.owner]: this.owner, ...labels })
    const query = new URLSearchParams({ labelSelector: wanted.map((pair) => pair.join('=')).join(',') })
    const { items } = await this.client.request<{ items: Found[] }>(
      'GET',
      `${this.root(kind)}?${query.toString()}`,
    )
    return items
  }

  /** Undefined if there is no object of that name. */
  async find<Found>(kind: Kind, name: string, signal?: AbortSignal): Promise<Found | undefined> {
    return this.client
      .request<Found>('GET', this.path(kind, name), undefined, signal)
      .catch(unlessRefused(NOT_FOUND))
  }
}

export const NOT_FOUND = 404
export const CONFLICT = 409

/** Ignores API errors with these statuses. @throws any other error unchanged */
export const unlessRefused =
  (...statuses: readonly number[]) =>
  (error: unknown): undefined => {
    if (!(error instanceof KubernetesRefusal && statuses.includes(error.status))) throw error
  }
