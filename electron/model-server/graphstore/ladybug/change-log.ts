import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { EntityRecord, RelationRecord } from '#shared/model/entity.ts'
import { journalLine, journalRecord } from '../../../node/journal.ts'

/** Beyond it reading the log would take about a second; indexes are then written anew. */
export const MAX_LOG_BYTES = 32 * 1024 ** 2

/** Lines read before yielding to other work: about two milliseconds. */
const PER_TURN = 500

const LINE_END = 0x0a

export interface Changes {
  readonly entities: readonly EntityRecord[]
  readonly relations: readonly RelationRecord[]
}

/** A line: a record that was written, or the stamp of the transaction that wrote those before it. */
type LogLine =
  { readonly entity: EntityRecord } | { readonly relation: RelationRecord } | { readonly stamp: string }

/**
 * What was written since indexes were kept: the records of each transaction, and its stamp. A transaction is
 * logged before it is committed, so that the log never lacks one; it is not flushed, since a log that lacks
 * the database's stamp is not believed.
 */
export class ChangeLog {
  readonly #file: FileHandle
  #bytes: number

  private constructor(file: FileHandle, bytes: number) {
    this.#file = file
    this.#bytes = bytes
  }

  /** Begins an empty log, instead of another one. */
  static async create(path: string): Promise<ChangeLog> {
    return new ChangeLog(await open(path, 'w', 0o600), 0)
  }

  /** Continues a log after `bytes`, and drops what follows. */
  static async continue(path: string, bytes: number): Promise<ChangeLog> {
    const file = await open(path, 'r+')
    await file.truncate(bytes)
    return new ChangeLog(file, bytes)
  }

  get isLong(): boolean {
    return this.#bytes > MAX_LOG_BYTES
  }

  /** @throws when the disk is full; the log is of no use then */
  async append(stamp: string, { entities, relations }: Changes): Promise<void> {
    const lines: LogLine[] = [
      ...entities.map((entity) => ({ entity })),
      ...relations.map((relation) => ({ relation })),
      { stamp },
    ]
    for (let start = 0; start < lines.length; start += PER_TURN) {
      const text = Buffer.from(
        lines
          .slice(start, start + PER_TURN)
          .map(journalLine)
          .join(''),
      )
      for (let from = 0; from < text.length;) {
        const { bytesWritten } = await this.#file.write(text, from, text.length - from, this.#bytes)
        from += bytesWritten
        this.#bytes += bytesWritten
      }
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** A log up to a stamp. */
export interface ReadLog {
  /** Bytes up to the end of that stamp. */
  readonly bytes: number
  /** Whether it contains another stamp. */
  has(stamp: string): boolean
  /** Passes on what was written after another stamp. */
  replay(stamp: string, take: (changes: Changes) => void): Promise<void>
}

/** Reads a log up to a stamp. Undefined when it does not contain it, or is damaged before it. */
export async function readLog(path: string, until: string): Promise<ReadLog | undefined> {
  const size = await stat(path).then(
    (found) => found.size,
    () => Infinity,
  )
  // A transaction that made it too long may be at its end; one that is not read is no loss.
  if (size > 4 * MAX_LOG_BYTES) return undefined
  const lines: LogLine[] = []
  const ends = new Map<string, number>()
  const bytes = await readFile(path)
  for (let start = 0; ;) {
    const end = bytes.indexOf(LINE_END, start)
    const line = end < 0 ? undefined : (journalRecord(bytes.subarray(start, end)) as LogLine | undefined)
    if (!line) return undefined
    lines.push(line)
    start = end + 1
    if ('stamp' in line) {
      ends.set(line.stamp, lines.length)
      if (line.stamp === until)
        return {
          bytes: start,
          has: (stamp) => ends.has(stamp),
          replay: (stamp, take) => replay(lines, ends.get(stamp) ?? 0, take),
        }
    }
    if (lines.length % PER_TURN === 0) await setImmediate()
  }
}

async function replay(
  lines: readonly LogLine[],
  from: number,
  take: (changes: Changes) => void,
): Promise<void> {
  for (let start = from; start < lines.length; start += PER_TURN) {
    const some = lines.slice(start, start + PER_TURN)
    take({
      entities: some.flatMap((line) => ('entity' in line ? [line.entity] : [])),
      relations: some.flatMap((line) => ('relation' in line ? [line.relation] : [])),
    })
    await setImmediate()
  }
}

export async function removeLog(path: string): Promise<void> {
  await rm(path, { force: true })
}
