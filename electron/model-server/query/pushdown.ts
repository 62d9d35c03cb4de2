import type { Query, StageOf } from '#shared/spl/index.ts'
import { numberOf } from './compare.ts'
import type { QueryContext } from './context.ts'
import { textValue } from './parameters.ts'

type Where = StageOf<'where'>

/**
 * Returns equalities that every row must satisfy, as hints for the store; excludes numbers, which are
 * compared loosely.
 */
export function equalityHints({ query, request }: QueryContext): { field: string; value: string }[] {
  const first = query.stages.find((stage) => stage.kind !== 'with')
  if (first?.kind !== 'where') return []
  const hints: { field: string; value: string }[] = []
  const collect = (condition: Where['condition']): void => {
    if (condition.kind === 'and') {
      collect(condition.left)
      collect(condition.right)
    } else if (condition.kind === 'compare' && condition.operator === '=') {
      const value = textValue(condition.value, request.parameters)
      const { name } = condition.field
      if (!name.startsWith('__') && value !== '' && numberOf(value) === undefined)
        hints.push({ field: name, value })
    }
  }
  collect(first.condition)
  return hints
}

/** Describes `where` stages for explain: they run on the store's rows. */
export function whereFallback({ stages }: Query): string[] {
  return stages.some(({ kind }) => kind === 'where') ? ['application_filter'] : []
}

/** Whether the rows are sorted before any stage depends on their order. */
export function sortsAtOnce({ query }: QueryContext): boolean {
  return query.stages.find(({ kind }) => kind !== 'with' && kind !== 'where')?.kind === 'sort'
}

/** Returns the property that rows are sorted by at once, when only the first of them are needed. */
export function firstBy(context: QueryContext): { field: string; descending: boolean } | undefined {
  if (!sortsAtOnce(context)) return undefined
  const { stages } = context.query
  const at = stages.findIndex(({ kind }) => kind === 'sort')
  const [sort, ...following] = stages.slice(at)
  const needsFirst = following.every(
    ({ kind }) => kind === 'limit' || kind === 'offset' || kind === 'project' || kind === 'extend',
  )
  if (sort?.kind !== 'sort' || !needsFirst) return undefined
  const [key] = sort.keys
  return key && !key.field.name.startsWith('__')
    ? { field: key.field.name, descending: key.descending }
    : undefined
}

/** Whether a page of the store is a page of the answer: only `with`, `project` and limits follow. */
export function limitReachesStore({ query }: QueryContext): boolean {
  return query.stages.every(
    (stage) =>
      stage.kind === 'with' || stage.kind === 'project' || stage.kind === 'limit' || stage.kind === 'extend',
  )
}
