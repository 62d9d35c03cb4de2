import { createReadStream } from 'node:fs'
import { type FileHandle, copyFile, link, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { syncFolder, writeAtomically } from './atomic-file.ts'
import { LineFramer } from './line-framer.ts'

const BRACE = 0x7b
const LINE_END = Buffer.from('\n')
/** Digits of the checksum and the blank behind it. */
const HEAD_LENGTH = 9

const checksum = (json: string | Buffer): string => crc32(json).toString(16).padStart(8, '0')

/** A record as a line: the CRC-32 of its JSON, the JSON, a line end. JSON has no raw line ends, so lines never run together. */
export function journalLine(record: object): string {
  const json = JSON.stringify(record)
  return `${checksum(json)} ${json}\n`
}

/** The record in a line; undefined for a damaged one. Lines that begin with their JSON are older than the checksums. */
function recordOf(line: Buffer): unknown {
  const isChecked = line[0] !== BRACE
  const json = isChecked ? line.subarray(HEAD_LENGTH) : line
  if (isChecked && line.toString('latin1', 0, HEAD_LENGTH - 1) !== checksum(json)) return undefined
  try {
    return JSON.parse(json.toString('utf8'))
  } catch {
    return undefined
  }
}

/** What was wrong with a journal. */
export interface JournalDamage {
  /** Lines that cannot be read, without half a line at the end. */
  readonly lines: number
  /** Bytes of half a line at the end: a write that did not come to its end and was never acknowledged. */
  readonly tornBytes: number
  /** Where the file is as it was found; the path itself when it could not be mended. */
  readonly kept: string
}

/**
 * Hands out the records of a journal in their order. A damaged line costs no other one. A damaged file is repaired: it is put aside,
 * and one without the damage takes its place.
 *
 * @param options.mend false to leave the file alone
 * @returns what was wrong; undefined when nothing was
 */
export async function readJournal(
  path: string,
  take: (record: unknown) => void,
  { mend = true }: { readonly mend?: boolean } = {},
): Promise<JournalDamage | undefined> {
  let lines = 0
  let tornBytes = 0
  await eachLine(path, (line, hasEnd) => {
    const record = recordOf(line)
    if (record !== undefined) take(record)
    else if (hasEnd) lines++
    else tornBytes = line.length
  })
  if (lines === 0 && tornBytes === 0) return undefined
  const kept = mend ? await mended(path).catch(() => path) : path
  return { lines, tornBytes, kept }
}

/** Hands out the lines that hold anything; the last one may lack its end. */
async function eachLine(path: string, take: (line: Buffer, hasEnd: boolean) => void): Promise<void> {
  let hasEnd = true
  const onLine = (line: Buffer): void => {
    if (line.length > 0) take(line, hasEnd)
  }
  const framer = new LineFramer({ onLine, onTooLong: () => undefined }, Number.POSITIVE_INFINITY)
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    framer.push(chunk)
  }
  hasEnd = false
  framer.end()
}

/** Bytes that are written at a time. */
const SLICE_BYTES = 1 << 20

/** @returns where the file is as it was */
async function mended(path: string): Promise<string> {
  const aside = `${path}.damaged-${Date.now()}`
  const fresh = `${path}.tmp`
  const good: Buffer[] = []
  await eachLine(path, (line) => {
    if (recordOf(line) !== undefined) good.push(line, LINE_END)
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
  // The file keeps its name until the mended one takes it: whenever the process ends, one of the two is there.
  await link(path, aside).catch(() => copyFile(path, aside))
  await rename(fresh, path)
  await syncFolder(dirname(path))
  return aside
}

interface Waiting {
  /** What to append; undefined for a turn to another file. */
  readonly line?: string
  readonly turn?: string
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/**
 * An append-only file of records with checksums. An append is acknowledged when its bytes are on the disk; appends that arrive
 * while the disk is busy share the next flush. What a failed write left is cut off, and the next one is tried; where even that
 * fails, what is on the disk is unknown and everything is refused.
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
   * Opens a whole file (see {@link readJournal}), or makes one.
   *
   * @param onRefused for records that build on each other: all that wait are refused with the first, and this is called before
   *   those who wait are told
   * @param lineOf for a file that others read: without checksums
   */
  static async open(
    path: string,
    onRefused?: () => void,
    lineOf: (record: object) => string = journalLine,
  ): Promise<Journal> {
    const file = await open(path, 'a+', 0o600)
    const { size } = await file.stat()
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    // A last line without its end was written by hand.
    const isOpen = size > 0 && !buffer.equals(LINE_END)
    if (isOpen) await file.appendFile(LINE_END)
    return new Journal(file, isOpen ? size + 1 : size, onRefused, lineOf)
  }

  /** Bytes in the file. */
  get size(): number {
    return this.#size
  }

  /** Whether nothing can be appended any more. */
  get isBroken(): boolean {
    return this.#broken !== undefined
  }

  append(record: object): Promise<void> {
    return this.#enqueue({ line: this.#lineOf(record) })
  }

  /**
   * Goes on in another file, which begins with a record. What was appended before is on the disk in the old one before the new
   * one exists, so a file that has a successor is never torn.
   *
   * @throws when the new file cannot be made; the old one then stays, and nothing is lost
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

  /** Everything that waits, up to the next turn. */
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

  /** Behind half a line the next one could not be read, and a whole one that was refused must not come back. */
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
    // Its bytes are on the disk already.
    await old.close().catch(() => undefined)
  }

  /** Resolves when everything appended so far is on the disk. @throws what made the journal refuse, if it does */
  durable(): Promise<void> {
    return this.#enqueue({ line: '' })
  }

  async close(): Promise<void> {
    await this.#flushing
    await this.#file.close()
  }
}
