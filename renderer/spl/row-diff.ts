import type { Snapshot } from '#shared/documents/query.ts'
import { atOnce, mapSteps, PIECE, type Steps } from '../app/slices.ts'
import { cellText, type Row } from './result.ts'

/** A row with the same key in both runs, and the columns that differ. */
interface ChangedRow {
  readonly key: string
  readonly before: Row
  readonly after: Row
  readonly columns: readonly string[]
}

export interface ResultDiff {
  /** Columns used as key; empty if rows are compared as a whole. */
  readonly keyColumns: readonly string[]
  readonly columns: readonly string[]
  readonly added: readonly Row[]
  readonly removed: readonly Row[]
  readonly changed: readonly ChangedRow[]
  readonly same: number
}

/** Column sets that identify rows of the service's sources, best first. */
const KEYS: readonly (readonly string[])[] = [
  ['__domain__', '__entity_type__', '__entity_id__'],
  ['__entity_id__'],
  ['domain', 'name', 'kind'],
  ['src', '__relation_type__', 'dest'],
  ['src', 'relation', 'dest'],
  ['data_set_id'],
  ['id'],
  ['name'],
  ['display_name'],
]

function keyOf(row: Row, columns: readonly string[]): string {
  return columns.map((column) => cellText(row[column])).join('\u0000')
}

/** Whether some columns have a value in every row and are unique. */
function* identifies(columns: readonly string[], { rows }: Snapshot): Steps<boolean> {
  const seen = new Set<string>()
  for (const [place, row] of rows.entries()) {
    if (place % PIECE === PIECE - 1) yield
    if (columns.some((column) => row[column] === undefined || row[column] === null)) return false
    const key = keyOf(row, columns)
    if (seen.has(key)) return false
    seen.add(key)
  }
  return true
}

/**
 * Compares the rows of two runs: by key if a column set identifies the rows of both, otherwise as whole rows.
 */
export const diffResults = (before: Snapshot, after: Snapshot): ResultDiff => atOnce(diffSteps(before, after))

/** {@link diffResults} as a pausable computation. */
export function* diffSteps(before: Snapshot, after: Snapshot): Steps<ResultDiff> {
  const columns = [...new Set([...before.columns, ...after.columns])]
  for (const key of KEYS)
    if ((yield* identifies(key, before)) && (yield* identifies(key, after)))
      return yield* byKey(before, after, columns, key)
  return yield* whole(before, after, columns)
}

function* byKey(
  before: Snapshot,
  after: Snapshot,
  columns: readonly string[],
  keyColumns: readonly string[],
): Steps<ResultDiff> {
  const old = new Map(yield* mapSteps(before.rows, (row) => [keyOf(row, keyColumns), row] as const))
  const added: Row[] = []
  const changed: ChangedRow[] = []
  let same = 0
  for (const [place, row] of after.rows.entries()) {
    if (place % PIECE === PIECE - 1) yield
    const key = keyOf(row, keyColumns)
    const previous = old.get(key)
    old.delete(key)
    if (!previous) {
      added.push(row)
      continue
    }
    const differing = columns.filter((column) => cellText(previous[column]) !== cellText(row[column]))
    if (differing.length === 0) same++
    else
      changed.push({
        key: keyColumns.map((column) => cellText(row[column])).join(' · '),
        before: previous,
        after: row,
        columns: differing,
      })
  }
  return { keyColumns, columns, added, removed: [...old.values()], changed, same }
}

/** Compares rows as multisets: surplus rows were added or removed. */
function* whole(before: Snapshot, after: Snapshot, columns: readonly string[]): Steps<ResultDiff> {
  const key = (row: Row): string => keyOf(row, columns)
  const previousRows = yield* mapSteps(before.rows, key)
  const latter = yield* mapSteps(after.rows, key)
  const counts = new Map<string, number>()
  for (const row of previousRows) counts.set(row, (counts.get(row) ?? 0) + 1)
  const added: Row[] = []
  let same = 0
  for (const [place, row] of after.rows.entries()) {
    const left = counts.get(latter[place] ?? '') ?? 0
    if (left === 0) added.push(row)
    else {
      counts.set(latter[place] ?? '', left - 1)
      same++
    }
  }
  // Of equal rows, the last ones count as removed.
  const removed: Row[] = []
  for (let place = before.rows.length - 1; place >= 0; place--) {
    const left = counts.get(previousRows[place] ?? '') ?? 0
    const row = before.rows[place]
    if (left === 0 || !row) continue
    counts.set(previousRows[place] ?? '', left - 1)
    removed.push(row)
  }
  return { keyColumns: [], columns, added, removed: removed.reverse(), changed: [], same }
}
