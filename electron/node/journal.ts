import { createReadStream } from 'node:fs'
import { type FileHandle, copyFile, link, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { syncFolder, writeAtomically } from './atomic-file.ts'
import { LineFramer } from './line-framer.ts'

const BRACE = 0x7b
const LINE_END = Buffer.from('\n')
/** The checksum's digits and the blank that follows. */
const HEAD_LENGTH = 9

const checksum = (json: string | Buffer): string => crc32(json).toString(16).padStart(8, '0')

/**
 * Encodes a record as a line: CRC-32 of its JSON, the JSON, a line end. JSON contains no raw line ends, so
 * lines never merge.
 */
export function journalLine(record: object): string {
  const json = JSON.stringify(record)
  return `${checksum(json)} ${json}\n`
}

/**
 * Decodes the record in a line; undefined when the line is damaged. Lines that start with their JSON predate
 * the checksums.
 */
export function journalRecord(line: Buffer): unknown {
  const isChecked = line[0] !== BRACE
  const json = isChecked ? line.subarray(HEAD_LENGTH) : line
  if (isChecked && line.toString('latin1', 0, HEAD_LENGTH - 1) !== checksum(json)) return undefined
  try {
    return JSON.parse(json.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Damage found in a journal. */
export interface JournalDamage {
  /** Unreadable lines, not counting a torn one at the end. */
  readonly lines: number
  /** Bytes of a torn last line: a write that did not complete and was never acknowledged. */
  readonly tornBytes: number
  /** Path of the copy of the file as it was found; the file's own path when it could not be repaired. */
  readonly preserved: string
}

/**
 * Passes the records of a journal to a callback, in order. A damaged line does not affect the others. A
 * damaged file is repaired: the original is kept under another name and replaced by one without the damage.
 *
 * @param options.repair false leaves the file untouched
 * @returns the damage found; undefined when there is none
 */
export async function readJournal(
  path: string,
  take: (record: unknown) => void,
  { repair = true }: { readonly repair?: boolean } = {},
): Promise<JournalDamage | undefined> {
  let lines = 0
  let tornBytes = 0
  await eachLine(path, (line, record, hasEnd) => {
    if (record !== undefined) take(record)
    else if (hasEnd) lines++
    else tornBytes = line.length
  })
  if (lines === 0 && tornBytes === 0) return undefined
  const preserved = repair ? await repaired(path).catch(() => path) : path
  return { lines, tornBytes, preserved }
}

/**
 * Passes each non-empty line to a callback, with its record unless it is damaged; the last one may lack its line end. What follows
 * a checksum alone is not of before the checksums: the blank between the two became a line end.
 */
async function eachLine(
  path: string,
  take: (line: Buffer, record: unknown, hasEnd: boolean) => void,
): Promise<void> {
  let hasEnd = true
  let isCut = false
  const onLine = (line: Buffer): void => {
    if (line.length === 0) return
    const record = isCut && line[0] === BRACE ? undefined : journalRecord(line)
    isCut = line.length === HEAD_LENGTH - 1
    take(line, record, hasEnd)
  }
  const framer = new LineFramer({ onLine, onTooLong: () => undefined }, Number.POSITIVE_INFINITY)
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    framer.push(chunk)
  }
  hasEnd = false
  framer.end()
}

/** Bytes written at a time. */
const SLICE_BYTES = 1 << 20

/** @returns the path of the unchanged original */
async function repaired(path: string): Promise<string> {
  const copy = `${path}.damaged-${Date.now()}`
  const fresh = `${path}.tmp`
  const good: Buffer[] = []
  await eachLine(path, (line, record) => {
    if (record !== undefined) good.push(line, LINE_END)
  })
  const file = await open(fresh, 'w', 0o600)
  try {
    for (let from = 0; from < good.length;) {
      const slice: Buffer[] = []
      for (let bytes = 0; bytes < SLICE_BYTES && from < good.length; from++) {
        const part = good[from] as Buffer
        slice.push(part)
        bytes += part.length
      }
      await file.appendFile(Buffer.concat(slice))
    }
    await file.sync()
  } finally {
    await file.close()
  }
  // The original keeps its name until the repaired file replaces it, so one of the two exists whenever the
  // process dies.
  await link(path, copy).catch(() => copyFile(path, copy))
  await rename(fresh, path)
  await syncFolder(dirname(path))
  return copy
}

interface Waiting {
  /** The line to append; undefined for a rotation to another file. */
  readonly line?: string
  readonly turn?: string
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/**
 * An append-only file of checksummed records. An append is acknowledged once it is on disk; appends that
 * arrive during a flush share the next one. After a failed write the file is truncated to its last good line
 * and the next append is tried; if truncating fails too, the contents on disk are unknown and every append is
 * refused.
 */
export class Journal {
  #file: FileHandle
  #size: number
  #waiting: Waiting[] = []
  #flushing: Promise<void> | undefined
  #broken: unknown
  readonly #onRefused: (() => void) | undefined
  readonly #lineOf: (record: object) => string

  private constructor(
    file: FileHandle,
    size: number,
    onRefused: (() => void) | undefined,
    lineOf: (record: object) => string,
  ) {
    this.#file = file
    this.#size = size
    this.#onRefused = onRefused
    this.#lineOf = lineOf
  }

  /**
   * Opens an undamaged file (see {@link readJournal}), or creates one.
   *
   * @param onRefused for records that depend on each other: when one is refused, all pending ones are refused
   *   with it, and this is called before their promises reject
   * @param lineOf for a file that other programs read: without checksums
   */
  static async open(
    path: string,
    onRefused?: () => void,
    lineOf: (record: object) => string = journalLine,
  ): Promise<Journal> {
    const file = await open(path, 'a+', 0o600)
    const { size } = await file.stat()
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    // A last line without a line end was edited by hand.
    const isOpen = size > 0 && !buffer.equals(LINE_END)
    if (isOpen) await file.appendFile(LINE_END)
    return new Journal(file, isOpen ? size + 1 : size, onRefused, lineOf)
  }

  /** Bytes in the file. */
  get size(): number {
    return this.#size
  }

  /** Whether the journal refuses all further appends. */
  get isBroken(): boolean {
    return this.#broken !== undefined
  }

  append(record: object): Promise<void> {
    return this.#enqueue({ line: this.#lineOf(record) })
  }

  /**
   * Continues in another file that begins with a record. Earlier appends are on disk in the old file before
   * the new one is created, so a file that has a successor is never torn.
   *
   * @throws when the new file cannot be created; the old one then stays in use and nothing is lost
   */
  rotate(path: string, first: object): Promise<void> {
    return this.#enqueue({ turn: path, line: this.#lineOf(first) })
  }

  #enqueue(what: Pick<Waiting, 'line' | 'turn'>): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ ...what, done, failed })
      this.#flushing ??= this.#flush()
    })
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const [first] = this.#waiting
      if (first?.turn !== undefined) {
        this.#waiting.shift()
        await this.#turn(first.turn, first.line ?? '').then(first.done, first.failed)
      } else await this.#settle(this.#nextLines())
    }
    this.#flushing = undefined
  }

  /** Returns all pending lines up to the next rotation. */
  #nextLines(): Waiting[] {
    const end = this.#waiting.findIndex(({ turn }) => turn !== undefined)
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }

  async #settle(batch: Waiting[]): Promise<void> {
    try {
      if (this.#broken !== undefined) throw this.#broken
      await this.#write(batch)
      for (const { done } of batch) done()
    } catch (error) {
      const refused = this.#onRefused ? [...batch, ...this.#waiting.splice(0)] : batch
      this.#onRefused?.()
      for (const { failed } of refused) failed(error)
    }
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const bytes = Buffer.from(batch.map(({ line }) => line).join(''))
    try {
      await this.#file.appendFile(bytes)
      await this.#file.datasync()
    } catch (error) {
      await this.#cut().catch(() => {
        this.#broken = error
      })
      throw error
    }
    this.#size += bytes.length
  }

  /**
   * Truncates to the last acknowledged line: a line after a torn one would be unreadable, and a complete line
   * that was refused must not reappear.
   */
  async #cut(): Promise<void> {
    await this.#file.truncate(this.#size)
    await this.#file.datasync()
  }

  async #turn(path: string, first: string): Promise<void> {
    await writeAtomically(path, first)
    const next = await open(path, 'a')
    const old = this.#file
    this.#file = next
    this.#size = Buffer.byteLength(first)
    // Its contents are already on disk.
    await old.close().catch(() => undefined)
  }

  /** Resolves when everything appended so far is on disk. @throws the error that made the journal refuse appends */
  durable(): Promise<void> {
    return this.#enqueue({ line: '' })
  }

  async close(): Promise<void> {
    await this.#flushing
    await this.#file.close()
  }
}
