import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditOutcome } from '#shared/sandbox/audit.ts'
import { syncFolder } from '../atomic-file.ts'
import { Journal } from '../journal.ts'
import { type BegunCall, BegunCalls } from './begun-calls.ts'

/** A call that changed something or tried to: who, what, and the outcome. Never its content. */
export interface AuditLine extends BegunCall {
  readonly outcome: AuditOutcome
  /** Milliseconds. */
  readonly ms: number
}

/** The audit folder inside a data folder that servers may share. */
export const auditFolder = (folder: string): string => join(folder, 'audit')

/** A caller chooses what it names: long names would push the calls of others out of the files that are kept. */
const MAX_OBJECT_LENGTH = 256

const bounded = (object: string | undefined): string | undefined =>
  object === undefined || object.length <= MAX_OBJECT_LENGTH
    ? object
    : `${object.slice(0, MAX_OBJECT_LENGTH - 1)}…`

const MAX_FILE_BYTES = 16 * 1024 ** 2
/** Maximum number of audit files of all servers together; the oldest are deleted first. */
const MAX_FILES = 256

/** The file of the changes of keys, of all who make them. It is short, and never deleted. */
export const KEY_CHANGES = 'audit-00000000T000000000Z-00000000.jsonl'

export const AUDIT_FILE = /^audit-\d{8}T\d{9}Z-([0-9a-f]{8})\.jsonl$/

/** The audit cannot be written. Callers are told so, without the paths of the server's files. */
export class AuditUnwritable extends Error {
  override readonly name = 'AuditUnwritable'

  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message.replace(/, \w+( '.*)?$/s, '') : String(cause)
    super(
      `The audit of this server cannot be written (${why}): the call is not confirmed. Tell its operator.`,
      {
        cause,
      },
    )
  }
}

const plainLine = (record: object): string => `${JSON.stringify(record)}\n`

/**
 * The audit log: JSON lines in append-only files. {@link note} resolves only after its line is on disk, so
 * every answered call has its line even if the process dies right after. Each server writes its own files and
 * rotates them by size.
 */
export class AuditLog {
  readonly #folder: string
  readonly #maxFileBytes: number
  readonly #maxFiles: number
  readonly #begun: BegunCalls
  #journal: Promise<Journal> | undefined
  #turning: Promise<void> | undefined

  /** @param dataFolder the server's own, for calls that have begun ({@link BegunCalls}) */
  constructor(
    folder: string,
    dataFolder: string,
    { maxFileBytes = MAX_FILE_BYTES, maxFiles = MAX_FILES } = {},
  ) {
    this.#folder = auditFolder(folder)
    this.#begun = new BegunCalls(dataFolder)
    this.#maxFileBytes = maxFileBytes
    this.#maxFiles = maxFiles
  }

  /**
   * To be called before a call changes anything, and its result after {@link note}: a call in between has a line even if the process dies.
   * @throws AuditUnwritable; nothing must be changed then
   */
  begin(call: BegunCall): () => void {
    try {
      return this.#begun.begin({ ...call, object: bounded(call.object) })
    } catch (error) {
      throw new AuditUnwritable(error)
    }
  }

  /** @throws AuditUnwritable; the call must then not be reported as done */
  async note(noted: AuditLine): Promise<void> {
    try {
      await this.#append(noted)
    } catch (error) {
      throw new AuditUnwritable(error)
    }
  }

  async #append(noted: AuditLine): Promise<void> {
    const line = { ...noted, object: bounded(noted.object) }
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
    this.#begun.close()
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
    const isOurs = (name: string): boolean => AUDIT_FILE.test(name) && name !== KEY_CHANGES
    const names = (await readdir(this.#folder)).filter(isOurs).sort()
    for (const name of names.slice(0, Math.max(0, names.length - this.#maxFiles))) {
      await rm(join(this.#folder, name), { force: true })
    }
  }
}
