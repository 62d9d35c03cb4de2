import { type AnswerRule, answerBy } from './answer-rule.ts'

/** Legs of an animal, by the suffix of its plural; four by default. */
const LEGS: readonly (readonly [RegExp, number])[] = [
  [/^(?:snails|snakes)$/, 0],
  [/^(?:chickens|ducks|eagles|ostriches|owls)$/, 2],
  [/^(?:ants|bees|beetles|butterflies|crickets|flies|ladybirds|wasps)$/, 6],
  [/^(?:scorpions|spiders)$/, 8],
  [/^(?:crabs|lobsters|shrimps)$/, 10],
]

const RULES: readonly AnswerRule[] = [
  [/How many legs .*: (.+)\?/, ([herd]) => String(legsOf(herd!))],
  [/^Work out: ([-\d+ ]+)$/m, ([chain]) => String(chainOf(chain!))],
  [/^Work out: (\d+) \* (\d+)$/m, ([a, b]) => String(Number(a) * Number(b))],
  [/greatest common divisor of (\d+) and (\d+)/, ([a, b]) => String(divisor(Number(a), Number(b)))],
  [
    /least common multiple of (\d+) and (\d+)/,
    ([a, b]) => String((Number(a) * Number(b)) / divisor(Number(a), Number(b))),
  ],
  [/comes next: (.+), \?/, ([terms]) => String(nextTerm(terms!.split(', ').map(Number)))],
  [/How many ones does (\d+) have/, ([value]) => String(ones(Number(value)))],
  [/primes lie between (\d+) and (\d+)/, ([low, high]) => String(primesBetween(Number(low), Number(high)))],
  [
    /Convert (\w+) from base (\d+) to base (\d+)/,
    ([digits, from, to]) => Number.parseInt(digits!, Number(from)).toString(Number(to)),
  ],
  [/Write (\d+) as a product of primes/, ([value]) => factors(Number(value)).join(' × ')],
  [
    /Reach (\d+) with the numbers ([\d, ]+):/,
    ([target, numbers]) => reach(Number(target), numbers!.split(', ').map(Number)) ?? '',
  ],
]

/** Answers the `rg:` questions about numbers. */
export function answerNumberQuestion(question: string): string | null {
  return answerBy(RULES, question)
}

function legsOf(herd: string): number {
  return herd.split(', ').reduce((sum, item) => {
    const [count, kind] = item.split(' ') as [string, string]
    const legs = LEGS.find(([names]) => names.test(kind))?.[1] ?? 4
    return sum + Number(count) * legs
  }, 0)
}

function chainOf(chain: string): number {
  return (chain.replaceAll(' ', '').match(/[+-]?\d+/g) ?? []).reduce((sum, term) => sum + Number(term), 0)
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

/** Tries arithmetic, geometric, Fibonacci-like and quadratic sequences. */
function nextTerm(terms: readonly number[]): number {
  const steps = terms.slice(1).map((term, i) => term - terms[i]!)
  const last = terms.at(-1)!
  const even = (values: readonly number[]) => values.every((value) => value === values[0])
  if (even(steps)) return last + steps[0]!
  const growth = steps.slice(1).map((step, i) => step - steps[i]!)
  if (even(growth) && terms.length > 3) return last + steps.at(-1)! + growth[0]!
  if (terms.slice(2).every((term, i) => term === terms[i]! + terms[i + 1]!)) return last + terms.at(-2)!
  return (last * last) / terms.at(-2)!
}

function ones(value: number): number {
  let count = 0
  for (let rest = value; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2
  return count
}

function primesBetween(low: number, high: number): number {
  const composite = new Set<number>()
  let count = 0
  for (let n = 2; n <= high; n++) {
    if (composite.has(n)) continue
    if (n >= low) count++
    for (let multiple = n * n; multiple <= high; multiple += n) composite.add(multiple)
  }
  return count
}

function factors(value: number): number[] {
  const found: number[] = []
  let rest = value
  for (let factor = 2; rest > 1; factor++) {
    while (rest % factor === 0) {
      found.push(factor)
      rest /= factor
    }
  }
  return found
}

interface Part {
  readonly value: number
  readonly text: string
}

/** Searches an expression of all numbers that yields the target, combining any two parts until one is left. */
function reach(target: number, numbers: readonly number[]): string | null {
  const dead = new Set<string>()
  return join(
    numbers.map((value) => ({ value, text: String(value) })),
    target,
    dead,
  )
}

function join(parts: readonly Part[], target: number, dead: Set<string>): string | null {
  if (parts.length === 1) return parts[0]!.value === target ? parts[0]!.text : null
  const key = parts
    .map(({ value }) => value)
    .toSorted((a, b) => a - b)
    .join()
  if (dead.has(key)) return null
  for (const [i, a] of parts.entries()) {
    for (const [j, b] of parts.entries()) {
      if (i === j) continue
      const rest = parts.filter((_, at) => at !== i && at !== j)
      for (const joined of joins(a, b, i < j)) {
        const found = join([...rest, joined], target, dead)
        if (found) return found
      }
    }
  }
  dead.add(key)
  return null
}

/** Integer results of combining two parts; commutative ones only once. */
function joins(a: Part, b: Part, first: boolean): Part[] {
  const text = (sign: string) => `(${a.text} ${sign} ${b.text})`
  return [
    ...(first ? [{ value: a.value + b.value, text: text('+') }] : []),
    ...(first ? [{ value: a.value * b.value, text: text('*') }] : []),
    { value: a.value - b.value, text: text('-') },
    ...(b.value !== 0 && a.value % b.value === 0 ? [{ value: a.value / b.value, text: text('/') }] : []),
  ]
}
