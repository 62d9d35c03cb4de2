import { described, field, link, metric, storage, telemetry } from './fields.ts'
import type { Kind } from './names.ts'
import { runbook } from './runbook.ts'
import {
  type KindSchema,
  type Members,
  anything,
  choice,
  flag,
  listOf,
  map,
  number,
  object,
  optional,
  required,
  text,
} from './schema.ts'

export { KINDS, isLinkKind } from './names.ts'
export type { Kind, KindGroup } from './names.ts'
export type { KindSchema, Member, Members, Rule } from './schema.ts'

const promql: Members = {
  ...storage,
  endpoint: required(text('Address of the storage')),
  api_prefix: optional(text('/api/v1 when left out')),
  default_query_type: optional(choice(['range', 'instant'])),
  default_step: optional(text('Distance of points, such as 30s')),
  lookback_delta: optional(text()),
  tenant: optional(text()),
  tenant_header: optional(text()),
  external_labels: optional(map()),
  query_family: optional(text()),
}

const sql: Members = {
  ...storage,
  database: optional(text()),
  table: optional(text('Table, also as database.table')),
  value_column: optional(text()),
  metric_column: optional(text()),
  time_column: optional(text('timestamp when left out')),
}

const elasticsearch: Members = {
  ...storage,
  index: optional(text('Index or pattern')),
  time_field: optional(text()),
  default_size: optional(number('Documents when a query says nothing')),
  search_filter: optional(text('Filter that always applies')),
  default_filter: optional(text()),
  query_filter: optional(text()),
  query_dialect: optional(text()),
}

const sls: Members = {
  ...storage,
  region: optional(text()),
  project: optional(text()),
  store: optional(text()),
  logstore: optional(text()),
  metricstore: optional(text()),
}

const entitySet: Members = {
  ...telemetry,
  ...described,
  primary_key_fields: optional(listOf(text(), 'Fields whose values make the id')),
  id_generator: optional(text('Expression for the id; empty = MD5 of the key values joined by #$#')),
  first_observed_time_field: optional(text()),
  last_observed_time_field: optional(text()),
  keep_alive_seconds: optional(anything()),
  keep_alive_seconds_field: optional(text()),
  dynamic: optional(flag()),
}

const metricSet: Members = {
  ...described,
  labels: optional(
    object({ keys: optional(listOf(field)), dynamic: optional(flag()), filter: optional(anything()) }),
  ),
  label_keys: optional(listOf(anything(), 'Deprecated; use labels')),
  metrics: optional(listOf(metric, 'Metrics')),
  query_type: optional(choice(['prom', 'spl', 'cms'])),
  needs_processing: optional(flag()),
  time_field: optional(text()),
}

const define = (kind: Kind, title: string, about: string, spec: Members): KindSchema => ({
  kind,
  title,
  about,
  spec,
})

const dataSet: Members = { ...telemetry, ...described }

const entityLink: Members = {
  ...link,
  entity_link_type: required(text('Relation type: calls, runs, contains, …')),
  constructor: optional(anything('How relations are derived')),
  dynamic: optional(flag()),
}

/** Every kind with its title, purpose and the members of its `spec`; docs/model-service.md#kinds. */
const KIND_SCHEMAS: readonly KindSchema[] = [
  define('entity_set', 'Entity set', 'A type of entity: its fields and what identifies it.', entitySet),
  define('metric_set', 'Metric set', 'Metrics that share labels.', metricSet),
  define('log_set', 'Log set', 'Log lines with fields.', dataSet),
  define('trace_set', 'Trace set', 'Spans of requests.', { ...dataSet, protocol: optional(text()) }),
  define('event_set', 'Event set', 'Things that happened at a time.', dataSet),
  define('profile_set', 'Profile set', 'Samples of where programs spend time.', {
    ...dataSet,
    profile_type: optional(text()),
  }),
  define('runbook_set', 'Runbook', 'Operating knowledge: observations, actions, skills.', {
    ...described,
    ...runbook,
  }),
  define('entity_source', 'Entity source', 'Where entities are read from.', {
    ...dataSet,
    source_type: optional(text()),
    config: optional(map()),
  }),
  define('explorer', 'Explorer', 'A view that a product offers on data.', {
    ...described,
    url: optional(text()),
    explorer_type: optional(text()),
    config: optional(map()),
  }),
  define('entity_set_link', 'Entity set link', 'A relation type between two entity sets.', entityLink),
  define('data_link', 'Data link', 'Which data set belongs to an entity set, and how fields correspond.', {
    ...link,
    data_link_type: optional(choice(['produce', 'related_to'])),
    data_filter: optional(text('Filter that always applies to the data')),
  }),
  define('storage_link', 'Storage link', 'Where a data set is stored, and how fields correspond.', link),
  define('runbook_link', 'Runbook link', 'Which runbook belongs to an entity set.', {
    ...link,
    token_replace: optional(map('Parameter to ${field}')),
    source: optional(map()),
    destination: optional(map()),
  }),
  define('entity_source_link', 'Entity source link', 'Which source fills an entity set.', link),
  define('explorer_link', 'Explorer link', 'Which explorer shows an element.', link),
  define('prometheus', 'Prometheus', 'A store of time series, asked in PromQL.', promql),
  define('aliyun_prometheus', 'Managed Prometheus', 'A hosted store of time series, asked in PromQL.', {
    ...promql,
    endpoint: optional(text()),
    region: optional(text()),
    instance_id: optional(text()),
  }),
  define('elasticsearch', 'Elasticsearch', 'A store of documents.', elasticsearch),
  define('mysql', 'MySQL', 'A relational database.', sql),
  define('sls_logstore', 'Log store', 'A hosted log store.', sls),
  define('sls_metricstore', 'Metric store', 'A hosted metric store.', sls),
  define('sls_entitystore', 'Entity store', 'A hosted entity store.', sls),
  define('external_storage', 'External storage', 'A store that this service cannot ask itself.', {
    ...storage,
    storage_type: optional(text()),
    config: optional(map()),
  }),
  define('victoriametrics', 'VictoriaMetrics', 'A store of time series, asked in PromQL.', promql),
  define('clickhouse', 'ClickHouse', 'A column store, asked in SQL.', sql),
]

const byKind = new Map<string, KindSchema>(KIND_SCHEMAS.map((schema) => [schema.kind, schema]))

export function schemaOf(kind: string): KindSchema | undefined {
  return byKind.get(kind)
}
