import type { Query, Stage } from '../ast.ts'
import { SplError } from '../error.ts'
import { parseSpl } from '../parse.ts'
import { METHOD_COLUMNS, SOURCE_FACTS } from './facts.ts'

/** A field of rows, with where it comes from. */
export interface FieldFact {
  readonly name: string
  readonly type?: string
  readonly documentation?: string
}

/** What the editor knows of the model, synchronously. `undefined` means "not known", never "none". */
export interface FieldSource {
  /** Fields of an entity set, by domain and name. */
  entityFields(domain: string, name: string): readonly FieldFact[] | undefined
}

const plain = (names: readonly string[]): FieldFact[] => names.map((name) => ({ name }))

/** The fields that the rows have where `earlier` ends; `undefined` when they cannot be known, so nothing may be called wrong. */
export function fieldsAfter(earlier: string, source: FieldSource): readonly FieldFact[] | undefined {
  let query: Query
  try {
    query = parseSpl(earlier)
  } catch (error) {
    if (error instanceof SplError) return undefined
    throw error
  }
  return fieldsOf(query, query.stages.length, source)
}

/** The fields that a query's rows have before the stage of that number. */
export function fieldsOf(query: Query, stage: number, source: FieldSource): readonly FieldFact[] | undefined {
  let fields = startFields(query, source)
  for (const each of query.stages.slice(0, stage)) fields = after(fields, each)
  return fields
}

function textOf(query: Query, key: string): string | undefined {
  let found: string | undefined
  for (const stage of query.stages) {
    if (stage.kind !== 'with') continue
    for (const pair of stage.pairs) {
      if (pair.key.name === key) found = pair.value.kind === 'string' ? pair.value.value : undefined
    }
  }
  return found
}

function startFields(query: Query, source: FieldSource): readonly FieldFact[] | undefined {
  const { name } = query.source
  const columns = plain(SOURCE_FACTS[name].columns)
  if (textOf(query, 'mode') !== undefined) columns.push({ name: '__score__', type: 'float' })
  if (name !== '.entity') return columns
  const set = textOf(query, 'name')
  if (set === undefined) return undefined
  const domain = textOf(query, 'domain') ?? set.split('.')[0] ?? ''
  const own = source.entityFields(domain, set)
  return own === undefined ? undefined : [...own, ...columns]
}

type Fields = readonly FieldFact[] | undefined

function after(fields: Fields, stage: Stage): Fields {
  const named = (name: string): FieldFact => fields?.find((field) => field.name === name) ?? { name }
  switch (stage.kind) {
    case 'project':
      return stage.columns.map(({ field, as }) =>
        as ? { ...named(field.name), name: as.name } : named(field.name),
      )
    case 'distinct':
      return stage.fields.length === 0 ? fields : stage.fields.map((field) => named(field.name))
    case 'extend':
      return fields && [...fields, ...stage.assignments.map(({ target }) => ({ name: target.name }))]
    case 'stats':
      return [
        ...stage.by.map((field) => named(field.name)),
        ...stage.aggregates.map((aggregate) => ({ name: aggregate.as, type: 'number' })),
      ]
    case 'entity-call': {
      const columns = METHOD_COLUMNS[stage.method.name]
      return columns ? plain(columns) : undefined
    }
    case 'graph-call':
      return stage.method.name === 'cypher' ? undefined : fields
    case 'graph-match':
      return undefined
    default:
      return fields
  }
}
