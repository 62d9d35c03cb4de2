import { described, field, link, metric, storage, telemetry } from './fields.ts'
import type { Kind } from './names.ts'
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
  type Rule,
  inWords,
} from './schema.ts'

const named: Members = { ...described, name: required(text('Name, unique in its section')) }
const shown: Members = { ...named, display_name: required(inWords('Name to show')) }
const introduced: Members = { ...shown, short_description: required(inWords('What it is, in a few words')) }

const observation: Rule = object({
  ...introduced,
  phenomenon: required(
    object({
      phenomenon_type: required(text('query, action, dashboard, event, …')),
      inputs: optional(anything()),
      outputs: optional(anything()),
      properties: optional(map()),
    }),
  ),
  conclusions: required(
    listOf(
      object({
        condition_type: required(text()),
        condition: required(text('When this conclusion holds')),
        severity: required(text()),
        display_name: required(inWords()),
        short_description: required(inWords()),
        group: required(text()),
        description: optional(inWords()),
        properties: optional(map()),
      }),
    ),
  ),
  priority: optional(number()),
})

const knowledge: Rule = object({
  ...introduced,
  apply_policy: required(
    object({
      apply_type: required(choice(['auto', 'manual', 'always', 'custom'])),
      condition: optional(anything()),
    }),
  ),
  content_type: required(text('markdown is built in')),
  content: optional(text()),
  content_url: optional(text()),
  priority: optional(number()),
  last_updated: optional(anything()),
})

const skill: Rule = object({
  ...shown,
  name: required({
    type: 'text',
    pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    about: 'Lower-case words joined by hyphens',
  }),
  description: required(inWords()),
  license: optional(text()),
  compatibility: optional(anything()),
  allowed_tools: optional(text('Names with blanks between')),
  metadata: optional(map()),
  files: optional(listOf(object({ name: required(text()), content: required(text()) }))),
  skill_url: optional(text()),
  priority: optional(number()),
  last_updated: optional(anything()),
})

const toolkit: Rule = object({
  ...shown,
  toolkit_type: required(text()),
  configs: optional(anything()),
  tools: required(
    listOf(
      object({
        ...shown,
        input_schema: optional(map()),
        output_schema: optional(map()),
        risk_level: optional(text()),
        idempotent: optional(flag()),
        confirmation_required: optional(flag()),
      }),
    ),
  ),
})

const action: Rule = object({
  ...shown,
  action_type: required(text()),
  inputs: optional(listOf(anything())),
  outputs: optional(listOf(anything())),
  confirmation_required: optional(flag()),
  risk_level: optional(text()),
})

const automation: Rule = object({
  ...introduced,
  automation_type: required(text()),
  trigger: required(
    object({
      trigger_type: required(choice(['scheduled', 'event', 'custom'])),
      schedule: optional(anything()),
      properties: optional(map()),
    }),
  ),
  inputs: optional(anything()),
  properties: optional(map()),
})

/** Sections of a runbook; each entry is searchable on its own (docs/model-service.md#kinds). */
const runbook: Members = {
  observations: optional(listOf(observation, 'What to look at and what follows from it')),
  actions: optional(listOf(action, 'What can be done')),
  toolkits: optional(listOf(toolkit, 'Tools to use')),
  knowledge: optional(listOf(knowledge, 'What is worth knowing')),
  automations: optional(listOf(automation, 'What runs by itself')),
  skills: optional(listOf(skill, 'Know-how for agents')),
}

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

/** All kinds with title, purpose and the members of their `spec`; docs/model-service.md#kinds. */
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
