import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../atomic-file.ts'
import { type FolderLock, acquireLock } from '../folder-lock.ts'
import { CAPS, type Caps } from './keys.ts'

/** How often a server shows that it is alive, ms. */
const BEAT_MS = 2_000
/** A server that was silent for this long no longer counts, ms. */
const SILENT_MS = 30_000
/** Folders of servers that were silent for this long are removed, ms. */
const FORGET_MS = 24 * 3_600_000
/** Longest wait for another server's turn, ms. */
const MAX_TURN_MS = 50
const MINUTE_MS = 60_000

/** Ids of owners that can have caps (see holders.ts), which are also names of files. */
const OWNER = /^(?:key|namespace) [a-z0-9_-]{1,40}$/

/**
 * The usage of keys and namespaces on all servers that share an access folder.
 *
 * Each server publishes its own usage: one small file per owner in a folder of its own, replaced atomically. A server that wants to use
 * more first publishes the usage it would have, then reads what the others published, and takes its claim back where the sum exceeds a
 * cap. Of two servers that do so at once at least one sees the other's claim, so no cap is ever exceeded, whatever becomes of the
 * lock: that only keeps two servers from refusing each other the last free place.
 *
 * All of it is synchronous, since nothing may happen between the check and the start. It takes some system calls per server.
 */
export class SharedUsage {
  readonly #root: string
  readonly #own: string
  readonly #calls: string
  readonly #server: string
  readonly #onProblem: (sentence: string) => void
  readonly #timer: NodeJS.Timeout
  /** Usage by owner, as text, and what of it is on the disk. */
  readonly #wanted = new Map<string, string>()
  readonly #written = new Map<string, string>()
  /** How far the clock of the file system is ahead of ours, ms. */
  #skew = 0
  #others: readonly string[] = []
  #minute = 0
  #hadProblem = false

  /** @param server the id of this server, the same after a restart @throws the system's error */
  constructor(folder: string, server: string, onProblem: (sentence: string) => void) {
    this.#root = join(folder, 'usage')
    this.#calls = join(folder, 'calls')
    this.#server = server
    this.#own = join(this.#root, server)
    this.#onProblem = onProblem
    // What an earlier process of this server used has ended with it.
    rmSync(this.#own, { recursive: true, force: true })
    mkdirSync(this.#calls, { recursive: true, mode: 0o700 })
    this.#show()
    this.#forgetSilent()
    this.#others = this.#living()
    this.#timer = setInterval(() => this.#beat(), BEAT_MS).unref()
  }

  /** Publishes the usage of an owner. What cannot be written is tried again. @throws the system's error */
  publish(owner: string, usage: Caps): void {
    if (!OWNER.test(owner)) return
    const text = JSON.stringify(Object.fromEntries(CAPS.map((cap) => [cap, usage[cap] || undefined])))
    this.#wanted.set(owner, text)
    this.#write(owner, text)
  }

  /** What all other servers together use. @throws the system's error for usage that is there and cannot be read */
  others(owner: string): Caps {
    this.#others = this.#living()
    const sum: Partial<Record<keyof Caps, number>> = {}
    for (const server of this.#others) {
      const text = readIfThere(join(this.#root, server, fileOf(owner)))
      const usage = text === undefined ? {} : (JSON.parse(text) as Caps)
      for (const cap of CAPS) sum[cap] = (sum[cap] ?? 0) + (usage[cap] ?? 0)
    }
    return sum
  }

  /** Does something while no other server does, as far as that can be had without a long wait. */
  inTurn<Result>(work: () => Result): Result {
    this.#others = this.#living()
    const lock = this.#others.length > 0 ? this.#takeTurn() : undefined
    try {
      return work()
    } finally {
      lock?.release()
    }
  }

  /**
   * Counts a call of an owner on all servers, in the minute of the clock. Appending to a file of that minute is atomic, so its size is
   * the number of calls.
   *
   * @returns undefined where no other server is alive, or nothing can be counted
   */
  countCall(owner: string, now: number): number | undefined {
    if (!OWNER.test(owner)) return undefined
    try {
      const file = openSync(join(this.#calls, `${nameOf(owner)}.${Math.floor(now / MINUTE_MS)}`), 'a', 0o600)
      try {
        writeSync(file, '.')
        return this.#others.length > 0 ? fstatSync(file).size : undefined
      } finally {
        closeSync(file)
      }
    } catch (error) {
      this.#report(error as Error)
      return undefined
    }
  }

  /** Withdraws all usage of this server. */
  close(): void {
    clearInterval(this.#timer)
    rmSync(this.#own, { recursive: true, force: true })
  }

  #beat(): void {
    try {
      this.#show()
      this.#others = this.#living()
      for (const [owner, text] of this.#wanted) this.#write(owner, text)
      this.#forgetCalls()
      this.#hadProblem = false
    } catch (error) {
      this.#report(error as Error)
    }
  }

  /** Shows that this server is alive. Its folder may have been removed while it was suspended. */
  #show(): void {
    if (mkdirSync(this.#own, { recursive: true, mode: 0o700 }) !== undefined) this.#written.clear()
    const path = join(this.#own, ALIVE)
    writeFileSync(path, `${process.pid}\n`, { mode: 0o600 })
    this.#skew = statSync(path).mtimeMs - Date.now()
  }

  #write(owner: string, text: string): void {
    if (this.#written.get(owner) === text) return
    const path = join(this.#own, fileOf(owner))
    if (text === NOTHING) {
      rmSync(path, { force: true })
      this.#wanted.delete(owner)
      this.#written.delete(owner)
      return
    }
    writeFileSync(`${path}.tmp`, text, { mode: 0o600 })
    renameSync(`${path}.tmp`, path)
    this.#written.set(owner, text)
  }

  /** The other servers that are alive. */
  #living(): string[] {
    return this.#silences()
      .filter(([, ms]) => ms < SILENT_MS)
      .map(([server]) => server)
  }

  #silences(): (readonly [server: string, ms: number])[] {
    const now = Date.now() + this.#skew
    return readdirSync(this.#root)
      .filter((name) => SERVER.test(name) && name !== this.#server)
      .map((name) => {
        const stat = statSync(join(this.#root, name, ALIVE), { throwIfNoEntry: false })
        return [name, stat ? now - stat.mtimeMs : Infinity] as const
      })
  }

  #forgetSilent(): void {
    for (const [server, ms] of this.#silences()) {
      if (ms > FORGET_MS && ms < Infinity) rmSync(join(this.#root, server), { recursive: true, force: true })
    }
  }

  /** Removes the counts of minutes that are over. */
  #forgetCalls(): void {
    const minute = Math.floor(Date.now() / MINUTE_MS)
    if (minute === this.#minute) return
    this.#minute = minute
    for (const name of readdirSync(this.#calls)) {
      // Another server's clock may be behind.
      if (Number(name.split('.')[1]) < minute - 1) rmSync(join(this.#calls, name), { force: true })
    }
  }

  #takeTurn(): FolderLock | undefined {
    for (let waited = 0; ; waited++) {
      try {
        return acquireLock(join(this.#root, LOCK))
      } catch {
        if (waited >= MAX_TURN_MS) return undefined
        Atomics.wait(PAUSE, 0, 0, 1)
      }
    }
  }

  #report({ message }: Error): void {
    if (this.#hadProblem) return
    this.#hadProblem = true
    this.#onProblem(`the usage of keys cannot be shared with other servers: ${message}`)
  }
}

/** Ids of servers, which are names of folders. */
const SERVER = /^[0-9a-f]{16}$/
const ALIVE = 'alive'
const LOCK = 'lock'
const NOTHING = '{}'
const PAUSE = new Int32Array(new SharedArrayBuffer(4))

const nameOf = (owner: string): string => owner.replace(' ', '-')
const fileOf = (owner: string): string => `${nameOf(owner)}.json`

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The id of the server of a data folder, which it keeps. */
export async function serverId(dataFolder: string): Promise<string> {
  const path = join(dataFolder, 'server-id')
  const known = readIfThere(path)?.trim() ?? ''
  if (SERVER.test(known)) return known
  const fresh = randomBytes(8).toString('hex')
  await writeAtomically(path, `${fresh}\n`)
  return fresh
}
