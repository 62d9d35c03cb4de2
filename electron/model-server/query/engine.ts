import type { JsonObject } from '#shared/model/json.ts'
import type { QueryExplain, QueryResult } from '#shared/model/query-result.ts'
import { parseSpl, type Query, refusalOf, type StageOf } from '#shared/spl/index.ts'
import type { GraphStore } from '../graphstore/store.ts'
import { Deadline, planError } from '../service-error.ts'
import { Budget } from './budget.ts'
import type { Plan, QueryContext } from './context.ts'
import { countOf, type Step, stepOf } from './pipeline.ts'
import { checkLimit, DEFAULT_LIMIT, type QueryRequest } from './request.ts'
import { collect, Pace } from './rows.ts'
import { planSource } from './sources/index.ts'
import { WithPairs } from './with-pairs.ts'

/** Size of the parse cache, and the maximum length of a cached query in characters: a few megabytes at most. */
const MAX_PARSED_QUERIES = 256
const MAX_PARSED_CHARACTERS = 4_096

const parsed = new Map<string, Query>()

/**
 * Parses a query with a cache: clients send the same few texts repeatedly with different parameters, and
 * trees are immutable.
 *
 * @throws SplError
 */
function parsedQuery(text: string): Query {
  const known = parsed.get(text)
  if (known) {
    // Reinsert at the end, so that the first entry is the least recently used.
    parsed.delete(text)
    parsed.set(text, known)
    return known
  }
  const query = parseSpl(text)
  const refusal = refusalOf(query)
  if (refusal) throw refusal
  if (text.length > MAX_PARSED_CHARACTERS) return query
  if (parsed.size === MAX_PARSED_QUERIES) parsed.delete(parsed.keys().next().value as string)
  parsed.set(text, query)
  return query
}

/** Converts the plan for clients, omitting members without a value (docs/spl.md#explain). */
function explainPlan(context: QueryContext, { notes }: Plan): QueryExplain {
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

/** Stages pull rows recursively, so very many would overflow the stack. */
const MAX_STAGES = 1000

function refuseTooMany({ stages }: Query): void {
  const excess = stages[MAX_STAGES]
  if (!excess) return
  throw planError(excess, `A query has at most ${MAX_STAGES} stages; this one has ${stages.length}.`)
}

interface Prepared {
  readonly context: QueryContext
  readonly plan: Plan
  readonly steps: readonly Step[]
}

/** The request's limit takes precedence over the query's, then `topk`, then the default. */
function plannedLimit(query: Query, request: QueryRequest, pairs: WithPairs, max: number): number {
  const topk = pairs.count('topk')
  if (topk !== undefined) checkLimit(topk, max, 'topk')
  const own = query.stages.findLast((stage): stage is StageOf<'limit'> => stage.kind === 'limit')
  const limit = request.limit ?? (own ? countOf(own, request.parameters) : undefined) ?? topk ?? DEFAULT_LIMIT
  checkLimit(limit, max)
  return limit
}

async function prepare(
  store: GraphStore,
  workspace: string,
  request: QueryRequest,
  pace: Pace,
): Promise<Prepared> {
  const query = parsedQuery(request.query)
  refuseTooMany(query)
  const pairs = new WithPairs(query, request.parameters)
  const limit = plannedLimit(query, request, pairs, store.capabilities.maxLimit)
  const context: QueryContext = {
    store,
    workspace: store.workspace(workspace),
    request,
    query,
    pairs,
    limit,
    pace,
  }
  const plan = await planSource(context)
  const stages = plan.final ? [] : query.stages.filter((stage) => !plan.handled.has(stage))
  const firstSort = plan.unordered ? stages.find(({ kind }) => kind === 'sort') : undefined
  const budget = new Budget()
  const steps = stages.flatMap((stage, index) => {
    const following = stages.slice(index + 1)
    return (
      stepOf(stage, {
        following,
        limit,
        parameters: request.parameters,
        budget,
        unordered: stage === firstSort,
        ...(stage === firstSort && plan.inOrder ? { inOrder: plan.inOrder } : {}),
      }) ?? []
    )
  })
  return { context, plan, steps }
}

/** Runs work that is aborted with its request, or with a Deadline at its time limit. */
async function withDeadline<T>(
  milliseconds: number,
  stop: AbortController,
  run: (pace: Pace) => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => stop.abort(new Deadline(milliseconds)), milliseconds)
  try {
    return await run(new Pace(stop.signal))
  } catch (error) {
    // Whatever an engine throws after an abort, report the abort's reason.
    throw stop.signal.aborted ? stop.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs a query. `stop` belongs to the request: its client may abort it, and the query does at its time limit.
 *
 * @throws ServiceError, SplError, CypherError or StoreError; see `toServiceError`
 */
export function executeQuery(
  store: GraphStore,
  workspace: string,
  request: QueryRequest,
  stop = new AbortController(),
): Promise<QueryResult> {
  return withDeadline(request.timeoutMs ?? store.capabilities.timeoutMs, stop, async (pace) => {
    const { context, plan, steps } = await prepare(store, workspace, request, pace)
    let rows = await plan.open()
    // Read late: a search knows its columns only once it has its rows.
    let { columns } = plan
    for (const step of steps) {
      rows = step.apply(rows, pace)
      columns = step.columns(columns)
    }
    const found = await collect(rows, context.limit)
    const objects: JsonObject[] = []
    for (const row of found) {
      objects.push(row.toObject())
      if (objects.length % 256 === 0) await pace.yieldToMain()
    }
    const explain = explainPlan(context, plan)
    const { warnings } = explain
    return { columns, rows: objects, page: { limit: context.limit }, explain, warnings }
  })
}

/** Plans a query without running it; refuses what `executeQuery` would refuse before it reads any row. */
export function explainQuery(
  store: GraphStore,
  workspace: string,
  request: QueryRequest,
  stop = new AbortController(),
): Promise<QueryExplain> {
  return withDeadline(request.timeoutMs ?? store.capabilities.timeoutMs, stop, async (pace) => {
    const { context, plan } = await prepare(store, workspace, request, pace)
    return explainPlan(context, plan)
  })
}
