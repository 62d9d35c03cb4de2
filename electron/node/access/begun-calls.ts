import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { acquireLock, type FolderLock, LockHeld } from '../folder-lock.ts'

/** What is known of a call when it begins. */
export interface BegunCall {
  /** ISO 8601, when the call arrived. */
  readonly time: string
  /** The key's name; `token` for the server's own token. */
  readonly key: string
  /** The key's id, since its name can be another key's later; absent for the server's own token. */
  readonly key_id?: string | undefined
  readonly operation: string
  /** The object of the operation, if the call names one. */
  readonly object?: string | undefined
  readonly request: string
  /** W3C trace id, if the caller sent one. */
  readonly trace?: string | undefined
}

const FILE = /^audit-begun-\d+\.jsonl$/
const nameOf = (place: number): string => `audit-begun-${place}.jsonl`

/** Servers of one data folder at the same time. */
const MAX_PLACES = 64
/** The file is emptied beyond this size whenever no call is open. */
const MAX_BYTES = 64 * 1024

interface Place {
  readonly path: string
  readonly file: number
  readonly lock: FolderLock
}

/**
 * The calls that have begun and have no line in the audit yet, in a file of the server's own data folder. A killed server leaves it
 * behind, and the next one writes the missing lines ({@link takeLeftCalls}). It is not flushed: it is to outlive the process, not the
 * machine.
 */
export class BegunCalls {
  readonly #folder: string
  #place: Place | undefined
  #last = 0
  #open = 0
  #bytes = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * @returns what to call once the call has its line
   * @throws the system's error when it cannot be written; nothing must be changed then
   */
  begin(call: BegunCall): () => void {
    const place = (this.#place ??= takePlace(this.#folder))
    const number = ++this.#last
    this.#write(place, { number, ...call })
    this.#open++
    return () => this.#end(place, number)
  }

  /** Leaves the file for the next server if calls are still open. */
  close(): void {
    const place = this.#place
    if (!place) return
    this.#place = undefined
    closeSync(place.file)
    if (this.#open === 0) rmSync(place.path, { force: true })
    place.lock.release()
  }

  #end(place: Place, number: number): void {
    this.#open--
    if (this.#place !== place) return
    try {
      if (this.#open === 0 && this.#bytes > MAX_BYTES) {
        ftruncateSync(place.file)
        this.#bytes = 0
      } else this.#write(place, { number })
    } catch {
      // The next server looks whether the call has a line.
    }
  }

  #write({ file }: Place, record: object): void {
    this.#bytes += writeSync(file, `${JSON.stringify(record)}\n`)
  }
}

/** @throws the system's error when nothing can be written there */
function takePlace(folder: string): Place {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (let number = 0; number < MAX_PLACES; number++) {
    const path = join(folder, nameOf(number))
    const lock = lockOf(path)
    if (!lock) continue
    try {
      // Exclusive: what a killed server left behind has not been taken yet.
      return { path, lock, file: openSync(path, 'ax', 0o600) }
    } catch (error) {
      lock.release()
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  throw new Error(`${folder} is used by ${MAX_PLACES} servers already.`)
}

/** Undefined while a living process holds it. */
function lockOf(path: string): FolderLock | undefined {
  try {
    return acquireLock(`${path}.lock`)
  } catch (error) {
    if (error instanceof LockHeld) return undefined
    throw error
  }
}

/** Passes the open calls of each server of this folder that was killed to `take`, and forgets them when it has resolved. */
export async function takeLeftCalls(
  folder: string,
  take: (calls: readonly BegunCall[]) => Promise<void>,
): Promise<void> {
  for (const name of namesIn(folder)) {
    const path = join(folder, name)
    const lock = lockOf(path)
    if (!lock) continue
    try {
      await take(openCalls(readFileSync(path, 'utf8')))
      rmSync(path)
    } finally {
      lock.release()
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => FILE.test(name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** A last line without a line end belongs to a call that had not begun. */
function openCalls(text: string): BegunCall[] {
  const open = new Map<number, BegunCall>()
  for (const line of text.split('\n').slice(0, -1)) {
    const { number, ...call } = JSON.parse(line) as BegunCall & { readonly number: number }
    if ('operation' in call) open.set(number, call)
    else open.delete(number)
  }
  return [...open.values()]
}
