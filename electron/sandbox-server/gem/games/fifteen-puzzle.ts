import { REWARD } from '#shared/gem/episode.ts'
import { invalid, legal, type Outcome, over, TextGame } from '../text-game.ts'

/** Ranges for `-random`: side, turns. */
const DRAWS = [
  [2, 10],
  [3, 20],
  [4, 50],
] as const
/** Number of random moves from the goal to the start. */
const WALK = 100
/** The empty cell. */
const GAP = 0

type Direction = 'up' | 'down' | 'left' | 'right'
/** In upstream's order, which the random draws depend on. */
const DIRECTIONS: readonly Direction[] = ['up', 'down', 'left', 'right']
const OPPOSITE: Readonly<Record<Direction, Direction>> = {
  up: 'down',
  down: 'up',
  left: 'right',
  right: 'left',
}

/** FifteenPuzzle (docs/gem.md#fifteenpuzzle). */
export class FifteenPuzzle extends TextGame {
  #side = 0
  #tiles: number[] = []

  protected deal(): void {
    if (this.entry.drawn) [this.#side, this.maxTurns] = this.random.choice(DRAWS)
    else this.#side = this.parameter('side')
    this.#tiles = this.#goal()
    let last: Direction | null = null
    for (let i = 0; i < WALK; i++) {
      const forbidden: Direction | null = last && OPPOSITE[last]
      last = this.random.choice(DIRECTIONS.filter((d) => d !== forbidden && this.#source(d) !== null))
      this.#slide(last)
    }
  }

  protected instructions(): string {
    const highest = this.#side ** 2 - 1
    return [
      `The ${highest}-puzzle.`,
      `Put the tiles in order from 1 to ${highest}, row by row, with the gap in the bottom-right corner, within ${this.maxTurns} turns.`,
      'The gap is shown as __. Each turn one tile beside it slides into it:',
      '- up: the tile below the gap moves up;',
      '- down: the tile above the gap moves down;',
      '- left: the tile to the right of the gap moves left;',
      '- right: the tile to the left of the gap moves right.',
      'Put the direction in a box, in lower case, such as \\boxed{up}.',
    ].join('\n')
  }

  protected suffix(): string {
    return `The board:\n${this.#board()}\nYour move?`
  }

  protected override cappedReward(outcome: Outcome): number {
    const right = this.#goal().filter((tile, i) => tile === this.#tiles[i]).length
    return outcome.reward + right / this.#tiles.length
  }

  protected play([text]: readonly string[]): Outcome {
    const direction = text as Direction
    if (!this.#slide(direction)) return invalid(`Turn ${this.turn}: no tile can move ${direction}.`)
    if (this.#goal().every((tile, i) => tile === this.#tiles[i])) {
      return over(`Solved in ${this.turn} turns.`, REWARD.success)
    }
    return legal(`Turn ${this.turn}: a tile moved ${direction}.`)
  }

  #goal(): number[] {
    return Array.from({ length: this.#side ** 2 }, (_, i) => (i + 1) % this.#side ** 2)
  }

  /** The position of the tile that would move in this direction, or null at the edge. */
  #source(direction: Direction): number | null {
    const gap = this.#tiles.indexOf(GAP)
    const [row, column] = [Math.floor(gap / this.#side), gap % this.#side]
    if (direction === 'up') return row < this.#side - 1 ? gap + this.#side : null
    if (direction === 'down') return row > 0 ? gap - this.#side : null
    if (direction === 'left') return column < this.#side - 1 ? gap + 1 : null
    return column > 0 ? gap - 1 : null
  }

  #slide(direction: Direction): boolean {
    const source = this.#source(direction)
    if (source === null) return false
    this.#tiles[this.#tiles.indexOf(GAP)] = this.#tiles[source]!
    this.#tiles[source] = GAP
    return true
  }

  /** Cells two characters wide, separated by one space, with a newline after each row. */
  #board(): string {
    const cells = this.#tiles.map((tile) => (tile === GAP ? '__' : String(tile).padStart(2)))
    return Array.from({ length: this.#side }, (_, row) => {
      return `${cells.slice(row * this.#side, (row + 1) * this.#side).join(' ')}\n`
    }).join('')
  }
}
