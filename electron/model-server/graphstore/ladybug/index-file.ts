import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { endianness } from 'node:os'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { syncFolder } from '../../../node/atomic-file.ts'

/*
 * A kept index: a head (its length, its CRC-32, and JSON), then its parts one after another, in blocks that are
 * each followed by their CRC-32.
 */

/** Raise it with any change of what an index keeps, also of how it hashes; another format is not read. */
const FORMAT = `1 ${endianness()}`

/** Copied and checked in one piece: about a millisecond. */
const BLOCK_BYTES = 2 ** 20

/** Bytes that may wait for the disk: a commit's own flush waits for them, too. */
const UNSYNCED_BYTES = 16 * BLOCK_BYTES

const CHECKSUM_BYTES = 4
const MAX_HEAD_BYTES = 2 ** 20

/** Content of an index: numbers that describe it, and bytes that may change while they are written. */
export interface SavedParts<Shape> {
  readonly shape: Shape
  readonly parts: readonly Uint8Array[]
}

/** What parts are read back from, in their order. */
export interface ByteSource {
  /** @throws DamagedIndex */
  fill(target: Uint8Array): Promise<void>
}

interface Head {
  readonly format: string
  readonly stamp: string
  readonly shape: unknown
  readonly bytes: number
}

export class DamagedIndex extends Error {
  override readonly name = 'DamagedIndex'
}

export const bytesOf = (numbers: Uint32Array<ArrayBuffer>): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)

const temporary = (path: string): string => `${path}.tmp`

/**
 * Writes an index atomically, with pauses. The caller is the only one to write this path.
 *
 * @param signal gives up, and leaves nothing
 */
export async function writeIndexFile(
  path: string,
  stamp: string,
  { shape, parts }: SavedParts<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  try {
    const file = await open(temporary(path), 'w', 0o600)
    try {
      await file.writeFile(encodedHead({ format: FORMAT, stamp, shape, bytes }))
      let unsynced = 0
      for (const block of blocksOf(parts)) {
        signal.throwIfAborted()
        await file.writeFile(block)
        unsynced += block.length
        if (unsynced < UNSYNCED_BYTES) continue
        await file.datasync()
        unsynced = 0
      }
      await file.sync()
    } finally {
      await file.close()
    }
    signal.throwIfAborted()
    await rename(temporary(path), path)
  } catch (error) {
    await rm(temporary(path), { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

export async function removeIndexFile(path: string): Promise<void> {
  for (const one of [path, temporary(path)]) await rm(one, { force: true })
}

function encodedHead(head: Head): Buffer {
  const json = Buffer.from(JSON.stringify(head))
  const lead = Buffer.alloc(CHECKSUM_BYTES * 2)
  lead.writeUInt32LE(json.length, 0)
  lead.writeUInt32LE(crc32(json), CHECKSUM_BYTES)
  return Buffer.concat([lead, json])
}

/** Blocks with their checksums; each is a copy, so that its checksum holds whatever is written meanwhile. */
function* blocksOf(parts: readonly Uint8Array[]): Iterable<Buffer> {
  let block = Buffer.allocUnsafe(BLOCK_BYTES + CHECKSUM_BYTES)
  let filled = 0
  const finished = (): Buffer => {
    block.writeUInt32LE(crc32(block.subarray(0, filled)), filled)
    const done = block.subarray(0, filled + CHECKSUM_BYTES)
    block = Buffer.allocUnsafe(BLOCK_BYTES + CHECKSUM_BYTES)
    filled = 0
    return done
  }
  for (const part of parts) {
    for (let start = 0; start < part.length;) {
      const piece = part.subarray(start, start + BLOCK_BYTES - filled)
      block.set(piece, filled)
      filled += piece.length
      start += piece.length
      if (filled === BLOCK_BYTES) yield finished()
    }
  }
  if (filled > 0) yield finished()
}

/** An index on disk. */
export class IndexFile implements ByteSource {
  readonly head: Head
  readonly #file: FileHandle
  readonly #signal: AbortSignal
  #unread: number
  #block = Buffer.alloc(0)

  private constructor(file: FileHandle, head: Head, signal: AbortSignal) {
    this.#file = file
    this.#signal = signal
    this.head = head
    this.#unread = head.bytes
  }

  /** Undefined when there is no file, or not one of this format. */
  static async open(path: string, signal: AbortSignal): Promise<IndexFile | undefined> {
    const file = await open(path, 'r').catch(() => undefined)
    if (!file) return undefined
    const head = await headOf(file).catch(() => undefined)
    if (head?.format === FORMAT) return new IndexFile(file, head, signal)
    await file.close()
    return undefined
  }

  async fill(target: Uint8Array): Promise<void> {
    for (let filled = 0; filled < target.length;) {
      if (this.#block.length === 0) await this.#next()
      const piece = this.#block.subarray(0, target.length - filled)
      target.set(piece, filled)
      filled += piece.length
      this.#block = this.#block.subarray(piece.length)
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #next(): Promise<void> {
    this.#signal.throwIfAborted()
    const length = Math.min(BLOCK_BYTES, this.#unread)
    if (length === 0) throw new DamagedIndex('The index is shorter than what it describes.')
    this.#unread -= length
    const block = await exactly(this.#file, length + CHECKSUM_BYTES)
    if (crc32(block.subarray(0, length)) !== block.readUInt32LE(length))
      throw new DamagedIndex('A block of the index is damaged.')
    this.#block = block.subarray(0, length)
  }
}

async function headOf(file: FileHandle): Promise<Head> {
  const lead = await exactly(file, CHECKSUM_BYTES * 2)
  const length = lead.readUInt32LE(0)
  if (length > MAX_HEAD_BYTES) throw new DamagedIndex('The head of the index is damaged.')
  const json = await exactly(file, length)
  if (crc32(json) !== lead.readUInt32LE(CHECKSUM_BYTES))
    throw new DamagedIndex('The head of the index is damaged.')
  return JSON.parse(json.toString()) as Head
}

/** Reads as many bytes from where the last read ended. */
async function exactly(file: FileHandle, length: number): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.allocUnsafe(length)
  for (let at = 0; at < length;) {
    const { bytesRead } = await file.read(buffer, at, length - at, null)
    if (bytesRead === 0) throw new DamagedIndex('The index ends too early.')
    at += bytesRead
  }
  return buffer
}
