import { boxed } from '../boxed.ts'
import { currentSuffix, type EpisodeView, type Player } from './player.ts'

/**
 * A line of four tiles as 16 bits: log2 of each tile in four bits, 0 for empty. A board is four such rows;
 * the result of a move and the value of a line come from lookup tables.
 */
type Line = number
type Board = readonly Line[]

const MOVES = ['left', 'down', 'up', 'right'] as const
type Move = (typeof MOVES)[number]
/** Probability that a new tile is 2. */
const TWO = 0.9
/** Maximum empty cells examined in the second round; more improve little. */
const CELLS = 4
/** Value of a board without a move: lower than any other. */
const LOST = -1e6

/** Search depth after the first move: rounds of a new tile and a move. */
const ROUNDS = 2

/** Expectimax: looks a few moves ahead, averaging over the tiles that may appear. */
export const game2048Solver: Player = {
  propose: (episode) => {
    const board = readBoard(episode)
    if (!board) return null
    const scored = MOVES.flatMap((move) => {
      const next = slid(board, move)
      return next ? [{ move, value: chance(next, ROUNDS) }] : []
    })
    const best = scored.toSorted((a, b) => b.value - a.value)[0]
    return best ? boxed(best.move) : null
  },
}

function readBoard(episode: EpisodeView): Board | null {
  const rows = currentSuffix(episode)
    .split('\n')
    .filter((line) => /^\s*(?:\d+|\.)(?:\s+(?:\d+|\.)){3}\s*$/.test(line))
    .map((line) =>
      pack(
        line
          .trim()
          .split(/\s+/)
          .map((cell) => (cell === '.' ? 0 : Math.log2(Number(cell)))),
      ),
    )
  return rows.length === 4 ? rows : null
}

function chance(board: Board, rounds: number): number {
  if (rounds === 0) return worth(board)
  const empty = emptyCells(board)
  if (empty.length === 0) return worth(board)
  const deep = rounds < ROUNDS
  const cells = deep ? empty.slice(0, CELLS) : empty
  const after = (row: number, tile: Line) => bestMove(board.with(row, board[row]! | tile), rounds - 1)
  let total = 0
  for (const [row, shift] of cells) {
    const two = after(row, 1 << shift)
    // The second round ignores the rarer 4: it hardly affects the choice and doubles the work.
    total += deep ? two : TWO * two + (1 - TWO) * after(row, 2 << shift)
  }
  return total / cells.length
}

function bestMove(board: Board, rounds: number): number {
  let best = LOST
  for (const move of MOVES) {
    const next = slid(board, move)
    if (next) best = Math.max(best, chance(next, rounds))
  }
  return best
}

function emptyCells(board: Board): [row: number, shift: number][] {
  const cells: [number, number][] = []
  for (const [row, line] of board.entries()) {
    for (let shift = 0; shift < 16; shift += 4) if (((line >> shift) & 15) === 0) cells.push([row, shift])
  }
  return cells
}

function slid(board: Board, move: Move): Board | null {
  const vertical = move === 'up' || move === 'down'
  const towards = move === 'left' || move === 'up' ? toStart : toEnd
  const lines = vertical ? transposed(board) : board
  const next = [towards(lines[0]!), towards(lines[1]!), towards(lines[2]!), towards(lines[3]!)]
  if (next.every((line, i) => line === lines[i])) return null
  return vertical ? transposed(next) : next
}

/** Transposes a board. */
function transposed(board: Board): Line[] {
  const [a, b, c, d] = board as [Line, Line, Line, Line]
  const column = (shift: number) =>
    (((a >> shift) & 15) << 12) |
    (((b >> shift) & 15) << 8) |
    (((c >> shift) & 15) << 4) |
    ((d >> shift) & 15)
  return [column(12), column(8), column(4), column(0)]
}

function pack(cells: readonly number[]): Line {
  return cells.reduce((line, cell) => (line << 4) | cell, 0)
}

function unpack(line: Line): number[] {
  return [line >> 12, (line >> 8) & 15, (line >> 4) & 15, line & 15]
}

const toStart = remembered((line) => pack(merged(unpack(line))))
const toEnd = remembered((line) => pack(merged(unpack(line).reverse()).reverse()))

function merged(cells: readonly number[]): number[] {
  const tiles = cells.filter((tile) => tile !== 0)
  return cells.map(() => {
    const tile = tiles.shift() ?? 0
    const merges = tile !== 0 && tiles[0] === tile
    if (merges) tiles.shift()
    return merges ? tile + 1 : tile
  })
}

/** Weights along a snake from one corner: the largest tile first, the next beside it. */
const WEIGHTS = [
  [0.1, 0.1, 0.2, 0.2],
  [0.5, 0.4, 0.3, 0.2],
  [0.6, 0.8, 1, 1.2],
  [3, 2.4, 2, 1.6],
] as const
/** Value of an empty cell, in units of tiles. */
const EMPTY = 4

const rowWorth = WEIGHTS.map((weights) =>
  remembered((line) => {
    const tiles = unpack(line)
    const own = tiles.reduce((sum, tile, i) => sum + (tile === 0 ? EMPTY : 2 ** tile * tile * weights[i]!), 0)
    return own + pairs(tiles)
  }),
)
const columnWorth = remembered((line) => pairs(unpack(line)))

/** Adjacent equal tiles are worth one tile. */
function pairs(tiles: readonly number[]): number {
  return tiles.reduce((sum, tile, i) => sum + (tile !== 0 && tile === tiles[i + 1] ? 2 ** tile : 0), 0)
}

function worth(board: Board): number {
  let value = 0
  for (let row = 0; row < 4; row++) value += rowWorth[row]!(board[row]!)
  for (const line of transposed(board)) value += columnWorth(line)
  return value
}

/** Memoises a function of a line. */
function remembered(work: (line: Line) => number): (line: Line) => number {
  let known: Float64Array | null = null
  return (line) => {
    known ??= new Float64Array(2 ** 16).fill(Number.NaN)
    const value = known[line]!
    return Number.isNaN(value) ? (known[line] = work(line)) : value
  }
}
