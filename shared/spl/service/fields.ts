import type { Query, Stage } from '../ast.ts'
import { SplError } from '../error.ts'
import { parseSpl } from '../parse.ts'
import { METHOD_COLUMNS } from './callables.ts'
import { SEARCH_MODES, SOURCE_FACTS } from './facts.ts'
import type { FieldFact, ModelFacts } from './model.ts'

/** The known fields of rows. */
interface Fields {
  readonly known: readonly FieldFact[]
  /** Whether the list is complete, so that other names can be reported as wrong. */
  readonly complete: boolean
}

const methodColumns = new Map<string, readonly string[]>(Object.entries(METHOD_COLUMNS))

const UNKNOWN: Fields = { known: [], complete: false }

const columns = (names: readonly string[]): FieldFact[] => names.map((name) => ({ name }))

/** Returns the row fields at the end of a text that consists of a source and complete stages. */
export function fieldsAfter(earlier: string, model: ModelFacts): Fields {
  let query: Query
  try {
    query = parseSpl(earlier)
  } catch (error) {
    if (error instanceof SplError) return UNKNOWN
    throw error
  }
  return fieldsOf(query, query.stages.length, model)
}

/** Returns the row fields before the stage with that index. */
export function fieldsOf(query: Query, stage: number, model: ModelFacts): Fields {
  return query.stages.slice(0, stage).reduce(after, fieldsOfSource(query, model))
}

/** Returns the text that the last `with(…)` assigns to a key; `undefined` if absent or not a text. */
export function withText(query: Query, key: string): string | undefined {
  const pairs = query.stages.flatMap((stage) => (stage.kind === 'with' ? stage.pairs : []))
  const value = pairs.findLast((pair) => pair.key.name === key)?.value
  return value?.kind === 'string' ? value.value : undefined
}

function fieldsOfSource(query: Query, model: ModelFacts): Fields {
  const { name: source } = query.source
  const searched = SEARCH_MODES.includes(withText(query, 'mode')?.toLowerCase() ?? '')
  if (source !== '.entity') {
    const { columns: names } = SOURCE_FACTS[searched && source === '.model' ? '.runbook_set' : source]
    // Relation rows also contain their properties, which no model declares.
    return { known: columns(names), complete: source !== '.topo' }
  }
  const own = columns(SOURCE_FACTS[source].columns)
  if (searched) own.push({ name: '__score__', type: 'float' })
  const set = withText(query, 'name')
  if (set === undefined) return { known: [...own, ...model.everyField()], complete: false }
  const declared = model.entityFields(withText(query, 'domain') ?? domainOf(set), set)
  return { known: [...(declared ?? []), ...own], complete: declared !== undefined }
}

/** Entity sets are named after their domain: `devops.service`. */
export const domainOf = (entitySet: string): string => entitySet.split('.')[0] ?? ''

function after(fields: Fields, stage: Stage): Fields {
  const named = (name: string): FieldFact => fields.known.find((field) => field.name === name) ?? { name }
  const exactly = (known: readonly FieldFact[]): Fields => ({ known, complete: true })
  switch (stage.kind) {
    case 'project':
      return exactly(
        stage.columns.map(({ field, as }) => ({ ...named(field.name), name: (as ?? field).name })),
      )
    case 'distinct':
      return stage.fields.length === 0 ? fields : exactly(stage.fields.map((field) => named(field.name)))
    case 'extend':
      return {
        ...fields,
        known: [...fields.known, ...stage.assignments.map(({ target }) => ({ name: target.name }))],
      }
    case 'stats':
      return exactly([
        ...stage.by.map((field) => named(field.name)),
        ...stage.aggregates.map((aggregate) => ({ name: aggregate.as, type: 'number' })),
      ])
    case 'entity-call': {
      const names = methodColumns.get(stage.method.name)
      return names ? exactly(columns(names)) : UNKNOWN
    }
    case 'graph-call':
      return stage.method.name === 'cypher' ? UNKNOWN : fields
    case 'graph-match':
      return UNKNOWN
    default:
      return fields
  }
}
