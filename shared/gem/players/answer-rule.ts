/** A rule that reads one kind of question and works out the answer. */
export type AnswerRule = readonly [question: RegExp, answer: (groups: readonly string[]) => string]

/** The answer of the first rule that fits the question, or null. */
export function answerBy(rules: readonly AnswerRule[], question: string): string | null {
  for (const [pattern, answer] of rules) {
    const match = pattern.exec(question)
    if (match) return answer(match.slice(1))
  }
  return null
}
