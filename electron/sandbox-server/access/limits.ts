import { type HeldCap, refusalText } from '#shared/sandbox/refusals.ts'
import { formatSize } from '#shared/sandbox/size.ts'
import { CallRate, type Holder, holdersOf } from '../../node/access/holders.ts'
import type { KeyRing } from '../../node/access/key-ring.ts'
import type { Key } from '../../node/access/keys.ts'
import { type Amounts, amountsOf, type Census, holdersIn } from '../lifecycle/census.ts'
import { badRequest } from '../lifecycle/platform-error.ts'
import type { Identity, SandboxRecord } from '../lifecycle/record.ts'

const shown = (cap: HeldCap, amount: number): string =>
  cap === 'memory' || cap === 'disk' ? formatSize(amount) : String(amount)

/** Removes the rounding errors of sums of CPU fractions. */
const exact = (amount: number): number => Math.round(amount * 1e6) / 1e6

/** Quotas and rate limits of keys and namespaces. Sandboxes of the server's own token are not limited. */
export class Limits {
  readonly #keys: KeyRing
  readonly #rate: CallRate

  constructor(keys: KeyRing) {
    this.#keys = keys
    this.#rate = new CallRate(keys)
  }

  /** Checks the quotas synchronously, so that concurrent starts cannot exceed them. @throws PlatformError */
  readonly admit = (wanted: SandboxRecord, before: SandboxRecord | undefined, census: Census): void => {
    const wants = amountsOf(wanted, true)
    for (const holder of this.#ownersOf(wanted.identity)) {
      const held = census.heldBy(holder.id)
      const given = before && holdersIn(before.identity).includes(holder.id) ? amountsOf(before) : {}
      refuseBeyond(holder, wants, (cap) => (held[cap] ?? 0) - (given[cap] ?? 0))
    }
  }

  /** @throws PlatformError */
  admitSession({ identity }: SandboxRecord, census: Census): void {
    for (const holder of this.#ownersOf(identity)) {
      refuseBeyond(holder, { sessions: 1 }, () => census.heldBy(holder.id).sessions ?? 0)
    }
  }

  /** Counts a call. @returns why it exceeds the rate limit, and the seconds to wait */
  tooSoon(key: Key): ReturnType<CallRate['tooSoon']> {
    return this.#rate.tooSoon(key)
  }

  #ownersOf({ key, namespace }: Identity): Holder[] {
    return key === undefined ? [] : holdersOf(this.#keys, { key, namespace })
  }
}

function refuseBeyond(
  { holder, name, caps }: Holder,
  wanted: Amounts,
  heldOf: (cap: HeldCap) => number,
): void {
  for (const [one, wants = 0] of Object.entries(wanted)) {
    const cap = one as HeldCap
    const most = caps[cap]
    if (most === undefined) continue
    const has = exact(heldOf(cap))
    if (exact(has + wants) <= most) continue
    const text = (amount: number) => shown(cap, amount)
    throw badRequest(
      refusalText({ kind: 'cap', holder, name, cap, most: text(most), has: text(has), wants: text(wants) }),
    )
  }
}
