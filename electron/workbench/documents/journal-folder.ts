import { constants, copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { quarantine } from '../../node/atomic-file.ts'
import { Journal, type JournalDamage, readJournal } from '../../node/journal.ts'

/**
 * Called for journal lines that cannot be used because they are damaged or depend on a damaged one. A copy of the
 * file is kept.
 */
export type OnDamaged = (path: string, damage: JournalDamage) => void

/** A journal file left by an earlier process; damaged lines are not in `records`. */
interface JournalFile {
  readonly path: string
  readonly records: readonly unknown[]
  readonly damage: JournalDamage | undefined
  /** Where the file was moved, if it could not be read at all. */
  readonly movedTo?: string
}

const NAME = /^(\d+)\.jsonl$/

/**
 * A journal in numbered files; once the owner has persisted their content elsewhere, old files can be
 * removed.
 */
export class JournalFolder {
  readonly #folder: string
  readonly #onRefused: () => void
  #journal: Journal | undefined
  #number = 1
  #last: Promise<unknown> = Promise.resolve()

  /** @param onRefused see {@link Journal.open} */
  constructor(folder: string, onRefused: () => void) {
    this.#folder = folder
    this.#onRefused = onRefused
  }

  /** Reads the files of a process that did not shut down cleanly, oldest first. Call before anything else. */
  async recover(): Promise<readonly JournalFile[]> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const left: JournalFile[] = []
    for (const number of await this.#numbers()) {
      const path = this.#path(number)
      this.#number = number + 1
      const records: unknown[] = []
      let damage: JournalDamage | undefined
      try {
        damage = await readJournal(path, (record) => records.push(record), { repair: false })
      } catch {
        left.push({ path, records, damage, movedTo: await quarantine(path) })
        continue
      }
      // An incomplete last line was never acknowledged.
      if (damage) damage = damage.lines > 0 ? { ...damage, preserved: await copied(path) } : undefined
      left.push({ path, records, damage })
    }
    this.#journal = await Journal.open(this.#path(this.#number), this.#onRefused)
    return left
  }

  /** Number of the file that records are appended to. */
  get number(): number {
    return this.#number
  }

  /** Resolves once the record is on disk. Records are acknowledged in order. */
  append(record: object): Promise<void> {
    if (!this.#journal) throw new Error('The journal was not opened')
    const appended = this.#journal.append(record)
    this.#last = appended.catch(() => undefined)
    return appended
  }

  /** Resolves once every pending record is on disk or was refused. */
  async settled(): Promise<void> {
    await this.#last
  }

  /**
   * Starts a new file for later records.
   * @returns the number of the previous file, once everything in it is on disk
   */
  async rotate(first: object): Promise<number> {
    const before = this.#number++
    if (this.#journal?.isBroken) {
      await this.#journal.close().catch(() => undefined)
      this.#journal = await Journal.open(this.#path(this.#number), this.#onRefused)
      await this.append(first)
    } else await this.#journal?.rotate(this.#path(this.#number), first)
    return before
  }

  /** Removes the files up to and including this number. */
  async forget(upTo: number): Promise<void> {
    for (const number of await this.#numbers()) {
      if (number <= upTo) await rm(this.#path(number), { force: true })
    }
  }

  async close(): Promise<void> {
    await this.#journal?.close()
  }

  /** Ignores copies of damaged files and temporary files of a killed process. */
  async #numbers(): Promise<number[]> {
    const names = await readdir(this.#folder)
    const numbers = names.map((name) => Number(NAME.exec(name)?.[1] ?? Number.NaN))
    return numbers.filter((number) => !Number.isNaN(number)).sort((a, b) => a - b)
  }

  #path(number: number): string {
    return join(this.#folder, `${number}.jsonl`)
  }
}

/** Copies a file beside itself. @returns the copy's path, or the original path if the disk is full */
async function copied(path: string): Promise<string> {
  const copy = `${path}.damaged-${Date.now()}`
  return copyFile(path, copy, constants.COPYFILE_EXCL).then(
    () => copy,
    () => path,
  )
}
