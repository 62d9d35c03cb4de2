import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { logOf } from './recovery.ts'

/*
 * A process that is killed leaves half a transaction at the end of the log, and the engine, reading that back, may crash, or find its
 * indexes damaged (0.20.4, logs cut at random places). So beside the log stands how long it was after the last commit, and before the
 * engine sees it again it is cut to that.
 */

/** How much of the log before a commit's end tells that the mark belongs to it: logs come and go. */
const TAIL_BYTES = 4_096

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
    await this.#file.write(`${size} ${await tailHash(logOf(this.#path), size)}`.padEnd(64), 0)
    await this.#file.datasync()
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/**
 * Cuts off what the log has beyond its last commit. Nobody may have the database open.
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

async function readMark(path: string): Promise<{ readonly size: number; readonly hash: string } | undefined> {
  if (!existsSync(markOf(path))) return undefined
  const file = await open(markOf(path), 'r')
  try {
    const [, size, hash] = /^(\d+) ([0-9a-f]{32}) *$/.exec((await file.readFile('latin1')).trim()) ?? []
    return size === undefined || hash === undefined ? undefined : { size: Number(size), hash }
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
