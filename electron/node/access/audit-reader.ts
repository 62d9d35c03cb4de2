import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AUDIT_FILE, type AuditLine, auditFolder } from './audit.ts'
import { AuditTail } from './audit-tail.ts'

/**
 * Filter for audit lines; an absent field matches any value. Times are Unix milliseconds: inclusive start,
 * exclusive end.
 */
export interface AuditFilter {
  readonly key?: string | undefined
  readonly operation?: string | undefined
  readonly object?: string | undefined
  readonly outcome?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly count: number
  /** The `next` cursor of the previous page. */
  readonly after?: string | undefined
}

export interface AuditPage {
  readonly lines: readonly AuditLine[]
  /** Absent on the last page. */
  readonly next: string | undefined
}

/** A cursor that no page of ours returned. */
export class InvalidCursor extends Error {
  override readonly name = 'InvalidCursor'
}

/** Bytes scanned for one page, so that a filter that matches nothing does not read gigabytes. */
const MAX_PAGE_BYTES = 64 * 1024 ** 2
/** Tolerance: clocks get adjusted, and calls that end at the same time are logged in any order. */
const SLACK_MS = 60_000

/**
 * Returns one page of the audit of all servers that share a folder, newest first by the time a call ended
 * (the order in which the files grow). Reads the files backwards, merging those whose times overlap, and
 * skips files outside the requested range.
 *
 * @throws InvalidCursor
 */
export async function readAudit(
  folder: string,
  wish: AuditFilter,
  maxBytes = MAX_PAGE_BYTES,
): Promise<AuditPage> {
  const place = readPlace(wish.after)
  const files = await filesOf(auditFolder(folder), place)
  const least = wish.from === undefined ? undefined : wish.from - SLACK_MS
  const lines: AuditLine[] = []
  let bytes = 0
  try {
    for (;;) {
      const found = await lastOf(files)
      // A call that ended before the requested start also began before it.
      if (!found || (least !== undefined && found.ended < least)) return { lines, next: undefined }
      if (lines.length >= wish.count || bytes > maxBytes)
        return { lines, next: placeText(place.since, files) }
      const { line, ended, tail } = found
      const { offset } = tail
      tail.take()
      bytes += offset - tail.offset
      if (ended <= place.since && isMeant(line, wish)) lines.push(line)
    }
  } finally {
    for (const { tail } of files) await tail.close()
  }
}

function isMeant(line: AuditLine, { from, to, ...wish }: AuditFilter): boolean {
  const time = Date.parse(line.time)
  if ((from !== undefined && time < from) || (to !== undefined && time >= to)) return false
  return (['key', 'operation', 'object', 'outcome'] as const).every(
    (name) => wish[name] === undefined || line[name] === wish[name],
  )
}

interface File {
  readonly tail: AuditTail
  /** Modification time: no line of the file ended later. */
  readonly changed: number
  /** Offset at which reading starts when nothing has been read yet. */
  readonly size: number
}

/** Returns the line that ended last among the unread ones. Does not open files that cannot contain it. */
async function lastOf(files: readonly File[]) {
  let last: { line: AuditLine; ended: number; tail: AuditTail } | undefined
  for (const { tail, changed } of files) {
    if (last && changed + SLACK_MS < last.ended) break
    const head = await tail.head()
    if (head && (!last || head.ended > last.ended)) last = { line: head.line, ended: head.ended, tail }
  }
  return last
}

/** Decoded cursor: the next page continues where this one ended and does not include lines written since. */
interface Place {
  /** When the first page was requested, Unix milliseconds. */
  readonly since: number
  /** Offset up to which each file is still unread. A file that is not listed is entirely unread, unless it is newer. */
  readonly offsets: ReadonlyMap<string, number>
}

async function filesOf(folder: string, { since, offsets }: Place): Promise<File[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files: File[] = []
  for (const name of names) {
    const id = AUDIT_FILE.exec(name)?.[1]
    if (id === undefined) continue
    const path = join(folder, name)
    // The oldest file may be deleted at this moment.
    const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }))
    const offset = Math.min(offsets.get(id) ?? size, size)
    files.push({ tail: new AuditTail(id, path, offset), changed: Math.min(mtimeMs, since), size })
  }
  return files.sort((one, other) => other.changed - one.changed)
}

const placeText = (since: number, files: readonly File[]): string =>
  [
    since.toString(36),
    ...files
      .filter(({ tail, size }) => tail.offset < size)
      .map(({ tail }) => `${tail.id}-${tail.offset.toString(36)}`),
  ].join('.')

const NO_PLACE = 'after must be the next of a page before'
/** Before there was an audit. */
const FIRST_PLACE = Date.parse('2020-01-01T00:00:00Z')

const PLACE = /^[0-9a-z]{1,11}(?:\.[0-9a-f]{8}-[0-9a-z]{1,11})*$/

function readPlace(text: string | undefined): Place {
  if (text === undefined) return { since: Date.now(), offsets: new Map() }
  if (!PLACE.test(text)) throw new InvalidCursor(NO_PLACE)
  const [time = '', ...places] = text.split('.')
  const since = Number.parseInt(time, 36)
  // A word that happens to read as a time would otherwise give an empty page, as at the end.
  if (since < FIRST_PLACE) throw new InvalidCursor(NO_PLACE)
  const offsets = places.map((one): [string, number] => [one.slice(0, 8), Number.parseInt(one.slice(9), 36)])
  return { since, offsets: new Map(offsets) }
}
