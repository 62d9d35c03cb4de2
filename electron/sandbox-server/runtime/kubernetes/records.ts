import type { StoredRecord, RecordBackend } from '../runtime.ts'
import { ID, LABELS, labelValue, RECORD } from './labels.ts'
import { CONFLICT, NOT_FOUND, type Place, unlessRefused } from './place.ts'

/** The used part of a Secret object. */
interface Secret {
  readonly metadata: {
    readonly name: string
    readonly uid: string
    readonly resourceVersion: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly data?: Readonly<Record<string, string>>
}

/** Makes the cluster delete an object along with its owner. */
interface OwnerReference {
  readonly apiVersion: 'v1'
  readonly kind: 'Secret'
  readonly name: string
  readonly uid: string
}

/**
 * Sandbox records, one Secret each, since environment variables may contain passwords. A sandbox's other objects are owned by it, so that
 * the cluster deletes them along with it, even without a server.
 */
export class ClusterRecords implements RecordBackend {
  readonly isShared: boolean
  readonly #place: Place
  /** Resource versions as last read or written here. */
  readonly #versions = new Map<string, string>()

  constructor(place: Place, isShared: boolean) {
    this.#place = place
    this.isShared = isShared
  }

  async list(): Promise<readonly StoredRecord[]> {
    const secrets = await this.#place.list<Secret>('secrets', { [LABELS.holds]: RECORD })
    return secrets.flatMap((secret) => {
      const id = secret.metadata.annotations?.[ID]
      if (id === undefined) return []
      this.#versions.set(id, secret.metadata.resourceVersion)
      return [{ id, text: textOf(secret) }]
    })
  }

  async read(id: string): Promise<string | undefined> {
    const secret = await this.#find(id)
    if (secret) this.#versions.set(id, secret.metadata.resourceVersion)
    else this.#versions.delete(id)
    return secret && textOf(secret)
  }

  async write(id: string, text: string, isLive: boolean): Promise<boolean> {
    const { client } = this.#place
    const name = this.#place.nameOf(id)
    const known = this.#versions.get(id)
    const data = { record: Buffer.from(text).toString('base64') }
    const labels = { [LABELS.live]: String(isLive) }
    const written =
      known === undefined
        ? client.request<Secret>('POST', this.#place.root('secrets'), {
            apiVersion: 'v1',
            kind: 'Secret',
            metadata: {
              name,
              annotations: { [ID]: id },
              labels: {
                [LABELS.app]: 'orrery',
                [LABELS.owner]: this.#place.owner,
                [LABELS.sandbox]: labelValue(id),
                [LABELS.holds]: RECORD,
                ...labels,
              },
            },
            data,
          })
        : // With a resource version the cluster refuses updates of an older version.
          client.request<Secret>('PATCH', this.#place.path('secrets', name), {
            metadata: { resourceVersion: known, labels },
            data,
          })
    const secret = await written.catch(unlessRefused(CONFLICT, NOT_FOUND))
    if (secret) this.#versions.set(id, secret.metadata.resourceVersion)
    return secret !== undefined
  }

  async remove(id: string): Promise<void> {
    this.#versions.delete(id)
    const path = this.#place.path('secrets', this.#place.nameOf(id))
    await this.#place.client.request('DELETE', path).catch(unlessRefused(NOT_FOUND))
  }

  /** Owner references for the other objects of a sandbox; empty if it has no record here. */
  async ownerOf(id: string): Promise<readonly OwnerReference[]> {
    const secret = await this.#find(id)
    if (!secret) return []
    const { name, uid } = secret.metadata
    return [{ apiVersion: 'v1', kind: 'Secret', name, uid }]
  }

  /** Labels of sandboxes whose Pods must stay. */
  async live(): Promise<ReadonlySet<string>> {
    const secrets = await this.#place.list<Secret>('secrets', {
      [LABELS.holds]: RECORD,
      [LABELS.live]: 'true',
    })
    return new Set(secrets.map(({ metadata }) => metadata.labels?.[LABELS.sandbox] ?? ''))
  }

  #find(id: string): Promise<Secret | undefined> {
    return this.#place.find<Secret>('secrets', this.#place.nameOf(id))
  }
}

const textOf = ({ data }: Secret): string => Buffer.from(data?.['record'] ?? '', 'base64').toString()
