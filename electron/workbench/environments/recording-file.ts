import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import { inflateRawSync } from 'node:zlib'
import * as zlib from 'node:zlib'
import { inspectTask, readSample } from '#shared/environments/trajectories/inspect.ts'
import { parseJson } from '#shared/environments/trajectories/json.ts'
import { isFields } from '#shared/json/fields.ts'
import { type Mapping, Records, RecordingText } from '#shared/environments/trajectories/read.ts'
import type { ReadEpisode } from '#shared/environments/trajectories/read-episode.ts'
import { type FileEnd, Unread } from '#shared/environments/trajectories/unread.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'

/** Rows of a Parquet file decoded at a time. */
const ROWS_AT_ONCE = 5_000

interface Reading {
  readonly episodes: readonly ReadEpisode[]
  /** Bytes of the file read so far. */
  readonly done: number
}

export type Binary = 'parquet' | 'archive'

/** Detects a binary format by its first bytes. */
export function binaryOf(first: Buffer): Binary | undefined {
  if (first.subarray(0, 4).equals(Buffer.from('PAR1'))) return 'parquet'
  return first.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1')) ? 'archive' : undefined
}

/** A text file that arrives in parts. */
export class TextFile {
  readonly #text: RecordingText
  readonly #decoder = new StringDecoder('utf8')

  constructor(name: string, mapping?: Mapping) {
    this.#text = new RecordingText(name, mapping)
  }

  get statistics(): FileEnd {
    return this.#text.statistics
  }

  push(bytes: Buffer): ReadEpisode[] {
    return this.#text.push(this.#decoder.write(bytes))
  }

  end(): ReadEpisode[] {
    return [...this.#text.push(this.#decoder.end()), ...this.#text.end()]
  }
}

/** Reads a complete file from the beginning. @returns its metadata */
export async function* readFileWhole(
  path: string,
  name: string,
  mapping: Mapping | undefined,
): AsyncGenerator<Reading, FileEnd> {
  const file = await open(path)
  const first = Buffer.alloc(4)
  await file.read(first, 0, 4, 0).finally(() => file.close())
  const binary = binaryOf(first)
  if (binary === 'parquet') return yield* readParquet(path, name, mapping)
  if (binary === 'archive') return yield* readArchive(path, name)
  const text = new TextFile(name, mapping)
  let done = 0
  for await (const part of createReadStream(path, { highWaterMark: 1024 ** 2 }) as AsyncIterable<Buffer>)
    yield { episodes: text.push(part), done: (done += part.length) }
  yield { episodes: text.end(), done }
  return text.statistics
}

async function* readParquet(
  path: string,
  name: string,
  mapping: Mapping | undefined,
): AsyncGenerator<Reading, FileEnd> {
  const { parquetMetadata, parquetReadObjects } = await import('hyparquet')
  const bytes = await readFile(path)
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const refused = (error: unknown): never => {
    const reason = error instanceof Error ? error.message : String(error)
    throw workbenchError('RECORDING_UNREADABLE.parquet', { reason })
  }
  const records = new Records(name, mapping)
  let rows: number
  try {
    rows = Number(parquetMetadata(file).num_rows)
  } catch (error) {
    return refused(error)
  }
  for (let rowStart = 0; rowStart < rows; rowStart += ROWS_AT_ONCE) {
    const rowEnd = Math.min(rows, rowStart + ROWS_AT_ONCE)
    const some = await parquetReadObjects({ file, rowStart, rowEnd }).catch(refused)
    const episodes = some.flatMap((row, i) => records.take(plain(row), rowStart + i + 1))
    yield { episodes, done: Math.round((bytes.length * rowEnd) / rows) }
  }
  yield { episodes: records.end(), done: bytes.length }
  return records.statistics
}

/** Converts 64-bit integers and dates to JSON values. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  if (isFields(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
  return value
}

/** Reads an Inspect log with the extension `.eval`: a zip archive with one file per sample. */
async function* readArchive(path: string, name: string): AsyncGenerator<Reading, FileEnd> {
  const bytes = await readFile(path)
  const entries = entriesOf(bytes)
  const start = entries.find(
    (entry) => entry.name === 'header.json' || entry.name.endsWith('_journal/start.json'),
  )
  const samples = entries.filter((entry) => /(?:^|\/)samples\/[^/]+\.json$/.test(entry.name))
  if (!start || samples.length === 0) throw bad('it is no log of Inspect')
  const json = (entry: Entry): unknown => parseJson(unpack(bytes, entry).toString('utf8'), 1)
  const head = json(start)
  const task = inspectTask(isFields(head) ? head : {})
  const unread = new Unread()
  const read = (entry: Entry): ReadEpisode[] => {
    try {
      const sample = json(entry)
      if (!isFields(sample)) throw bad(`${entry.name} holds no sample`)
      return [readSample(sample, task, name, 1, entry.name)]
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return unread.pass(workbenchError('RECORDING_UNREADABLE.entry', { name: entry.name, reason }))
    }
  }
  for (const [i, entry] of samples.entries())
    yield { episodes: read(entry), done: Math.round((bytes.length * (i + 1)) / samples.length) }
  if (unread.records === samples.length) throw unread.error
  return { cut: 0, unread: unread.summary }
}

interface Entry {
  readonly name: string
  readonly method: number
  readonly at: number
  readonly packed: number
  readonly size: number
}

/** Maximum size of a sample; an archive declares the sizes of its files. */
const MAX_ENTRY_BYTES = 256 * 1024 ** 2

const bad = (reason: string) => workbenchError('RECORDING_UNREADABLE.archive', { reason })

/** Reads a zip directory (APPNOTE.TXT 6.3.10, 4.3.12 and 4.3.16); archives over 4 GiB are not supported. */
function entriesOf(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > bytes.length) throw bad('its directory is missing')
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw bad('its directory is damaged')
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + name),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + name + extra + comment
  }
  return entries
}

/** Node supports Zstandard since 22.15. */
const unzstd = (
  zlib as { zstdDecompressSync?: (bytes: Buffer, options?: { maxOutputLength: number }) => Buffer }
).zstdDecompressSync

function unpack(bytes: Buffer, { name, method, at, packed, size }: Entry): Buffer {
  if (size > MAX_ENTRY_BYTES) throw bad(`${name} is too large`)
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== 0x04034b50) throw bad('it is damaged')
  const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const part = bytes.subarray(from, from + packed)
  const limit = { maxOutputLength: MAX_ENTRY_BYTES }
  try {
    if (method === 0) return part
    if (method === 8) return inflateRawSync(part, limit)
    if (method === 93 && unzstd) return unzstd(part, limit)
  } catch (error) {
    throw bad(error instanceof Error ? error.message : String(error))
  }
  throw bad(
    method === 93
      ? 'it is packed with Zstandard, which Node reads from 22.15 on'
      : `its packing ${method} is unknown`,
  )
}
