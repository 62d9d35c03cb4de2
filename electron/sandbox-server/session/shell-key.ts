import { randomBytes } from 'node:crypto'

/** Signed values besides exit codes: an exit code without an end mark, or one of these. */
export const UNMARKED = 256
export const END_MARK = 512
export const SYNTAX_ERROR = 513
export const STARTED = 514

const KINDS = 1024n
/** SipHash's last block has the message length in its highest byte; the messages are the 7 bytes below it. */
const LENGTH = 7n << 56n
const START = [0x736f6d6570736575n, 0x646f72616e646f6dn, 0x6c7967656e657261n, 0x7465646279746573n] as const

const word = (value: bigint): bigint => BigInt.asUintN(64, value)
const rotated = (value: bigint, by: bigint): bigint => word((value << by) | (value >> (64n - by)))

/**
 * A secret shared by the server and one shell. Every program inside can write to a session's terminal and FIFO and read its files, so
 * whatever ends a run is signed with SipHash-2-4 (https://www.aumasson.jp/siphash/siphash.pdf), which Bash computes in a tenth of a
 * millisecond without a subprocess. The key reaches the shell over a FIFO that is read once, before any user code runs; it is in no
 * file, environment or argument.
 */
export class ShellKey {
  readonly #halves: readonly [bigint, bigint]

  /** @param bytes 16 bytes, of which the sign bits are unused because Bash has signed integers */
  constructor(bytes: Buffer = randomBytes(16)) {
    this.#halves = [
      BigInt.asUintN(63, bytes.readBigUInt64LE(0)),
      BigInt.asUintN(63, bytes.readBigUInt64LE(8)),
    ]
  }

  /** The key of such a {@link line}. */
  static of(line: string): ShellKey {
    const bytes = Buffer.alloc(16)
    for (const [index, half] of line.trim().split(' ').entries()) {
      if (index < 2) bytes.writeBigUInt64LE(BigInt.asUintN(63, BigInt(half)), index * 8)
    }
    return new ShellKey(bytes)
  }

  /** The line that the shell reads. */
  get line(): string {
    return `${this.#halves.join(' ')}\n`
  }

  /** Returns 16 hexadecimal digits that only a holder of the key can compute. */
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

/** Bash's right shift is arithmetic, so the bits shifted in are masked. */
const turn = (name: string, by: number): string =>
  `(${name}<<${by}|${name}>>${64 - by}&${(1n << BigInt(by)) - 1n})`

const ROUND = [
  `${a}+=${b},${b}=${turn(b, 13)}^${a},${a}=${turn(a, 32)}`,
  `${c}+=${d},${d}=${turn(d, 16)}^${c}`,
  `${a}+=${d},${d}=${turn(d, 21)}^${a}`,
  `${c}+=${b},${b}=${turn(b, 17)}^${c},${c}=${turn(c, 32)}`,
].join()

/** Reads the key; has to run before any user code. */
export const readKey = (fifo: string): string =>
  `\\builtin read -r __orrery_k0 __orrery_k1 < ${fifo}; \\builtin readonly __orrery_k0 __orrery_k1`

/**
 * `sign` RUN WHAT sets `__orrery_signed` to the signature. The key is referenced by name and never expanded into text, so that no
 * tracing shows it, and it is in no variable that `set -a` would export.
 */
export const SIGN = [
  // A variable name in an arithmetic expression is evaluated as the expression it contains.
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
