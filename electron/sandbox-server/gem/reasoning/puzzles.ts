import type { PythonRandom } from '#shared/gem/python-random.ts'
import type { Question, QuestionSource } from '../question.ts'
import { sudokuGrid } from '../sudoku-grid.ts'
import { ask } from './ask.ts'
import { grid, squeeze } from './score.ts'

function miniSudoku(random: PythonRandom): Question {
  const { puzzle, solution } = sudokuGrid({ size: 4, clues: random.randint(8, 12), seed: random.next32() })
  const show = (cells: readonly number[]) =>
    [0, 4, 8, 12]
      .map((start) =>
        cells
          .slice(start, start + 4)
          .map((n) => (n === 0 ? '_' : n))
          .join(' '),
      )
      .join('\n')
  const gold = show(solution)
  const question = `Fill this 4×4 grid so that every row, column and 2×2 block holds 1, 2, 3 and 4 once:\n${show(puzzle)}`
  return ask(question, 'Give all four rows, numbers separated by blanks, one row a line,', gold, (answer) =>
    grid(gold, answer),
  )
}

/** Some queens stand; any way to place the others scores. */
function nQueens(random: PythonRandom): Question {
  const side = random.randint(4, 8)
  const columns = placeQueens(random, side)
  const shown = new Set(random.sample(Array.from(columns.keys()), random.randint(1, side - 2)))
  const board = (stands: (row: number) => boolean) =>
    columns
      .map((column, row) => columns.map((_, c) => (c === column && stands(row) ? 'Q' : '_')).join(' '))
      .join('\n')
  const puzzle = board((row) => shown.has(row))
  const question = `Complete this ${side}×${side} board to ${side} queens (Q), of which no two share a row, a column or a diagonal:\n${puzzle}`
  return ask(
    question,
    'Give the board in the same form',
    board(() => true),
    (answer) => scoreQueens(puzzle, answer),
  )
}

function placeQueens(random: PythonRandom, side: number): number[] {
  const columns: number[] = []
  const place = (): boolean => {
    if (columns.length === side) return true
    for (const column of random.shuffle(Array.from({ length: side }, (_, i) => i))) {
      if (columns.some((other, row) => attack(row, other, columns.length, column))) continue
      columns.push(column)
      if (place()) return true
      columns.pop()
    }
    return false
  }
  place()
  return columns
}

function attack(row: number, column: number, otherRow: number, otherColumn: number): boolean {
  return (
    row === otherRow || column === otherColumn || Math.abs(row - otherRow) === Math.abs(column - otherColumn)
  )
}

function scoreQueens(puzzle: string, answer: string | null): number {
  const board = squeeze(answer ?? '')
    .split('\n')
    .map((row) => row.split(' '))
  const given = puzzle.split('\n').map((row) => row.split(' '))
  const fits = given.every((row, r) => row.every((cell, c) => (cell === 'Q' ? board[r]?.[c] === 'Q' : true)))
  const square = board.length === given.length && board.every((row) => row.length === given.length)
  const queens = board.flatMap((row, r) => row.flatMap((cell, c) => (cell === 'Q' ? [[r, c] as const] : [])))
  const peace = queens.every(([r, c], i) => queens.slice(i + 1).every(([or, oc]) => !attack(r, c, or, oc)))
  return fits && square && peace && queens.length === given.length ? 1 : 0
}

/** Towers of Hanoi with any two different pegs as start and goal. */
function hanoi(random: PythonRandom): Question {
  const disks = random.randint(3, 5)
  const [from, to, spare] = random.shuffle(['1', '2', '3']) as [string, string, string]
  const gold = hanoiMoves(disks, from, to, spare).join('\n')
  const question = `Disks 1 (smallest) to ${disks} lie on peg ${from}. Bring them all to peg ${to} in as few moves as possible, one disk at a time, never onto a smaller one; peg ${spare} helps.`
  return ask(question, 'Give one move a line, as in "Move disk 1 from Peg 1 to Peg 3",', gold, (answer) =>
    scoreHanoi(disks, from, to, answer),
  )
}

function hanoiMoves(disks: number, from: string, to: string, spare: string): string[] {
  if (disks === 0) return []
  return [
    ...hanoiMoves(disks - 1, from, spare, to),
    `Move disk ${disks} from Peg ${from} to Peg ${to}`,
    ...hanoiMoves(disks - 1, spare, to, from),
  ]
}

/** Fewest moves 1; more, but legal and complete, 0.5; else 0. */
function scoreHanoi(disks: number, start: string, goal: string, answer: string | null): number {
  const pegs: Record<string, number[]> = { 1: [], 2: [], 3: [] }
  pegs[start] = Array.from({ length: disks }, (_, i) => disks - i)
  const lines = (answer ?? '').split('\n').filter((line) => line.trim() !== '')
  for (const line of lines) {
    const [, disk, from, to] = /disk (\d+) from peg ([123]) to peg ([123])/i.exec(line) ?? []
    const [source, target] = [pegs[from ?? ''], pegs[to ?? '']]
    if (!source || !target || source.at(-1) !== Number(disk) || (target.at(-1) ?? Infinity) < Number(disk))
      return 0
    target.push(source.pop()!)
  }
  if (pegs[goal]!.length !== disks) return 0
  return lines.length === 2 ** disks - 1 ? 1 : 0.5
}

export const puzzles: readonly QuestionSource[] = [
  { id: 'rg:mini_sudoku', generate: miniSudoku },
  { id: 'rg:n_queens', generate: nQueens },
  { id: 'rg:tower_of_hanoi', generate: hanoi },
]
