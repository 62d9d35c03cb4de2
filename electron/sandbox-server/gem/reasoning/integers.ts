import type { PythonRandom } from '#shared/gem/python-random.ts'
import type { Question, QuestionSource } from '../question.ts'
import { ask } from './ask.ts'
import { containment, numeric } from './score.ts'

/** The value of an arithmetic expression, and the numbers in it, in order. */
interface Evaluated {
  readonly value: number
  readonly numbers: readonly number[]
}

/** Not reduced to lowest terms, since the numbers stay small. */
type Fraction = readonly [numerator: number, denominator: number]

/**
 * Evaluates integers with + - * / and parentheses exactly. × ÷ and `\times` `\div` are accepted, too.
 * @returns null for anything else, for a division by zero, and beyond exact integers
 */
export function evaluate(text: string): Evaluated | null {
  const plain = text.replaceAll(/×|\\times|\\cdot/g, '*').replaceAll(/÷|\\div/g, '/')
  const tokens = plain.match(/\d+|[-+*/()]|\S/g) ?? []
  const numbers: number[] = []
  let at = 0

  function sum(): Fraction | null {
    let left = product()
    while (left && (tokens[at] === '+' || tokens[at] === '-')) {
      const sign = tokens[at++] === '+' ? 1 : -1
      const right = product()
      left = right && [left[0] * right[1] + sign * right[0] * left[1], left[1] * right[1]]
    }
    return left
  }

  function product(): Fraction | null {
    let left = factor()
    while (left && (tokens[at] === '*' || tokens[at] === '/')) {
      const divides = tokens[at++] === '/'
      const right = factor()
      if (!right || (divides && right[0] === 0)) return null
      left = divides ? [left[0] * right[1], left[1] * right[0]] : [left[0] * right[0], left[1] * right[1]]
    }
    return left
  }

  function factor(): Fraction | null {
    const token = tokens[at++] ?? ''
    if (token === '-') {
      const inner = factor()
      return inner && [-inner[0], inner[1]]
    }
    if (token === '(') {
      const inner = sum()
      return tokens[at++] === ')' ? inner : null
    }
    if (!/^\d+$/.test(token)) return null
    numbers.push(Number(token))
    return [Number(token), 1]
  }

  const result = sum()
  if (!result || at !== tokens.length || !result.every(Number.isSafeInteger)) return null
  return { value: result[0] / result[1], numbers }
}

function countBits(random: PythonRandom): Question {
  const value = random.randint(1, 2 ** 31 - 1)
  const gold = String(value.toString(2).replaceAll('0', '').length)
  return ask(`How many ones does ${value} have in binary?`, 'Give the number', gold, (answer) =>
    numeric(gold, answer),
  )
}

function countPrimes(random: PythonRandom): Question {
  const low = random.randint(1, 1000)
  const high = random.randint(low, low + 1000)
  let count = 0
  for (let n = low; n <= high; n++) if (primeFactors(n).length === 1) count++
  const gold = String(count)
  return ask(
    `How many primes lie between ${low} and ${high}, both included?`,
    'Give the number',
    gold,
    (answer) => numeric(gold, answer),
  )
}

function baseConversion(random: PythonRandom): Question {
  const value = random.randint(0, 1000)
  const [from, to] = random.sample(
    Array.from({ length: 15 }, (_, i) => i + 2),
    2,
  ) as [number, number]
  const gold = value.toString(to)
  const question = `Convert ${value.toString(from)} from base ${from} to base ${to}. Digits above 9 are the letters a to f.`
  return ask(question, 'Give the digits, letters in lower case,', gold, (answer) => containment(gold, answer))
}

function primeFactorization(random: PythonRandom): Question {
  const value = random.randint(2, 1000)
  const gold = primeFactors(value).join(' × ')
  const question = `Write ${value} as a product of primes, smallest first.`
  return ask(question, 'Give the factors, joined by ×,', gold, (answer) => scoreFactors(value, answer))
}

/** 1 if correct; 0.5 for other factors with the correct product; 0.01 for anything else in `\boxed{}`. */
function scoreFactors(value: number, answer: string | null): number {
  if (answer === null) return 0
  const parts = answer.split(/\s*(?:×|\*|x|\\times|\\cdot)\s*/)
  const factors = parts.map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : Number.NaN))
  if (factors.toSorted((a, b) => a - b).join() === primeFactors(value).join()) return 1
  return factors.reduce((product, factor) => product * factor, 1) === value ? 0.5 : 0.01
}

/** Prime factors in ascending order; none for 1. */
function primeFactors(value: number): number[] {
  for (let factor = 2; factor * factor <= value; factor++) {
    if (value % factor === 0) return [factor, ...primeFactors(value / factor)]
  }
  return value > 1 ? [value] : []
}

/** A countdown round: numbers that give the target when each is used once. */
function countdown(random: PythonRandom): Question {
  for (;;) {
    const numbers = Array.from({ length: random.randint(4, 6) }, () => random.randint(1, 50))
    const [gold, target] = combine(random, numbers)
    if (target < 10 || target > 999) continue
    const shown = random.shuffle([...numbers])
    const question = `Reach ${target} with the numbers ${shown.join(', ')}: use each exactly once, with +, -, *, / and parentheses.`
    return ask(question, 'Give the expression', gold, (answer) => scoreCountdown(shown, target, answer))
  }
}

/** Combines the numbers one by one; division only without a remainder. */
function combine(
  random: PythonRandom,
  [first, ...rest]: readonly number[],
): [expression: string, value: number] {
  let [expression, value] = [String(first), first!]
  for (const number of rest) {
    const operator = random.choice(value % number === 0 ? ['+', '-', '*', '/'] : ['+', '-', '*'])
    expression = `(${expression} ${operator} ${number})`
    if (operator === '+') value += number
    else if (operator === '-') value -= number
    else if (operator === '*') value *= number
    else value /= number
  }
  return [expression, value]
}

/** 1 if correct; 0.05 for an expression with another value; 0.01 without one. */
function scoreCountdown(numbers: readonly number[], target: number, answer: string | null): number {
  if (!answer?.trim()) return 0.01
  const result = evaluate(answer)
  const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b).join()
  return result && result.value === target && ascending(result.numbers) === ascending(numbers) ? 1 : 0.05
}

export const integers: readonly QuestionSource[] = [
  { id: 'rg:count_bits', generate: countBits },
  { id: 'rg:count_primes', generate: countPrimes },
  { id: 'rg:base_conversion', generate: baseConversion },
  { id: 'rg:prime_factorization', generate: primeFactorization },
  { id: 'rg:countdown', generate: countdown },
]
