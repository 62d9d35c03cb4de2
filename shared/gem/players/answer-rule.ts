/** A rule that matches one kind of question and computes the answer. */
export type AnswerRule = readonly [question: RegExp, answer: (groups: readonly string[]) => string]

/** Returns the answer of the first matching rule, or null. */
export function answerBy(rules: readonly AnswerRule[], question: string): string | null {
  for (const [pattern, answer] of rules) {
    const match = pattern.exec(question)
    if (match) return answer(match.slice(1))
  }
  return null
}
