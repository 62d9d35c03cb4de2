import { type Change, MAX_REMOVED, type Result, type RowsResult } from '#shared/investigations/cell.ts'
import type { Snapshot } from '#shared/documents/query.ts'
import { within } from './stored-result.ts'
import { diffResults } from './row-diff.ts'
import { cellText, type Row } from './result.ts'

/** Maximum size, in characters, of the removed rows that are shown. */
const MAX_REMOVED_CHARACTERS = 10_000

const rowsOf = ({ columns, rows }: Pick<RowsResult, 'columns' | 'rows'>): Snapshot => ({
  columns: [...columns],
  rows: rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? '']))),
})

/** Converts series to rows, one each: its name and all its values. */
const seriesRows = ({ columns, rows }: RowsResult): Snapshot => ({
  columns: ['name', 'values'],
  rows: columns.slice(1).map((name, at) => ({
    name,
    values: rows.map((row) => `${row[0]} ${row[at + 1]}`).join('\n'),
  })),
})

/** Converts a result to comparable rows, with a function that names a row. */
function comparable(result: Result): { snapshot: Snapshot; name(row: Row): string[] } | undefined {
  switch (result.kind) {
    case 'table':
    case 'logs':
      return {
        snapshot: rowsOf(result),
        name: (row) => result.columns.map((column) => cellText(row[column])),
      }
    case 'series':
      return { snapshot: seriesRows(result), name: (row) => [cellText(row['name'])] }
    case 'graph': {
      const { nodes, edges } = result
      const label = (at: number): string => nodes[at]?.label ?? ''
      const rows = [
        ...nodes.map(({ key, type, label: title }) => ({ id: key, title: `${type} ${title}`, name: title })),
        ...edges.map(({ from, to, label: type }) => ({
          id: `${nodes[from]?.key} ${type} ${nodes[to]?.key}`,
          title: '',
          name: `${label(from)} ${type} ${label(to)}`,
        })),
      ]
      return { snapshot: { columns: ['id', 'title'], rows }, name: (row) => [cellText(row['name'])] }
    }
    case 'output':
      return {
        snapshot: {
          columns: ['id', 'text'],
          rows: [{ id: 'output', text: `${result.exitCode}\n${result.text}` }],
        },
        name: (row) => [cellText(row['text']).replace(/^.*\n/, '')],
      }
    case 'failure':
      return undefined
  }
}

/** A table without the columns that the other left out because another column says the same there. */
function withoutTold(result: Result, other: Result): Result {
  if (result.kind !== 'table' || other.kind !== 'table') return result
  const kept = result.columns.flatMap((name, at) =>
    name.startsWith('__') && !other.columns.includes(name) ? [] : [at],
  )
  const keep = (values: readonly string[]): string[] => kept.map((at) => values[at] ?? '')
  return { ...result, columns: keep(result.columns), rows: result.rows.map(keep) }
}

/** Compares a result with the previous one; returns undefined if they are of different kinds. */
export function changeOf(before: Result | undefined, after: Result): Change | undefined {
  if (before?.kind !== after.kind) return undefined
  const [previous, latter] = [comparable(withoutTold(before, after)), comparable(withoutTold(after, before))]
  if (!previous || !latter) return undefined
  const { added, removed, changed } = diffResults(previous.snapshot, latter.snapshot)
  const place = new Map<Row, number>(latter.snapshot.rows.map((row, at) => [row, at]))
  const placesOf = (rows: readonly Row[]): number[] => rows.flatMap((row) => place.get(row) ?? [])
  const isOutput = after.kind === 'output'
  const gone = (isOutput ? changed.map((one) => one.before) : removed).map((row) => previous.name(row))
  const excerpt = isOutput ? gone : within(gone.slice(0, MAX_REMOVED), MAX_REMOVED_CHARACTERS)
  return {
    since: before.at,
    added: placesOf(added),
    changed: placesOf(changed.map((one) => one.after)),
    removed: excerpt,
    ...(gone.length > excerpt.length ? { gone: gone.length } : {}),
  }
}
