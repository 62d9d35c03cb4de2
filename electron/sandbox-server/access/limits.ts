import { isLive } from '#shared/sandbox/states.ts'
import { type HeldCap, refusalText } from '#shared/sandbox/refusals.ts'
import { formatSize } from '#shared/sandbox/size.ts'
import { CallRate, type Holder, holdersOf } from '../../node/access/holders.ts'
import type { KeyRing } from '../../node/access/key-ring.ts'
import type { Key } from '../../node/access/keys.ts'
import { badRequest } from '../lifecycle/platform-error.ts'
import type { SandboxRecord } from '../lifecycle/record.ts'

type Amounts = Readonly<Partial<Record<HeldCap, number>>>

/** A holder of caps, and its sandboxes. */
interface Owner extends Holder {
  readonly holds: (record: SandboxRecord) => boolean
}

const shown = (cap: HeldCap, amount: number): string =>
  cap === 'memory' || cap === 'disk' ? formatSize(amount) : String(amount)

/** What one more takes, while it lives and as long as it is there. */
function amountsOf({ kind, cpus, memory, disk, state }: SandboxRecord, isWanted: boolean): Amounts {
  if (kind === 'gem') return isWanted || isLive(state) ? { environments: 1 } : {}
  if (isWanted || isLive(state)) return { sandboxes: 1, cpus, memory, disk }
  // The files of a stopped one are kept.
  return state === 'deleted' ? {} : { disk }
}

/** What keys and namespaces may have at once, and how often they may call. Owners of the server's own token have no caps. */
export class Limits {
  readonly #keys: KeyRing
  readonly #rate: CallRate

  constructor(keys: KeyRing) {
    this.#keys = keys
    this.#rate = new CallRate(keys)
  }

  /** Counts what is there without a pause, so that of many starts at once none passes a cap. @throws PlatformError */
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

  /** @param sessions how many a sandbox has @throws PlatformError */
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

  /** Counts a call. @returns why it comes too soon, and after how many seconds it may come again */
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
