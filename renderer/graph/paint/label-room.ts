import { type Bounds, meets } from '../scene/camera.ts'

/** Side of a lookup cell in CSS pixels: about a label's width. */
const CELL = 96
/** Number of hash rows; collisions only cost extra comparisons. */
const ROWS = 4096
/** Room around a text, as shares of its size: two numbers right beside each other would be read as one. */
const APART = { across: 1.2, down: 0.4 }
const NONE: readonly Bounds[] = []

/**
 * Prevents overlapping labels: a label is placed only if its area is free, so important ones are drawn first.
 */
export class LabelRoom {
  readonly #cells = new Map<number, Bounds[]>()

  /**
   * Reserves the area around a centre, in CSS pixels, and what keeps the next text apart from one of this font size; returns
   * false if it is taken.
   */
  claim(x: number, y: number, width: number, height: number, size = 0): boolean {
    if (!this.isFree(x, y, width, height)) return false
    this.block(x, y, width + APART.across * size, height + APART.down * size)
    return true
  }

  /** Asked for very many places: makes no lists. */
  isFree(x: number, y: number, width: number, height: number): boolean {
    const place = around(x, y, width, height)
    for (let column = cellAt(place.left); column <= cellAt(place.right); column++)
      for (let row = cellAt(place.top); row <= cellAt(place.bottom); row++)
        for (const other of this.#cells.get(column * ROWS + row) ?? NONE)
          if (meets(place, other)) return false
    return true
  }

  /** Reserves the area around a centre unconditionally, for something labels must not cover. */
  block(x: number, y: number, width: number, height: number): void {
    const place = around(x, y, width, height)
    for (let column = cellAt(place.left); column <= cellAt(place.right); column++)
      for (let row = cellAt(place.top); row <= cellAt(place.bottom); row++) {
        const list = this.#cells.get(column * ROWS + row)
        if (list) list.push(place)
        else this.#cells.set(column * ROWS + row, [place])
      }
  }
}

const cellAt = (length: number): number => Math.floor(length / CELL)

const around = (x: number, y: number, width: number, height: number): Bounds => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
})
