import { refusalText } from '#shared/sandbox/refusals.ts'
import { type Holder, holderId, holdersOf } from '../../../node/access/holders.ts'
import type { KeyRing } from '../../../node/access/key-ring.ts'
import type { Key } from '../../../node/access/keys.ts'
import type { SharedUsage } from '../../../node/access/shared-usage.ts'

/** Counts the open sessions of this server whose key is meant. */
type Count = (isMeant: (key: Key | undefined) => boolean) => number

type Capped = Holder & { readonly most: number }

/** Caps on the sessions of a key, and of all keys of a workspace, on all servers that share a folder. */
export class SessionCaps {
  readonly #keys: KeyRing
  readonly #usage: () => SharedUsage | undefined
  readonly #count: Count

  /** @param usage opens what the servers share; undefined as long as there are no keys */
  constructor(keys: KeyRing, usage: () => SharedUsage | undefined, count: Count) {
    this.#keys = keys
    this.#usage = usage
    this.#count = count
  }

  /**
   * Why a key may not open another session. If it may, the session counts on all servers from now on: it has to be opened, or
   * {@link publish} called.
   */
  refusal(key: Key | undefined): string | undefined {
    const owners = key ? this.#capped(key) : []
    if (owners.length === 0) return undefined
    const full = owners.find((owner) => this.#heldBy(owner) >= owner.most)
    if (full) return refused(full, this.#heldBy(full))
    const refusal = this.#claim(owners)
    if (refusal !== undefined) this.publish(key)
    return refusal
  }

  /** Tells the other servers how many sessions of a key are open here. */
  publish(key: Key | undefined): void {
    try {
      const usage = key && this.#usage()
      for (const owner of key && usage ? this.#capped(key) : [])
        usage?.publish(owner.id, { sessions: this.#heldBy(owner) })
    } catch {
      // The next claim says why.
    }
  }

  #claim(owners: readonly Capped[]): string | undefined {
    try {
      return this.#usage()?.claim(
        owners,
        (owner) => ({ sessions: this.#heldBy(owner) + 1 }),
        (owner, { sessions = 0 }) => {
          const has = this.#heldBy(owner) + sessions
          return has < owner.most ? undefined : refused(owner, has)
        },
      )
    } catch (error) {
      return `The usage of keys cannot be shared: ${(error as Error).message}`
    }
  }

  #capped({ id, namespace }: Key): Capped[] {
    return holdersOf(this.#keys, { key: id, namespace }).flatMap((owner) => {
      const most = owner.caps.sessions
      return most === undefined ? [] : [{ ...owner, most }]
    })
  }

  #heldBy({ id }: Holder): number {
    return this.#count(
      (key) =>
        key !== undefined && [holderId('key', key.id), holderId('namespace', key.namespace)].includes(id),
    )
  }
}

const refused = ({ holder, name, most }: Capped, has: number): string =>
  refusalText({
    kind: 'cap',
    holder,
    name,
    cap: 'sessions',
    most: String(most),
    has: String(has),
    wants: '1',
  })
