import { responseCodes } from '#shared/sandbox/envelope.ts'
import { HELD_CAPS, type HeldCap, refusalText } from '#shared/sandbox/refusals.ts'
import { formatSize } from '#shared/sandbox/size.ts'
import { CallRate, type Holder, holdersOf } from '../../node/access/holders.ts'
import type { KeyRing } from '../../node/access/key-ring.ts'
import type { Key } from '../../node/access/keys.ts'
import type { SharedUsage } from '../../node/access/shared-usage.ts'
import { type Amounts, amountsOf, type Census, holdersIn } from '../lifecycle/census.ts'
import { badRequest, PlatformError } from '../lifecycle/platform-error.ts'
import type { Identity, SandboxRecord } from '../lifecycle/record.ts'

const shown = (cap: HeldCap, amount: number): string =>
  cap === 'memory' || cap === 'disk' ? formatSize(amount) : String(amount)

/** Removes the rounding errors of sums of CPU fractions. */
const exact = (amount: number): number => Math.round(amount * 1e6) / 1e6

/** Quotas and rate limits of keys and namespaces. Sandboxes of the server's own token are not limited. */
export class Limits {
  readonly #keys: KeyRing
  readonly #rate: CallRate
  readonly #open: () => SharedUsage
  #shared: SharedUsage | undefined
  #census: Census | undefined
  #ownOf: (owner: string) => Amounts = () => ({})

  /** @param open opens the usage that other servers share; called when there are keys */
  constructor(keys: KeyRing, open: () => SharedUsage) {
    this.#keys = keys
    this.#open = open
    this.#rate = new CallRate(keys, () => this.#usageIfPossible())
  }

  /**
   * Publishes what is counted from now on.
   *
   * @param isShared whether all servers have the same sandboxes: then each counts them, and publishes only what the others do not see
   */
  follow(census: Census, isShared: boolean): void {
    this.#census = census
    this.#ownOf = (owner) => (isShared ? census.unsharedBy(owner) : census.heldBy(owner))
    census.watch((owner) => this.#publish(owner))
    this.#keys.watch(() => void this.#usageIfPossible())
    // Withdraws what an earlier process of this server had published.
    this.#usageIfPossible()
  }

  /** Checks the quotas synchronously, so that concurrent starts cannot exceed them. @throws PlatformError */
  readonly admit = (wanted: SandboxRecord, before: SandboxRecord | undefined, census: Census): void => {
    this.#claim(wanted.identity, amountsOf(wanted, true), ({ id }) => {
      const given = before && holdersIn(before.identity).includes(id) ? amountsOf(before) : {}
      return sumOf(census.heldBy(id), given, -1)
    })
  }

  /** @param key the id of the key that opens the session; undefined for the server's own token @throws PlatformError */
  admitSession({ identity: { namespace } }: SandboxRecord, key: string | undefined, census: Census): void {
    this.#claim({ key, namespace }, { sessions: 1 }, ({ id }) => census.heldBy(id))
  }

  /** Counts a call. @returns why it exceeds the rate limit, and the seconds to wait */
  tooSoon(key: Key): ReturnType<CallRate['tooSoon']> {
    return this.#rate.tooSoon(key)
  }

  close(): void {
    this.#shared?.close()
  }

  #claim(
    { key, namespace }: Pick<Identity, 'key' | 'namespace'>,
    wants: Amounts,
    heldOf: (owner: Holder) => Amounts,
  ): void {
    if (key === undefined) return
    const isMeant = ({ caps }: Holder) => Object.keys(wants).some((cap) => caps[cap as HeldCap] !== undefined)
    const owners = holdersOf(this.#keys, { key, namespace }).filter(isMeant)
    for (const owner of owners) refuse(refusalBeyond(owner, wants, heldOf(owner)))
    if (owners.length === 0) return
    try {
      refuse(
        this.#usage()?.claim(
          owners,
          ({ id }) => sumOf(this.#ownOf(id), wants),
          (owner, others) => refusalBeyond(owner, wants, sumOf(heldOf(owner), others)),
        ),
      )
    } catch (error) {
      for (const { id } of owners) this.#publish(id)
      if (error instanceof PlatformError) throw error
      const reason = (error as Error).message
      throw new PlatformError(responseCodes.internal, `The usage of keys cannot be shared: ${reason}`)
    }
  }

  #publish(owner: string): void {
    try {
      this.#usage()?.publish(owner, this.#ownOf(owner))
    } catch {
      // It is tried again, and reported if that fails.
    }
  }

  #usageIfPossible(): SharedUsage | undefined {
    try {
      return this.#usage()
    } catch {
      // The next claim says why.
      return undefined
    }
  }

  /** Undefined as long as there are no keys. @throws the system's error */
  #usage(): SharedUsage | undefined {
    if (this.#shared || this.#keys.isEmpty) return this.#shared
    this.#shared = this.#open()
    for (const owner of this.#census?.holders() ?? []) this.#publish(owner)
    return this.#shared
  }
}

const sumOf = (one: Amounts, other: Amounts, sign = 1): Amounts =>
  Object.fromEntries(
    HELD_CAPS.map((cap) => [cap, exact((one[cap] ?? 0) + sign * (other[cap] ?? 0))]),
  ) as Amounts

/** Why a holder of `held` may not have `wanted` as well. */
function refusalBeyond({ holder, name, caps }: Holder, wanted: Amounts, held: Amounts): string | undefined {
  for (const [one, wants = 0] of Object.entries(wanted)) {
    const cap = one as HeldCap
    const most = caps[cap]
    if (most === undefined) continue
    const has = held[cap] ?? 0
    if (exact(has + wants) <= most) continue
    const text = (amount: number) => shown(cap, amount)
    return refusalText({
      kind: 'cap',
      holder,
      name,
      cap,
      most: text(most),
      has: text(has),
      wants: text(wants),
    })
  }
  return undefined
}

function refuse(refusal: string | undefined): void {
  if (refusal !== undefined) throw badRequest(refusal)
}
