import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from '../store.ts'

/**
 * When a process started, so that a reused process id is not taken for the old owner; empty where it cannot be told, `ended` when only
 * its exit code is waiting for its parent.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Fields 3 and 22, counted behind the command name, which may hold blanks and brackets (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
  } catch {
    return ''
  }
}

function isAlive(owner: string): boolean {
  const [pid = Number.NaN, start = ''] = owner
    .split(' ')
    .map((part, index) => (index === 0 ? Number(part) : part))
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return start === '' || startOf(pid) === start
}

function ownerOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

/**
 * Takes a lock file that names this process; returns how to give it back. A lock whose process has ended is taken over.
 *
 * @throws StoreError CONFLICT when another process holds it, PROVIDER_UNAVAILABLE when its folder cannot be written
 */
export function takeLock(path: string): () => void {
  const mine = `${process.pid} ${startOf(process.pid)}`
  const own = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    // On a full disk the file may come about, empty; the next process of this number writes it anew.
    writeFileSync(own, mine)
  } catch (error) {
    throw new StoreError(
      'PROVIDER_UNAVAILABLE',
      `The data folder ${dirname(path)} cannot be written (${(error as Error).message}); free its disk, give this user the right to write there, or choose another folder with --data.`,
    )
  }
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        // A link appears with its content or not at all, so nobody ever reads a half-written lock.
        linkSync(own, path)
        return () => {
          if (ownerOf(path) === mine) rmSync(path, { force: true })
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const owner = ownerOf(path)
      if (owner === undefined) continue
      if (isAlive(owner)) throw held(path, owner)
      retire(path, owner)
    }
    throw held(path, 'others')
  } finally {
    rmSync(own, { force: true })
  }
}

function held(path: string, owner: string): StoreError {
  return new StoreError(
    'CONFLICT',
    `The data folder is in use by process ${owner.split(' ')[0]}; end it, or choose another folder with --data.`,
    { lock: path },
  )
}

/** Moves a dead process's lock away, unless a third process was faster: then its lock is put back. */
function retire(path: string, owner: string): void {
  const aside = `${path}.old-${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (ownerOf(aside) !== owner && !existsSync(path)) linkSync(aside, path)
  rmSync(aside, { force: true })
}
