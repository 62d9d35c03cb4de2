import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { entering } from '../../../../electron/sandbox-server/runtime/bubblewrap/entry.ts'

const KEYCTL: Readonly<Record<string, number>> = { x64: 250, arm64: 219 }
const ring = (keyring: string) => entering([], { keyring, waits: false }) ?? []
const skip =
  (process.platform !== 'linux' || ring('x').length === 0 || !KEYCTL[process.arch]) &&
  'keyrings need Linux, Perl, and a processor whose calls are known'

/**
 * Prints its session keyring (`keyctl(KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0)`), then executes the remaining arguments.
 */
const say = [
  'perl',
  '-e',
  `$| = 1; print syscall(${KEYCTL[process.arch]}, 0, -3, 0), "\\n"; exec @ARGV if @ARGV`,
]

it.skipIf(skip)(
  'a sandbox’s programs have one session keyring, which is neither the server’s nor another sandbox’s',
  () => {
    const words = [...say, ...ring('a'), ...say, ...ring('b'), ...say, ...ring('a'), ...say]
    // A process that joins while another holds the keyring finds it by name.
    const together = `"$@" & wait; ${say.map((word) => `'${word}'`).join(' ')}`
    const [server, a, b, ...rest] = execFileSync(words[0] ?? '', words.slice(1))
      .toString()
      .trim()
      .split('\n')
    expect(new Set([server, a, b]).size).toBe(3)
    expect(rest).toHaveLength(1)
    const [first = '', ...others] = ring('c')
    const both = execFileSync(first, [...others, 'sh', '-c', together, 'sh', ...ring('c'), ...say]).toString()
    const [one, two] = both.trim().split('\n')
    expect(one).toBe(two)
  },
)
