/** Scoring rules of the `rg:` environments (docs/gem.md#scoring). */

/** 1 for the exact text; for a text that contains the gold answer, the ratio of their lengths; else 0. */
export function containment(gold: string, answer: string | null): number {
  if (answer === null) return 0
  if (answer === gold) return 1
  return answer.includes(gold) ? gold.length / answer.length : 0
}

/** 1 if equal as decimals, ignoring commas and leading zeros; else by containment. */
export function numeric(gold: string, answer: string | null): number {
  if (answer === null) return 0
  const plain = answer.trim().replaceAll(',', '')
  return /^[+-]?\d+(\.\d*)?$/.test(plain) && Number(plain) === Number(gold) ? 1 : containment(gold, answer)
}

/** 1 if equal after normalizing whitespace in every line; else by containment. */
export function grid(gold: string, answer: string | null): number {
  return answer !== null && squeeze(answer) === squeeze(gold) ? 1 : containment(gold, answer)
}

/** Normalizes whitespace in every line. */
export function squeeze(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).join(' '))
    .join('\n')
}

/** Maximum score for a correct word followed by more text, where upstream's score depends on float noise. */
const TAIL = 0.8

/** The fraction of correct letters at their positions, ignoring case; 1 only for the exact word. */
export function positions(gold: string, answer: string | null): number {
  const [wanted, given] = [gold.toLowerCase(), (answer ?? '').trim().toLowerCase()]
  if (given === wanted) return 1
  const right = Array.from(wanted).filter((letter, i) => letter === given[i]).length
  return right === wanted.length ? TAIL : right / wanted.length
}

/** Comma-separated lists: 1 for the exact order; else the fraction of correct positions, at least 0.2 for a permutation. */
export function wordOrder(gold: readonly string[], answer: string | null): number {
  const given = (answer ?? '').split(',').map((word) => word.trim())
  const right = gold.filter((word, i) => word === given[i]).length
  if (right === gold.length && given.length === gold.length) return 1
  const permutation = given.toSorted().join() === gold.toSorted().join()
  return Math.max(given.length === gold.length ? right / gold.length : 0, permutation ? 0.2 : 0)
}

/** Tolerance for each element of a sorted list (a difference of half a unit still scores). */
const VALUE_TOLERANCE = 0.5

/** 1 for a list literal of the same length, in order, with every value within tolerance; else 0. */
export function numberOrder(gold: readonly number[], answer: string | null): number {
  const given = listLiteral(answer ?? '')
  if (!given || given.length !== gold.length) return 0
  const near = given.every((value, i) => Math.abs(value - gold[i]!) <= VALUE_TOLERANCE)
  const descending = gold[0]! > gold.at(-1)!
  const ordered = given.every(
    (value, i) => i === 0 || (descending ? given[i - 1]! >= value : given[i - 1]! <= value),
  )
  return near && ordered ? 1 : 0
}

/** Parses `[1, 2]`, `['1', '2']` or `["1", "2"]`; null for anything else. */
function listLiteral(text: string): number[] | null {
  const inside = /^\[(.*)\]$/s.exec(text.trim())?.[1]
  if (inside === undefined) return null
  const values = inside.split(',').map((item) => {
    const plain = /^(?:'([^']*)'|"([^"]*)"|([^'"]+))$/.exec(item.trim())
    const number = plain?.[1] ?? plain?.[2] ?? plain?.[3] ?? ''
    return /^\s*[+-]?\d+(\.\d*)?\s*$/.test(number) ? Number(number) : Number.NaN
  })
  return values.some(Number.isNaN) ? null : values
}
