import type { JsonObject } from '#shared/model/json.ts'
import type { Stage, StageOf } from '#shared/spl/index.ts'
import { planError } from '../service-error.ts'
import { valueOf } from './parameters.ts'
import type { Budget } from './budget.ts'
import type { Pace, Rows } from './rows.ts'
import { extension } from './stages/extend.ts'
import { sorted } from './stages/sort.ts'
import { stats } from './stages/stats.ts'
import { distinct, filtered, limited, mapped, projection, skipped } from './stages/stream.ts'
import { compileCondition } from './stages/where.ts'

/** Transforms rows, and their list of columns. */
export interface Step {
  columns(before: readonly string[]): readonly string[]
  apply(rows: Rows, pace: Pace): Rows
}

const unchanged = (before: readonly string[]): readonly string[] => before

/** Returns the number of a `limit` or `offset`, which may be a parameter. */
export function countOf(stage: StageOf<'limit' | 'offset'>, parameters: JsonObject): number {
  const count = Number(valueOf(stage.count, parameters))
  const least = stage.kind === 'limit' ? 1 : 0
  if (Number.isSafeInteger(count) && count >= least) return count
  throw planError(stage.count, `${stage.kind} takes a whole number from ${least}.`, {
    field: stage.kind,
    expected: [`a whole number from ${least}`],
  })
}

/** Context of a step within its query. */
interface Place {
  /** The following stages: a `sort` keeps only the rows that a later limit can need. */
  readonly following: readonly Stage[]
  readonly limit: number
  readonly parameters: JsonObject
  readonly budget: Budget
  /** Whether the input of a `sort` is unordered. */
  readonly unordered: boolean
  /** Whether the input of a `sort` has been in the order of its first key so far. */
  readonly inOrder?: () => boolean
}

/**
 * Compiles a stage to a step.
 *
 * @throws ServiceError QUERY_PLAN_ERROR for what the grammar cannot check, such as an unknown function
 */
export function stepOf(
  stage: Stage,
  { following, limit, parameters, budget, unordered, inOrder }: Place,
): Step | null {
  switch (stage.kind) {
    case 'with':
      return null
    case 'where': {
      const test = compileCondition(stage.condition, parameters)
      return { columns: unchanged, apply: (rows, pace) => filtered(rows, test, pace, budget) }
    }
    case 'project': {
      const change = projection(stage)
      const columns = [...new Set(stage.columns.map(({ field, as }) => (as ?? field).name))]
      return { columns: () => columns, apply: (rows) => mapped(rows, change) }
    }
    case 'extend': {
      const change = extension(stage, parameters, budget)
      const added = stage.assignments.map(({ target }) => target.name)
      return {
        columns: (before) => [...new Set([...before, ...added])],
        apply: (rows) => mapped(rows, change),
      }
    }
    case 'sort': {
      const keys = stage.keys.map(({ field, descending }) => ({ name: field.name, descending }))
      const most = needed(following, limit, parameters)
      return {
        columns: unchanged,
        apply: (rows, pace) => sorted(rows, { keys, most, unordered, inOrder }, pace, budget),
      }
    }
    case 'limit': {
      const count = countOf(stage, parameters)
      return { columns: unchanged, apply: (rows) => limited(rows, count) }
    }
    case 'offset': {
      const count = countOf(stage, parameters)
      return { columns: unchanged, apply: (rows) => skipped(rows, count) }
    }
    case 'distinct': {
      const fields = stage.fields.map((field) => field.name)
      return {
        columns: (before) => (fields.length > 0 ? fields : before),
        apply: (rows, pace) => distinct(rows, stage, pace, budget),
      }
    }
    case 'stats': {
      const columns = [...stage.by.map((field) => field.name), ...stage.aggregates.map(({ as }) => as)]
      return { columns: () => columns, apply: (rows, pace) => stats(rows, stage, pace, budget) }
    }
    case 'entity-call':
    case 'graph-call':
    case 'graph-match': {
      const source = stage.kind === 'entity-call' ? '.entity_set' : '.topo'
      throw planError(stage, `${stage.kind} works on ${source} only.`, {
        found: stage.kind,
        expected: [source],
      })
    }
  }
}

/**
 * Returns how many sorted rows can be needed: as many as the limits pass before a stage drops or merges rows.
 * The limit of the whole answer applies only if no such stage follows, and after all offsets.
 */
function needed(following: readonly Stage[], limit: number, parameters: JsonObject): number {
  let most = Number.POSITIVE_INFINITY
  let offset = 0
  for (const stage of following) {
    if (stage.kind === 'limit') most = Math.min(most, countOf(stage, parameters) + offset)
    else if (stage.kind === 'offset') offset += countOf(stage, parameters)
    else if (stage.kind !== 'project' && stage.kind !== 'extend' && stage.kind !== 'with') return most
  }
  return Math.min(most, limit + 1 + offset)
}
