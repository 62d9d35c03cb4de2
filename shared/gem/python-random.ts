/**
 * CPython's `random.Random`, bit for bit, as far as the games use it: MT19937 initialised by array from the
 * seed's 32-bit words, and the derived draws. Each environment has its own instance, so episodes do not
 * affect each other and a seed gives upstream's start state (docs/gem.md#random-numbers).
 */
const N = 624
const M = 397
const UPPER = 0x80000000
const LOWER = 0x7fffffff
const TWIST = 0x9908b0df

export class PythonRandom {
  readonly #state = new Uint32Array(N)
  #index = N

  /**
   * @param seed a non-negative safe integer, as for `random.seed(seed)`, or the 32-bit words of a larger one,
   *   least significant first
   */
  constructor(seed: number | readonly number[]) {
    this.seed(seed)
  }

  /** Restarts the stream from `seed`; its 32-bit words are the key array. */
  seed(seed: number | readonly number[]): void {
    const key = typeof seed === 'number' ? wordsOf(seed) : seed
    const mt = this.#state
    mt[0] = 19650218
    for (let i = 1; i < N; i++) mt[i] = mix(mt, i - 1, 1812433253) + i
    let i = 1
    for (let k = 0; k < N; k++) {
      const j = k % key.length
      mt[i] = (mt[i]! ^ mix(mt, i - 1, 1664525)) + key[j]! + j
      if (++i === N) {
        mt[0] = mt[N - 1]!
        i = 1
      }
    }
    for (let k = 0; k < N - 1; k++) {
      mt[i] = (mt[i]! ^ mix(mt, i - 1, 1566083941)) - i
      if (++i === N) {
        mt[0] = mt[N - 1]!
        i = 1
      }
    }
    mt[0] = UPPER
    this.#index = N
  }

  /** Returns the next 32 bits of the stream. */
  next32(): number {
    if (this.#index === N) this.#refill()
    let y = this.#state[this.#index++]!
    y ^= y >>> 11
    y ^= (y << 7) & 0x9d2c5680
    y ^= (y << 15) & 0xefc60000
    y ^= y >>> 18
    return y >>> 0
  }

  /** `random()`: a float in [0, 1) with 53 bits, from 27 and 26 bits of two draws. */
  random(): number {
    const high = this.next32() >>> 5
    const low = this.next32() >>> 6
    return (high * 2 ** 26 + low) / 2 ** 53
  }

  /** Returns an integer in [0, n) by rejection sampling, 1 ≤ n ≤ 2^32 − 1. */
  below(n: number): number {
    const bits = 32 - Math.clz32(n)
    let value = this.next32() >>> (32 - bits)
    while (value >= n) value = this.next32() >>> (32 - bits)
    return value
  }

  /** `randint(a, b)`: inclusive on both ends. */
  randint(a: number, b: number): number {
    return a + this.below(b - a + 1)
  }

  /** `choice(items)`; items must not be empty. */
  choice<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('Cannot choose from no items.')
    return items[this.below(items.length)]!
  }

  /** `shuffle(items)`, in place. */
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const held = items[i]!
      items[i] = items[j]!
      items[j] = held
    }
    return items
  }

  /** `sample(items, k)`: k distinct positions; a pool for small lists, a set of used positions for large ones. */
  sample<T>(items: readonly T[], k: number): T[] {
    if (k > items.length) throw new RangeError(`Cannot sample ${k} of ${items.length} items.`)
    return items.length <= poolLimit(k) ? this.#sampleByPool(items, k) : this.#sampleBySet(items, k)
  }

  #sampleByPool<T>(items: readonly T[], k: number): T[] {
    const pool = [...items]
    return Array.from({ length: k }, (_, i) => {
      const j = this.below(items.length - i)
      const taken = pool[j]!
      pool[j] = pool[items.length - i - 1]!
      return taken
    })
  }

  #sampleBySet<T>(items: readonly T[], k: number): T[] {
    const taken = new Set<number>()
    while (taken.size < k) taken.add(this.below(items.length))
    return Array.from(taken, (j) => items[j]!)
  }

  #refill(): void {
    const mt = this.#state
    for (let i = 0; i < N; i++) {
      const y = (mt[i]! & UPPER) | (mt[(i + 1) % N]! & LOWER)
      mt[i] = mt[(i + M) % N]! ^ (y >>> 1) ^ (y & 1 ? TWIST : 0)
    }
    this.#index = 0
  }
}

/** Splits a non-negative safe integer into words as `random.seed` does: one word if it fits. */
const wordsOf = (seed: number): number[] =>
  seed < 2 ** 32 ? [seed] : [seed % 2 ** 32, Math.floor(seed / 2 ** 32)]

function mix(mt: Uint32Array, i: number, factor: number): number {
  const word = mt[i]!
  return Math.imul(word ^ (word >>> 30), factor)
}

/** CPython samples from a pool up to this many items, and tracks used positions above. */
function poolLimit(k: number): number {
  return k > 5 ? 21 + 4 ** Math.ceil(Math.log(k * 3) / Math.log(4)) : 21
}
