import { equal, type Exact, readFormula } from './formula.ts'

/** What a right answer is: one value, a set of solutions in any order, or values by name. */
export type Gold =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'percent'; readonly value: string }
  | { readonly kind: 'set'; readonly values: readonly string[] }
  | { readonly kind: 'assignment'; readonly values: Readonly<Record<string, string>> }

/**
 * Grades exactly, accepting every equivalent form: 1/2, 0.5, \frac{2}{4}; x = 3 for 3; 2(x+1) for 2x+2; 1 \pm \sqrt{2}.
 * @returns false for a wrong answer and for one that cannot be read.
 */
export function isCorrect(gold: Gold, answer: string): boolean {
  const text = answer.trim().replace(/\.$/, '')
  if (gold.kind === 'set') return sameSet(gold.values, text)
  if (gold.kind === 'assignment') return sameAssignment(gold.values, text)
  const bare = gold.kind === 'percent' ? text.replace(/\s*(?:\\?%|\\text\{ ?percent\}|percent)$/, '') : text
  return same(gold.value, withoutName(bare).replaceAll(/(?<=\d)(?:,|\{,\}|\\,)(?=\d{3}(?!\d))/g, ''))
}

function same(gold: string, answer: string): boolean {
  const [wanted, given] = [readFormula(gold), readFormula(answer)]
  return wanted !== null && given !== null && equal(wanted, given)
}

/** The right side of `x = 3`, where the left is a name. */
function withoutName(text: string): string {
  return text.replace(/^\$?\s*(?:[a-zA-Z]|[a-zA-Z]\([a-zA-Z]\))\s*=/, '')
}

function sameSet(gold: readonly string[], answer: string): boolean {
  const inside = answer
    .replaceAll(/\\(?:left|right)/g, '')
    .replace(/^[a-zA-Z]\s*\\in\s*/, '')
    .replace(/^\\?\{(.*?)\\?\}$/s, '$1')
  const items = inside
    .split(/,|;|\bor\b|\band\b|\\text\{ ?(?:or|and) ?\}/)
    .map((item) => withoutName(item.trim()))
    .flatMap((item) =>
      /\\pm|±/.test(item) ? [item.replace(/\\pm|±/, '+'), item.replace(/\\pm|±/, '-')] : [item],
    )
  const given = items.map(readFormula)
  const wanted = gold.map(readFormula)
  const covers = (some: readonly (Exact | null)[], others: readonly (Exact | null)[]) =>
    some.every((one) => one && others.some((other) => other && equal(one, other)))
  return covers(given, wanted) && covers(wanted, given)
}

function sameAssignment(gold: Readonly<Record<string, string>>, answer: string): boolean {
  const names = Object.keys(gold)
  const inside = answer.replaceAll(/\\(?:left|right)/g, '').replace(/^\((.*)\)$/s, '$1')
  const items = inside.split(/,|;|\band\b|\\text\{ ?and ?\}/).map((item) => item.trim())
  if (items.length !== names.length) return false
  return names.every((name, i) => {
    const named = items.find((item) => new RegExp(`^${name}\\s*=`).test(item))
    const unnamed = items.every((item) => !item.includes('=')) ? items[i] : undefined
    const given = named?.replace(/^[a-z]\s*=/, '') ?? unnamed
    return given !== undefined && same(gold[name]!, given)
  })
}
