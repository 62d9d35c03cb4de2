import { boxed } from '#shared/gem/boxed.ts'
import { REWARD } from '#shared/gem/episode.ts'
import { invalid, legal, type Outcome, over, TextGame } from '../text-game.ts'

/** Minesweeper (docs/gem.md#minesweeper). Cells are numbered row by row. */
export class Minesweeper extends TextGame {
  #rows = 0
  #columns = 0
  #mineCount = 0
  /** Placed at the first reveal, so that its neighbourhood has none. */
  #mines: ReadonlySet<number> | null = null
  readonly #revealed = new Set<number>()
  readonly #flags = new Set<number>()

  protected deal(): void {
    if (this.entry.drawn) {
      this.#rows = this.#columns = this.random.randint(5, 8)
      this.#mineCount = Math.floor(this.#rows ** 2 / 5)
      this.maxTurns = this.#rows ** 2
    } else {
      this.#rows = this.parameter('rows')
      this.#columns = this.parameter('columns')
      this.#mineCount = this.parameter('mines')
    }
    this.#mines = null
    this.#revealed.clear()
    this.#flags.clear()
  }

  protected instructions(): string {
    const [row, column] = this.#randomCell()
    const [flagRow, flagColumn] = this.#randomCell()
    return [
      'Minesweeper.',
      `The field has ${this.#rows} rows and ${this.#columns} columns, counted from 0, and hides ${this.#mineCount} mines. You have ${this.maxTurns} turns.`,
      'Reveal every cell without a mine, and flag every mine before you reveal the last safe cell.',
      'Each turn, put one command in a box:',
      `- ${boxed(`reveal ${row} ${column}`)} opens the cell in row ${row}, column ${column};`,
      `- ${boxed(`flag ${flagRow} ${flagColumn}`)} sets a flag on the cell in row ${flagRow}, column ${flagColumn}, or takes it away.`,
      'On the board a dot is a hidden cell, F a flag, and a number tells how many of the eight neighbours are mines.',
    ].join('\n')
  }

  #randomCell(): [row: number, column: number] {
    return [this.random.randint(0, this.#rows - 1), this.random.randint(0, this.#columns - 1)]
  }

  protected suffix(): string {
    return `The board:\n${this.#board()}\nYour move?`
  }

  protected play([verb, rowText, columnText]: readonly string[]): Outcome {
    const [row, column] = [Number(rowText), Number(columnText)]
    const place = `(${rowText}, ${columnText})`
    if (row >= this.#rows || column >= this.#columns) {
      return invalid(`Turn ${this.turn}: the cell ${place} is not on the field.`)
    }
    const cell = row * this.#columns + column
    const command = verb!.toLowerCase()
    if (command === 'reveal') return this.#reveal(cell, place)
    if (command === 'flag') return this.#toggleFlag(cell, place)
    return invalid(`Turn ${this.turn}: ${verb} is no command; use reveal or flag.`)
  }

  #reveal(cell: number, place: string): Outcome {
    this.#mines ??= this.#layMines(cell)
    if (this.#mines.has(cell)) return over(`A mine at ${place}: the episode is over.`, REWARD.fail)
    if (this.#revealed.has(cell) || this.#flags.has(cell)) {
      return invalid(`Turn ${this.turn}: the cell ${place} is already revealed or flagged.`)
    }
    const before = this.#revealed.size
    this.#open(cell)
    const safe = this.#rows * this.#columns - this.#mineCount
    const reward = (this.#revealed.size - before) / safe
    if (this.#revealed.size === safe && [...this.#mines].every((mine) => this.#flags.has(mine))) {
      return over('Solved: every safe cell is open and every mine flagged.', reward)
    }
    return { event: `Turn ${this.turn}: you revealed the cell ${place}.`, reward }
  }

  #toggleFlag(cell: number, place: string): Outcome {
    if (this.#revealed.has(cell)) return invalid(`Turn ${this.turn}: the cell ${place} is already revealed.`)
    if (this.#flags.delete(cell)) return legal(`Turn ${this.turn}: you took the flag away from ${place}.`)
    this.#flags.add(cell)
    return legal(`Turn ${this.turn}: you set a flag on ${place}.`)
  }

  #layMines(first: number): Set<number> {
    const free = new Set([first, ...this.#neighbours(first)])
    const mines = new Set<number>()
    while (mines.size < this.#mineCount) {
      const [row, column] = this.#randomCell()
      const cell = row * this.#columns + column
      if (!free.has(cell)) mines.add(cell)
    }
    return mines
  }

  /** Reveals a safe cell and, from cells without adjacent mines, their neighbours; flagged cells stay hidden. */
  #open(cell: number): void {
    this.#revealed.add(cell)
    const queue = [cell]
    for (const next of queue) {
      if (this.#minesAround(next) > 0) continue
      for (const neighbour of this.#neighbours(next)) {
        if (this.#revealed.has(neighbour) || this.#flags.has(neighbour)) continue
        this.#revealed.add(neighbour)
        queue.push(neighbour)
      }
    }
  }

  #minesAround(cell: number): number {
    return this.#neighbours(cell).filter((neighbour) => this.#mines?.has(neighbour)).length
  }

  #neighbours(cell: number): number[] {
    const [row, column] = [Math.floor(cell / this.#columns), cell % this.#columns]
    const found: number[] = []
    for (let r = Math.max(0, row - 1); r <= Math.min(this.#rows - 1, row + 1); r++) {
      for (let c = Math.max(0, column - 1); c <= Math.min(this.#columns - 1, column + 1); c++) {
        if (r !== row || c !== column) found.push(r * this.#columns + c)
      }
    }
    return found
  }

  /** Header and one line per row, each newline-terminated; row and column numbers are two characters wide. */
  #board(): string {
    const header = Array.from({ length: this.#columns }, (_, c) => String(c).padStart(2)).join(' ')
    const rows = Array.from({ length: this.#rows }, (_, r) => {
      const cells = Array.from({ length: this.#columns }, (_, c) => ` ${this.#face(r * this.#columns + c)} `)
      return `${String(r).padStart(2)} ${cells.join('')}\n`
    })
    return `   ${header}\n${rows.join('')}`
  }

  #face(cell: number): string {
    if (this.#revealed.has(cell)) return String(this.#minesAround(cell))
    return this.#flags.has(cell) ? 'F' : '.'
  }
}
