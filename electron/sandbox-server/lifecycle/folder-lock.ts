import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const NAME = 'server.lock'

/** Milliseconds that a start waits for a server that is about to end: its workbench was killed, or it stops its sandboxes. */
const WAIT = 8_000
const LOOK_EVERY = 50

/** Another server has the data folder; the message says what to do. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

interface Holder {
  readonly pid: number
  /** When the process started, in the kernel's ticks, since ids are used again; empty where that cannot be told. */
  readonly start: string
}

/**
 * Takes a data folder for this process: a second server would end the first one's sandboxes as left over. The lock of a process
 * that is gone is taken over. Returns how to give the folder back.
 *
 * @throws FolderInUse when another server still has it after a while
 */
export async function takeFolder(folder: string, wait = WAIT): Promise<() => void> {
  const path = join(folder, NAME)
  const mine: Holder = { pid: process.pid, start: startOf(process.pid) }
  const until = performance.now() + wait
  for (;;) {
    if (appear(path, mine)) {
      return () => {
        if (isSame(read(path), mine)) rmSync(path, { force: true })
      }
    }
    const holder = read(path)
    if (!holder || !isAlive(holder)) retire(path, holder)
    else await delay(LOOK_EVERY)
    if (performance.now() < until) continue
    const who = holder ? `process ${holder.pid}` : 'a process that cannot be told'
    const remedy = `Use that server, end it, or choose another folder with --data; ${path} says who it is.`
    throw new FolderInUse(`${who} serves the data folder ${folder} already. ${remedy}`)
  }
}

/** A link appears with its content or not at all, so nobody reads half a lock. @returns false when there is one already */
function appear(path: string, holder: Holder): boolean {
  const own = `${path}.${process.pid}`
  writeFileSync(own, JSON.stringify(holder), { mode: 0o600 })
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/** Undefined for a lock that is gone or that nobody can have written. */
function read(path: string): Holder | undefined {
  try {
    const { pid, start } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
    return typeof pid === 'number' && pid > 0 && typeof start === 'string' ? { pid, start } : undefined
  } catch {
    return undefined
  }
}

/** Moves a dead process's lock away, unless another start was faster: then its lock is put back. */
function retire(path: string, dead: Holder | undefined): void {
  const old = `${path}.${process.pid}.old`
  try {
    renameSync(path, old)
    const moved = read(old)
    if (moved && !isSame(moved, dead)) linkSync(old, path)
  } catch {
    // Somebody else has moved it, or has a lock there again: the next look tells.
  } finally {
    rmSync(old, { force: true })
  }
}

const isSame = (a: Holder | undefined, b: Holder | undefined): boolean =>
  a !== undefined && a.pid === b?.pid && a.start === b.start

function isAlive({ pid, start }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return start === '' || startOf(pid) === start
}

/** Field 22 of proc(5)'s stat, counted behind the command name, which may hold blanks and brackets; empty elsewhere. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
