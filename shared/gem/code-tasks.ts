import type { PythonRandom } from './python-random.ts'
import { allWords } from './words/vocabulary.ts'

/** A kind of program: the task text, with a random number `k`, and its check. */
export interface Task {
  text(k: number): string
  /** Standard input of a test. */
  input(random: PythonRandom): string
  solve(input: string, k: number): string
  /** A correct program. */
  python(k: number): string
}

const numbers = (random: PythonRandom): string =>
  Array.from({ length: random.randint(1, 12) }, () => random.randint(-50, 50)).join(' ')
const words = (random: PythonRandom): string => random.sample(allWords, random.randint(2, 9)).join(' ')
const lines = (random: PythonRandom): string =>
  Array.from({ length: random.randint(2, 5) }, () => words(random)).join('\n')

const read = (input: string): number[] => input.split(' ').map(Number)
/** Like Python's `%`: never negative for a positive divisor. */
const rest = (value: number, by: number): number => ((value % by) + by) % by

function numberTask(
  question: (k: number) => string,
  solve: (values: readonly number[], k: number) => string | number,
  python: (k: number) => string,
): Task {
  return {
    text: (k) => `One line of input holds whole numbers, separated by blanks. Print ${question(k)}.`,
    input: numbers,
    solve: (input, k) => String(solve(read(input), k)),
    python: (k) => `xs = list(map(int, input().split()))\n${python(k)}`,
  }
}

/** Tasks about numbers. */
export const NUMBER_TASKS: readonly Task[] = [
  numberTask(
    (k) => `the sum of those that ${k} divides, or 0 where there is none`,
    (xs, k) => xs.filter((x) => x % k === 0).reduce((sum, x) => sum + x, 0),
    (k) => `print(sum(x for x in xs if x % ${k} == 0))`,
  ),
  numberTask(
    () => 'the largest difference between two neighbours, or 0 where there is only one number',
    (xs) => Math.max(0, ...xs.slice(1).map((x, i) => Math.abs(x - xs[i]!))),
    () => 'print(max([abs(a - b) for a, b in zip(xs, xs[1:])], default=0))',
  ),
  numberTask(
    () => 'them in ascending order without repetitions, separated by blanks',
    (xs) => [...new Set(xs)].toSorted((a, b) => a - b).join(' '),
    () => 'print(*sorted(set(xs)))',
  ),
  numberTask(
    (k) => `how many of them leave the remainder 1 when divided by ${k}, where -1 leaves ${k - 1}`,
    (xs, k) => xs.filter((x) => rest(x, k) === 1).length,
    (k) => `print(sum(x % ${k} == 1 for x in xs))`,
  ),
  numberTask(
    () => 'the largest sum of a run of neighbours, which has at least one number',
    (xs) => {
      let [best, here] = [Number.NEGATIVE_INFINITY, 0]
      for (const x of xs) {
        here = Math.max(here, 0) + x
        best = Math.max(best, here)
      }
      return best
    },
    () =>
      'best = here = xs[0]\nfor x in xs[1:]:\n    here = max(here, 0) + x\n    best = max(best, here)\nprint(best)',
  ),
]

/** Tasks about texts. */
export const TEXT_TASKS: readonly Task[] = [
  {
    text: () =>
      'One line of input holds words, separated by blanks. Print them in reverse order, separated by blanks.',
    input: words,
    solve: (input) => input.split(' ').toReversed().join(' '),
    python: () => 'print(*reversed(input().split()))',
  },
  {
    text: (k) =>
      `One line of input holds words, separated by blanks. Print how many of them have at least ${k} letters.`,
    input: words,
    solve: (input, k) => String(input.split(' ').filter((word) => word.length >= k).length),
    python: (k) => `print(sum(len(word) >= ${k} for word in input().split()))`,
  },
  {
    text: () =>
      'The input has several lines of words. Print the longest word of all; of several, the one that comes first.',
    input: lines,
    solve: (input) =>
      input.split(/\s+/).reduce((best, word) => (word.length > best.length ? word : best), ''),
    python: () => 'import sys\nprint(max(sys.stdin.read().split(), key=len))',
  },
  {
    text: () =>
      'The input has several lines of words. Print for each line how many words it has, a number a line.',
    input: lines,
    solve: (input) =>
      input
        .split('\n')
        .map((line) => String(line.split(' ').length))
        .join('\n'),
    python: () => 'import sys\nfor line in sys.stdin:\n    print(len(line.split()))',
  },
  {
    text: (k) =>
      `One line of input holds words of small letters, separated by blanks. Move every letter ${k} places on in the alphabet, from z on to a, and print the line.`,
    input: words,
    solve: (input, k) =>
      input.replaceAll(/[a-z]/g, (letter) =>
        String.fromCodePoint(((letter.codePointAt(0)! - 97 + k) % 26) + 97),
      ),
    python: (k) =>
      `print(''.join(chr((ord(c) - 97 + ${k}) % 26 + 97) if c.isalpha() else c for c in input()))`,
  },
]
