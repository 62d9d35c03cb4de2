import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../atomic-file.ts'
import { Journal } from '../journal.ts'

/** A call that changes something, or wanted to: who, what and how it went; never what it said. */
export interface AuditLine {
  /** ISO 8601, when it came. */
  readonly time: string
  /** The name of the key; `token` for the server's own. */
  readonly key: string
  readonly operation: string
  /** What it was done to, where it says so. */
  readonly object?: string | undefined
  /** `begun`: what follows streams, and no more is said of it. */
  readonly outcome: 'ok' | 'failed' | 'refused' | 'begun'
  readonly request: string
  /** Milliseconds. */
  readonly ms: number
  /** The W3C trace that it belongs to, where its caller has one. */
  readonly trace?: string | undefined
}

/** The audit of a folder that servers may share. */
export const auditFolder = (folder: string): string => join(folder, 'audit')

const MAX_FILE_BYTES = 16 * 1024 ** 2
/** Files that are kept, of all servers together; the oldest go first. */
const MAX_FILES = 256

export const AUDIT_FILE = /^audit-\d{8}T\d{9}Z-([0-9a-f]{8})\.jsonl$/

const plainLine = (record: object): string => `${JSON.stringify(record)}\n`

/**
 * The audit as JSON lines in files that only grow. A line is on the disk before {@link note} resolves, so a call that was answered has
 * its line, whatever happens to this process then. Every server writes files of its own, and goes on in another when one is large.
 */
export class AuditLog {
  readonly #folder: string
  readonly #maxFileBytes: number
  readonly #maxFiles: number
  #journal: Promise<Journal> | undefined
  #turning: Promise<void> | undefined

  constructor(folder: string, { maxFileBytes = MAX_FILE_BYTES, maxFiles = MAX_FILES } = {}) {
    this.#folder = auditFolder(folder)
    this.#maxFileBytes = maxFileBytes
    this.#maxFiles = maxFiles
  }

  /** @throws the system's error when it cannot be written: then the call must not look done */
  async note(line: AuditLine): Promise<void> {
    const journal = await (this.#journal ??= this.#open())
    if (journal.size < this.#maxFileBytes || this.#turning) return journal.append(line)
    this.#turning = journal.rotate(this.#freshPath(), line)
    try {
      await this.#turning
    } finally {
      this.#turning = undefined
    }
    await this.#forgetOld()
  }

  async close(): Promise<void> {
    await (await this.#journal)?.close()
  }

  async #open(): Promise<Journal> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const journal = await Journal.open(this.#freshPath(), undefined, plainLine)
      await syncFolder(this.#folder)
      await this.#forgetOld()
      return journal
    } catch (error) {
      this.#journal = undefined
      throw error
    }
  }

  #freshPath(): string {
    const time = new Date().toISOString().replaceAll(/[-:.]/g, '')
    return join(this.#folder, `audit-${time}-${randomBytes(4).toString('hex')}.jsonl`)
  }

  async #forgetOld(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => AUDIT_FILE.test(name)).sort()
    for (const name of names.slice(0, Math.max(0, names.length - this.#maxFiles))) {
      await rm(join(this.#folder, name), { force: true })
    }
  }
}
