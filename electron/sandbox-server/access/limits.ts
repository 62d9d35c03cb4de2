import { isLive } from '#shared/sandbox/states.ts'
import { type HeldCap, refusalText } from '#shared/sandbox/refusals.ts'
import { formatSize } from '#shared/sandbox/size.ts'
import { CallRate, type Holder, holdersOf } from '../../node/access/holders.ts'
import type { KeyRing } from '../../node/access/key-ring.ts'
import type { Key } from '../../node/access/keys.ts'
import { badRequest } from '../lifecycle/platform-error.ts'
import type { SandboxRecord } from '../lifecycle/record.ts'

type Amounts = Readonly<Partial<Record<HeldCap, number>>>

/** A holder of limits, and its sandboxes. */
interface Owner extends Holder {
  readonly holds: (record: SandboxRecord) => boolean
}

const shown = (cap: HeldCap, amount: number): string =>
  cap === 'memory' || cap === 'disk' ? formatSize(amount) : String(amount)

/** What a sandbox consumes while running (CPUs, memory) and while it exists (disk). */
function amountsOf({ kind, cpus, memory, disk, state }: SandboxRecord, isWanted: boolean): Amounts {
  if (kind === 'gem') return isWanted || isLive(state) ? { environments: 1 } : {}
  if (isWanted || isLive(state)) return { sandboxes: 1, cpus, memory, disk }
  // A stopped sandbox retains its files.
  return state === 'deleted' ? {} : { disk }
}

/** Quotas and rate limits of keys and namespaces. Sandboxes of the server's own token are not limited. */
export class Limits {
  readonly #keys: KeyRing
  readonly #rate: CallRate

  constructor(keys: KeyRing) {
    this.#keys = keys
    this.#rate = new CallRate(keys)
  }

  /** Checks the quotas synchronously, so that concurrent starts cannot exceed them. @throws PlatformError */
  readonly admit = (wanted: SandboxRecord, records: readonly SandboxRecord[]): void => {
    const amounts = amountsOf(wanted, true)
    for (const holder of this.#ownersOf(wanted.identity)) {
      const held = records.filter((record) => record.id !== wanted.id && holder.holds(record))
      for (const [name, wants] of Object.entries(amounts)) {
        const cap = name as HeldCap
        refuseBeyond(
          holder,
          cap,
          sum(held, (record) => amountsOf(record, false)[cap] ?? 0),
          wants,
        )
      }
    }
  }

  /** @param sessions number of the sandbox's sessions @throws PlatformError */
  admitSession(
    { identity }: SandboxRecord,
    records: readonly SandboxRecord[],
    sessions: (id: string) => number,
  ): void {
    for (const holder of this.#ownersOf(identity)) {
      if (holder.caps.sessions === undefined) continue
      refuseBeyond(
        holder,
        'sessions',
        sum(records.filter(holder.holds), ({ id }) => sessions(id)),
        1,
      )
    }
  }

  /** Counts a call. @returns why it exceeds the rate limit, and the seconds to wait */
  tooSoon(key: Key): ReturnType<CallRate['tooSoon']> {
    return this.#rate.tooSoon(key)
  }

  #ownersOf({ key, namespace }: { readonly key?: string; readonly namespace: string }): Owner[] {
    if (key === undefined) return []
    return holdersOf(this.#keys, { key, namespace }).map((holder): Owner => ({
      ...holder,
      holds: ({ identity }) =>
        holder.holder === 'key' ? identity.key === key : identity.namespace === namespace,
    }))
  }
}

function refuseBeyond({ holder, name, caps }: Holder, cap: HeldCap, has: number, wants: number): void {
  const most = caps[cap]
  if (most === undefined || has + wants <= most) return
  const text = (amount: number) => shown(cap, amount)
  throw badRequest(
    refusalText({ kind: 'cap', holder, name, cap, most: text(most), has: text(has), wants: text(wants) }),
  )
}

const sum = <Item>(items: readonly Item[], amount: (item: Item) => number): number =>
  items.reduce((total, item) => total + amount(item), 0)
