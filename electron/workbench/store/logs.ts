import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { logRecordSchema, type LogRecord } from '#shared/workbench/areas/store.ts'
import { Journal, type JournalDamage, readJournal } from '../../node/journal.ts'

const lineSchema = z
  .object({ n: z.number().int(), at: z.number(), value: z.unknown() })
  .transform(({ n, at, value }) => logRecordSchema.parse({ sequence: n, at, value }))

type OnDamaged = (path: string, damage: JournalDamage) => void

interface OpenLog {
  readonly records: LogRecord[]
  /** The records as they are searched, filled at the first search. */
  readonly texts: (string | undefined)[]
  /** Opened by the first append. */
  journal: Promise<Journal> | undefined
}

/**
 * Append-only logs: journals at `<root>/<log>.jsonl`. A log is read once, when it is first used.
 */
export class LogStore {
  readonly #root: string
  readonly #onDamaged: OnDamaged
  readonly #open = new Map<string, Promise<OpenLog>>()

  /** @param onDamaged told when records of a log cannot be read any more */
  constructor(root: string, onDamaged: OnDamaged = () => undefined) {
    this.#root = root
    this.#onDamaged = onDamaged
  }

  /** Resolves when the record is on the disk. A record that cannot be written is in no answer, and its half no trouble of the next. */
  async append(log: string, value: unknown): Promise<{ sequence: number }> {
    const opened = await this.#openLog(log)
    const sequence = (opened.records.at(-1)?.sequence ?? 0) + 1
    const record: LogRecord = { sequence, at: Date.now(), value }
    opened.records.push(record)
    try {
      const journal = await this.#journalOf(log, opened)
      await journal.append({ n: sequence, at: record.at, value })
    } catch (error) {
      const place = opened.records.indexOf(record)
      opened.records.splice(place, 1)
      opened.texts.splice(place, 1)
      throw error
    }
    return { sequence }
  }

  /** The newest records first. */
  async tail(
    log: string,
    { limit, before, search }: { limit: number; before?: number | undefined; search?: string | undefined },
  ): Promise<LogRecord[]> {
    const { records, texts } = await this.#openLog(log)
    // Without the quotes around it, so that quotes inside count as they were typed.
    const needle = search && searchable(JSON.stringify(search).slice(1, -1))
    let looked = 0
    const found: LogRecord[] = []
    for (let i = records.length - 1; i >= 0 && found.length < limit; i--) {
      const record = records[i]
      if (record === undefined || (before !== undefined && record.sequence >= before)) continue
      if (needle) {
        if (++looked % SLICE === 0) await new Promise((resolve) => setImmediate(resolve))
        texts[i] ??= searchable(JSON.stringify(record.value))
        if (!texts[i]?.includes(needle)) continue
      }
      found.push(record)
    }
    return found
  }

  async dispose(): Promise<void> {
    for (const opening of this.#open.values()) {
      const journal = await (await opening).journal
      await journal?.close()
    }
    this.#open.clear()
  }

  #openLog(log: string): Promise<OpenLog> {
    const known = this.#open.get(log)
    if (known) return known
    const opening = this.#load(log)
    this.#open.set(log, opening)
    opening.catch(() => this.#open.delete(log))
    return opening
  }

  #pathOf(log: string): string {
    return join(this.#root, `${log}.jsonl`)
  }

  /** The next append tries again where this fails. */
  #journalOf(log: string, opened: OpenLog): Promise<Journal> {
    opened.journal ??= mkdir(this.#root, { recursive: true, mode: 0o700 })
      .then(() => Journal.open(this.#pathOf(log)))
      .catch((error: unknown) => {
        opened.journal = undefined
        throw error
      })
    return opened.journal
  }

  async #load(log: string): Promise<OpenLog> {
    const records: LogRecord[] = []
    const path = this.#pathOf(log)
    if (existsSync(path)) {
      const damage = await readJournal(path, (line) => {
        const { data } = lineSchema.safeParse(line)
        if (data) records.push(data)
      })
      // Half a line at the end was never acknowledged.
      if (damage && damage.lines > 0) this.#onDamaged(path, damage)
    }
    return { records, texts: [], journal: undefined }
  }
}

/** Blanks and line breaks as JSON writes them. */
const BLANKS = /(?:\\[nrt]| )+/g

/**
 * A value as it is searched: any part of it, in any case. A run of blanks stands for any other, line breaks included, since a
 * person searches for what a list shows on one line.
 */
const searchable = (json: string): string => json.toLowerCase().replaceAll(BLANKS, ' ')

/** Records looked at before others get their turn; a long history must not hold up a terminal. */
const SLICE = 1000
