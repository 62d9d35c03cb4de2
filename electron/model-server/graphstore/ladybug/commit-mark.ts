import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { StoreError } from '../store.ts'
import { hasBackup, logOf } from './recovery.ts'

/*
 * A killed process leaves a partial transaction at the end of the log. Reading that back, the engine may
 * crash or find its indexes damaged (0.20.4, logs truncated at random positions). We therefore record the
 * log's length after the last commit beside it, and truncate the log to that length before the engine reads
 * it.
 */

/** How many bytes before a commit's end are hashed, to verify that the mark belongs to this log: logs are replaced. */
const TAIL_BYTES = 4_096

/** Fixed length, so that a new mark overwrites the previous one completely. */
const MARK_BYTES = 96

const markOf = (path: string): string => `${path}.committed`

/** Records where the log's last commit ends. A commit takes effect once recorded. */
export class CommitMark {
  readonly #path: string
  readonly #file: FileHandle

  private constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  static async open(path: string): Promise<CommitMark> {
    return new CommitMark(path, await open(markOf(path), existsSync(markOf(path)) ? 'r+' : 'w+'))
  }

  /** Call after a commit, and after a checkpoint has emptied the log; returns when the mark is on disk. */
  async set(): Promise<void> {
    const size = await sizeOf(logOf(this.#path))
    const text = `${size} ${await tailHash(logOf(this.#path), size)} ${await sizeOf(this.#path)}`
    await this.#file.write(text.padEnd(MARK_BYTES), 0)
    await this.#file.datasync()
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/**
 * Refuses a database file that has been emptied or deleted, which must not be mistaken for a new one.
 *
 * @throws StoreError PROVIDER_UNAVAILABLE
 */
export async function refuseLost(path: string): Promise<void> {
  // Without the main file there is no database; an existing backup copy will be restored.
  if (!existsSync(markOf(path)) || hasBackup(path) || (await sizeOf(path)) > 0) return
  const isGone = !existsSync(path)
  if (!isGone && ((await readMark(path))?.main ?? 0) === 0) return
  throw new StoreError(
    'PROVIDER_UNAVAILABLE',
    `${path} is ${isGone ? 'gone' : 'empty'}, what it held is lost; restore it from a backup, or remove ${markOf(path)} to begin anew.`,
    { path },
  )
}

/**
 * Truncates the log after its last commit. The database must be closed.
 *
 * @returns whether the log now ends with a commit; without a mark for this log nothing is known, and nothing
 *   is truncated
 */
export async function truncateToLastCommit(path: string): Promise<boolean> {
  const log = logOf(path)
  if (!existsSync(log)) return true
  const mark = await readMark(path)
  if (!mark || mark.size > (await sizeOf(log)) || (await tailHash(log, mark.size)) !== mark.hash) return false
  if (mark.size === 0) {
    await rm(log)
    return true
  }
  const file = await open(log, 'r+')
  try {
    await file.truncate(mark.size)
    await file.sync()
  } finally {
    await file.close()
  }
  return true
}

interface Mark {
  readonly size: number
  readonly hash: string
  /** Bytes of the main file; absent in marks of 0.1.0. */
  readonly main: number | undefined
}

async function readMark(path: string): Promise<Mark | undefined> {
  if (!existsSync(markOf(path))) return undefined
  const file = await open(markOf(path), 'r')
  try {
    const text = (await file.readFile('latin1')).trim()
    const [, size, hash, main] = /^(\d+) ([0-9a-f]{32})(?: (\d+))?$/.exec(text) ?? []
    if (size === undefined || hash === undefined) return undefined
    return { size: Number(size), hash, main: main === undefined ? undefined : Number(main) }
  } finally {
    await file.close()
  }
}

async function sizeOf(path: string): Promise<number> {
  return existsSync(path) ? (await stat(path)).size : 0
}

/** 128 bits of the hash of the bytes before `end`. */
async function tailHash(path: string, end: number): Promise<string> {
  const hash = createHash('sha256')
  if (end > 0) {
    const file = await open(path, 'r')
    try {
      const length = Math.min(end, TAIL_BYTES)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, end - length)
      hash.update(buffer.subarray(0, bytesRead))
    } finally {
      await file.close()
    }
  }
  return hash.digest('hex').slice(0, 32)
}
