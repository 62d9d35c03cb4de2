import { type EntityRecord, entityKey } from '#shared/model/entity.ts'
import { uidOf } from '../remote/columns.ts'
import { entityConditions } from '../remote/conditions.ts'
import { type Database, type PageRequest, inChunks } from '../remote/database.ts'
import type { EntityScan, Pages } from '../store.ts'
import { LINES, linesOf } from './relation-rows.ts'

/** Size of the first page, and of the largest: with more, reading the whole type is as fast. */
const FIRST_PAGE = 64
const MAX_PAGE = 2_048

/** A field that every page is ordered by: its name, and its entities' type. */
interface Order {
  readonly domain: string
  readonly type: string
  readonly field: string
  readonly descending: boolean
}

function orderOf({ domain, type, first, ids, text, time }: EntityScan): Order | undefined {
  const isExact = (name: string | undefined): name is string => !!name && !name.endsWith('*')
  return first && !ids && !text && !time && isExact(domain) && isExact(type)
    ? { domain, type, ...first }
    : undefined
}

/**
 * Pages in the order of a scan's `first`, as long as the database holds that field, nothing of it changes, and
 * pages are small; then what is left, from `rest`, in any order.
 */
export function firstPages(
  database: Database,
  scan: EntityScan,
  request: Pick<PageRequest, 'workspace' | 'signal'>,
  rest: Pages<EntityRecord>,
): Pages<EntityRecord> {
  const order = orderOf(scan)
  if (!order) return rest
  const given = new Set<string>()
  let isInOrder = true
  let version: symbol | undefined
  let [above, from, size] = [-Infinity, 0, FIRST_PAGE]
  return {
    inOrder: () => isInOrder,
    async next() {
      if (isInOrder) {
        if (above === Infinity) return null
        const found =
          size > MAX_PAGE
            ? undefined
            : await database.firstEntities?.({ ...order, above, from, size, signal: request.signal })
        version ??= found?.version
        const isSame = found?.version === version
        const records = found && isSame && (await unchanged(database, order, found.values, request))
        if (found && records) {
          ;[above, from, size] = [found.bound, from + size, size * 4]
          for (const key of found.values.keys()) given.add(key)
          return records
        }
        isInOrder = false
      }
      const page = await rest.next()
      return page && page.filter((record) => !given.has(entityKey(record)))
    },
  }
}

/** Returns the records in order; undefined when there are too many or one no longer has its value. */
async function unchanged(
  database: Database,
  { domain, type, field, descending }: Order,
  values: ReadonlyMap<string, number>,
  { workspace, signal }: Pick<PageRequest, 'workspace' | 'signal'>,
): Promise<readonly EntityRecord[] | undefined> {
  if (values.size > MAX_PAGE * 2) return undefined
  const where = entityConditions(workspace, { domain, type }, '')
  const uids = [...values.keys()].map((key) => uidOf(workspace, key))
  const rows = await inChunks(uids, (chunk) =>
    database.read(
      `UNWIND $uids AS u MATCH (e:ModelEntity) WHERE e.uid = u AND ${where.text} WITH e.data AS data RETURN ${LINES}`,
      { uids: chunk, ...where.parameters },
      signal,
    ),
  )
  const records = rows.flatMap(linesOf).map((line) => JSON.parse(line) as EntityRecord)
  const valueOf = (record: EntityRecord): number => values.get(entityKey(record)) ?? Number.NaN
  if (
    records.length !== values.size ||
    !records.every((record) => record.properties[field] === valueOf(record))
  )
    return undefined
  return records.sort((a, b) => (descending ? valueOf(b) - valueOf(a) : valueOf(a) - valueOf(b)))
}
