import { createReadStream } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { Element } from '#shared/model/element.ts'
import type { EntityRecord, RelationRecord } from '#shared/model/entity.ts'

/** What a line of a journal or snapshot holds: the states that things have from then on. */
export interface Entry {
  readonly elements?: readonly Element[]
  readonly entities?: readonly EntityRecord[]
  readonly relations?: readonly RelationRecord[]
}

const NEWLINE = 10
/** Digits of the checksum and the blank behind it. */
const HEAD = 9

/** A line: the CRC-32 of its JSON, the JSON, a line end. JSON has no raw line ends, so lines never run together. */
export function lineOf(entry: Entry): string {
  const json = JSON.stringify(entry)
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`
}

function entryOf(line: Buffer): Entry | undefined {
  const json = line.subarray(HEAD)
  if (
    line.length <= HEAD ||
    line.toString('latin1', 0, HEAD - 1) !== crc32(json).toString(16).padStart(8, '0')
  ) {
    return undefined
  }
  try {
    return JSON.parse(json.toString('utf8')) as Entry
  } catch {
    return undefined
  }
}

/**
 * Hands out the entries of a file in order up to the first broken line.
 *
 * @returns bytes of whole, good lines; less than the file's length when its tail is torn
 */
export async function readLines(path: string, take: (entry: Entry) => void): Promise<number> {
  let good = 0
  let rest: Buffer[] = []
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const part = chunk.subarray(from, end)
      const line = rest.length > 0 ? Buffer.concat([...rest, part]) : part
      rest = []
      const entry = entryOf(line)
      if (!entry) return good
      take(entry)
      good += line.length + 1
      from = end + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
  return good
}
