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

/** Heartbeat interval of a server, ms. */
const BEAT_MS = 2_000
/** The usage of a server without a heartbeat for this long is ignored, ms. */
const SILENT_MS = 30_000
/** The folder of a server without a heartbeat for this long is removed, ms. */
const FORGET_MS = 24 * 3_600_000
/** Longest wait for another server's turn, ms. */
const MAX_TURN_MS = 50
const MINUTE_MS = 60_000

/** Ids of owners that can have caps (see holders.ts); they become file names. */
const OWNER = /^(?:key|namespace) [a-z0-9_-]{1,40}$/

/**
 * The usage of keys and namespaces on all servers that share an access folder.
 *
 * Each server publishes its usage as one small file per owner in its own folder, replaced atomically. To use more, a server first
 * publishes the usage it would have, then reads the other servers' files, and withdraws its claim if the sum exceeds a cap. Of two
 * servers that do so concurrently at least one sees the other's claim, so no cap is ever exceeded, even without the lock. The lock only
 * prevents two servers from refusing each other the last free place.
 *
 * All methods are synchronous, because nothing may happen between the check and the start. They cost a few system calls per server.
 */
export class SharedUsage {
  readonly #root: string
  readonly #own: string
  readonly #calls: string
  readonly #server: string
  readonly #onProblem: (sentence: string) => void
  readonly #timer: NodeJS.Timeout
  /** Usage by owner as JSON: as it should be, and as it is on disk. */
  readonly #wanted = new Map<string, string>()
  readonly #written = new Map<string, string>()
  /** Difference between the file system's clock and ours, ms. */
  #skew = 0
  #others: readonly string[] = []
  #minute = 0
  #hadProblem = false

  /** @param server this server's id, stable across restarts @throws the file system error */
  constructor(folder: string, server: string, onProblem: (sentence: string) => void) {
    this.#root = join(folder, 'usage')
    this.#calls = join(folder, 'calls')
    this.#server = server
    this.#own = join(this.#root, server)
    this.#onProblem = onProblem
    // Left by an earlier process of this server, whose usage ended with it.
    rmSync(this.#own, { recursive: true, force: true })
    mkdirSync(this.#calls, { recursive: true, mode: 0o700 })
    this.#show()
    this.#forgetSilent()
    this.#others = this.#living()
    this.#timer = setInterval(() => this.#beat(), BEAT_MS).unref()
  }

  /** Publishes the usage of an owner; the heartbeat retries failed writes. @throws the file system error */
  publish(owner: string, usage: Caps): void {
    if (!OWNER.test(owner)) return
    const text = JSON.stringify(Object.fromEntries(CAPS.map((cap) => [cap, usage[cap] || undefined])))
    this.#wanted.set(owner, text)
    this.#write(owner, text)
  }

  /** The total usage of all other servers. @throws the file system error if existing usage cannot be read */
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

  /**
   * Claims more for some owners: publishes what they would have, and then asks for each whether the other servers leave room. A refused
   * claim is the caller's to withdraw, by publishing what is used after all.
   *
   * @param refusal why an owner may not have it, given what the others use @returns the first refusal @throws the file system error
   */
  claim<Owner extends { readonly id: string }>(
    owners: readonly Owner[],
    wanted: (owner: Owner) => Caps,
    refusal: (owner: Owner, others: Caps) => string | undefined,
  ): string | undefined {
    return this.#inTurn(() => {
      for (const owner of owners) this.publish(owner.id, wanted(owner))
      for (const owner of owners) {
        const reason = refusal(owner, this.others(owner.id))
        if (reason !== undefined) return reason
      }
      return undefined
    })
  }

  /** Runs `work` under the lock of all servers, or without it if the lock is not free within a short time. */
  #inTurn<Result>(work: () => Result): Result {
    this.#others = this.#living()
    const lock = this.#others.length > 0 ? this.#takeTurn() : undefined
    try {
      return work()
    } finally {
      lock?.release()
    }
  }

  /**
   * Counts a call of an owner across all servers, per minute of the clock. Appends to that minute's file are atomic, so its size is the
   * number of calls.
   *
   * @returns undefined if no other server is alive or the call cannot be counted
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

  /** Writes the heartbeat. The folder may have been removed while this process was suspended. */
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

  /** The ids of the other live servers. */
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

  /** Removes the counts of past minutes. */
  #forgetCalls(): void {
    const minute = Math.floor(Date.now() / MINUTE_MS)
    if (minute === this.#minute) return
    this.#minute = minute
    for (const name of readdirSync(this.#calls)) {
      // Keeps the previous minute: another server's clock may be behind.
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

/** Server ids; they are folder names. */
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

/** Returns the id of the server of a data folder; created once, then stored there. */
export async function serverId(dataFolder: string): Promise<string> {
  const path = join(dataFolder, 'server-id')
  const known = readIfThere(path)?.trim() ?? ''
  if (SERVER.test(known)) return known
  const fresh = randomBytes(8).toString('hex')
  await writeAtomically(path, `${fresh}\n`)
  return fresh
}
