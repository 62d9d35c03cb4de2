import { invalid, type Outcome, over, TextGame } from '../text-game.ts'
import { type SudokuGrid, sudokuGrid } from '../sudoku-grid.ts'

/** Ranges for `-random`: size, clues, turns. */
const DRAWS = [
  [4, 10, 15],
  [9, 50, 50],
] as const

/** Sudoku (docs/gem.md#sudoku). */
export class Sudoku extends TextGame {
  #size = 0
  #solution: readonly number[] = []
  #cells: number[] = []
  #emptyAtStart = 0

  protected deal(): void {
    let clues = this.parameter('clues')
    this.#size = this.parameter('size')
    if (this.entry.drawn) [this.#size, clues, this.maxTurns] = this.random.choice(DRAWS)
    this.#start(sudokuGrid({ size: this.#size, clues, seed: this.random.next32() }))
  }

  #start({ puzzle, solution }: SudokuGrid): void {
    this.#cells = [...puzzle]
    this.#solution = solution
    this.#emptyAtStart = puzzle.filter((number) => number === 0).length
  }

  protected instructions(): string {
    const block = Math.sqrt(this.#size)
    return [
      'Sudoku.',
      `Fill the ${this.#size}×${this.#size} grid so that every row, every column and every ${block}×${block} block holds each number from 1 to ${this.#size} once. You have ${this.maxTurns} turns.`,
      'Rows and columns are numbered from 1; a dot is an empty cell.',
      'Put row, column and number in a box, such as \\boxed{1 1 3}. Only right numbers stay, and what stands cannot be changed.',
    ].join('\n')
  }

  protected suffix(): string {
    return `The grid:\n${this.#board()}\n\nYour number?`
  }

  protected play(groups: readonly string[]): Outcome {
    const [row, column, number] = groups.map(Number) as [number, number, number]
    const place = `${number} at R${row} C${column}`
    if ([row, column, number].some((value) => value < 1 || value > this.#size)) {
      return invalid(`Turn ${this.turn}: ${place} lies outside the grid or its numbers.`)
    }
    const cell = (row - 1) * this.#size + column - 1
    if (this.#cells[cell] !== 0) return invalid(`Turn ${this.turn}: R${row} C${column} is already filled.`)
    if (this.#solution[cell] !== number) {
      return invalid(`Turn ${this.turn}: ${place} breaks the rules, now or further on.`)
    }
    this.#cells[cell] = number
    const reward = 1 / this.#emptyAtStart
    if (this.#cells.every((value) => value !== 0)) return over('Solved: the grid is full.', reward)
    return { event: `Turn ${this.turn}: ${place} is right.`, reward }
  }

  /** Header with two more spaces after each block; rows trimmed; a dashed line between bands. */
  #board(): string {
    const block = Math.sqrt(this.#size)
    const endsBlock = (i: number) => (i + 1) % block === 0
    const numbers = Array.from({ length: this.#size }, (_, i) => i)
    const header = `   ${numbers.map((c) => `C${c + 1}${endsBlock(c) ? '  ' : ''}`).join(' ')}`
    const line = `   ${'- '.repeat(2 * (this.#size - 1))}`
    const rows = numbers.flatMap((r) => {
      const cells = numbers.map((c) => {
        const number = this.#cells[r * this.#size + c]
        return ` ${number === 0 ? '.' : number} ${endsBlock(c) && c < this.#size - 1 ? '| ' : ''}`
      })
      const row = `R${r + 1} ${cells.join('')}`.trim()
      return endsBlock(r) && r < this.#size - 1 ? [row, line] : [row]
    })
    return [header, ...rows].join('\n')
  }
}
