import { reasoningCatalogue } from '#shared/gem/catalogue/reasoning.ts'
import type { EnvironmentDefinition } from '../environment.ts'
import { defineQuestions, type QuestionSource, type Question } from '../question.ts'
import { arithmetic } from './arithmetic.ts'
import { integers } from './integers.ts'
import { puzzles } from './puzzles.ts'
import type { PythonRandom } from '#shared/gem/python-random.ts'
import { allWords } from '#shared/gem/words/vocabulary.ts'
import { ask } from './ask.ts'
import { containment, numberOrder, numeric, positions, wordOrder, grid } from './score.ts'

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
  // Take the top row, then turn the rest so that its right column becomes the top row.
  let rest: Matrix = cells
  while (rest.length > 0) {
    order.push(...rest[0]!)
    rest = rotate(rotate(rotate(rest.slice(1))))
  }
  const gold = order.join(' ')
  const question = `Read this matrix in a clockwise spiral from the top-left corner inwards:\n${show(cells)}`
  return ask(question, 'Give the numbers, separated by blanks,', gold, (answer) => grid(gold, answer))
}

/** Shortest way through a maze whose glyphs for walls, floor, start and goal are drawn anew. */
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

/** A quarter turn clockwise; of a matrix with no rows, no rows. */
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

/** A question of any other kind. */
const composite: QuestionSource = {
  id: 'rg:composite',
  generate: (random) => random.choice(sources).generate(random),
}

/** Every `rg:` environment (docs/gem.md#reasoning). */
export const reasoning: readonly EnvironmentDefinition[] = defineQuestions(reasoningCatalogue, [
  ...sources,
  composite,
])
