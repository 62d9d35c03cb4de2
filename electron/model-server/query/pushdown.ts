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

/** Whether a page of the store is a page of the answer: only `with`, `project` and limits follow. */
export function limitReachesStore({ query }: QueryContext): boolean {
  return query.stages.every(
    (stage) =>
      stage.kind === 'with' || stage.kind === 'project' || stage.kind === 'limit' || stage.kind === 'extend',
  )
}
