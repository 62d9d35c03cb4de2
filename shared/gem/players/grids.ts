/** Solvers of boards that are filled cell by cell: Sudoku, Crosswords, WordSearch; and the towers of Hanoi. */
import { boxed } from '../boxed.ts'
import { hardCrosswords, plainCrosswords } from '../words/crossword-clues.ts'
import { allWords } from '../words/vocabulary.ts'
import { currentSuffix, type EpisodeView, numbersIn, type Player } from './player.ts'

/** Finds the only solution and writes its first missing number. */
export const sudokuSolver: Player = {
  propose: (episode) => {
    const rows = currentSuffix(episode).match(/^R\d+ .*$/gm) ?? []
    const board = rows.map((row) =>
      (row.replace(/^R\d+/, '').match(/\d+|\./g) ?? []).map((cell) => (cell === '.' ? 0 : Number(cell))),
    )
    const solution = solveSudoku(board)
    for (const [r, row] of board.entries()) {
      for (const [c, cell] of row.entries()) {
        if (cell === 0 && solution) return boxed(`${r + 1} ${c + 1} ${solution[r]![c]}`)
      }
    }
    return null
  },
}

/** The solution of a grid with 0 for empty cells, or null. */
export function solveSudoku(board: readonly (readonly number[])[]): number[][] | null {
  const size = board.length
  const block = Math.sqrt(size)
  const cells = board.map((row) => [...row])
  const left = (r: number, c: number) => {
    const used = new Set<number>()
    for (let i = 0; i < size; i++) {
      used.add(cells[r]![i]!).add(cells[i]![c]!)
      used.add(cells[r - (r % block) + Math.floor(i / block)]![c - (c % block) + (i % block)]!)
    }
    return Array.from({ length: size }, (_, i) => i + 1).filter((number) => !used.has(number))
  }
  const solve = (): boolean => {
    let best: { r: number; c: number; numbers: number[] } | null = null
    for (const [r, row] of cells.entries()) {
      for (const [c, cell] of row.entries()) {
        if (cell !== 0) continue
        const numbers = left(r, c)
        if (!best || numbers.length < best.numbers.length) best = { r, c, numbers }
      }
    }
    if (!best) return true
    for (const number of best.numbers) {
      cells[best.r]![best.c] = number
      if (solve()) return true
    }
    cells[best.r]![best.c] = 0
    return false
  }
  return size > 0 && solve() ? cells : null
}

/** Brings the largest disk that is not on its goal there, from wherever the disks are. */
export const towerOfHanoiSolver: Player = {
  propose: (episode) => {
    const towers = new Map<string, number[]>()
    for (const [, tower, disks] of currentSuffix(episode).matchAll(/^([ABC]): \[([\d, ]*)\]/gm)) {
      towers.set(tower!, numbersIn(disks!))
    }
    const places = new Map(
      [...towers].flatMap(([tower, disks]) => disks.map((disk) => [disk, tower] as const)),
    )
    const move = nextHanoiMove(places, places.size, 'C')
    return move && boxed(move)
  },
}

function nextHanoiMove(places: ReadonlyMap<number, string>, disk: number, goal: string): string | null {
  if (disk === 0) return null
  const from = places.get(disk)!
  if (from === goal) return nextHanoiMove(places, disk - 1, goal)
  const spare = ['A', 'B', 'C'].find((tower) => tower !== from && tower !== goal)!
  return nextHanoiMove(places, disk - 1, spare) ?? `${from} ${goal}`
}

type Cell = readonly [row: number, column: number]

/** The rows of a grid with `R00` labels: one character a cell, brackets dropped. */
function letterGrid(episode: EpisodeView): string[][] {
  const rows = currentSuffix(episode).match(/^R\d\d .*$/gm) ?? []
  return rows.map((row) => row.slice(4).match(/[A-Z_.]/g) ?? [])
}

function run([row, column]: Cell, length: number, across: boolean): Cell[] {
  return Array.from({ length }, (_, i) => (across ? [row, column + i] : [row + i, column]))
}

function starts(grid: readonly (readonly string[])[]): Cell[] {
  return grid.flatMap((row, r) => row.map((_, c): Cell => [r, c]))
}

const ANSWERS = new Map(
  [...plainCrosswords, ...hardCrosswords].map(({ word, clue }) => [clue, word.toUpperCase()]),
)

/** Looks the clues up in Orrery's own list, lays the words over the grid's shape, and writes the first missing letter. */
export const crosswordsSolver: Player = {
  propose: (episode) => {
    const grid = letterGrid(episode)
    const clues = [...currentSuffix(episode).matchAll(/^\d+\. (.+) \((across|down)\): \d+ letters$/gm)]
    const words = clues.flatMap(([, clue, direction]) => {
      const word = ANSWERS.get(clue!)
      return word ? [{ word, across: direction === 'across' }] : []
    })
    const wrong = new Set(
      episode.turns
        .filter(({ result }) => result.reward === 0)
        .map(({ action }) => /\\boxed\{(.*)\}/.exec(action)?.[1]),
    )
    const letters = words.length === clues.length ? layOver(grid, words, wrong) : null
    for (const [place, letter] of letters ?? []) {
      const [row, column] = numbersIn(place) as [number, number]
      if (grid[row]![column] === '_') return boxed(`${place} ${letter}`)
    }
    return null
  },
}

interface Word {
  readonly word: string
  readonly across: boolean
}

/** Letters by cell of a placement of all words that covers exactly the letter cells and meets no wrong guess. */
function layOver(
  grid: readonly (readonly string[])[],
  words: readonly Word[],
  wrong: ReadonlySet<string | undefined>,
  letters: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> | null {
  const [first, ...rest] = words
  if (!first) {
    const cells = grid.flat().filter((cell) => cell !== '.').length
    return letters.size === cells ? letters : null
  }
  for (const start of starts(grid)) {
    const next = new Map(letters)
    const fits = run(start, first.word.length, first.across).every(([r, c], i) => {
      const [place, letter, cell] = [`${r} ${c}`, first.word[i]!, grid[r]?.[c]]
      const free = cell === '_' || cell === letter
      const agrees = (next.get(place) ?? letter) === letter
      next.set(place, letter)
      return free && agrees && !wrong.has(`${place} ${letter}`)
    })
    const found = fits ? layOver(grid, rest, wrong, next) : null
    if (found) return found
  }
  return null
}

/** Tries the longest words of the vocabulary that stand in the grid; a found one again from its other end, which pays. */
export const wordSearchSolver: Player = {
  propose: (episode) => {
    const tried = new Set(episode.turns.map(({ action }) => /\\boxed\{(.*)\}/.exec(action)?.[1]))
    const last = episode.turns.at(-1)
    if (last && last.result.reward > 0) {
      const [r, c, er, ec] = numbersIn(last.action)
      const reversed = `${er} ${ec} ${r} ${c}`
      if (!tried.has(reversed)) return boxed(reversed)
    }
    const found = new Set(
      episode.turns
        .filter(({ result }) => result.reward > 0)
        .flatMap(({ action }) => covered(numbersIn(action))),
    )
    const candidates = wordsInGrid(letterGrid(episode)).filter((ends) => !tried.has(ends.join(' ')))
    const inside = (ends: readonly number[]) => covered(ends).every((cell) => found.has(cell))
    const best = candidates.find((ends) => !inside(ends)) ?? candidates[0]
    return best ? boxed(best.join(' ')) : null
  },
}

/** Cells between two ends on a line. */
function covered(ends: readonly number[]): string[] {
  const [r, c, er, ec] = ends as [number, number, number, number]
  const length = Math.abs(er - r) + Math.abs(ec - c) + 1
  return run([Math.min(r, er), Math.min(c, ec)], length, r === er).map(([row, column]) => `${row} ${column}`)
}

/** Ends of every word of the vocabulary that stands in the grid, longest first. */
function wordsInGrid(grid: readonly (readonly string[])[]): number[][] {
  const longest = Math.min(grid.length, 11)
  const found: { ends: number[]; length: number }[] = []
  for (const start of starts(grid)) {
    for (const across of [true, false]) {
      for (let length = 3; length <= longest; length++) {
        const cells = run(start, length, across)
        const word = cells.map(([r, c]) => grid[r]?.[c] ?? ' ').join('')
        if (VOCABULARY.has(word)) found.push({ ends: [...start, ...cells.at(-1)!], length })
      }
    }
  }
  return found.toSorted((a, b) => b.length - a.length).map(({ ends }) => ends)
}

const VOCABULARY: ReadonlySet<string> = new Set(allWords.map((word) => word.toUpperCase()))
