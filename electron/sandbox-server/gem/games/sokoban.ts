import { REWARD } from '#shared/gem/episode.ts'
import { sokobanRoom } from '../sokoban-room.ts'
import { invalid, legal, type Outcome, over, TextGame } from '../text-game.ts'

/** Ranges for `-random`: rows, columns, boxes, turns. Five boxes, although `-hard` has four. */
const DRAWS = [
  [6, 6, 2, 20],
  [8, 8, 5, 50],
] as const
const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
}

/** Sokoban (docs/gem.md#sokoban). Cells are numbered row by row. */
export class Sokoban extends TextGame {
  #rows = 0
  #columns = 0
  #walls = new Set<number>()
  #goals = new Set<number>()
  #boxes = new Set<number>()
  #player = 0

  protected deal(): void {
    let boxes = this.parameter('boxes')
    this.#rows = this.parameter('rows')
    this.#columns = this.parameter('columns')
    if (this.entry.drawn) [this.#rows, this.#columns, boxes, this.maxTurns] = this.random.choice(DRAWS)
    const room = sokobanRoom({
      rows: this.#rows,
      columns: this.#columns,
      boxes,
      maxTurns: this.maxTurns,
      seed: this.random.next32(),
    })
    const cells = [...Array.from(room.rows.join('')).entries()]
    const cellsOf = (symbol: string) =>
      new Set(cells.flatMap(([cell, shown]) => (shown === symbol ? [cell] : [])))
    this.#walls = cellsOf('#')
    this.#goals = cellsOf('O')
    this.#boxes = cellsOf('X')
    this.#player = cellsOf('P').values().next().value!
  }

  protected instructions(): string {
    return [
      'Sokoban.',
      `Push every box onto a goal within ${this.maxTurns} turns. Boxes can be pushed one at a time, never pulled.`,
      'Symbols: # wall, _ floor, O goal, X box, √ box on a goal, P you.',
      'Put the direction of your step (up, down, left or right) in a box, such as \\boxed{up}.',
    ].join('\n')
  }

  protected suffix(): string {
    const rows = Array.from({ length: this.#rows }, (_, row) =>
      Array.from({ length: this.#columns }, (_, column) => this.#face(row * this.#columns + column)).join(
        ' ',
      ),
    )
    return `The room:\n${rows.join('\n')}\n\nYour move?`
  }

  protected override cappedReward(): number {
    return this.#boxesOnGoals() / this.#boxes.size
  }

  protected play([text]: readonly string[]): Outcome {
    const direction = text!.toLowerCase()
    const [down, right] = STEPS[direction]!
    const step = down * this.#columns + right
    const next = this.#player + step
    const pushes = this.#boxes.has(next)
    const blocked = this.#walls.has(next) || (pushes && !this.#isFree(next + step))
    if (blocked) return invalid(`Turn ${this.turn}: the way ${direction} is blocked.`)
    if (pushes) {
      this.#boxes.delete(next)
      this.#boxes.add(next + step)
    }
    this.#player = next
    if (this.#boxesOnGoals() === this.#boxes.size) {
      return over(`Solved: every box is on a goal after ${this.turn} turns.`, REWARD.success)
    }
    return legal(`Turn ${this.turn}: you ${pushes ? 'pushed a box' : 'moved'} ${direction}.`)
  }

  #isFree(cell: number): boolean {
    return !this.#walls.has(cell) && !this.#boxes.has(cell)
  }

  #boxesOnGoals(): number {
    return Array.from(this.#boxes).filter((box) => this.#goals.has(box)).length
  }

  #face(cell: number): string {
    if (this.#walls.has(cell)) return '#'
    if (cell === this.#player) return 'P'
    if (this.#boxes.has(cell)) return this.#goals.has(cell) ? '√' : 'X'
    return this.#goals.has(cell) ? 'O' : '_'
  }
}
