import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type LogRef, logRefSchema } from '#shared/documents/define.ts'
import { logRecordSchema, type LogRecord } from '#shared/workbench/areas/documents.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { writeAtomically } from '../../node/atomic-file.ts'
import { Journal, journalLine, readJournal } from '../../node/journal.ts'
import type { OnDamaged } from './journal-folder.ts'

const lineSchema = z
  .object({ n: z.number().int(), at: z.number(), value: z.unknown() })
  .transform(({ n, at, value }) => logRecordSchema.parse({ sequence: n, at, value }))

export type LogListener = (ref: LogRef, record: LogRecord) => void

interface OpenLog {
  readonly ref: LogRef
  readonly journal: Journal
  readonly records: LogRecord[]
  /** Searchable text per record, filled by the first search. */
  readonly texts: (string | undefined)[]
  /** Sequence of the last record, including pending ones. */
  last: number
  readonly listeners: Set<LogListener>
}

interface ReadOptions {
  readonly limit: number
  /** Only records before this sequence. */
  readonly before?: number | undefined
  readonly search?: string | undefined
}

const keyOf = ({ collection, id }: LogRef): string => (id === undefined ? collection : `${collection}/${id}`)

/**
 * Append-only logs: journals at `<root>/<collection>.jsonl` and `<root>/<collection>/<id>.jsonl`. A log is read on first use and kept
 * in memory until it is closed.
 */
export class Logs {
  readonly #root: string
  readonly #onDamaged: OnDamaged
  readonly #open = new Map<string, Promise<OpenLog>>()
  readonly #closing = new Map<string, Promise<void>>()

  /** @param onDamaged called when records of a log can no longer be read */
  constructor(root: string, onDamaged: OnDamaged = () => undefined) {
    this.#root = root
    this.#onDamaged = onDamaged
  }

  /**
   * Resolves once the record is on disk. If the write fails, the record is in no answer, and the records queued behind it are refused
   * too.
   * @param after sequence that has to be the last one
   * @throws LOG_CHANGED when another record is the last
   */
  append(ref: LogRef, value: unknown, after?: number): Promise<LogRecord> {
    return this.#with(ref, (log) => appendTo(log, value, after))
  }

  /** Newest first. */
  read(ref: LogRef, options: ReadOptions): Promise<LogRecord[]> {
    return this.#with(ref, (log) => readFrom(log, options))
  }

  /** Returns every record, oldest first, and subscribes the listener to later ones. */
  follow(ref: LogRef, listener: LogListener): Promise<readonly LogRecord[]> {
    return this.#with(ref, (log) => {
      log.listeners.add(listener)
      return log.records.slice()
    })
  }

  async unfollow(ref: LogRef, listener: LogListener): Promise<void> {
    const log = await this.#open.get(keyOf(ref))
    log?.listeners.delete(listener)
    if (log?.listeners.size === 0) await this.close(ref)
  }

  /** Closes a log and drops it from memory. */
  async close(ref: LogRef): Promise<void> {
    const opening = this.#open.get(keyOf(ref))
    const log = await opening
    if (!log || this.#open.get(keyOf(ref)) !== opening) return
    this.#open.delete(keyOf(ref))
    const closing = log.journal.close().finally(() => this.#closing.delete(keyOf(ref)))
    this.#closing.set(keyOf(ref), closing)
    await closing
  }

  /** Removes a log and its file. */
  async remove(ref: LogRef): Promise<void> {
    await this.close(ref)
    await rm(this.#path(ref), { force: true })
  }

  /** Replaces all records of a log. No window may be subscribed to it meanwhile. */
  async replace(ref: LogRef, values: readonly unknown[]): Promise<void> {
    await this.close(ref)
    const at = Date.now()
    const lines = values.map((value, index) => journalLine({ n: index + 1, at, value }))
    await writeAtomically(this.#path(ref), lines.join(''))
  }

  /** Ids of the logs of a collection. */
  async ids(collection: string): Promise<string[]> {
    const names = await readdir(join(this.#root, collection)).catch(() => [])
    return names.filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -'.jsonl'.length))
  }

  /** Closes every log; using one again reopens it. */
  async dispose(): Promise<void> {
    const open = await Promise.all(this.#open.values())
    for (const { ref } of open) await this.close(ref)
  }

  #path(ref: LogRef): string {
    return join(this.#root, `${keyOf(logRefSchema.parse(ref))}.jsonl`)
  }

  /** Runs `work` synchronously with the open log, so that it cannot be closed in between. */
  async #with<R>(ref: LogRef, work: (log: OpenLog) => R): Promise<Awaited<R>> {
    const key = keyOf(ref)
    for (;;) {
      const opening = this.#open.get(key) ?? this.#load(ref)
      this.#open.set(key, opening)
      const log = await opening.catch((error: unknown) => {
        if (this.#open.get(key) === opening) this.#open.delete(key)
        throw error
      })
      if (this.#open.get(key) === opening) return await work(log)
    }
  }

  async #load(ref: LogRef): Promise<OpenLog> {
    await this.#closing.get(keyOf(ref))
    const path = this.#path(ref)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const records: LogRecord[] = []
    if (existsSync(path)) {
      const damage = await readJournal(path, (line) => {
        const { data } = lineSchema.safeParse(line)
        if (data) records.push(data)
      })
      // An incomplete last line was never acknowledged.
      if (damage && damage.lines > 0) this.#onDamaged(path, damage)
    }
    const lastRead = (): number => records.at(-1)?.sequence ?? 0
    const journal = await Journal.open(path, () => (log.last = lastRead()))
    const log: OpenLog = { ref, journal, records, texts: [], last: lastRead(), listeners: new Set() }
    return log
  }
}

async function appendTo(log: OpenLog, value: unknown, after: number | undefined): Promise<LogRecord> {
  if (after !== undefined && log.last !== after)
    throw workbenchError('LOG_CHANGED', {}, { details: { last: log.last } })
  const record: LogRecord = { sequence: ++log.last, at: Date.now(), value }
  await log.journal.append({ n: record.sequence, at: record.at, value })
  log.records.push(record)
  for (const listener of log.listeners) listener(log.ref, record)
  return record
}

async function readFrom(log: OpenLog, { limit, before, search }: ReadOptions): Promise<LogRecord[]> {
  const { records, texts } = log
  // Without the surrounding quotes; quotes inside are escaped as in the stored JSON.
  const needle = search && searchable(JSON.stringify(search).slice(1, -1))
  let examined = 0
  const found: LogRecord[] = []
  for (let i = records.length - 1; i >= 0 && found.length < limit; i--) {
    const record = records[i]
    if (record === undefined || (before !== undefined && record.sequence >= before)) continue
    if (needle) {
      if (++examined % SLICE === 0) await new Promise((resolve) => setImmediate(resolve))
      texts[i] ??= searchable(JSON.stringify(record.value))
      if (!texts[i]?.includes(needle)) continue
    }
    found.push(record)
  }
  return found
}

/** Spaces and line breaks as JSON escapes them. */
const BLANKS = /(?:\\[nrt]| )+/g

/**
 * Normalizes JSON for a case-insensitive substring search. Runs of whitespace match each other, line breaks included, because
 * lists show a record on one line.
 */
const searchable = (json: string): string => json.toLowerCase().replaceAll(BLANKS, ' ')

/** Records searched before yielding, so that a long history does not block terminals. */
const SLICE = 1000
