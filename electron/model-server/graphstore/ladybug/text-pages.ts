import { keyOf, uidOf } from '../remote/columns.ts'
import { entityConditions } from '../remote/conditions.ts'
import { type Database, type PageRequest, type StatementRow, inChunks } from '../remote/database.ts'
import type { EntityScan } from '../store.ts'
import { LINES, linesOf } from './relation-rows.ts'

/** Fewest candidates looked up at once. */
const MIN_LOOKED_UP = 64
/**
 * Most candidates looked up, at 5 µs each, when a scan takes more than a small page: reading the whole table is faster
 * beyond.
 */
const MAX_LOOKED_UP = 5_000
/** A scan whose pages have grown beyond this has found too little among its candidates. */
const MAX_SMALL_PAGE = 512

/** Lines of entities, and the uid after which the next page starts, if there is one. */
interface IndexedLines {
  readonly lines: readonly string[]
  readonly next: string | undefined
}

/**
 * Reads entities that contain a text by the index of texts. The engine examines what the index names, by the
 * same conditions as in a search of the table. Undefined when there is no index or the search is faster.
 */
export async function linesWithText(
  database: Database,
  scan: EntityScan,
  { workspace, after, size, signal }: PageRequest,
): Promise<IndexedLines | undefined> {
  const text = longestText(scan)
  if (text === undefined || scan.ids) return undefined
  const isSmall = size <= MAX_SMALL_PAGE
  const known = await database.entitiesWithText?.({
    text,
    ...keyPattern(scan),
    after: after === '' ? '' : keyOf(after),
    most: isSmall ? MIN_LOOKED_UP + size : MAX_LOOKED_UP,
  })
  if (!known || !(isSmall || known.isAll)) return undefined
  const where = entityConditions(workspace, scan, after)
  const uids = known.keys.map((key) => uidOf(workspace, key))
  const rows = await inChunks(uids, (chunk) =>
    database.read(
      `UNWIND $uids AS u MATCH (e:ModelEntity) WHERE e.uid = u AND ${where.text} WITH e.data AS data RETURN ${LINES}`,
      { uids: chunk, ...where.parameters },
      signal,
    ),
  )
  return {
    lines: rows.flatMap((row: StatementRow) => linesOf(row)),
    next: known.isAll ? undefined : uids.at(-1),
  }
}

/** All texts must occur in the search text; the longest is the rarest. */
function longestText({ text, equal = [] }: EntityScan): string | undefined {
  const [longest] = [text ?? '', ...equal.map(({ value }) => value)]
    .map((one) => one.toLowerCase())
    .sort((a, b) => b.length - a.length)
  return longest === undefined || longest.length < 2 ? undefined : longest
}

/** Beginning and part of the keys that can match a scan's names. */
function keyPattern({ domain = '', type = '' }: EntityScan): {
  readonly prefix: string
  readonly part: string
} {
  const plain = (name: string): string => name.replace(/\*$/, '')
  const typeStart = type === '' || type.endsWith('*') ? plain(type) : `${type}/`
  if (domain === '' || domain.endsWith('*')) return { prefix: plain(domain), part: `/${typeStart}` }
  return { prefix: `${domain}/${typeStart}`, part: '' }
}
