import type { JsonObject } from '#shared/model/json.ts'
import type { Filter } from '../../filter/filter.ts'
import type { Binding, FieldValues } from '../binding.ts'

function termOf({ field, values }: FieldValues): JsonObject {
  return values.length === 1 ? { term: { [field]: values[0] ?? '' } } : { terms: { [field]: values } }
}

const not = (query: JsonObject): JsonObject => ({ bool: { must_not: [query] } })

const RANGE: { readonly [operator: string]: string } = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' }

/** Translates a filter to Elasticsearch's query language; `%` and `_` become `*` and `?`. */
function clauseOf(filter: Filter): JsonObject {
  switch (filter.kind) {
    case 'and':
      return { bool: { filter: filter.parts.map((part) => clauseOf(part)) } }
    case 'or':
      return { bool: { should: filter.parts.map((part) => clauseOf(part)), minimum_should_match: 1 } }
    case 'not':
      return not(clauseOf(filter.part))
    case 'in': {
      const terms = termOf(filter)
      return filter.negated ? not(terms) : terms
    }
    case 'like': {
      const value = filter.pattern
        .replaceAll(/[*?\\]/g, '\\$&')
        .replaceAll('%', '*')
        .replaceAll('_', '?')
      const wildcard = { wildcard: { [filter.field]: { value } } }
      return filter.negated ? not(wildcard) : wildcard
    }
    case 'compare': {
      const range = RANGE[filter.operator]
      if (range !== undefined) return { range: { [filter.field]: { [range]: filter.value } } }
      const term = { term: { [filter.field]: filter.value } }
      return filter.operator === '!=' ? not(term) : term
    }
  }
}

/** For one entity, all its fields must match; for several, any of them (docs/spl.md#entity-calls). */
function entityClauses(rows: Binding['entityRows']): JsonObject[] {
  const clauses = rows.map((row) =>
    Object.entries(row).map(([field, value]): JsonObject => ({ term: { [field]: value } })),
  )
  if (clauses.length === 0) return []
  if (clauses.length === 1) return clauses[0] ?? []
  return [
    {
      bool: { should: clauses.map((filter): JsonObject => ({ bool: { filter } })), minimum_should_match: 1 },
    },
  ]
}

/** Builds the `query` of the request body: all filters in order; `match_all` when there are none. */
export function documentQuery(binding: Binding): JsonObject {
  const filter = [
    ...(binding.ids ? [termOf(binding.ids)] : []),
    ...entityClauses(binding.entityRows),
    ...binding.filters.map(({ text, filter: one }): JsonObject =>
      one ? clauseOf(one) : { query_string: { query: text } },
    ),
  ]
  return filter.length === 0 ? { match_all: {} } : { bool: { filter } }
}
