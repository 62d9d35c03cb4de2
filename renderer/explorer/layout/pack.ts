/** A box to place, and where it was placed. */
export interface PackedBox {
  readonly width: number
  readonly height: number
}

/** Room between boxes, in world units. */
export const PACK_GAP = 56

/** How much wider than high the packed whole should be. */
const ASPECT = 1.6

/**
 * Places boxes in shelves: highest first, rows about as long as the whole is wide. Deterministic; no two boxes overlap.
 * Returns the top-left corner of each.
 */
export function packBoxes(boxes: readonly PackedBox[]): { x: number; y: number }[] {
  const area = boxes.reduce((sum, box) => sum + (box.width + PACK_GAP) * (box.height + PACK_GAP), 0)
  const widest = boxes.reduce((most, box) => Math.max(most, box.width), 0)
  const shelf = Math.max(widest, Math.sqrt(area * ASPECT))
  const places: { x: number; y: number }[] = boxes.map(() => ({ x: 0, y: 0 }))
  const order = boxes
    .map((_, index) => index)
    .sort((a, b) => (boxes[b]?.height ?? 0) - (boxes[a]?.height ?? 0) || a - b)
  let x = 0
  let y = 0
  let rowHeight = 0
  for (const index of order) {
    const box = boxes[index] ?? { width: 0, height: 0 }
    if (x > 0 && x + box.width > shelf) {
      y += rowHeight + PACK_GAP
      x = 0
      rowHeight = 0
    }
    places[index] = { x, y }
    x += box.width + PACK_GAP
    rowHeight = Math.max(rowHeight, box.height)
  }
  return places
}
