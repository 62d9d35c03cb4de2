import { boxed } from '../boxed.ts'
import { answerGridQuestion } from './grid-answers.ts'
import { answerMathQuestion } from './math-answers.ts'
import { answerNumberQuestion } from './number-answers.ts'
import { openingText, type Player } from './player.ts'
import { answerTextQuestion } from './text-answers.ts'

/** Works out the answer of Orrery's own questions from their text; null for a question that it cannot read. */
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
