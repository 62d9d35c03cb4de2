import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** What the image `local` is on this machine. */
export interface LocalSystem {
  /** As the system calls itself: `Debian GNU/Linux 12 (bookworm)`. */
  readonly system: string
  /** Programs that people ask for, with their versions; those that are not here are left out. */
  readonly versions: Readonly<Record<string, string>>
}

/** The words that make each say its version; the first number in the answer is it. */
const PROGRAMS: Readonly<Record<string, string>> = {
  bash: 'bash --version',
  python3: 'python3 --version',
  node: 'node --version',
  git: 'git --version',
  gcc: 'gcc -dumpfullversion',
  java: 'java -version',
  go: 'go version',
}

/** Where a sandbox of the image finds programs: those elsewhere on the machine are none of its. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const ANSWER_MS = 5_000

export async function localSystem(): Promise<LocalSystem> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const system = /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(release)?.[1] ?? process.platform
  const found = await Promise.all(
    Object.entries(PROGRAMS).map(async ([name, words]) => [name, await version(words)]),
  )
  return { system, versions: Object.fromEntries(found.filter(([, text]) => text !== undefined)) }
}

async function version(words: string): Promise<string | undefined> {
  const [file = '', ...args] = words.split(' ')
  try {
    const options = { env: { PATH, HOME: '/nonexistent' }, timeout: ANSWER_MS }
    const { stdout, stderr } = await promisify(execFile)(file, args, options)
    return /\d+(?:\.\d+)+/.exec(stdout || stderr)?.[0]
  } catch {
    return undefined
  }
}
