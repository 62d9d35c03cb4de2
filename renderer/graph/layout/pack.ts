/** A box to place. */
export interface PackedBox {
  readonly width: number
  readonly height: number
}

type Place = { x: number; y: number }

/** Room between boxes, in world units. */
export const PACK_GAP = 56

/** How much wider than high the packed whole should be: about a screen with a panel beside it. */
const ASPECT = 1.4

/** Shelf lengths tried, as multiples of the widest box. */
const TRIED = [1, 1.3, 1.7, 2.1, 2.6, 3.2, 4, 5, 6.5, 8, 10, 13]

function shelve(
  boxes: readonly PackedBox[],
  order: readonly number[],
  shelf: number,
): { places: Place[]; cost: number } {
  const places: Place[] = boxes.map(() => ({ x: 0, y: 0 }))
  let [x, y, rowHeight, width] = [0, 0, 0, 0]
  for (const index of order) {
    const box = boxes[index] ?? { width: 0, height: 0 }
    if (x > 0 && x + box.width > shelf) {
      y += rowHeight + PACK_GAP
      x = 0
      rowHeight = 0
    }
    places[index] = { x, y }
    x += box.width + PACK_GAP
    width = Math.max(width, x - PACK_GAP)
    rowHeight = Math.max(rowHeight, box.height)
  }
  return { places, cost: Math.max(width / ASPECT, y + rowHeight) }
}

/**
 * Places boxes in shelves, highest first, with the shelf length that shows the whole largest on a screen. Deterministic; no two
 * boxes overlap. Returns the top-left corner of each.
 */
export function packBoxes(boxes: readonly PackedBox[]): Place[] {
  const widest = boxes.reduce((most, box) => Math.max(most, box.width), 0)
  const order = boxes
    .map((_, index) => index)
    .sort((a, b) => (boxes[b]?.height ?? 0) - (boxes[a]?.height ?? 0) || a - b)
  const tried = TRIED.map((factor) => shelve(boxes, order, widest * factor))
  return tried.reduce((best, next) => (next.cost < best.cost ? next : best)).places
}
