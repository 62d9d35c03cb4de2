import { hash } from 'node:crypto'
import {
  type Lifetime,
  type RelationKey,
  type RelationRecord,
  entityKey,
  relationKey,
} from '#shared/model/entity.ts'
import { type RelationColumns, relationColumns, uidOf } from '../remote/columns.ts'
import { type StatementRow, textIn } from '../remote/database.ts'

/**
 * Returns all `data` of the result as one text, one line each: JSON has no line breaks, and fetching row by
 * row takes ten times as long.
 */
export const LINES = "list_to_string('\\n', collect(data)) AS lines"

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Characters of 128 bits; only the first two bits of the last one are theirs. */
const HASH_CHARACTERS = 22
const LAST_BITS = 0b110000

/**
 * 128 bits of SHA-256, so that even deliberate attempts find no collision. Cut from the text of all 256: a
 * quarter of the time that their bytes take.
 */
export function relationHash(workspace: string, key: RelationKey): string {
  const whole = hash('sha256', uidOf(workspace, relationKey(key)), 'base64url')
  const last = BASE64URL.indexOf(whole.charAt(HASH_CHARACTERS - 1)) & LAST_BITS
  return whole.slice(0, HASH_CHARACTERS - 1) + BASE64URL.charAt(last)
}

export type RecordColumns = RelationColumns & { readonly hash: string }

/**
 * Columns of a relation, without repeating what its key contains: `data` lists the key's parts and the rest,
 * and `text` is empty when only the key is searched. The engine's lower case agrees with ours for ASCII only.
 */
export function recordColumns(workspace: string, record: RelationRecord): RecordColumns {
  const { src, type, dest, ...lifetime } = record
  const columns = relationColumns(workspace, record)
  const plain = /^[\u0000-\u007f]*$/.test(columns.uid)
  const own = columns.text.slice(`${type}\n${entityKey(src)}\n${entityKey(dest)}`.length)
  return {
    ...columns,
    hash: relationHash(workspace, record),
    data: JSON.stringify([src.domain, src.type, src.id, type, dest.domain, dest.type, dest.id, lifetime]),
    text: plain ? own : columns.text,
  }
}

type StoredRelation = [...[string, string, string, string, string, string, string], Lifetime]

export function relationOf(line: string): RelationRecord {
  const [srcDomain, srcType, srcId, type, destDomain, destType, destId, lifetime] = JSON.parse(
    line,
  ) as StoredRelation
  return {
    src: { domain: srcDomain, type: srcType, id: srcId },
    type,
    dest: { domain: destDomain, type: destType, id: destId },
    ...lifetime,
  }
}

export function linesOf(row: StatementRow | undefined): string[] {
  const text = textIn(row, 'lines')
  return text === '' ? [] : text.split('\n')
}

/** The same lines, one at a time: many at once hold others up. */
export function* eachLine(row: StatementRow | undefined): Iterable<string> {
  const text = textIn(row, 'lines')
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start)
    yield text.slice(start, end < 0 ? undefined : end)
    start = end < 0 ? text.length : end + 1
  }
}

export function relationsOf(row: StatementRow): RelationRecord[] {
  return linesOf(row).map(relationOf)
}
