import { boxed } from '../boxed.ts'
import { answerGridQuestion } from './grid-answers.ts'
import { answerMathQuestion } from './math-answers.ts'
import { answerNumberQuestion } from './number-answers.ts'
import { openingText, type Player } from './player.ts'
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
function answerTextQuestion(question: string): string | null {
  return answerBy(RULES, question)
}

/** Answers Orrery's generated questions from their text; null for an unknown question. */
export const questionSolver: Player = {
  propose: (episode) => {
    const question = openingText(episode)
    const answer =
      answerNumberQuestion(question) ??
      answerTextQuestion(question) ??
      answerGridQuestion(question) ??
      answerMathQuestion(question)
    return answer === null ? null : boxed(answer)
  },
}
