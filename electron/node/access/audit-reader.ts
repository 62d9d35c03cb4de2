import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AUDIT_FILE, type AuditLine, auditFolder } from './audit.ts'
import { AuditTail } from './audit-tail.ts'

/** Which lines are asked for; what is left out may be any. Times are Unix milliseconds: the first that counts, and the first that does not any more. */
export interface AuditWish {
  readonly key?: string | undefined
  readonly operation?: string | undefined
  readonly object?: string | undefined
  readonly outcome?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly count: number
  /** `next` of the page before. */
  readonly after?: string | undefined
}

export interface AuditPage {
  readonly lines: readonly AuditLine[]
  /** Absent at the end. */
  readonly next: string | undefined
}

/** A place to go on from that none of our pages named. */
export class UnknownPlace extends Error {
  override readonly name = 'UnknownPlace'
}

/** What one page looks through at most, so that a wish that nothing fulfils does not read gigabytes. */
const MAX_PAGE_BYTES = 64 * 1024 ** 2
/** Clocks are set, and calls that end together are noted in any order. */
const SLACK_MS = 60_000

/**
 * A page of the audit that all servers of a folder keep, the last line first: by when a call ended, which is how the files grow. They are
 * read from their ends, several at once where several servers wrote at one time, and those of other times not at all.
 *
 * @throws UnknownPlace
 */
export async function readAudit(
  folder: string,
  wish: AuditWish,
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
      // A call that ended before the time asked for began before it, too.
      if (!found || (least !== undefined && found.ended < least)) return { lines, next: undefined }
      if (lines.length >= wish.count || bytes > maxBytes)
        return { lines, next: placeText(place.asked, files) }
      const { line, ended, tail } = found
      const { offset } = tail
      tail.take()
      bytes += offset - tail.offset
      if (ended <= place.asked && isMeant(line, wish)) lines.push(line)
    }
  } finally {
    for (const { tail } of files) await tail.close()
  }
}

function isMeant(line: AuditLine, { from, to, ...wish }: AuditWish): boolean {
  const time = Date.parse(line.time)
  if ((from !== undefined && time < from) || (to !== undefined && time >= to)) return false
  return (['key', 'operation', 'object', 'outcome'] as const).every(
    (name) => wish[name] === undefined || line[name] === wish[name],
  )
}

interface File {
  readonly tail: AuditTail
  /** No line of it ended later. */
  readonly changed: number
  /** Where reading begins when nothing of it was read. */
  readonly size: number
}

/** The line that ended last of those that are left. Files that cannot have it are not opened. */
async function lastOf(files: readonly File[]) {
  let last: { line: AuditLine; ended: number; tail: AuditTail } | undefined
  for (const { tail, changed } of files) {
    if (last && changed + SLACK_MS < last.ended) break
    const head = await tail.head()
    if (head && (!last || head.ended > last.ended)) last = { line: head.line, ended: head.ended, tail }
  }
  return last
}

/** A page further back goes on where the one before ended: what came meanwhile is not among its lines. */
interface Place {
  /** When the first page was asked for, Unix milliseconds. */
  readonly asked: number
  /** Up to where each file is still to be read; all of one that is not named, if it is not younger. */
  readonly offsets: ReadonlyMap<string, number>
}

async function filesOf(folder: string, { asked, offsets }: Place): Promise<File[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files: File[] = []
  for (const name of names) {
    const id = AUDIT_FILE.exec(name)?.[1]
    if (id === undefined) continue
    const path = join(folder, name)
    // The oldest may go at this moment.
    const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }))
    const offset = Math.min(offsets.get(id) ?? size, size)
    files.push({ tail: new AuditTail(id, path, offset), changed: Math.min(mtimeMs, asked), size })
  }
  return files.sort((one, other) => other.changed - one.changed)
}

const placeText = (asked: number, files: readonly File[]): string =>
  [
    asked.toString(36),
    ...files
      .filter(({ tail, size }) => tail.offset < size)
      .map(({ tail }) => `${tail.id}-${tail.offset.toString(36)}`),
  ].join('.')

const PLACE = /^[0-9a-z]{1,11}(?:\.[0-9a-f]{8}-[0-9a-z]{1,11})*$/

function readPlace(text: string | undefined): Place {
  if (text === undefined) return { asked: Date.now(), offsets: new Map() }
  if (!PLACE.test(text)) throw new UnknownPlace('after must be the next of a page before')
  const [asked = '', ...places] = text.split('.')
  const offsets = places.map((one): [string, number] => [one.slice(0, 8), Number.parseInt(one.slice(9), 36)])
  return { asked: Number.parseInt(asked, 36), offsets: new Map(offsets) }
}
