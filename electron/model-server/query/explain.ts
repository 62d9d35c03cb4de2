import type { QueryExplain } from '#shared/model/query-result.ts'
import type { Plan, QueryContext } from './context.ts'

/** The plan as clients see it; members without a value are left out (docs/spl.md#explain). */
export function explainPlan(context: QueryContext, { notes }: Plan): QueryExplain {
  const { query, store, request, limit } = context
  const kinds = new Set(query.stages.map((stage) => stage.kind))
  const fallback = [
    ...notes.fallback,
    ...(kinds.has('project') ? ['application_project'] : []),
    ...(kinds.has('sort') ? ['application_sort'] : []),
  ]
  const operators = query.stages.map((stage) =>
    stage.kind === 'graph-call' || stage.kind === 'entity-call'
      ? `${stage.kind}:${stage.method.name}`
      : stage.kind,
  )
  return {
    source: query.source.name,
    provider: notes.provider,
    storage_provider: store.provider,
    ...notes.extra,
    ...(notes.pushdown.length > 0 ? { pushdown: notes.pushdown } : {}),
    ...(fallback.length > 0 ? { fallback } : {}),
    ...(operators.length > 0 ? { operators } : {}),
    ...(notes.depth === undefined ? {} : { depth: notes.depth }),
    limit,
    ...(request.timeoutMs === undefined ? {} : { timeout_ms: request.timeoutMs }),
    time_range_applied: request.time !== undefined && query.source.name !== '.model',
  }
}
