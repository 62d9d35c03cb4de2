import { PythonRandom } from '#shared/gem/python-random.ts'

/** The parameters of a Sudoku: side (4 or 9), number of cells to try to empty, and a seed. */
interface SudokuInput {
  readonly size: number
  readonly clues: number
  readonly seed: number
}

/** Concatenated rows, 0 for an empty cell. The puzzle has exactly one solution. */
export interface SudokuGrid {
  readonly puzzle: readonly number[]
  readonly solution: readonly number[]
}

/**
 * Fills a grid by randomized backtracking, then tries to empty `clues` random cells, each only if the solution stays unique
 * (docs/gem.md#sudoku).
 */
export function sudokuGrid({ size, clues, seed }: SudokuInput): SudokuGrid {
  const random = new PythonRandom(seed)
  const solver = new SudokuSolver(size)
  const numbers = Array.from({ length: size }, (_, i) => i + 1)
  const solution = solver.solutions(
    Array.from({ length: size ** 2 }, () => 0),
    1,
    () => random.shuffle([...numbers]),
  )[0]!
  const puzzle = [...solution]
  for (const cell of random.sample(Array.from(puzzle.keys()), clues)) {
    puzzle[cell] = 0
    if (solver.solutions(puzzle, 2).length > 1) puzzle[cell] = solution[cell]!
  }
  return { puzzle, solution }
}

/** Backtracking over bit sets, always on the cell with the fewest candidates. */
export class SudokuSolver {
  readonly #size: number
  readonly #rows: Int32Array
  readonly #columns: Int32Array
  readonly #blocks: Int32Array

  constructor(size: number) {
    this.#size = size
    this.#rows = new Int32Array(size)
    this.#columns = new Int32Array(size)
    this.#blocks = new Int32Array(size)
  }

  /**
   * Up to `limit` solutions of a grid (0 for empty).
   * @param order the order in which to try numbers, called for every cell; default ascending
   */
  solutions(grid: readonly number[], limit: number, order?: () => readonly number[]): number[][] {
    const cells = [...grid]
    this.#rows.fill(0)
    this.#columns.fill(0)
    this.#blocks.fill(0)
    for (const [cell, number] of cells.entries()) {
      if (number === 0) continue
      if (this.#used(cell) & (1 << number)) return []
      this.#toggle(cell, number)
    }
    const found: number[][] = []
    this.#search(cells, limit, order ?? (() => ascending(this.#size)), found)
    return found
  }

  #search(cells: number[], limit: number, order: () => readonly number[], found: number[][]): void {
    const cell = this.#tightest(cells)
    if (cell < 0) {
      found.push([...cells])
      return
    }
    const used = this.#used(cell)
    for (const number of order()) {
      if (used & (1 << number)) continue
      cells[cell] = number
      this.#toggle(cell, number)
      this.#search(cells, limit, order, found)
      this.#toggle(cell, number)
      cells[cell] = 0
      if (found.length >= limit) return
    }
  }

  /** The empty cell with the fewest candidates, or −1 if none is empty. */
  #tightest(cells: readonly number[]): number {
    let best = -1
    let most = -1
    for (let cell = 0; cell < cells.length; cell++) {
      if (cells[cell] !== 0) continue
      const count = bitCount(this.#used(cell))
      if (count > most) {
        most = count
        best = cell
      }
    }
    return best
  }

  #used(cell: number): number {
    const [row, column, block] = this.#units(cell)
    return this.#rows[row]! | this.#columns[column]! | this.#blocks[block]!
  }

  #toggle(cell: number, number: number): void {
    const [row, column, block] = this.#units(cell)
    this.#rows[row]! ^= 1 << number
    this.#columns[column]! ^= 1 << number
    this.#blocks[block]! ^= 1 << number
  }

  #units(cell: number): [row: number, column: number, block: number] {
    const row = Math.floor(cell / this.#size)
    const column = cell % this.#size
    const width = Math.sqrt(this.#size)
    return [row, column, Math.floor(row / width) * width + Math.floor(column / width)]
  }
}

const ascending = (size: number) => Array.from({ length: size }, (_, i) => i + 1)

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest; rest &= rest - 1) count++
  return count
}
