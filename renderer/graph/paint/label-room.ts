/** Side of a lookup cell in CSS pixels: about a label's width. */
const CELL = 96
/** Number of hash rows; collisions only cost extra comparisons. */
const ROWS = 4096

interface Place {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * Prevents overlapping labels: a label is placed only if its area is free, so important ones are drawn first.
 */
export class LabelRoom {
  readonly #cells = new Map<number, Place[]>()

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

  #isTaken(place: Place, cells: readonly number[]): boolean {
    return cells.some((cell) => this.#cells.get(cell)?.some((other) => meets(place, other)))
  }

  #take(place: Place, cells: readonly number[]): void {
    for (const cell of cells) {
      const list = this.#cells.get(cell)
      if (list) list.push(place)
      else this.#cells.set(cell, [place])
    }
  }

  #cellsOf({ left, top, right, bottom }: Place): number[] {
    const cells: number[] = []
    for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column++)
      for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row++)
        cells.push(column * ROWS + row)
    return cells
  }
}

const around = (x: number, y: number, width: number, height: number): Place => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
})

const meets = (a: Place, b: Place): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
