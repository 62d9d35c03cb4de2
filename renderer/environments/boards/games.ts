import type { EpisodeView } from '#shared/gem/players/index.ts'
import { type Board, type BoardGame, type Cell, type Place, type Press, suffixOf } from './board.ts'
import { crosswordsBoard, minesweeperBoard, sudokuBoard, wordSearchBoard } from './fields.ts'
import { guessBoard, hangmanBoard, mastermindBoard, wordleBoard } from './guesses.ts'

/** Games played with the arrow keys: Sokoban, 2048, FifteenPuzzle. */

const linesOf = (suffix: string, pattern: RegExp): string[][] =>
  suffix
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => line.trim().split(/ +/))

const SOKOBAN: Readonly<Record<string, Omit<Cell, 'face'>>> = {
  '#': { kind: 'wall', label: 'wall' },
  _: { kind: 'floor', label: 'floor' },
  O: { kind: 'goal', label: 'goal' },
  X: { kind: 'box', label: 'box' },
  '√': { kind: 'home', label: 'box on a goal' },
  P: { kind: 'player', label: 'player' },
}

/** The direction from a cell to an adjacent one, if they are adjacent. */
function directionTo(from: Place, to: Place): string | null {
  const [down, right] = [to.row - from.row, to.column - from.column]
  if (Math.abs(down) + Math.abs(right) !== 1) return null
  if (down !== 0) return down > 0 ? 'down' : 'up'
  return right > 0 ? 'right' : 'left'
}

function find(board: Board, kind: string): Place | null {
  for (const [row, cells] of board.rows.entries()) {
    const column = cells.findIndex((cell) => cell.kind === kind)
    if (column >= 0) return { row, column }
  }
  return null
}

const OPPOSITE: Readonly<Record<string, string>> = { up: 'down', down: 'up', left: 'right', right: 'left' }

/** Clicking a cell next to the player walks or pushes there. */
function walkTo(place: Place, _how: string, _marked: Place | null, board: Board): Press {
  const player = find(board, 'player')
  const way = player && directionTo(player, place)
  return way ? { send: way } : null
}

const sokobanBoard: BoardGame = {
  directions: true,
  hint: 'environments.board.hint.walk',
  press: walkTo,
  read: (episode) => {
    const rows = linesOf(suffixOf(episode), /^[#_OX√P](?: [#_OX√P])+\s*$/)
    if (rows.length === 0) return null
    return {
      look: 'sokoban',
      rows: rows.map((row) => row.map((face) => ({ face, ...SOKOBAN[face]! }))),
    }
  },
}

const game2048Board: BoardGame = {
  directions: true,
  hint: 'environments.board.hint.slide',
  read: (episode) => {
    const rows = linesOf(suffixOf(episode), /^\s+(?:\.|\d+)(?:\s+(?:\.|\d+)){3}\s*$/)
    if (rows.length !== 4) return null
    return {
      look: 'tiles',
      rows: rows.map((row) =>
        row.map((face) =>
          face === '.'
            ? { face: '', kind: 'empty', label: 'empty' }
            : { face, kind: 'tile', label: face, level: Math.min(11, Math.log2(Number(face))) },
        ),
      ),
    }
  },
}

const fifteenPuzzleBoard: BoardGame = {
  directions: true,
  hint: 'environments.board.hint.fifteen',
  press: (place, _how, _marked, board) => {
    const gap = find(board, 'gap')
    const way = gap && directionTo(gap, place)
    // The action names the direction of the tile, opposite to that of the gap.
    return way ? { send: OPPOSITE[way]! } : null
  },
  read: (episode) => {
    const rows = linesOf(suffixOf(episode), /^ *(?:__|\d+)(?: +(?:__|\d+))+\s*$/)
    if (rows.length === 0) return null
    const side = rows[0]!.length
    return {
      look: 'fifteen',
      rows: rows.map((row, r) =>
        row.map((face, c) => {
          if (face === '__') return { face: '', kind: 'gap', label: 'gap' }
          return Number(face) === r * side + c + 1
            ? { face, kind: 'right', label: `${face}, in place` }
            : { face, kind: 'tile', label: face }
        }),
      ),
    }
  },
}

const hanoiBoard: BoardGame = {
  hint: 'environments.board.hint.hanoi',
  type: (key) => (/^[abc]$/i.test(key) ? { type: key.toUpperCase() } : null),
  read: (episode) => {
    const pegs = Array.from(suffixOf(episode).matchAll(/^[ABC]: \[([\d, ]*)\]/gm), ([, disks]) =>
      (disks?.match(/\d+/g) ?? []).map(Number),
    )
    return pegs.length === 3 ? { look: 'pegs', rows: [], pegs } : null
  },
}

/** Families with a board, by the middle part of their ids. */
const GAMES: Readonly<Record<string, BoardGame>> = {
  GuessTheNumber: guessBoard,
  Mastermind: mastermindBoard,
  Minesweeper: minesweeperBoard,
  Wordle: wordleBoard,
  FifteenPuzzle: fifteenPuzzleBoard,
  Hangman: hangmanBoard,
  Sudoku: sudokuBoard,
  TowerofHanoi: hanoiBoard,
  Game2048: game2048Board,
  Sokoban: sokobanBoard,
  Crosswords: crosswordsBoard,
  WordSearch: wordSearchBoard,
}

/** The board of an environment id such as `game:Sokoban-v0-easy`; undefined if there is none. */
export function boardGameOf(envId: string): BoardGame | undefined {
  return GAMES[/^game:([A-Za-z0-9]+)-v\d/.exec(envId)?.[1] ?? '']
}

/** Parses a board; text of an unexpected form (another version, a plugin) is shown as text. */
export function readBoard(game: BoardGame | undefined, episode: EpisodeView): Board | null {
  try {
    return game?.read(episode) ?? null
  } catch {
    return null
  }
}
