import type { Bounds } from '../scene/camera.ts'

/** Side of a lookup cell in world units: about a card with its surroundings. */
const CELL = 160
/** Number of hash rows; collisions only cost extra comparisons. */
const ROWS = 1 << 16

const cellAt = (column: number, row: number): number => column * ROWS + row

/**
 * Spatial hash of rectangles that routes avoid. A query costs as much as there is along the line, however
 * many rectangles there are in total.
 */
export class Obstacles {
  readonly rects: readonly Bounds[]
  readonly #cells = new Map<number, number[]>()
  /** Number of the last query that examined each rectangle. */
  readonly #seen: Uint32Array
  #line = 0

  /** `reach`: the maximum `pad` of a query. */
  constructor(rects: readonly Bounds[], reach: number) {
    this.rects = rects
    this.#seen = new Uint32Array(rects.length)
    rects.forEach(({ left, top, right, bottom }, index) => {
      for (let column = Math.floor((left - reach) / CELL); column <= (right + reach) / CELL; column++)
        for (let row = Math.floor((top - reach) / CELL); row <= (bottom + reach) / CELL; row++) {
          const list = this.#cells.get(cellAt(column, row))
          if (list) list.push(index)
          else this.#cells.set(cellAt(column, row), [index])
        }
    })
  }

  /**
   * Index of the first rectangle, grown by `pad`, that a segment crosses; -1 if none. Touching is not
   * crossing.
   */
  firstHit(x1: number, y1: number, x2: number, y2: number, pad: number): number {
    const line = ++this.#line
    let [column, row] = [Math.floor(x1 / CELL), Math.floor(y1 / CELL)]
    const [lastColumn, lastRow] = [Math.floor(x2 / CELL), Math.floor(y2 / CELL)]
    const [dx, dy] = [x2 - x1, y2 - y1]
    const [stepX, stepY] = [Math.sign(dx), Math.sign(dy)]
    const edge = (cell: number, step: number): number => (step > 0 ? cell + 1 : cell) * CELL
    let nextX = dx === 0 ? Infinity : (edge(column, stepX) - x1) / dx
    let nextY = dy === 0 ? Infinity : (edge(row, stepY) - y1) / dy
    let [found, first] = [-1, Infinity]
    for (let left = Math.abs(lastColumn - column) + Math.abs(lastRow - row); left >= 0; left--) {
      for (const index of this.#cells.get(cellAt(column, row)) ?? []) {
        if (this.#seen[index] === line) continue
        this.#seen[index] = line
        const share = entry(this.rects[index], x1, y1, dx, dy, pad)
        if (share < first) [found, first] = [index, share]
      }
      // A hit before the segment leaves this cell is the first overall.
      if (first <= Math.min(nextX, nextY)) break
      if (nextX < nextY) {
        column += stepX
        nextX += CELL / Math.abs(dx)
      } else {
        row += stepY
        nextY += CELL / Math.abs(dy)
      }
    }
    return found
  }

  /** Whether a point lies in a rectangle grown by `pad`. */
  holds(x: number, y: number, pad: number): boolean {
    for (const index of this.#cells.get(cellAt(Math.floor(x / CELL), Math.floor(y / CELL))) ?? []) {
      const rect = this.rects[index]
      if (rect && x > rect.left - pad && x < rect.right + pad && y > rect.top - pad && y < rect.bottom + pad)
        return true
    }
    return false
  }
}

/**
 * Share of the segment at which it enters a rectangle's interior (after Liang and Barsky); Infinity if it
 * does not.
 */
function entry(rect: Bounds | undefined, x: number, y: number, dx: number, dy: number, pad: number): number {
  if (!rect) return Infinity
  const [left, right, top, bottom] = [rect.left - pad, rect.right + pad, rect.top - pad, rect.bottom + pad]
  if (dx === 0 && (x <= left || x >= right)) return Infinity
  if (dy === 0 && (y <= top || y >= bottom)) return Infinity
  const [ax, bx] = dx === 0 ? [-Infinity, Infinity] : [(left - x) / dx, (right - x) / dx]
  const [ay, by] = dy === 0 ? [-Infinity, Infinity] : [(top - y) / dy, (bottom - y) / dy]
  const enter = Math.max(Math.min(ax, bx), Math.min(ay, by), 0)
  const leave = Math.min(Math.max(ax, bx), Math.max(ay, by), 1)
  return enter < leave - 1e-9 ? enter : Infinity
}
