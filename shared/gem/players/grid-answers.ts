import { type AnswerRule, answerBy } from './answer-rule.ts'
import { solveSudoku } from './sudoku-solver.ts'

type Grid = readonly (readonly string[])[]

/** The question's lines except the first and the last, which explain it. */
const BOARD = String.raw`\n([\s\S]*)\n[^\n]*$`
const rule = (question: string, answer: (board: Grid, groups: readonly string[]) => string): AnswerRule => [
  new RegExp(question + BOARD),
  (groups) =>
    answer(
      groups
        .at(-1)!
        .split('\n')
        .map((row) => row.split(' ')),
      groups,
    ),
]

const RULES: readonly AnswerRule[] = [
  rule('how many steps up, down, left or right the nearest 0 is away:', (board) => show(distances(board))),
  rule('Rotate this matrix by (\\d+) degrees clockwise:', (board, [degrees]) => {
    let turned = board
    for (let angle = 0; angle < Number(degrees); angle += 90) turned = quarterTurn(turned)
    return show(turned)
  }),
  rule('clockwise spiral .*:', (board) => spiral(board).join(' ')),
  rule(
    'fewest steps .* from (.) to (.) in this maze, where (.) is a wall .*:',
    (board, [start, goal, wall]) => String(fewestSteps(board, start!, goal!, wall!)),
  ),
  rule('Fill this 4×4 grid .*:', (board) => {
    const cells = board.map((row) => row.map((cell) => (cell === '_' ? 0 : Number(cell))))
    return show(solveSudoku(cells) ?? cells)
  }),
  rule('Complete this .* queens .*:', (board) => show(queens(board))),
  [
    /Disks 1 \(smallest\) to (\d+) lie on peg (\d)\. Bring them all to peg (\d) .* peg (\d) helps/,
    ([disks, from, to, spare]) => hanoi(Number(disks), from!, to!, spare!).join('\n'),
  ],
]

/** Answers the `rg:` questions about matrices and boards. */
export function answerGridQuestion(question: string): string | null {
  return answerBy(RULES, question)
}

function show(grid: readonly (readonly (string | number)[])[]): string {
  return grid.map((row) => row.join(' ')).join('\n')
}

function beside(row: number, column: number): (readonly [row: number, column: number])[] {
  return [
    [row - 1, column],
    [row + 1, column],
    [row, column - 1],
    [row, column + 1],
  ]
}

/** Breadth-first search from all zeros at once. */
function distances(board: Grid): number[][] {
  const found = board.map((row) => row.map((cell): number => (cell === '0' ? 0 : -1)))
  const queue = found.flatMap((row, r) => row.flatMap((cell, c) => (cell === 0 ? [[r, c] as const] : [])))
  for (const [r, c] of queue) {
    for (const [nr, nc] of beside(r, c)) {
      if (found[nr]?.[nc] !== -1) continue
      found[nr]![nc] = found[r]![c]! + 1
      queue.push([nr, nc])
    }
  }
  return found
}

function quarterTurn(board: Grid): Grid {
  return board[0]!.map((_, c) => board.map((row) => row[c]!).reverse())
}

/** Walks along the border, turning right when the next cell is taken. */
function spiral(board: Grid): string[] {
  const steps = [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
  ] as const
  const seen = new Set<string>()
  const order: string[] = []
  let [r, c, direction] = [0, 0, 0]
  while (order.length < board.flat().length) {
    order.push(board[r]![c]!)
    seen.add(`${r},${c}`)
    const ahead = () => [r + steps[direction]![0], c + steps[direction]![1]] as const
    const [ar, ac] = ahead()
    if (board[ar]?.[ac] === undefined || seen.has(`${ar},${ac}`)) direction = (direction + 1) % 4
    ;[r, c] = ahead()
  }
  return order
}

function fewestSteps(board: Grid, start: string, goal: string, wall: string): number | null {
  const first = board.flatMap((row, r) => row.flatMap((cell, c) => (cell === start ? [`${r},${c}`] : [])))[0]
  if (first === undefined) return null
  const steps = new Map([[first, 0]])
  for (const [place, count] of steps) {
    const [r, c] = place.split(',').map(Number) as [number, number]
    if (board[r]![c] === goal) return count
    for (const [nr, nc] of beside(r, c)) {
      const cell = board[nr]?.[nc]
      if (cell !== undefined && cell !== wall && !steps.has(`${nr},${nc}`))
        steps.set(`${nr},${nc}`, count + 1)
    }
  }
  return null
}

/** Places the remaining queens row by row. */
function queens(board: Grid): string[][] {
  const side = board.length
  const given = board.map((row) => row.indexOf('Q'))
  const columns: number[] = []
  const place = (row: number): boolean => {
    if (row === side) return true
    const choices = given[row]! >= 0 ? [given[row]!] : Array.from({ length: side }, (_, i) => i)
    for (const column of choices) {
      if (columns.some((other, r) => other === column || Math.abs(other - column) === row - r)) continue
      columns.push(column)
      if (place(row + 1)) return true
      columns.pop()
    }
    return false
  }
  place(0)
  return board.map((row, r) => row.map((_, c) => (columns[r] === c ? 'Q' : '_')))
}

function hanoi(disks: number, from: string, to: string, spare: string): string[] {
  if (disks === 0) return []
  const move = `Move disk ${disks} from Peg ${from} to Peg ${to}`
  return [...hanoi(disks - 1, from, spare, to), move, ...hanoi(disks - 1, spare, to, from)]
}
