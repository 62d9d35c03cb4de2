import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { StoreError } from '../store.ts'
import { isKept, logOf } from './recovery.ts'

/*
 * A process that is killed leaves half a transaction at the end of the log, and the engine, reading that back, may crash, or find its
 * indexes damaged (0.20.4, logs cut at random places). So beside the log stands how long it was after the last commit, and before the
 * engine sees it again it is cut to that.
 */

/** How much of the log before a commit's end tells that the mark belongs to it: logs come and go. */
const TAIL_BYTES = 4_096

/** A mark is as long as the one before, so that it replaces all of it. */
const MARK_BYTES = 96

const markOf = (path: string): string => `${path}.committed`

/** Says where the log's last commit ends. A commit counts once it is said. */
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

  /** To be called after a commit, and when a checkpoint has emptied the log; the mark is on the disk then. */
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
 * A database that was emptied, or whose file is gone, must not be taken for one that never held anything.
 *
 * @throws StoreError PROVIDER_UNAVAILABLE
 */
export async function refuseLost(path: string): Promise<void> {
  // Without the main file there is no database; a copy that is kept will be put back.
  if (!existsSync(markOf(path)) || isKept(path) || (await sizeOf(path)) > 0) return
  const isGone = !existsSync(path)
  if (!isGone && ((await readMark(path))?.main ?? 0) === 0) return
  throw new StoreError(
    'PROVIDER_UNAVAILABLE',
    `${path} is ${isGone ? 'gone' : 'empty'}, what it held is lost; restore it from a backup, or remove ${markOf(path)} to begin anew.`,
    { path },
  )
}

/**
 * Cuts off what the log has beyond its last commit. The database must be closed.
 *
 * @returns whether the log ends with a commit now; without a mark that belongs to it nothing is known, and nothing is cut
 */
export async function cutToLastCommit(path: string): Promise<boolean> {
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
  /** Bytes of the main file; 0.1.0 did not say. */
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
