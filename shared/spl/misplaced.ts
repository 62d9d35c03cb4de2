import type { Pair, Query, Stage } from './ast.ts'
import { SplError } from './error.ts'
import { STAGE_FACTS } from './service/facts.ts'

/** A stage that does not support the query's source, and the sources it supports. */
interface Misplaced {
  readonly stage: Stage
  readonly sources: readonly string[]
}

export function misplacedStages({ source, stages }: Query): Misplaced[] {
  return stages.flatMap((stage) => {
    const { sources } = STAGE_FACTS[stage.kind]
    return sources === undefined || sources.includes(source.name) ? [] : [{ stage, sources }]
  })
}

const isEmpty = ({ value }: Pair): boolean => value.kind === 'string' && value.value.trim() === ''

/**
 * Returns an error for a query that is grammatical but that no service can execute: a call on a source that
 * does not support it, or an `.entity_set` without its required keys. Undefined if there is none.
 */
export function refusalOf(query: Query): SplError | undefined {
  const [misplaced] = misplacedStages(query)
  if (misplaced) {
    const { stage, sources } = misplaced
    return new SplError(`${stage.kind} works on ${sources.join(' and ')} only.`, {
      from: stage.from,
      to: stage.to,
      found: stage.kind,
      expected: sources,
    })
  }
  return query.source.name === '.entity_set' ? incompleteSet(query) : undefined
}

function incompleteSet({ source, stages }: Query): SplError | undefined {
  const pairs = stages.flatMap((stage) => (stage.kind === 'with' ? stage.pairs : []))
  for (const field of ['domain', 'name']) {
    const pair = pairs.findLast(({ key }) => key.name === field)
    if (pair && !isEmpty(pair)) continue
    const { from, to } = pair ?? source
    return new SplError("Name the entity set: .entity_set with(domain='…', name='…').", {
      from,
      to,
      field,
      expected: ['with(domain=…, name=…)'],
    })
  }
  if (stages.some(({ kind }) => kind === 'entity-call')) return undefined
  return new SplError('.entity_set answers calls only; add | entity-call __list_method__() to see which.', {
    from: source.from,
    to: source.to,
    expected: ['entity-call METHOD(…)'],
  })
}
