/** What an environment answers, by name. */
export const ANSWER_FIELDS = ['observation', 'reward', 'terminated', 'truncated', 'info'] as const
export type AnswerField = (typeof ANSWER_FIELDS)[number]

/** Where two runs of an episode part; `missing`: one of them is over. */
export type Divergence = AnswerField | 'missing'

/** The fields in which two answers differ; a field that only one of them has counts. */
export function differingFields(
  one: Readonly<Partial<Record<AnswerField, unknown>>>,
  other: Readonly<Partial<Record<AnswerField, unknown>>>,
  fields: readonly AnswerField[] = ANSWER_FIELDS,
): AnswerField[] {
  return fields.filter((name) => canonical(one[name]) !== canonical(other[name]))
}

/** JSON with the keys of objects in order. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      inner && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([x], [y]) => (x < y ? -1 : 1)))
        : inner,
    ) ?? 'undefined'
  )
}
