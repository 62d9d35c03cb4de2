import { boxed } from '#shared/gem/boxed.ts'
import { invalid, type Outcome, over, TextGame } from '../text-game.ts'

const SIDE = 4
/** Ranges for `-random`: target, turns. */
const DRAWS = [
  [16, 20],
  [32, 30],
  [64, 50],
] as const
const DIRECTIONS = ['up', 'down', 'left', 'right'] as const
type Direction = (typeof DIRECTIONS)[number]
/** Probability that a new tile is 2; otherwise it is 4. */
const SHARE_OF_TWOS = 0.9

/** Game2048 (docs/gem.md#game2048). The board has 16 cells by row, 0 for empty. */
export class Game2048 extends TextGame {
  #target = 0
  #board: readonly number[] = []
  /** Highest tile rewarded so far, never above the target. */
  #record = 0
  #startRecord = 0

  protected deal(): void {
    if (this.entry.drawn) [this.#target, this.maxTurns] = this.random.choice(DRAWS)
    else this.#target = this.parameter('target')
    this.#board = Array.from({ length: SIDE ** 2 }, () => 0)
    this.#spawn()
    this.#spawn()
    this.#record = this.#startRecord = Math.max(...this.#board)
  }

  protected instructions(): string {
    return [
      '2048.',
      `Slide the tiles until one shows ${this.#target}, within ${this.maxTurns} turns.`,
      'A move slides all tiles as far as they go; two equal tiles that meet become one of double value, each at most once a move.',
      'After every move that changes the board, a 2 or a 4 appears on an empty cell.',
      `Put the direction (up, down, left or right) in a box, such as ${boxed(this.random.choice(DIRECTIONS))}.`,
    ].join('\n')
  }

  protected suffix(): string {
    const cells = this.#board.map((tile) => (tile === 0 ? '.' : String(tile)).padStart(4))
    const rows = Array.from({ length: SIDE }, (_, row) => cells.slice(row * SIDE, (row + 1) * SIDE).join(' '))
    return `The board:\n${rows.join('\n')}\nYour move?`
  }

  protected play([text]: readonly string[]): Outcome {
    const direction = text!.toLowerCase() as Direction
    const moved = slide(this.#board, direction)
    if (!moved) return invalid(`Turn ${this.turn}: ${direction} changes nothing.`)
    this.#board = moved
    const reward = this.#progress()
    this.#spawn()
    if (this.#record >= this.#target) {
      return over(`Solved: a tile shows ${this.#target} after ${this.turn} turns.`, reward)
    }
    if (DIRECTIONS.every((next) => !slide(this.#board, next))) return over('No move is left.', reward)
    return { event: `Turn ${this.turn}: the tiles slid ${direction}.`, reward }
  }

  /** Rewards a new highest tile on a log scale; reaching the target totals 1. */
  #progress(): number {
    const highest = Math.min(Math.max(...this.#board), this.#target)
    if (highest <= this.#record) return 0
    const gained = Math.log2(highest) - Math.log2(this.#record)
    this.#record = highest
    return gained / (Math.log2(this.#target) - Math.log2(this.#startRecord))
  }

  /** Draws the cell, then the value, as upstream does. */
  #spawn(): void {
    const empty = this.#board.flatMap((tile, cell) => (tile === 0 ? [cell] : []))
    const cell = this.random.choice(empty)
    const tile = this.random.random() < SHARE_OF_TWOS ? 2 : 4
    this.#board = this.#board.with(cell, tile)
  }
}

/** The board after a move, or null if the move changes nothing. */
export function slide(board: readonly number[], direction: Direction): number[] | null {
  const next = [...board]
  for (let line = 0; line < SIDE; line++) {
    const cells = lineCells(line, direction)
    const merged = mergeLine(cells.map((cell) => board[cell]!))
    for (const [i, cell] of cells.entries()) next[cell] = merged[i] ?? 0
  }
  return next.some((tile, cell) => tile !== board[cell]) ? next : null
}

/** Cells of a row or column, starting at the side that the tiles move towards. */
function lineCells(line: number, direction: Direction): number[] {
  const vertical = direction === 'up' || direction === 'down'
  const cells = Array.from({ length: SIDE }, (_, i) => (vertical ? i * SIDE + line : line * SIDE + i))
  return direction === 'up' || direction === 'left' ? cells : cells.toReversed()
}

/** Slides and merges one line towards its start; returns it without empty cells. */
export function mergeLine(line: readonly number[]): number[] {
  const tiles = line.filter((tile) => tile !== 0)
  const merged: number[] = []
  for (let i = 0; i < tiles.length; i++) {
    if (tiles[i] === tiles[i + 1]) merged.push(tiles[i++]! * 2)
    else merged.push(tiles[i]!)
  }
  return merged
}
