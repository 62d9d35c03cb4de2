import { type HolderKind, refusalText } from '#shared/sandbox/refusals.ts'
import type { KeyRing } from './key-ring.ts'
import type { Caps, Key } from './keys.ts'
import type { SharedUsage } from './shared-usage.ts'

/** Identifies an owner of caps: by the id of a key, or the name of a namespace. */
export const holderId = (kind: HolderKind, name: string): string => `${kind} ${name}`

/** An owner of caps: a key, or all keys of a namespace together. */
export interface Holder {
  readonly id: string
  readonly holder: HolderKind
  readonly name: string
  readonly caps: Caps
}

/** Returns the owners whose caps apply to a key's calls: the key itself while valid, and its namespace. */
export function holdersOf(
  keys: KeyRing,
  { key: id, namespace }: { readonly key: string; readonly namespace: string },
): Holder[] {
  const all: Holder = {
    id: holderId('namespace', namespace),
    holder: 'namespace',
    name: namespace,
    caps: keys.capsOf(namespace),
  }
  const key = keys.withId(id)
  return key ? [{ id: holderId('key', id), holder: 'key', name: key.name, caps: key.caps }, all] : [all]
}

/** Why a call is rate-limited, and after how many seconds to retry. */
interface TooSoon {
  readonly reason: string
  readonly seconds: number
}

/** Rate limiter (token bucket): calls per minute, which may come in one burst. */
export class CallRate {
  readonly #keys: KeyRing
  readonly #shared: () => SharedUsage | undefined
  readonly #buckets = new Map<string, { left: number; at: number }>()

  /** @param shared the usage on all servers of a folder, where calls are limited for all of them together */
  constructor(keys: KeyRing, shared: () => SharedUsage | undefined = () => undefined) {
    this.#keys = keys
    this.#shared = shared
  }

  /** Counts a call and returns whether it exceeds the rate. */
  tooSoon({ id, namespace }: Key, now = Date.now()): TooSoon | undefined {
    for (const { id: whose, holder, name, caps } of holdersOf(this.#keys, { key: id, namespace })) {
      const { rate } = caps
      if (rate === undefined) continue
      const bucket = this.#buckets.get(whose) ?? { left: rate, at: now }
      const left = Math.min(rate, bucket.left + (Math.max(0, now - bucket.at) / 60_000) * rate)
      this.#buckets.set(whose, { left: left < 1 ? left : left - 1, at: now })
      const reason = refusalText({ kind: 'rate', holder, name, most: String(rate) })
      if (left < 1) return { reason, seconds: rate === 0 ? 60 : Math.ceil(((1 - left) * 60) / rate) }
      const calls = this.#shared()?.countCall(whose, now) ?? 0
      if (calls > rate) return { reason, seconds: 60 - (Math.floor(now / 1000) % 60) }
    }
    return undefined
  }
}
