import { cellText, type Row } from '../results/result.ts'
import type { Snapshot } from './snapshots.ts'

/** A row that is in both runs under the same key, with the columns that differ. */
export interface ChangedRow {
  readonly key: string
  readonly before: Row
  readonly after: Row
  readonly columns: readonly string[]
}

export interface ResultDiff {
  /** Columns that tell rows apart; empty when rows are compared whole. */
  readonly keyColumns: readonly string[]
  readonly columns: readonly string[]
  readonly added: readonly Row[]
  readonly removed: readonly Row[]
  readonly changed: readonly ChangedRow[]
  readonly same: number
}

/** Sets of columns that identify rows of the service's sources, best first. */
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

function identifies(columns: readonly string[], { rows }: Snapshot): boolean {
  const seen = new Set<string>()
  return rows.every((row) => {
    if (columns.some((column) => row[column] === undefined || row[column] === null)) return false
    const key = keyOf(row, columns)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** What became of the rows between two runs: by key where some columns identify the rows of both, else row by row. */
export function diffResults(before: Snapshot, after: Snapshot): ResultDiff {
  const columns = [...new Set([...before.columns, ...after.columns])]
  const keyColumns = KEYS.find((key) => identifies(key, before) && identifies(key, after))
  return keyColumns ? byKey(before, after, columns, keyColumns) : whole(before, after, columns)
}

function byKey(
  before: Snapshot,
  after: Snapshot,
  columns: readonly string[],
  keyColumns: readonly string[],
): ResultDiff {
  const old = new Map(before.rows.map((row) => [keyOf(row, keyColumns), row]))
  const added: Row[] = []
  const changed: ChangedRow[] = []
  let same = 0
  for (const row of after.rows) {
    const key = keyOf(row, keyColumns)
    const former = old.get(key)
    old.delete(key)
    if (!former) {
      added.push(row)
      continue
    }
    const differing = columns.filter((column) => cellText(former[column]) !== cellText(row[column]))
    if (differing.length === 0) same++
    else
      changed.push({
        key: keyColumns.map((column) => cellText(row[column])).join(' · '),
        before: former,
        after: row,
        columns: differing,
      })
  }
  return { keyColumns, columns, added, removed: [...old.values()], changed, same }
}

/** Rows as a bag: what one run has more often than the other was added or removed. */
function whole(before: Snapshot, after: Snapshot, columns: readonly string[]): ResultDiff {
  const counts = new Map<string, number>()
  for (const row of before.rows) {
    const key = keyOf(row, columns)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const added: Row[] = []
  let same = 0
  for (const row of after.rows) {
    const key = keyOf(row, columns)
    const left = counts.get(key) ?? 0
    if (left === 0) added.push(row)
    else {
      counts.set(key, left - 1)
      same++
    }
  }
  const removed: Row[] = []
  for (const row of before.rows.toReversed()) {
    const key = keyOf(row, columns)
    const left = counts.get(key) ?? 0
    if (left === 0) continue
    counts.set(key, left - 1)
    removed.unshift(row)
  }
  return { keyColumns: [], columns, added, removed, changed: [], same }
}
