import { isLive } from '#shared/sandbox/states.ts'
import { type HeldCap, type HolderKind, refusalText } from '#shared/sandbox/refusals.ts'
import { formatSize } from '#shared/sandbox/size.ts'
import type { KeyRing } from '../../node/access/key-ring.ts'
import type { Caps, Key } from '../../node/access/keys.ts'
import { badRequest } from '../lifecycle/platform-error.ts'
import type { SandboxRecord } from '../lifecycle/record.ts'

type Amounts = Readonly<Partial<Record<HeldCap, number>>>

/** Somebody with caps: a key, or all keys of a namespace together. */
interface Holder {
  readonly holder: HolderKind
  readonly name: string
  readonly caps: Caps
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
  readonly #buckets = new Map<string, { left: number; at: number }>()

  constructor(keys: KeyRing) {
    this.#keys = keys
  }

  /** Counts what is there without a pause, so that of many starts at once none passes a cap. @throws PlatformError */
  readonly admit = (wanted: SandboxRecord, records: readonly SandboxRecord[]): void => {
    const amounts = amountsOf(wanted, true)
    for (const holder of this.#holdersOf(wanted.identity)) {
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
    for (const holder of this.#holdersOf(identity)) {
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
  tooSoon(key: Key, now = Date.now()): { readonly reason: string; readonly seconds: number } | undefined {
    for (const holder of this.#holdersOf({ key: key.id, namespace: key.namespace })) {
      const { rate } = holder.caps
      if (rate === undefined) continue
      const whose = `${holder.holder} ${holder.name}`
      const bucket = this.#buckets.get(whose) ?? { left: rate, at: now }
      const left = Math.min(rate, bucket.left + (Math.max(0, now - bucket.at) / 60_000) * rate)
      this.#buckets.set(whose, { left: left < 1 ? left : left - 1, at: now })
      if (left >= 1) continue
      return {
        reason: refusalText({ kind: 'rate', holder: holder.holder, name: holder.name, most: String(rate) }),
        seconds: rate === 0 ? 60 : Math.ceil(((1 - left) * 60) / rate),
      }
    }
    return undefined
  }

  #holdersOf({ key: id, namespace }: { readonly key?: string; readonly namespace: string }): Holder[] {
    if (id === undefined) return []
    const all: Holder = {
      holder: 'namespace',
      name: namespace,
      caps: this.#keys.capsOf(namespace),
      holds: ({ identity }) => identity.namespace === namespace,
    }
    const key = this.#keys.withId(id)
    if (!key) return [all]
    const { name, caps } = key
    return [{ holder: 'key', name, caps, holds: ({ identity }) => identity.key === id }, all]
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
