import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { logRecordSchema, type LogRecord } from '#shared/workbench/areas/store.ts'

const line = z.object({ n: z.number().int(), at: z.number(), value: z.unknown() })

interface OpenLog {
  readonly file: FileHandle
  readonly records: LogRecord[]
  /** The records as they are searched, filled at the first search. */
  readonly texts: (string | undefined)[]
  queue: Promise<unknown>
  /** Bytes of the file that are whole lines. */
  whole: number
}

/**
 * Append-only logs as JSON Lines: `<root>/<log>.jsonl`. A log is read once, when it is first used; a torn last line (power
 * cut while appending) is dropped, every other line that does not parse is skipped, and the file is never rewritten.
 */
export class LogStore {
  readonly #root: string
  readonly #open = new Map<string, Promise<OpenLog>>()

  constructor(root: string) {
    this.#root = root
  }

  /** Resolves when the record is on the disk. A record that cannot be written is in no answer, and its half no trouble of the next. */
  async append(log: string, value: unknown): Promise<{ sequence: number }> {
    const opened = await this.#openLog(log)
    const sequence = (opened.records.at(-1)?.sequence ?? 0) + 1
    const record: LogRecord = { sequence, at: Date.now(), value }
    opened.records.push(record)
    const text = `${JSON.stringify({ n: sequence, at: record.at, value })}\n`
    const written = opened.queue.catch(() => undefined).then(() => write(opened, text))
    opened.queue = written
    try {
      await written
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
      const opened = await opening
      await opened.queue.catch(() => undefined)
      await opened.file.close()
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

  async #load(log: string): Promise<OpenLog> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    const path = join(this.#root, `${log}.jsonl`)
    const file = await open(path, 'a+', 0o600)
    const text = await readFile(path, 'utf8')
    if (text !== '' && !text.endsWith('\n')) await file.appendFile('\n')
    const { size } = await file.stat()
    return {
      file,
      records: text.split('\n').flatMap(parseRecord),
      texts: [],
      queue: Promise.resolve(),
      whole: size,
    }
  }
}

/** Appends whole lines, or nothing: after a half line the next one would not be readable, either. */
async function write(opened: OpenLog, text: string): Promise<void> {
  const { file, whole } = opened
  try {
    await file.appendFile(text)
    await file.datasync()
  } catch (error) {
    await file.truncate(whole)
    throw error
  }
  opened.whole += Buffer.byteLength(text)
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

function parseRecord(text: string): LogRecord[] {
  if (text === '') return []
  try {
    const { n, at, value } = line.parse(JSON.parse(text))
    return [logRecordSchema.parse({ sequence: n, at, value })]
  } catch {
    return []
  }
}
