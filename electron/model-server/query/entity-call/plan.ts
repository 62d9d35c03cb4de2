import type { Element } from '#shared/model/element.ts'
import type { TimeRange } from '#shared/model/entity.ts'
import { type Json, type JsonObject, isJsonObject, textOf } from '#shared/model/json.ts'
import { nearest, type StageOf, unknownName } from '#shared/spl/index.ts'
import type { Method } from '#shared/spl/service/callables.ts'
import { planError } from '../../service-error.ts'
import type { EntityTable } from '../entity-table.ts'
import { DEFAULT_LIMIT } from '../request.ts'
import { type Arguments, placeOf } from './arguments.ts'
import { type Binding, bind } from './binding.ts'
import { type ModelView, configOf, linkedDataSets } from './data-sets.ts'
import { documentQuery } from './storage/elasticsearch.ts'
import { promMatchers, promql } from './storage/promql.ts'
import { identifier, intervalOf, sqlConditions } from './storage/sql.ts'

interface PlanRequest {
  readonly model: ModelView
  readonly entitySet: Element
  readonly method: Method
  readonly args: Arguments
  readonly ids: readonly string[]
  readonly entityQuery: string | undefined
  readonly table: EntityTable | undefined
  readonly time: TimeRange | undefined
  readonly limit: number | undefined
  readonly sourceQuery: string
  readonly call: StageOf<'entity-call'>
}

/** Input of a storage renderer. */
interface Rendering extends PlanRequest {
  readonly dataSet: Element
  readonly storage: Element
  readonly storageLink: Element
  readonly binding: Binding
}

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
const object = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})
const textArgument = (args: Arguments, name: string): string => textOf(args[name])

/** Default families by kind, for storages that do not state theirs (docs/spl.md#entity-calls). */
const FAMILIES: { readonly [kind: string]: string } = {
  prometheus: 'label-timeseries',
  aliyun_prometheus: 'label-timeseries',
  elasticsearch: 'document-search',
}

/** Renderers by family and method. */
const renderers: {
  readonly [family: string]: { readonly method: string; readonly render: (one: Rendering) => JsonObject }
} = {
  'label-timeseries': { method: 'get_metrics', render: labelTimeseries },
  'document-search': { method: 'get_logs', render: documentSearch },
  'sql-table': { method: 'get_metrics', render: sqlTable },
}

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/**
 * Builds the plan v1 of `get_logs` or `get_metrics`: what to send to which storage.
 *
 * @throws ServiceError QUERY_PLAN_ERROR when data set, storage or metric is missing
 */
export function dataPlan(request: PlanRequest): JsonObject {
  const { args, method } = request
  const kind = method.name === 'get_logs' ? 'log_set' : 'metric_set'
  const domain = textArgument(args, 'domain')
  const name = textArgument(args, 'name')
  const related = linkedDataSets(request.model, request.entitySet, [kind], request.table)
  const found = related.find(({ dataSet }) => dataSet.domain === domain && dataSet.name === name)
  if (!found) {
    const names = related.map(({ dataSet }) => `${dataSet.domain}/${dataSet.name}`)
    const beside = related.filter(({ dataSet }) => dataSet.domain === domain)
    throw planError(
      placeOf(method, request.call, beside.length > 0 ? 'name' : 'domain'),
      `${request.entitySet.name} has no ${kind} ${domain}/${name}; ${names.length > 0 ? `it has ${names.join(', ')}.` : 'list_data_set shows what it has.'}`,
      {
        domain,
        name,
        unknown: kind,
        found: `${domain}/${name}`,
        expected: names,
        suggestion:
          beside.length > 0
            ? nearest(
                name,
                beside.map(({ dataSet }) => dataSet.name),
              )
            : nearest(
                domain,
                related.map(({ dataSet }) => dataSet.domain),
              ),
      },
    )
  }
  const [first] = found.storages
  if (!first) {
    throw planError(request.call, `${kind} ${domain}/${name} has no storage; link one with a storage_link.`, {
      domain,
      name,
    })
  }
  const rendering: Rendering = {
    ...request,
    dataSet: found.dataSet,
    storage: first.storage,
    storageLink: first.link,
    binding: bind({
      dataLink: found.link,
      storageLink: first.link,
      storage: first.storage,
      ids: request.ids,
      table: request.table,
      entityQuery: request.entityQuery,
      methodQuery: textArgument(args, 'query') || undefined,
    }),
  }
  return {
    mode: 'plan',
    version: 'v1',
    operation: method.name,
    description: `${method.displayName} of ${request.entitySet.name} from ${first.storage.kind} ${first.storage.name}.`,
    next_action: 'execute_query',
    source_query: request.sourceQuery,
    data_source: dataSource(rendering, found.link),
    params_echo: Object.fromEntries(
      Object.entries(args).filter(([, value]) => value !== null && value !== ''),
    ),
    query: render(rendering),
    ...(request.time
      ? {
          time_range: {
            ...(request.time.from === undefined ? {} : { from: isoOf(request.time.from) }),
            ...(request.time.to === undefined ? {} : { to: isoOf(request.time.to) }),
          },
        }
      : {}),
  }
}

function dataSource({ dataSet, storage, storageLink }: Rendering, dataLink: Element | undefined): JsonObject {
  return {
    data_set: { domain: dataSet.domain, kind: dataSet.kind, name: dataSet.name },
    storage: { domain: storage.domain, type: storage.kind, name: storage.name, config: configOf(storage) },
    ...(dataLink
      ? { data_link: { domain: dataLink.domain, name: dataLink.name, spec: dataLink.spec ?? {} } }
      : {}),
    storage_link: { domain: storageLink.domain, name: storageLink.name, spec: storageLink.spec ?? {} },
  }
}

function render(one: Rendering): JsonObject {
  const family = textOf(one.storage.spec?.['family']) || FAMILIES[one.storage.kind]
  const renderer = family !== undefined && Object.hasOwn(renderers, family) ? renderers[family] : undefined
  return renderer?.method === one.method.name ? renderer.render(one) : passthrough(one)
}

/** Plan for a storage whose query language is not supported. */
function passthrough({
  storage,
  ids,
  table,
  entityQuery,
  args,
  limit,
  model,
  entitySet,
  dataSet,
}: Rendering): JsonObject {
  const link = linkedDataSets(model, entitySet, [dataSet.kind], table).find(
    (one) => one.dataSet === dataSet,
  )?.link
  const dataFilter = textOf(link?.spec?.['data_filter'])
  const given = Object.fromEntries(
    ['metric', 'query_type', 'step', 'aggregate'].flatMap((name) =>
      args[name] === undefined || args[name] === null || args[name] === '' ? [] : [[name, args[name]]],
    ),
  )
  return {
    dialect: storage.kind,
    ...(ids.length > 0 ? { entity_ids: ids } : {}),
    ...(table ? { entity_data: { header: table.header, data: table.rows } } : {}),
    ...(entityQuery === undefined ? {} : { entity_query: entityQuery }),
    ...(dataFilter === '' ? {} : { data_filter: dataFilter }),
    ...(textArgument(args, 'query') === '' ? {} : { query: textArgument(args, 'query') }),
    ...given,
    ...(limit === undefined ? {} : { limit }),
  }
}

/** @throws ServiceError QUERY_PLAN_ERROR when the set has no metrics or not this one */
function metricsOf({ dataSet, args, method, call }: Rendering): JsonObject[] {
  const { domain, name } = dataSet
  const metrics = list(dataSet.spec?.['metrics']).map((metric) => object(metric))
  const wanted = textArgument(args, 'metric')
  if (metrics.length === 0) throw planError(call, `${name} declares no metrics.`, { domain, name })
  if (wanted === '') return metrics
  const found = metrics.find((metric) => metric['name'] === wanted)
  if (found) return [found]
  const names = metrics.map((metric) => textOf(metric['name']))
  const { sentence, details } = unknownName('metric', wanted, { names })
  throw planError(placeOf(method, call, 'metric'), sentence, { domain, name, metric: wanted, ...details })
}

function given(spec: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (spec[name] === undefined ? [] : [[name, spec[name]]])))
}

function metricInfo(metric: JsonObject): JsonObject {
  return given(metric, 'name', 'display_name', 'unit', 'data_format', 'aggregator', 'type')
}

function labelTimeseries(one: Rendering): JsonObject {
  const spec = one.storage.spec ?? {}
  const metrics = metricsOf(one)
  const { matchers, raw } = promMatchers(one.binding)
  const declared = textOf(metrics[0]?.['query_mode'])
  const queryType =
    textArgument(one.args, 'query_type') ||
    (declared === 'both' ? 'range' : declared) ||
    textOf(spec['default_query_type']) ||
    'range'
  const step = textArgument(one.args, 'step') || textOf(spec['default_step'])
  return {
    dialect: 'prometheus_promql',
    endpoint: textOf(spec['endpoint']),
    api_prefix: textOf(spec['api_prefix']) || '/api/v1',
    query_type: queryType,
    ...(step === '' ? {} : { step }),
    ...given(spec, 'lookback_delta'),
    metrics: metrics.map((metric) => textOf(metric['name'])),
    queries: metrics.map((metric) => ({
      ...metricInfo(metric),
      promql: promql(textOf(metric['generator']) || textOf(metric['name']), matchers),
    })),
    label_matchers: matchers.map(({ label, operator, value }) => ({ label, operator, value })),
    ...(typeof one.args['aggregate'] === 'string' ? { aggregate: one.args['aggregate'] } : {}),
    ...(one.limit === undefined ? {} : { limit: one.limit }),
    ...(raw.length > 0 ? { raw_filters: raw } : {}),
    ...given(spec, 'tenant', 'tenant_header', 'external_labels', 'query_family'),
  }
}

function documentSearch(one: Rendering): JsonObject {
  const spec = one.storage.spec ?? {}
  const dataSet = one.dataSet.spec ?? {}
  const toStorage = object(one.storageLink.spec?.['fields_mapping'])
  const timeField = textOf(dataSet['time_field'])
  const sortField = textOf(spec['time_field']) || textOf(toStorage[timeField]) || timeField || 'timestamp'
  const ownSize = typeof spec['default_size'] === 'number' ? spec['default_size'] : undefined
  const fields = list(dataSet['fields']).map((field) => {
    const name = textOf(object(field)['name'])
    return textOf(toStorage[name]) || name
  })
  return {
    dialect: textOf(spec['query_dialect']) || 'elasticsearch_dsl',
    endpoint: textOf(spec['endpoint']),
    index: textOf(spec['index']),
    body: {
      size: Math.min(one.limit ?? DEFAULT_LIMIT, ownSize ?? Infinity),
      query: documentQuery(one.binding),
      sort: [{ [sortField]: { order: textOf(dataSet['default_order']) || 'desc' } }],
      ...(fields.length > 0 ? { _source: fields } : {}),
    },
  }
}

function sqlTable(one: Rendering): JsonObject {
  const spec = one.storage.spec ?? {}
  const metrics = metricsOf(one)
  const step = textArgument(one.args, 'step')
  const interval = intervalOf(step)
  if (interval === undefined) {
    throw planError(
      placeOf(one.method, one.call, 'step'),
      `step is a duration such as 30s or 5m, not ${step}.`,
      {
        argument: 'step',
        found: step,
      },
    )
  }
  const { conditions, raw } = sqlConditions(one.binding)
  const time = identifier(textOf(spec['time_column']) || 'timestamp')
  const value = identifier(textOf(spec['value_column']) || 'value')
  const column = textOf(spec['metric_column'])
  const table = identifier(textOf(spec['table']) || one.dataSet.name)
  const requested = one.args['aggregate']
  const aggregate = typeof requested === 'string' && /^[a-z]\w*$/i.test(requested) ? requested : 'avg'
  const queries = metrics.map((metric) => {
    const name = textOf(metric['name'])
    const where = [
      ...(column === ''
        ? []
        : [`${identifier(column)} = '${name.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`]),
      ...conditions,
      `${time} BETWEEN {from} AND {to}`,
    ]
    const sql =
      `SELECT toStartOfInterval(${time}, INTERVAL ${interval}) AS bucket, ${aggregate}(${value}) AS value ` +
      `FROM ${table} WHERE ${where.join(' AND ')} GROUP BY bucket ORDER BY bucket`
    return { ...metricInfo(metric), sql: one.limit === undefined ? sql : `${sql} LIMIT ${one.limit}` }
  })
  return {
    dialect: 'clickhouse_sql',
    endpoint: textOf(spec['endpoint']),
    table: textOf(spec['table']),
    metrics: metrics.map((metric) => textOf(metric['name'])),
    queries,
    ...(raw.length > 0 ? { raw_filters: raw } : {}),
  }
}

/** Converts to the compact form v1.1 for agents: sources are references instead of whole specs. */
export function agentPlan(plan: JsonObject): JsonObject {
  const sources = object(plan['data_source'])
  const folded = Object.fromEntries(
    Object.entries(sources).map(([role, value]): [string, Json] => {
      const { domain, name, kind, type } = object(value)
      const ref = `${textOf(domain)}/${textOf(name)}`
      return [role, role === 'storage' ? { ref, type: type ?? '' } : { ref, kind: kind ?? role }]
    }),
  )
  return { ...plan, version: 'v1.1', data_source: folded }
}
