import { isFields } from '#shared/json/fields.ts'
import { parseEntityKey } from '#shared/model/entity.ts'
import { literal } from '#shared/spl/literal.ts'
import { LEVEL_FIELDS } from '#shared/telemetry/documents.ts'
import { localizedText } from '../../i18n/localized-text.ts'
import { tableIn } from '../../spl/envelope.ts'
import { cellText } from '../../spl/result.ts'
import { queryRows } from '../graph/load.ts'
import { surfaces } from '../store/explorer-store.ts'

/** A metric of a metric set, as described by the model. */
export interface Metric {
  readonly name: string
  readonly title: string
  readonly unit: string
  readonly golden: boolean
}

/** A data set of an entity. */
export interface DataSet {
  readonly kind: 'metric_set' | 'log_set'
  readonly domain: string
  readonly name: string
  readonly title: string
  /** For a metric set. */
  readonly metrics: readonly Metric[]
  /** For a log set: the field with the severity, if any. */
  readonly level: string | undefined
}

type Source = Parameters<typeof queryRows>[0]

const json = (cell: unknown): unknown => {
  try {
    return typeof cell === 'string' ? JSON.parse(cell) : cell
  } catch {
    return undefined
  }
}
const fields = (value: unknown) => (isFields(value) ? value : {})
const list = (value: unknown) => (Array.isArray(value) ? value.filter(isFields) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The beginning of an entity call on entities of one set. */
function entityCall(keys: readonly string[]): string {
  const entities = keys.flatMap((key) => parseEntityKey(key) ?? [])
  const [{ domain, type } = { domain: '', type: '' }] = entities
  const ids = entities.map(({ id }) => literal(id)).join(', ')
  return `.entity_set with(domain=${literal(domain)}, name=${literal(type)}, ids=[${ids}])\n| entity-call `
}

/** Query for the plan of an entity's metric, or of all metrics in its set. */
export const metricsQuery = (key: string, { domain, name }: DataSet, metric?: string): string =>
  `${entityCall([key])}get_metrics(${[domain, name, ...(metric === undefined ? [] : [metric])].map(literal).join(', ')})`

/** Common spellings of error levels. */
const ERRORS = ['ERROR', 'error', 'Error', 'FATAL', 'fatal', 'CRITICAL', 'critical']

/** Query for the plan of an entity's errors, or of all entries without a severity field. */
export function errorsQuery(key: string, { domain, name, level }: DataSet): string {
  const set = [domain, name].map(literal).join(', ')
  if (level === undefined) return `${entityCall([key])}get_logs(${set})`
  const errors = `${level} in (${ERRORS.map((one) => JSON.stringify(one)).join(', ')})`
  return `${entityCall([key])}get_logs(${set}, query=${literal(errors)})`
}

/** Parses the metric and log sets in rows of `list_data_set`; ignores other types. */
export function readDataSets(rows: Parameters<typeof tableIn>[0]): DataSet[] {
  return (tableIn(rows)?.rows ?? []).flatMap((row): DataSet[] => {
    const kind = row['type']
    if (kind !== 'metric_set' && kind !== 'log_set') return []
    const detail = fields(json(row['data_set_detail']))
    const name = text(row['name'])
    const golden = new Set(
      list(fields(detail['spec'])['metrics'])
        .filter((metric) => metric['golden_metric'] === true)
        .map((metric) => text(metric['name'])),
    )
    const members = list(json(row['fields']))
    return [
      {
        kind,
        domain: text(row['domain']),
        name,
        title: localizedText(fields(detail['metadata'])['display_name']) ?? name,
        metrics:
          kind === 'log_set'
            ? []
            : members.map((metric) => ({
                name: text(metric['name']),
                title: localizedText(metric['display_name']) ?? text(metric['name']),
                unit: text(metric['unit']),
                golden: golden.has(text(metric['name'])),
              })),
        level:
          kind === 'metric_set'
            ? undefined
            : members
                .map((field) => text(field['name']))
                .find((field) => LEVEL_FIELDS.includes(field.toLowerCase())),
      },
    ]
  })
}

/**
 * Entities with their fields, for a server's link filter (`filter_by_entity`); undefined if no fields are
 * known.
 */
export function entityTable(entities: readonly (Readonly<Record<string, unknown>> | undefined)[]) {
  const known = entities.filter((fields) => fields !== undefined)
  const header = [...new Set(known.flatMap((fields) => Object.keys(fields)))]
  if (header.length === 0) return undefined
  return { header, data: known.map((fields) => header.map((name) => cellText(fields[name]))) }
}

/** The known fields of entities, sent along with each query so that the same links match every time. */
export function entitiesAt(keys: readonly string[]): ReturnType<typeof entityTable> {
  const { nodes, indexOf } = surfaces.runtime.getState().graph
  return entityTable(keys.map((key) => nodes[indexOf.get(key) ?? -1]?.data))
}

/** The metric and log sets of entities of one set whose links match at least one of them. */
export async function dataSetsOf(
  source: Source,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<DataSet[]> {
  const query = `${entityCall(keys.slice(0, 1))}list_data_set(['metric_set', 'log_set'], true)`
  return readDataSets(await queryRows(source, query, { signal, entities: entitiesAt(keys) }))
}
