import { constants, copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setAside } from '../../node/atomic-file.ts'
import { Journal, type JournalDamage, readJournal } from '../../node/journal.ts'

/** Told of lines of a journal that are of no use: damaged, or built on such. The file as it was found is kept. */
export type OnDamaged = (path: string, damage: JournalDamage) => void

/** One file of a journal that was left behind; damaged lines are not among its records. */
interface JournalFile {
  readonly path: string
  readonly records: readonly unknown[]
  readonly damage: JournalDamage | undefined
  /** Where it is now, when it could not be read at all. */
  readonly kept?: string
}

const NAME = /^(\d+)\.jsonl$/

/** A journal in numbered files: what its reader's own files hold by now can be forgotten, file by file. */
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

  /** What a process that ended without finishing has left, oldest first. To be called first. */
  async recover(): Promise<readonly JournalFile[]> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const left: JournalFile[] = []
    for (const number of await this.#numbers()) {
      const path = this.#path(number)
      this.#number = number + 1
      const records: unknown[] = []
      let damage: JournalDamage | undefined
      try {
        damage = await readJournal(path, (record) => records.push(record), { mend: false })
      } catch {
        left.push({ path, records, damage, kept: await setAside(path) })
        continue
      }
      // A last line without its end was never acknowledged.
      if (damage) damage = damage.lines > 0 ? { ...damage, kept: await copied(path) } : undefined
      left.push({ path, records, damage })
    }
    this.#journal = await Journal.open(this.#path(this.#number), this.#onRefused)
    return left
  }

  /** The file that records go to. */
  get number(): number {
    return this.#number
  }

  /** Resolves when the record is on the disk. Of several, the first is acknowledged first. */
  append(record: object): Promise<void> {
    if (!this.#journal) throw new Error('The journal was not opened')
    const appended = this.#journal.append(record)
    this.#last = appended.catch(() => undefined)
    return appended
  }

  /** Resolves when every record that was asked for is on the disk, or was refused. */
  async settled(): Promise<void> {
    await this.#last
  }

  /**
   * Later records go to a new file, behind the first one.
   * @returns the number of the last file before it, when everything in it is on the disk
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

  /** Removes the files up to this number. */
  async forget(upTo: number): Promise<void> {
    for (const number of await this.#numbers()) {
      if (number <= upTo) await rm(this.#path(number), { force: true })
    }
  }

  async close(): Promise<void> {
    await this.#journal?.close()
  }

  /** Of its files; beside them lie damaged ones that were kept, and drafts of a process that was killed. */
  async #numbers(): Promise<number[]> {
    const names = await readdir(this.#folder)
    const numbers = names.map((name) => Number(NAME.exec(name)?.[1] ?? Number.NaN))
    return numbers.filter((number) => !Number.isNaN(number)).sort((a, b) => a - b)
  }

  #path(number: number): string {
    return join(this.#folder, `${number}.jsonl`)
  }
}

/** Keeps a file beside itself. @returns where; the path itself when there is no room for another one */
async function copied(path: string): Promise<string> {
  const kept = `${path}.damaged-${Date.now()}`
  return copyFile(path, kept, constants.COPYFILE_EXCL).then(
    () => kept,
    () => path,
  )
}
