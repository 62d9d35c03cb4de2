/** Columns rendered beyond the visible ones, on either side. */
const OVERSCAN = 2

/**
 * Indices of the columns to render: pinned ones, and those in the scrolled view.
 *
 * @param widths of all columns, px
 * @param pinned number of pinned columns, which come first
 * @param before px before the first column
 */
export function columnsInSight(
  widths: readonly number[],
  pinned: number,
  before: number,
  view: { readonly left: number; readonly width: number },
): readonly number[] {
  let start = before
  let first = widths.length
  let last = -1
  for (const [place, width] of widths.entries()) {
    if (start + width > view.left && start < view.left + view.width) {
      first = Math.min(first, place)
      last = place
    }
    start += width
  }
  const from = Math.max(pinned, first - OVERSCAN)
  const to = Math.min(widths.length - 1, last + OVERSCAN)
  return [
    ...Array.from({ length: pinned }, (_, place) => place),
    ...Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place),
  ]
}

/** Left offset of each column in px. */
export function startsOf(widths: readonly number[], before: number): readonly number[] {
  const starts: number[] = []
  let start = before
  for (const width of widths) {
    starts.push(start)
    start += width
  }
  return starts
}
