import { reasoningCatalogue } from '#shared/gem/catalogue/reasoning.ts'
import type { PythonRandom } from '#shared/gem/python-random.ts'
import { allWords } from '#shared/gem/words/vocabulary.ts'
import type { EnvironmentDefinition } from '../environment.ts'
import { defineQuestions, type QuestionSource, type Question } from '../question.ts'
import { sudokuGrid } from '../sudoku-grid.ts'
import { arithmetic } from './arithmetic.ts'
import { integers } from './integers.ts'
import { ask } from './ask.ts'
import { containment, numberOrder, numeric, positions, wordOrder, grid, squeeze } from './score.ts'

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

/** Some queens are placed; any valid completion scores. */
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

/** 1 for the fewest moves; 0.5 for more, but legal and complete; else 0. */
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

type Matrix = readonly (readonly number[])[]

/** Distance from every cell to the nearest zero. */
function binaryMatrix(random: PythonRandom): Question {
  const side = random.randint(3, 8)
  const cells = matrix(side, () => (random.random() < 0.25 ? 0 : 1))
  // A matrix without a zero has no distances.
  const zero = [random.below(side), random.below(side)] as const
  const ones = cells.map((row, r) => row.map((cell, c) => (r === zero[0] && c === zero[1] ? 0 : cell)))
  const zeros = ones.flatMap((row, r) => row.flatMap((cell, c) => (cell === 0 ? [[r, c] as const] : [])))
  const distances = ones.map((row, r) =>
    row.map((_, c) => Math.min(...zeros.map(([zr, zc]) => Math.abs(zr - r) + Math.abs(zc - c)))),
  )
  const question = `For every cell of this matrix, find how many steps up, down, left or right the nearest 0 is away:\n${show(ones)}`
  return rows(question, distances)
}

function rotateMatrix(random: PythonRandom): Question {
  const side = random.randint(2, 8)
  const turns = random.randint(1, 3)
  const cells = matrix(side, () => random.randint(0, 9))
  let rotated: Matrix = cells
  for (let i = 0; i < turns; i++) rotated = rotate(rotated)
  return rows(`Rotate this matrix by ${turns * 90} degrees clockwise:\n${show(cells)}`, rotated)
}

function spiralMatrix(random: PythonRandom): Question {
  const cells = matrix(random.randint(2, 8), () => random.randint(0, 9))
  const order: number[] = []
  // Takes the top row, then rotates the rest so that its right column becomes the top row.
  let rest: Matrix = cells
  while (rest.length > 0) {
    order.push(...rest[0]!)
    rest = rotate(rotate(rotate(rest.slice(1))))
  }
  const gold = order.join(' ')
  const question = `Read this matrix in a clockwise spiral from the top-left corner inwards:\n${show(cells)}`
  return ask(question, 'Give the numbers, separated by blanks,', gold, (answer) => grid(gold, answer))
}

/** The shortest path through a maze whose characters for walls, floor, start and goal are random. */
function maze(random: PythonRandom): Question {
  for (;;) {
    const side = random.randint(5, 10)
    const [wall, floor, start, goal] = random.sample(Array.from('#.@%&*+=~^?!$<>'), 4) as [
      string,
      string,
      string,
      string,
    ]
    const open = matrix(side, () => (random.random() < 0.7 ? 1 : 0))
    const cells = open.flatMap((row, r) => row.flatMap((cell, c) => (cell === 1 ? [[r, c] as const] : [])))
    if (cells.length < 2) continue
    const [from, to] = random.sample(cells, 2) as [readonly [number, number], readonly [number, number]]
    const steps = shortest(open, from, to)
    if (steps === null) continue
    const face = (r: number, c: number) => {
      if (r === from[0] && c === from[1]) return start
      if (r === to[0] && c === to[1]) return goal
      return open[r]![c] === 1 ? floor : wall
    }
    const picture = open.map((row, r) => row.map((_, c) => face(r, c)).join(' ')).join('\n')
    const question = `Find the fewest steps (up, down, left, right) from ${start} to ${goal} in this maze, where ${wall} is a wall and ${floor} is open:\n${picture}`
    const gold = String(steps)
    return ask(question, 'Give the number', gold, (answer) => numeric(gold, answer))
  }
}

function shortest(
  open: Matrix,
  from: readonly [number, number],
  to: readonly [number, number],
): number | null {
  const steps = new Map([[from.join(), 0]])
  const queue = [from]
  for (const [r, c] of queue) {
    if (r === to[0] && c === to[1]) return steps.get(to.join())!
    for (const [nr, nc] of [
      [r - 1, c],
      [r + 1, c],
      [r, c - 1],
      [r, c + 1],
    ] as const) {
      if (open[nr]?.[nc] !== 1 || steps.has(`${nr},${nc}`)) continue
      steps.set(`${nr},${nc}`, steps.get(`${r},${c}`)! + 1)
      queue.push([nr, nc])
    }
  }
  return null
}

function rows(question: string, cells: Matrix): Question {
  const gold = show(cells)
  return ask(question, 'Give the rows, numbers separated by blanks, one row a line,', gold, (answer) =>
    grid(gold, answer),
  )
}

function matrix(side: number, cell: () => number): number[][] {
  return Array.from({ length: side }, () => Array.from({ length: side }, cell))
}

/** Rotates clockwise by 90°; an empty matrix stays empty. */
function rotate(cells: Matrix): Matrix {
  return (cells[0] ?? []).map((_, c) => cells.map((row) => row[c]!).toReversed())
}

function show(cells: Matrix): string {
  return cells.map((row) => row.join(' ')).join('\n')
}

export const matrices: readonly QuestionSource[] = [
  { id: 'rg:binary_matrix', generate: binaryMatrix },
  { id: 'rg:rotate_matrix', generate: rotateMatrix },
  { id: 'rg:spiral_matrix', generate: spiralMatrix },
  { id: 'rg:maze', generate: maze },
]

const words = (random: PythonRandom, least: number, most: number) =>
  random.sample(allWords, random.randint(least, most))

function spellBackward(random: PythonRandom): Question {
  const word = random.choice(allWords)
  const gold = Array.from(word).reverse().join('')
  return ask(`Spell this word backwards: ${word}`, 'Give the letters', gold, (answer) =>
    positions(gold, answer),
  )
}

function letterCounting(random: PythonRandom): Question {
  const phrase = words(random, 5, 15).join(' ')
  const letter = random.choice(Array.from(phrase.replaceAll(' ', '')))
  const gold = String(phrase.split(letter).length - 1)
  return ask(`How often does the letter "${letter}" occur in: ${phrase}`, 'Give the number', gold, (answer) =>
    numeric(gold, answer),
  )
}

function numberSorting(random: PythonRandom): Question {
  const numbers = Array.from({ length: random.randint(3, 10) }, () => random.randint(-10_000, 10_000) / 100)
  const descending = random.choice([false, true])
  const sorted = numbers.toSorted((a, b) => (descending ? b - a : a - b))
  const gold = `[${sorted.map((number) => `'${number}'`).join(', ')}]`
  const question = `Sort these numbers in ${descending ? 'descending' : 'ascending'} order: ${numbers.join(', ')}`
  return ask(question, "Give the list, as in ['1', '2.5', '3'],", gold, (answer) =>
    numberOrder(sorted, answer),
  )
}

function wordSorting(random: PythonRandom): Question {
  const chosen = words(random, 3, 10)
  const descending = random.choice([false, true])
  const sorted = chosen.toSorted()
  if (descending) sorted.reverse()
  const question = `Sort these words in ${descending ? 'descending' : 'ascending'} alphabetical order: ${chosen.join(', ')}`
  return ask(question, 'Give the words, separated by commas,', sorted.join(', '), (answer) =>
    wordOrder(sorted, answer),
  )
}

function caesarCipher(random: PythonRandom): Question {
  const gold = words(random, 3, 10).join(' ').toUpperCase()
  const shift = random.randint(1, 25)
  const secret = gold.replaceAll(/[A-Z]/g, (letter) =>
    String.fromCodePoint(((letter.codePointAt(0)! - 65 + shift) % 26) + 65),
  )
  const question = `Every letter of this text was moved ${shift} places on in the alphabet, from Z on to A. Move them back: ${secret}`
  return ask(question, 'Give the text in capitals', gold, (answer) => containment(gold, answer))
}

export const text: readonly QuestionSource[] = [
  { id: 'rg:spell_backward', generate: spellBackward },
  { id: 'rg:letter_counting', generate: letterCounting },
  { id: 'rg:number_sorting', generate: numberSorting },
  { id: 'rg:word_sorting', generate: wordSorting },
  { id: 'rg:caesar_cipher', generate: caesarCipher },
]

const sources: readonly QuestionSource[] = [...arithmetic, ...integers, ...text, ...matrices, ...puzzles]

/** A random question of the other kinds. */
const composite: QuestionSource = {
  id: 'rg:composite',
  generate: (random) => random.choice(sources).generate(random),
}

/** All `rg:` environments (docs/gem.md#reasoning). */
export const reasoning: readonly EnvironmentDefinition[] = defineQuestions(reasoningCatalogue, [
  ...sources,
  composite,
])
