/** Names of the answer's fields. */
export const ANSWER_FIELDS = ['observation', 'reward', 'terminated', 'truncated', 'info'] as const
export type AnswerField = (typeof ANSWER_FIELDS)[number]

/** How two runs diverge; `missing`: one of them has ended. */
export type Divergence = AnswerField | 'missing'

/** Returns the fields in which two answers differ, including fields present in only one. */
export function differingFields(
  one: Readonly<Partial<Record<AnswerField, unknown>>>,
  other: Readonly<Partial<Record<AnswerField, unknown>>>,
  fields: readonly AnswerField[] = ANSWER_FIELDS,
): AnswerField[] {
  return fields.filter((name) => canonical(one[name]) !== canonical(other[name]))
}

/** JSON with sorted object keys. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      inner && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([x], [y]) => (x < y ? -1 : 1)))
        : inner,
    ) ?? 'undefined'
  )
}
