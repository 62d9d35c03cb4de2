import { randomBytes } from 'node:crypto'

/** What a shell signs: an exit code, one whose end mark could not be written, or one of these. */
export const UNMARKED = 256
export const END_MARK = 512
export const SYNTAX_ERROR = 513
export const STARTED = 514

const KINDS = 1024n
/** SipHash's last block holds the length of the message in its highest byte; ours is the 7 bytes below it. */
const LENGTH = 7n << 56n
const START = [0x736f6d6570736575n, 0x646f72616e646f6dn, 0x6c7967656e657261n, 0x7465646279746573n] as const

const word = (value: bigint): bigint => BigInt.asUintN(64, value)
const rotated = (value: bigint, by: bigint): bigint => word((value << by) | (value >> (64n - by)))

/**
 * A secret between the server and one shell. Every program inside can write to a session's terminal and to its FIFO, and read its
 * files; so what ends a run is signed with SipHash-2-4 (https://www.aumasson.jp/siphash/siphash.pdf), which Bash computes in a tenth of
 * a millisecond without a process. The key reaches the shell over a FIFO that is read once, before anything of the user's runs, and
 * stands in no file, environment or argument.
 */
export class ShellKey {
  readonly #halves: readonly [bigint, bigint]

  /** @param bytes 16, of which the sign bits are not used: Bash counts in signed words */
  constructor(bytes: Buffer = randomBytes(16)) {
    this.#halves = [
      BigInt.asUintN(63, bytes.readBigUInt64LE(0)),
      BigInt.asUintN(63, bytes.readBigUInt64LE(8)),
    ]
  }

  /** What the shell reads, one line. */
  get line(): string {
    return `${this.#halves.join(' ')}\n`
  }

  /** 16 hexadecimal digits that only who has the key can make. */
  sign(run: number, what: number): string {
    const [k0, k1] = this.#halves
    const message = LENGTH | BigInt.asUintN(56, BigInt(run) * KINDS + BigInt(what))
    let [v0, v1, v2, v3] = [k0 ^ START[0], k1 ^ START[1], k0 ^ START[2], k1 ^ START[3]]
    const round = (): void => {
      v0 = word(v0 + v1)
      v1 = rotated(v1, 13n) ^ v0
      v0 = rotated(v0, 32n)
      v2 = word(v2 + v3)
      v3 = rotated(v3, 16n) ^ v2
      v0 = word(v0 + v3)
      v3 = rotated(v3, 21n) ^ v0
      v2 = word(v2 + v1)
      v1 = rotated(v1, 17n) ^ v2
      v2 = rotated(v2, 32n)
    }
    v3 ^= message
    round()
    round()
    v0 ^= message
    v2 ^= 0xffn
    for (let last = 0; last < 4; last++) round()
    return (v0 ^ v1 ^ v2 ^ v3).toString(16).padStart(16, '0')
  }
}

const [a, b, c, d] = ['__orrery_a', '__orrery_b', '__orrery_c', '__orrery_d']

/** Bash shifts in the sign, so what comes in from the left is masked. */
const turn = (name: string, by: number): string =>
  `(${name}<<${by}|${name}>>${64 - by}&${(1n << BigInt(by)) - 1n})`

const ROUND = [
  `${a}+=${b},${b}=${turn(b, 13)}^${a},${a}=${turn(a, 32)}`,
  `${c}+=${d},${d}=${turn(d, 16)}^${c}`,
  `${a}+=${d},${d}=${turn(d, 21)}^${a}`,
  `${c}+=${b},${b}=${turn(b, 17)}^${c},${c}=${turn(c, 32)}`,
].join()

/** Reads the key; before anything of the user's. */
export const readKey = (fifo: string): string =>
  `\\builtin read -r __orrery_k0 __orrery_k1 < ${fifo}; \\builtin readonly __orrery_k0 __orrery_k1`

/**
 * `sign` RUN WHAT puts the signature into `__orrery_signed`. The key is named and never written out, so that no tracing shows it; and
 * nothing of it is left in a variable that `set -a` would hand to programs.
 */
export const SIGN = [
  // A name in an expression stands for the expression that it holds.
  `__orrery_mix='${ROUND}'`,
  '__orrery_sign() {',
  `  \\builtin local ${a} ${b} ${c} ${d} __orrery_m=$(($1 * ${KINDS} + $2 | ${LENGTH}))`,
  `  \\builtin printf -v __orrery_signed %016x $((${[
    ...[`${a}=__orrery_k0`, `${b}=__orrery_k1`, `${c}=__orrery_k0`, `${d}=__orrery_k1`].map(
      (half, index) => `${half}^${START[index]}`,
    ),
    `${d}^=__orrery_m,__orrery_mix,__orrery_mix,${a}^=__orrery_m,${c}^=255`,
    '__orrery_mix,__orrery_mix,__orrery_mix,__orrery_mix',
    `${a}^${b}^${c}^${d}`,
  ].join()}))`,
  '}',
].join('\n')
