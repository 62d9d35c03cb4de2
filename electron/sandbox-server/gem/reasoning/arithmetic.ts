import type { PythonRandom } from '#shared/gem/python-random.ts'
import type { Question, QuestionSource } from '../question.ts'
import { ask } from './ask.ts'
import { numeric } from './score.ts'

/** Legs by kind of animal; plural, since counts precede them. */
const LEGS: Readonly<Record<string, number>> = {
  ants: 6,
  bees: 6,
  beetles: 6,
  butterflies: 6,
  camels: 4,
  cats: 4,
  chickens: 2,
  cows: 4,
  crabs: 10,
  crickets: 6,
  deer: 4,
  dogs: 4,
  ducks: 2,
  eagles: 2,
  elephants: 4,
  flies: 6,
  frogs: 4,
  giraffes: 4,
  goats: 4,
  horses: 4,
  ladybirds: 6,
  lions: 4,
  lizards: 4,
  lobsters: 10,
  mice: 4,
  ostriches: 2,
  owls: 2,
  pigs: 4,
  rabbits: 4,
  scorpions: 8,
  shrimps: 10,
  snails: 0,
  snakes: 0,
  spiders: 8,
  tigers: 4,
  wasps: 6,
  zebras: 4,
}

function legCounting(random: PythonRandom): Question {
  const kinds = random.sample(Object.keys(LEGS), random.randint(3, 10))
  const herd = kinds.map((kind) => ({ kind, count: random.randint(1, 15) }))
  const legs = herd.reduce((sum, { kind, count }) => sum + count * LEGS[kind]!, 0)
  const list = herd.map(({ kind, count }) => `${count} ${kind}`).join(', ')
  return number(`How many legs do these animals have in all: ${list}?`, legs)
}

function chainSum(random: PythonRandom): Question {
  const digits = random.randint(1, 4)
  const terms = Array.from({ length: random.randint(2, 6) }, () => ofDigits(random, digits))
  const signs = terms.map(() => random.choice([1, -1]))
  const value = terms.reduce((sum, term, i) => sum + (i === 0 ? term : term * signs[i]!), 0)
  const chain = terms
    .map((term, i) => (i === 0 ? `${term}` : `${signs[i]! > 0 ? '+' : '-'} ${term}`))
    .join(' ')
  return number(`Work out: ${chain}`, value)
}

function products(random: PythonRandom): Question {
  const factors = Array.from({ length: 2 }, () => ofDigits(random, random.randint(1, 4)))
  return number(`Work out: ${factors.join(' * ')}`, factors[0]! * factors[1]!)
}

function gcd(random: PythonRandom): Question {
  const [a, b] = [random.randint(1, 1000), random.randint(1, 1000)]
  return number(`Find the greatest common divisor of ${a} and ${b}.`, divisor(a, b))
}

function lcm(random: PythonRandom): Question {
  const [a, b] = [random.randint(1, 100), random.randint(1, 100)]
  return number(`Find the least common multiple of ${a} and ${b}.`, (a * b) / divisor(a, b))
}

/** Sequences: arithmetic, geometric, growing steps, sums of the previous two. */
function numberSequence(random: PythonRandom): Question {
  const drawn = random.randint(4, 8)
  const first = random.randint(1, 12)
  const step = random.randint(2, 9)
  // With four terms, growing steps and sums of the previous two look the same if first = 2 × step.
  const length = first === 2 * step ? Math.max(drawn, 5) : drawn
  const rule = random.choice([
    (terms: number[]) => terms.at(-1)! + step,
    (terms: number[]) => terms.at(-1)! * (2 + (step % 3)),
    (terms: number[]) => terms.at(-1)! + step * terms.length,
    (terms: number[]) => terms.at(-1)! + (terms.at(-2) ?? step),
  ])
  const terms = [first]
  while (terms.length <= length) terms.push(rule(terms))
  return number(`Which number comes next: ${terms.slice(0, length).join(', ')}, ?`, terms[length]!)
}

function number(question: string, value: number): Question {
  const gold = String(value)
  return ask(question, 'Give the number', gold, (answer) => numeric(gold, answer))
}

function ofDigits(random: PythonRandom, digits: number): number {
  return random.randint(digits === 1 ? 0 : 10 ** (digits - 1), 10 ** digits - 1)
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

export const arithmetic: readonly QuestionSource[] = [
  { id: 'rg:leg_counting', generate: legCounting },
  { id: 'rg:chain_sum', generate: chainSum },
  { id: 'rg:products', generate: products },
  { id: 'rg:gcd', generate: gcd },
  { id: 'rg:lcm', generate: lcm },
  { id: 'rg:number_sequence', generate: numberSequence },
]
