import { type HolderKind, refusalText } from '#shared/sandbox/refusals.ts'
import type { KeyRing } from './key-ring.ts'
import type { Caps, Key } from './keys.ts'

/** A holder of caps: a key, or all keys of a namespace together. */
export interface Holder {
  readonly holder: HolderKind
  readonly name: string
  readonly caps: Caps
}

/** Whose caps hold for what a key does: its own, while it is valid, and those of its namespace. */
export function holdersOf(
  keys: KeyRing,
  { key: id, namespace }: { readonly key: string; readonly namespace: string },
): Holder[] {
  const all: Holder = { holder: 'namespace', name: namespace, caps: keys.capsOf(namespace) }
  const key = keys.withId(id)
  return key ? [{ holder: 'key', name: key.name, caps: key.caps }, all] : [all]
}

/** Why a call comes too soon, and after how many seconds it may come again. */
interface TooSoon {
  readonly reason: string
  readonly seconds: number
}

/** How often keys may call: so many calls a minute, which may come at once. */
export class CallRate {
  readonly #keys: KeyRing
  readonly #buckets = new Map<string, { left: number; at: number }>()

  constructor(keys: KeyRing) {
    this.#keys = keys
  }

  /** Counts a call. */
  tooSoon({ id, namespace }: Key, now = Date.now()): TooSoon | undefined {
    for (const { holder, name, caps } of holdersOf(this.#keys, { key: id, namespace })) {
      const { rate } = caps
      if (rate === undefined) continue
      const whose = `${holder} ${name}`
      const bucket = this.#buckets.get(whose) ?? { left: rate, at: now }
      const left = Math.min(rate, bucket.left + (Math.max(0, now - bucket.at) / 60_000) * rate)
      this.#buckets.set(whose, { left: left < 1 ? left : left - 1, at: now })
      if (left >= 1) continue
      return {
        reason: refusalText({ kind: 'rate', holder, name, most: String(rate) }),
        seconds: rate === 0 ? 60 : Math.ceil(((1 - left) * 60) / rate),
      }
    }
    return undefined
  }
}
