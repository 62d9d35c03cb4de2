import { cellText, type Row } from '../../../spl/result.ts'

/** A line of a grouped table: a group header, or a row of an expanded group. */
export type Line =
  | { readonly kind: 'group'; readonly value: string; readonly count: number; readonly open: boolean }
  | { readonly kind: 'row'; readonly row: number }

/**
 * Groups rows by one column's value, largest group first; ties in row order.
 *
 * @param order indices of the rows that are shown; undefined for all
 */
export function groupLines(
  rows: readonly Row[],
  order: Uint32Array | undefined,
  column: string,
  open: ReadonlySet<string>,
): Line[] {
  const groups = new Map<string, number[]>()
  const count = order?.length ?? rows.length
  for (let place = 0; place < count; place++) {
    const row = order?.[place] ?? place
    const value = cellText(rows[row]?.[column])
    const group = groups.get(value)
    if (group) group.push(row)
    else groups.set(value, [row])
  }
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([value, members]): Line[] => [
      { kind: 'group', value, count: members.length, open: open.has(value) },
      ...(open.has(value) ? members.map((row): Line => ({ kind: 'row', row })) : []),
    ])
}
