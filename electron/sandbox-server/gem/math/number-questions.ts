import type { PythonRandom } from '#shared/gem/python-random.ts'
import type { Question, QuestionSource } from '../question.ts'
import { add, type Fraction, fraction, fractionText, multiply } from './fraction.ts'
import { exactly, mathSource, percentage } from './questions.ts'

function wholeNumbers(random: PythonRandom): Question {
  const [a, b, c, d] = Array.from({ length: 4 }, () => random.randint(2, 20)) as [
    number,
    number,
    number,
    number,
  ]
  return random.choice([
    () => exactly(`Work out ${a} + ${b} * ${c} - ${d}.`, a + b * c - d),
    () => exactly(`Work out (${a} + ${b}) * (${c} - ${d}).`, (a + b) * (c - d)),
    () => exactly(`Work out ${a} * ${b} - ${c} * ${d}.`, a * b - c * d),
    () => exactly(`Work out ${a * b} / ${a} + ${c} * ${d}.`, b + c * d),
  ])()
}

function fractions(random: PythonRandom): Question {
  const draw = () => fraction(random.randint(1, 12), random.randint(2, 12))
  const [a, b] = [draw(), draw()]
  const [sign, value] = random.choice<readonly [string, Fraction]>([
    ['+', add(a, b)],
    ['-', add(a, fraction(-b.n, b.d))],
    ['*', multiply(a, b)],
    ['/', fraction(a.n * b.d, a.d * b.n)],
  ])
  return exactly(`Work out (${fractionText(a)}) ${sign} (${fractionText(b)}).`, fractionText(value))
}

function percentages(random: PythonRandom): Question {
  const [percent, whole] = [random.randint(1, 40) * 5, random.randint(2, 50) * 10]
  const part = fraction(percent * whole, 100)
  return random.choice([
    () => exactly(`What is ${percent}% of ${whole}?`, fractionText(part)),
    () => percentage(`What percentage of ${whole} is ${fractionText(part)}?`, String(percent)),
    () => exactly(`${percent}% of a number is ${fractionText(part)}. What is the number?`, whole),
  ])()
}

function powers(random: PythonRandom): Question {
  const [base, exponent] = [random.randint(2, 9), random.randint(2, 5)]
  const value = fraction(BigInt(base) ** BigInt(exponent))
  return random.choice([
    () => exactly(`Work out ${base}^${exponent}.`, fractionText(value)),
    () => exactly(`Work out ${base}^(-${exponent}).`, fractionText(fraction(value.d, value.n))),
    () =>
      exactly(`Work out ${base}^${exponent} * ${base}^2 / ${base}^3.`, fractionText(fraction(value.n, base))),
  ])()
}

function roots(random: PythonRandom): Question {
  const [outer, inner] = [random.randint(2, 9), random.choice([2, 3, 5, 6, 7, 10])]
  const more = random.randint(2, 6)
  return random.choice([
    () => exactly(`Simplify \\sqrt{${outer ** 2 * inner}}.`, `${outer}\\sqrt{${inner}}`),
    () =>
      exactly(
        `Simplify \\sqrt{${outer ** 2 * inner}} + \\sqrt{${more ** 2 * inner}}.`,
        `${outer + more}\\sqrt{${inner}}`,
      ),
    () =>
      exactly(
        `Rationalize the denominator of ${outer} / \\sqrt{${inner}}.`,
        `${outer}\\sqrt{${inner}}/${inner}`,
      ),
  ])()
}

function remainders(random: PythonRandom): Question {
  const [base, exponent, modulus] = [random.randint(2, 20), random.randint(5, 60), random.randint(3, 30)]
  const rest = BigInt(base) ** BigInt(exponent) % BigInt(modulus)
  return exactly(`What is the remainder of ${base}^${exponent} divided by ${modulus}?`, String(rest))
}

function counting(random: PythonRandom): Question {
  const n = random.randint(4, 12)
  const k = random.randint(2, n - 2)
  let ways = 1
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1)
  const one = random.randint(1, 5)
  const two = random.randint(1, 6)
  return random.choice([
    () => exactly(`In how many ways can ${k} of ${n} people be chosen?`, ways),
    () =>
      exactly(
        `An urn holds ${one} red and ${two} blue balls. Two are drawn without putting back. What is the probability that they differ in colour?`,
        fractionText(fraction(2 * one * two, (one + two) * (one + two - 1))),
      ),
  ])()
}

export const numberQuestions: readonly QuestionSource[] = [
  mathSource('math:whole-numbers', wholeNumbers),
  mathSource('math:fractions', fractions),
  mathSource('math:percentages', percentages),
  mathSource('math:powers', powers),
  mathSource('math:roots', roots),
  mathSource('math:remainders', remainders),
  mathSource('math:counting', counting),
]
