import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Attempts to acquire a lock while other processes acquire and release it. */
const MAX_ATTEMPTS = 5

/** The process that holds a lock. */
export interface Holder {
  readonly pid: number
  /** Process start time in kernel ticks, because process ids are reused; empty where unknown. */
  readonly start: string
  /**
   * Further fields that the holder wrote into its lock. Another program may have written them, so validate
   * before use.
   */
  readonly details: { readonly [name: string]: unknown }
}

/** A living process already holds the lock. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld'
  /** Undefined when the lock changed hands faster than it could be read. */
  readonly holder: Holder | undefined

  constructor(path: string, holder: Holder | undefined) {
    super(`${path} is held by ${holder ? `process ${holder.pid}` : 'another process'}.`)
    this.holder = holder
  }
}

/** A lock file owned by this process. */
export interface FolderLock {
  /** Adds details about the holder to the lock. */
  announce(details: Holder['details']): void
  /**
   * Releases the lock, unless another process owns it by now. Synchronous, so that it also works in an exit
   * handler.
   */
  release(): void
}

/**
 * Acquires the lock file at `path` for this process, creating its folder if needed. A lock whose process has
 * ended is taken over.
 *
 * @param details written into the lock, which is then JSON; without details it is the line `PID START`. Both
 *   forms are read.
 * @throws LockHeld, or the system's error when the folder cannot be written
 */
export function acquireLock(path: string, details?: Holder['details']): FolderLock {
  mkdirSync(dirname(path), { recursive: true })
  const mine = { pid: process.pid, start: startOf(process.pid) }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (appearOrHeld(path, textOf(mine, details))) return lockOf(path, mine)
    const other = holderOf(path)
    if (other === 'absent') continue
    if (other !== 'broken' && isAlive(other)) throw new LockHeld(path, other)
    retire(path, other)
  }
  const last = holderOf(path)
  throw new LockHeld(path, typeof last === 'object' ? last : undefined)
}

const POLL_INTERVAL_MS = 50

/**
 * Like {@link acquireLock}, but waits for a holder that may be about to exit.
 * @throws LockHeld when it is still held after `maxWaitMs`
 */
export async function awaitLock(
  path: string,
  maxWaitMs: number,
  details?: Holder['details'],
): Promise<FolderLock> {
  const until = performance.now() + maxWaitMs
  for (;;) {
    try {
      return acquireLock(path, details)
    } catch (error) {
      if (!(error instanceof LockHeld) || performance.now() >= until) throw error
    }
    await delay(POLL_INTERVAL_MS)
  }
}

/** Like {@link appear}. A lock may be held in a folder that we cannot write to. */
function appearOrHeld(path: string, text: string): boolean {
  try {
    return appear(path, text)
  } catch (error) {
    const other = holderOf(path)
    throw typeof other === 'object' && isAlive(other) ? new LockHeld(path, other) : error
  }
}

type Process = Pick<Holder, 'pid' | 'start'>

function lockOf(path: string, mine: Process): FolderLock {
  return {
    announce(details) {
      const fresh = privatePath(path)
      writeFileSync(fresh, textOf(mine, details), { mode: 0o600 })
      renameSync(fresh, path)
    },
    release() {
      if (isSame(holderOf(path), mine)) rmSync(path, { force: true })
    },
  }
}

const textOf = ({ pid, start }: Process, details: Holder['details'] | undefined): string =>
  details ? JSON.stringify({ pid, start, ...details }) : `${pid} ${start}`

const privatePath = (path: string): string => `${path}.${process.pid}`

/** Errors of file systems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/**
 * Creates the lock by linking a complete file, so that no reader ever sees a partial lock. @returns false
 * when one exists already
 */
function appear(path: string, text: string): boolean {
  const own = privatePath(path)
  try {
    writeFileSync(own, text, { mode: 0o600 })
    linkSync(own, path)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (!NO_LINKS.has(code)) throw error
    return appearUnlinked(path, text)
  } finally {
    rmSync(own, { force: true })
  }
}

/** Fallback without hard links: exclusive create; the file is empty for a moment. */
function appearUnlinked(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function holderOf(path: string): Holder | 'absent' | 'broken' {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return 'absent'
  }
  const { pid, start, ...details } = text.startsWith('{') ? membersOf(text) : lineOf(text)
  const isHolder = typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0
  return isHolder && typeof start === 'string' ? { pid, start, details } : 'broken'
}

function membersOf(text: string): { readonly [name: string]: unknown } {
  try {
    return JSON.parse(text) as { readonly [name: string]: unknown }
  } catch {
    return {}
  }
}

function lineOf(text: string): { readonly [name: string]: unknown } {
  const [pid = '', start = ''] = text.trim().split(' ')
  return { pid: Number(pid), start }
}

/** Moves a dead process's lock out of the way. If another process was faster, its lock is restored. */
function retire(path: string, dead: Holder | 'broken'): void {
  const old = `${privatePath(path)}.old`
  try {
    renameSync(path, old)
  } catch {
    return
  }
  const moved = holderOf(old)
  const isDead = moved === dead || (typeof dead === 'object' && isSame(moved, dead))
  try {
    if (!isDead && !existsSync(path)) linkSync(old, path)
  } catch {
    // Another process created a lock meanwhile; the next attempt reads it.
  }
  rmSync(old, { force: true })
}

const isSame = (found: Holder | 'absent' | 'broken', wanted: Process): boolean =>
  typeof found === 'object' && found.pid === wanted.pid && found.start === wanted.start

function isAlive({ pid, start }: Process): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return start === '' || startOf(pid) === start
}

/**
 * Returns the start time of a process: field 22 of proc(5)'s stat, counted after the command name, which may
 * contain blanks and brackets. Empty where unknown; `ended` for a zombie.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
  } catch {
    return ''
  }
}
