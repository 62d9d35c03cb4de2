import { boxed } from '../boxed.ts'
import { currentSuffix, type Player, turnLimit } from './player.ts'

/** Directions in which a tile can slide into the gap, with the gap's step: `up` moves the gap down. */
const SLIDES = [
  ['up', 1, 0],
  ['down', -1, 0],
  ['left', 0, 1],
  ['right', 0, -1],
] as const

/** A board as text, one character per cell: the character code is the tile, 0 the gap. */
type Board = string

interface Node {
  readonly board: Board
  readonly gap: number
  readonly parent: Node | null
  readonly move: string
  /** Lower bound of the remaining moves. */
  readonly rest: number
}

/** Beam width: large enough for solutions close to the shortest. */
const BEAM = 1500

/**
 * Searches a solution of at most `limit` moves by beam search. If there is none, moves to the board with the
 * most tiles in place and stays there.
 * @param tiles row by row, 0 for the gap
 * @returns the move for every board on the path
 */
function solveTiles(tiles: readonly number[], limit: number): Map<string, string> {
  const side = Math.sqrt(tiles.length)
  const bound = lowerBound(side)
  const board = String.fromCodePoint(...tiles)
  const seen = new Set([board])
  let beam: Node[] = [{ board, gap: tiles.indexOf(0), parent: null, move: '', rest: bound(board) }]
  let best = beam[0]!
  for (let depth = 1; depth <= limit; depth++) {
    const next: Node[] = []
    for (const node of beam) {
      for (const child of children(node, side, bound)) {
        if (seen.has(child.board)) continue
        seen.add(child.board)
        if (child.rest === 0) return plan(child)
        if (depth + child.rest <= limit) next.push(child)
      }
    }
    if (next.length === 0) break
    beam = next.toSorted((a, b) => a.rest - b.rest).slice(0, BEAM)
    best = beam.reduce((one, node) => (rightCells(node.board) > rightCells(one.board) ? node : one), best)
  }
  const moves = plan(best)
  // An impossible move leaves the board unchanged until the turns are used up.
  return moves.set(tileKey(best.board), blockedMove(best.gap, side))
}

/**
 * Returns a direction in which no tile can move, if the gap is at an edge; else starts a pair of moves that
 * cancel each other.
 */
function blockedMove(gap: number, side: number): string {
  const [row, column] = [Math.floor(gap / side), gap % side]
  if (row === side - 1) return 'up'
  if (column === side - 1) return 'left'
  return row === 0 ? 'down' : 'right'
}

function* children(node: Node, side: number, bound: (board: Board) => number): Generator<Node> {
  const [row, column] = [Math.floor(node.gap / side), node.gap % side]
  for (const [move, down, right] of SLIDES) {
    const [r, c] = [row + down, column + right]
    if (r < 0 || c < 0 || r >= side || c >= side) continue
    const gap = r * side + c
    const board = swapped(node.board, Math.min(gap, node.gap), Math.max(gap, node.gap))
    yield { board, gap, parent: node, move, rest: bound(board) }
  }
}

function swapped(board: Board, a: number, b: number): Board {
  return board.slice(0, a) + board[b] + board.slice(a + 1, b) + board[a] + board.slice(b + 1)
}

/**
 * Manhattan distance of every tile, plus two for each tile that must leave its line to let others pass
 * (linear conflict). The cost of a line depends on that line alone, so it is cached per line.
 */
function lowerBound(side: number): (board: Board) => number {
  const known = new Map<string, number>()
  const cost = (line: Board, at: number, lineOf: (goal: number) => number) => {
    const tiles = Array.from(line, (tile) => tile.codePointAt(0)!).filter((tile) => tile > 0)
    const away = tiles.reduce((sum, tile) => sum + Math.abs(lineOf(tile - 1) - at), 0)
    return away + detours(tiles.filter((tile) => lineOf(tile - 1) === at))
  }
  const memoized = (kind: string, line: Board, at: number, lineOf: (goal: number) => number) => {
    const key = kind + at + line
    let value = known.get(key)
    if (value === undefined) known.set(key, (value = cost(line, at, lineOf)))
    return value
  }
  return (board) => {
    let total = 0
    for (let at = 0; at < side; at++) {
      total += memoized('r', board.slice(at * side, (at + 1) * side), at, (goal) => Math.floor(goal / side))
      let column = ''
      for (let row = 0; row < side; row++) column += board[row * side + at]
      total += memoized('c', column, at, (goal) => goal % side)
    }
    return total
  }
}

/** Two moves for each tile that must leave the line so that the others are in order. */
function detours(tiles: readonly number[]): number {
  const line = [...tiles]
  for (let extra = 0; ; extra += 2) {
    const conflicts = line.map(
      (tile, i) => line.filter((other, j) => (i < j ? tile > other : tile < other)).length,
    )
    const worst = Math.max(0, ...conflicts)
    if (worst === 0) return extra
    line.splice(conflicts.indexOf(worst), 1)
  }
}

function rightCells(board: Board): number {
  let right = 0
  for (let i = 0; i < board.length; i++) if (board.codePointAt(i) === (i + 1) % board.length) right++
  return right
}

function plan(end: Node): Map<string, string> {
  const moves = new Map<string, string>()
  for (let node: Node | null = end; node?.parent; node = node.parent)
    moves.set(tileKey(node.parent.board), node.move)
  return moves
}

function tileKey(board: Board): string {
  return Array.from(board, (tile) => tile.codePointAt(0)!).join()
}

/** Remembers its solution and follows it while the board stays on the path. */
export function fifteenPuzzleSolver(): Player {
  let plan = new Map<string, string>()
  return {
    propose: (episode) => {
      const tiles = tileBoard(currentSuffix(episode))
      if (tiles.length < 4) return null
      if (!plan.has(tiles.join())) {
        const left = (turnLimit(episode) ?? 50) - episode.turns.length
        plan = solveTiles(tiles, Math.max(1, left))
      }
      const move = plan.get(tiles.join())
      return move ? boxed(move) : null
    },
  }
}

/** Tiles row by row, 0 for the gap. */
function tileBoard(suffix: string): number[] {
  const rows = suffix.split('\n').filter((line) => /^\s*(?:\d+|__)(?:\s+(?:\d+|__))+\s*$/.test(line))
  return rows.flatMap((row) =>
    row
      .trim()
      .split(/\s+/)
      .map((cell) => (cell === '__' ? 0 : Number(cell))),
  )
}
