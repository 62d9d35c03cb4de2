import type { Question } from '../question.ts'

/** A question followed by instructions for the answer's format. */
export function ask(question: string, how: string, gold: string, score: Question['score']): Question {
  return { text: `${question}\n${how} in \\boxed{…}.`, gold, score }
}
