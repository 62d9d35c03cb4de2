import { literal } from '#shared/spl/literal.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { referenceOf } from '../graph/as-query.ts'
import { queryAllRows, queryRows } from '../graph/load.ts'
import { relationEdge } from './entity-graph.ts'

/** Rows per page of the whole topology; reduced if the server has smaller pages. */
export const PAGE = 5000
/** Ids, and entities whose relations are requested, per query. */
const BATCH = 100
const ID = '__entity_id__'

type Source = Parameters<typeof queryRows>[0]
type Options = Parameters<typeof queryAllRows>[2]
type Answer = Awaited<ReturnType<typeof queryAllRows>>
type Row = Readonly<Record<string, unknown>>

/**
 * Runs queries in batches. If a server's page is smaller than the result, the batch is halved, down to one;
 * `complete` is false if a single item exceeds the page.
 */
async function inBatches<T>(
  source: Source,
  things: readonly T[],
  queryOf: (some: readonly T[]) => string,
  { onRows, ...options }: Options,
): Promise<Answer> {
  const waiting: (readonly T[])[] = []
  for (let start = 0; start < things.length; start += BATCH)
    waiting.unshift(things.slice(start, start + BATCH))
  const rows: Record<string, unknown>[] = []
  let complete = true
  for (let some = waiting.pop(); some; some = waiting.pop()) {
    const answer = await queryAllRows(source, queryOf(some), options)
    if (!answer.complete && some.length > 1) {
      const half = Math.ceil(some.length / 2)
      waiting.push(some.slice(half), some.slice(0, half))
      continue
    }
    complete &&= answer.complete
    rows.push(...answer.rows)
    onRows?.(rows.length)
  }
  return { rows, complete }
}

/** Entities of one set by id; unknown ids are left out. */
export const entitiesById = (
  source: Source,
  { domain, type, ids }: { readonly domain: string; readonly type: string; readonly ids: readonly string[] },
  options: Options,
): Promise<Answer> =>
  inBatches(
    source,
    ids,
    (some) =>
      `.entity with(domain=${literal(domain)}, name=${literal(type)}, ids=[${some.map(literal).join(', ')}])`,
    options,
  )

const relationsQuery = (keys: readonly string[]): string =>
  `.topo | graph-call getDirectRelations([${keys.map(referenceOf).join(', ')}])`

/** Relations of entities, by key; a relation between two of them may be returned twice. */
export const relationsOf = (source: Source, keys: readonly string[], options: Options): Promise<Answer> =>
  inBatches(source, keys, relationsQuery, options)

/** Relations that are read before the server is asked to select those that are wanted. */
const FEW = 1000
/** Entities among which relations are selected at most: a query names each. */
const MAX_AMONG = 2000

/** Whether a server selects before it limits, by connection; some select from the first rows only. */
const selectsFirst = new Map<string, boolean>()

const endsIn = (keys: Iterable<string>): string => {
  const list = Array.from(keys, literal).join(', ')
  return `where src in [${list}] and dest in [${list}]`
}

/** Asks for the last of many relations by its ends: a server that selects too late does not find it. */
async function selects(
  source: Source,
  query: string,
  rows: readonly Row[],
  options: Options,
): Promise<boolean> {
  const known = selectsFirst.get(source.connection)
  if (known !== undefined) return known
  const { signal, timeRange } = options
  const [first, last] = [rows[0], rows.at(-1)].map((row) => row && relationEdge(row))
  const ends = [last?.source ?? '', last?.target ?? '']
  if (first && ends.includes(first.source) && ends.includes(first.target)) return false
  const found = await queryRows(source, `${query} | ${endsIn(ends)} | limit 1`, {
    signal,
    limit: 1,
    ...(timeRange ? { timeRange } : {}),
  }).catch((error: unknown) => {
    if (signal.aborted) throw error
    return []
  })
  selectsFirst.set(source.connection, found.length > 0)
  return found.length > 0
}

/**
 * Relations of entities, where there are many only those whose ends are both among some: a hub may have a hundred thousand
 * others. All of them are read from a server that cannot select.
 */
export async function relationsAmong(
  source: Source,
  keys: readonly string[],
  among: ReadonlySet<string>,
  options: Options,
): Promise<Answer> {
  if (among.size > MAX_AMONG) return relationsOf(source, keys, options)
  const rows: Record<string, unknown>[] = []
  let complete = true
  for (let start = 0; start < keys.length; start += BATCH) {
    const some = keys.slice(start, start + BATCH)
    const query = relationsQuery(some)
    const own = { ...options, onRows: (count: number) => options.onRows?.(rows.length + count) }
    let answer = await queryAllRows(source, query, { ...own, page: FEW, most: FEW })
    if (!answer.complete && (await selects(source, query, answer.rows, options)))
      answer = await queryAllRows(source, `${query} | ${endsIn(among)}`, own)
    if (!answer.complete) answer = await relationsOf(source, some, own)
    complete &&= answer.complete
    rows.push(...answer.rows)
  }
  return { rows, complete }
}

/** All entities of a set; from a server with small pages and no `offset`, in id order. */
export async function entitiesOfSet(
  source: Source,
  set: { readonly domain: string; readonly name: string },
  options: Options,
): Promise<Answer> {
  const query = `.entity with(domain=${literal(set.domain)}, name=${literal(set.name)})`
  const first = await queryAllRows(source, query, options)
  if (first.complete || first.rows.length >= (options.most ?? Infinity)) return first
  const inOrder = await entitiesInOrder(source, query, first.rows.length, options)
  return inOrder.rows.length > first.rows.length ? inOrder : first
}

/** Servers compare numbers numerically and other ids as text, so there is no usable order. */
const isNumeric = (id: string): boolean => id.trim() !== '' && Number.isFinite(Number(id))

async function entitiesInOrder(
  source: Source,
  query: string,
  page: number,
  { signal, onRows, most = Infinity, timeRange }: Options,
): Promise<Answer> {
  const found = new Map<string, Record<string, unknown>>()
  let last = ''
  for (;;) {
    const rows: readonly Row[] = await queryRows(
      source,
      `${query} | where ${ID} > ${literal(last)} | sort ${ID} | limit ${page}`,
      { signal, limit: page, ...(timeRange ? { timeRange } : {}) },
    )
    const ids = rows.map(({ [ID]: id }) =>
      typeof id === 'string' || typeof id === 'number' ? String(id) : '',
    )
    const next = ids.at(-1)
    const isOrdered = ids.every((id, place) => !isNumeric(id) && id > (ids[place - 1] ?? last))
    if (!isOrdered) return { rows: [], complete: false }
    for (const [place, row] of rows.entries()) found.set(ids[place] ?? '', row)
    onRows?.(found.size)
    // A server that filters only within its limit returns nothing after its first page, which looks like the
    // end.
    if (rows.length < page || next === undefined)
      return { rows: [...found.values()], complete: found.size > page }
    if (found.size >= most) return { rows: [...found.values()], complete: false }
    last = next
  }
}

/**
 * All relations; from a server with small pages and no `offset`, those of the known entities, then of their
 * other ends, transitively. If an unknown entity came up, there may be unreachable ones.
 */
export async function everyRelation(
  source: Source,
  keys: readonly string[],
  { onRows, ...options }: Options,
): Promise<Answer> {
  const first = await queryAllRows(source, '.topo', { ...options, onRows })
  if (first.complete || first.rows.length >= (options.most ?? Infinity)) return first
  const known = new Set(keys)
  const found = new Map<string, Record<string, unknown>>()
  let complete = true
  /** Collects relations; returns ends not queried yet. */
  const take = (rows: readonly Record<string, unknown>[]): string[] => {
    const fresh = new Set<string>()
    for (const row of rows) {
      const edge = relationEdge(row)
      if (!edge) continue
      found.set(edge.key, row)
      for (const end of [edge.source, edge.target]) if (!known.has(end)) fresh.add(end)
    }
    for (const end of fresh) known.add(end)
    return [...fresh]
  }
  const ends = take(first.rows)
  let pending = [...keys, ...ends]
  complete &&= ends.length === 0
  try {
    while (pending.length > 0 && found.size < (options.most ?? Infinity)) {
      const answer = await relationsOf(source, pending, {
        ...options,
        onRows: (count) => onRows?.(found.size + count),
      })
      pending = take(answer.rows)
      complete &&= answer.complete && pending.length === 0
    }
  } catch (error) {
    if (!(error instanceof WorkbenchError) || error.code === 'CANCELLED') throw error
    complete = false
  }
  return { rows: [...found.values()], complete }
}
