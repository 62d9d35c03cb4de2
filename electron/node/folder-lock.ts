import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Attempts to take a lock while others come and go. */
const MAX_ATTEMPTS = 5

/** The process that holds a lock. */
export interface Holder {
  readonly pid: number
  /** When the process started, in the kernel's ticks, since process ids are used again; empty where that is unknown. */
  readonly start: string
  /** What else the holder wrote into its lock; another program may have written it, so whoever reads it checks it. */
  readonly details: { readonly [name: string]: unknown }
}

/** Another process that is alive holds the lock. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld'
  /** Undefined when locks of others came and went faster than they could be read. */
  readonly holder: Holder | undefined

  constructor(path: string, holder: Holder | undefined) {
    super(`${path} is held by ${holder ? `process ${holder.pid}` : 'another process'}.`)
    this.holder = holder
  }
}

/** A lock file that names this process. */
export interface FolderLock {
  /** Writes more about the holder into the lock. */
  announce(details: Holder['details']): void
  /** Gives the lock back, unless another process has it meanwhile. Synchronous, so that it also works while the process exits. */
  release(): void
}

/**
 * Takes the lock file at `path` for this process, making its folder where there is none. The lock of a process that has ended is
 * taken over.
 *
 * @param details written into the lock, which then is JSON; without any it is the line `PID START`. Both forms are read.
 * @throws LockHeld, or the system's error when the folder cannot be written
 */
export function takeLock(path: string, details?: Holder['details']): FolderLock {
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

const LOOK_EVERY_MS = 50

/**
 * As {@link takeLock}, for a lock whose holder may be about to end.
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
      return takeLock(path, details)
    } catch (error) {
      if (!(error instanceof LockHeld) || performance.now() >= until) throw error
    }
    await delay(LOOK_EVERY_MS)
  }
}

/** As {@link appear}. A folder that cannot be written may be held all the same. */
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
      const fresh = aside(path)
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

const aside = (path: string): string => `${path}.${process.pid}`

/** What file systems without hard links answer. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** A link appears with its content or not at all, so half a lock is never read. @returns false when there is one already */
function appear(path: string, text: string): boolean {
  const own = aside(path)
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

/** The second best: whoever makes the file has it, though for a moment it is empty. */
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

/** Moves a dead process's lock away, unless another was faster: then its lock is put back. */
function retire(path: string, dead: Holder | 'broken'): void {
  const old = `${aside(path)}.old`
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
    // There is a lock again: the next look shows it.
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
 * When a process started: field 22 of proc(5)'s stat, counted behind the command name, which may hold blanks and brackets. Empty
 * where that is unknown, `ended` for a process of which only the exit code is left, waiting for its parent.
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
