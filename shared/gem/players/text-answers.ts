import { type AnswerRule, answerBy } from './answer-rule.ts'

const RULES: readonly AnswerRule[] = [
  [/Spell this word backwards: (\w+)/, ([word]) => Array.from(word!).reverse().join('')],
  [/letter "(\w)" occur in: (.+)/, ([letter, phrase]) => String(phrase!.split(letter!).length - 1)],
  [
    /Sort these numbers in (ascending|descending) order: (.+)/,
    ([order, list]) => {
      const sorted = list!.split(', ').toSorted((a, b) => Number(a) - Number(b))
      return `[${(order === 'descending' ? sorted.reverse() : sorted).join(', ')}]`
    },
  ],
  [
    /Sort these words in (ascending|descending) alphabetical order: (.+)/,
    ([order, list]) => {
      const sorted = list!.split(', ').toSorted()
      return (order === 'descending' ? sorted.reverse() : sorted).join(', ')
    },
  ],
  [
    /moved (\d+) places .* back: (.+)/,
    ([shift, secret]) =>
      secret!.replaceAll(
        /[A-Z]/g,
        (letter) => ALPHABET[(ALPHABET.indexOf(letter) + 26 - Number(shift)) % 26]!,
      ),
  ],
]

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Answers the `rg:` questions about words and lists. */
export function answerTextQuestion(question: string): string | null {
  return answerBy(RULES, question)
}
