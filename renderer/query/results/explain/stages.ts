import type { Explain } from '../../run/result.ts'

/** Where a stage is carried out: by the store, by the service over the store's rows, or the planner does not say. */
export type Place = 'store' | 'service' | 'unsaid'

/** One step of a plan. */
export interface Stage {
  readonly name: string
  readonly place: Place
  /** The planner's own words for it, from `pushdown` and `fallback`. */
  readonly notes: readonly string[]
}

/** Which stage a planner's note is about; `source` is the first one. */
function stageOfNote(note: string, operators: readonly string[]): string {
  if (note === 'entity_search' || note === 'snapshot_filter') return 'source'
  if (note.startsWith('graph_call:') || note.endsWith('graph_call') || note.endsWith('controlled_cypher')) {
    return operators.find((operator) => operator.startsWith('graph-call')) ?? 'source'
  }
  if (note === 'graph_match') return 'graph-match'
  const application = /^application_(\w+)$/.exec(note)?.[1]
  if (application === 'filter') return operators.find((operator) => operator === 'where') ?? 'source'
  if (application !== undefined && operators.includes(application)) return application
  return operators.find((operator) => note.includes(operator)) ?? 'source'
}

/** The plan as stages from the source on, with the planner's notes where they belong. */
export function stagesOf(explain: Explain): Stage[] {
  const operators = explain.operators ?? []
  const notes = [
    ...(explain.pushdown ?? []).map((note) => ({ note, place: 'store' as const })),
    ...(explain.fallback ?? []).map((note) => ({ note, place: 'service' as const })),
  ].map((each) => ({ ...each, stage: stageOfNote(each.note, operators) }))
  const make = (name: string, key: string): Stage => {
    const own = notes.filter(({ stage }) => stage === key)
    const place = own.some((each) => each.place === 'service')
      ? 'service'
      : own.length > 0
        ? 'store'
        : 'unsaid'
    return { name, place, notes: own.map(({ note }) => note) }
  }
  return [make(explain.source ?? '', 'source'), ...operators.map((operator) => make(operator, operator))]
}
