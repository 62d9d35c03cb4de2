import { type Fields, isFields } from '#shared/json/fields.ts'
import { planIn, tableIn } from './envelope.ts'
import type { QueryResult } from './result.ts'

/** A named text in a storage's own query language, to be copied and run there. */
export interface PlanText {
  readonly title: string
  readonly language: 'promql' | 'elasticsearch' | 'sql' | 'json'
  readonly text: string
}

/** One part of the data's location: data set, link, storage. */
export interface PlanSource {
  readonly role: string
  readonly name: string
  readonly kind: string
  readonly value: unknown
}

/**
 * A query plan of `get_logs` or `get_metrics` (plan schema v1 and v1.1, docs/spl.md#entity-calls), parsed for
 * display.
 */
export interface Plan {
  readonly operation: string
  readonly description: string
  readonly version: string
  readonly sources: readonly PlanSource[]
  readonly texts: readonly PlanText[]
  readonly parameters: Readonly<Record<string, unknown>>
  readonly raw: unknown
}

const fieldsOf = (value: unknown): Fields | undefined => (isFields(value) ? value : undefined)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const plans = new WeakMap<QueryResult, Plan | undefined>()

/** Returns the plan in a result, if there is one; memoised by result. */
export function planOf(result: QueryResult): Plan | undefined {
  if (plans.has(result)) return plans.get(result)
  const raw = planIn(result.rows)
  const plan = raw === undefined ? undefined : readPlan(raw)
  plans.set(result, plan)
  return plan
}

function readPlan(value: unknown): Plan | undefined {
  const plan = fieldsOf(value)
  if (!plan) return undefined
  return {
    operation: textOf(plan['operation']),
    description: textOf(plan['description']),
    version: textOf(plan['version']),
    sources: sourcesOf(fieldsOf(plan['data_source'])),
    texts: textsOf(plan['query']),
    parameters: fieldsOf(plan['params_echo']) ?? {},
    raw: value,
  }
}

function sourcesOf(source: Fields | undefined): PlanSource[] {
  const roles = ['data_set', 'data_link', 'storage', 'storage_link']
  return roles.flatMap((role) => {
    const part = fieldsOf(source?.[role])
    if (!part) return []
    const name =
      textOf(part['ref']) || [textOf(part['domain']), textOf(part['name'])].filter(Boolean).join('/')
    return [
      {
        role,
        name,
        kind: textOf(part['kind']) || textOf(part['type']),
        value: part['config'] ?? part['spec'] ?? null,
      },
    ]
  })
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

/**
 * The storage's native queries: PromQL per metric, the Elasticsearch request, SQL; otherwise the whole query
 * object.
 */
function textsOf(query: unknown): PlanText[] {
  const fields = fieldsOf(query)
  if (!fields) return query === undefined ? [] : [{ title: 'query', language: 'json', text: pretty(query) }]
  const queries = Array.isArray(fields['queries']) ? fields['queries'].map(fieldsOf) : []
  const named = (key: string, language: PlanText['language']): PlanText[] =>
    queries.flatMap((each) => {
      const text = textOf(each?.[key])
      const title =
        textOf(each?.['metric']) || textOf(each?.['name']) || textOf(fieldsOf(each?.['metric'])?.['name'])
      return text === '' ? [] : [{ title: title || key, language, text }]
    })
  const found = [...named('promql', 'promql'), ...named('sql', 'sql')]
  const body = fields['body']
  if (textOf(fields['dialect']) === 'elasticsearch_dsl' && body !== undefined) {
    const index = textOf(fields['index'])
    found.push({
      title: index || 'search',
      language: 'elasticsearch',
      text: `GET ${index}/_search\n${pretty(body)}`,
    })
  }
  return found.length > 0
    ? found
    : [{ title: textOf(fields['dialect']) || 'query', language: 'json', text: pretty(fields) }]
}

const unfolded = new WeakMap<QueryResult, QueryResult>()

/**
 * Unwraps the rows of a raw `entity-call` envelope (responseType 2) into a plain result, memoised; other
 * results are returned unchanged.
 */
export function unfold(result: QueryResult): QueryResult {
  const known = unfolded.get(result) ?? unfoldedFresh(result)
  unfolded.set(result, known)
  return known
}

function unfoldedFresh(result: QueryResult): QueryResult {
  const table = tableIn(result.rows)
  return table ? { ...result, ...table, named: table.columns.length } : result
}
