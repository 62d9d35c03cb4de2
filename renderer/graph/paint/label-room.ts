import { type Bounds, meets } from '../scene/camera.ts'

/** Side of a lookup cell in CSS pixels: about a label's width. */
const CELL = 96
/** Number of hash rows; collisions only cost extra comparisons. */
const ROWS = 4096

/**
 * Prevents overlapping labels: a label is placed only if its area is free, so important ones are drawn first.
 */
export class LabelRoom {
  readonly #cells = new Map<number, Bounds[]>()

  /** Reserves the area around a centre, in CSS pixels; returns false if it is taken. */
  claim(x: number, y: number, width: number, height: number): boolean {
    const place = around(x, y, width, height)
    const cells = this.#cellsOf(place)
    if (this.#isTaken(place, cells)) return false
    this.#take(place, cells)
    return true
  }

  isFree(x: number, y: number, width: number, height: number): boolean {
    const place = around(x, y, width, height)
    return !this.#isTaken(place, this.#cellsOf(place))
  }

  /** Reserves the area around a centre unconditionally, for something labels must not cover. */
  block(x: number, y: number, width: number, height: number): void {
    const place = around(x, y, width, height)
    this.#take(place, this.#cellsOf(place))
  }

  #isTaken(place: Bounds, cells: readonly number[]): boolean {
    return cells.some((cell) => this.#cells.get(cell)?.some((other) => meets(place, other)))
  }

  #take(place: Bounds, cells: readonly number[]): void {
    for (const cell of cells) {
      const list = this.#cells.get(cell)
      if (list) list.push(place)
      else this.#cells.set(cell, [place])
    }
  }

  #cellsOf({ left, top, right, bottom }: Bounds): number[] {
    const cells: number[] = []
    for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column++)
      for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row++)
        cells.push(column * ROWS + row)
    return cells
  }
}

const around = (x: number, y: number, width: number, height: number): Bounds => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
})
