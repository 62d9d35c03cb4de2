import type { Question } from '../question.ts'

/** A question with the line that tells how to answer it. */
export function ask(question: string, how: string, gold: string, score: Question['score']): Question {
  return { text: `${question}\n${how} in \\boxed{…}.`, gold, score }
}
