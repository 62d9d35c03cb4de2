import type { Element } from '#shared/model/element.ts'
import { dataLink, element, field, runbookLink, storageLink } from './authoring.ts'

/** Builds the log set of a domain's services. */
export const serviceLogs = (domain: string): Element =>
  element(
    'log_set',
    domain,
    `${domain}.log.service`,
    { words: ['Service logs', '服务日志'], about: 'What services write while they work.' },
    {
      fields: [
        field('timestamp', 'time', { orderable: true }),
        field('level'),
        field('service_id'),
        field('service'),
        field('trace_id'),
        field('message', 'string', { analysable: true }),
      ],
      time_field: 'timestamp',
      default_order: 'desc',
    },
  )

const storages: readonly Element[] = [
  element(
    'prometheus',
    'devops',
    'devops.prometheus.core',
    { words: ['Core metrics store', '核心指标库'], about: 'Prometheus of the production clusters.' },
    {
      endpoint: 'http://prometheus.observability:9090',
      api_prefix: '/api/v1',
      default_query_type: 'range',
      default_step: '30s',
      lookback_delta: '5m',
      tls_verify: true,
      external_labels: { cluster: 'aurora' },
    },
  ),
  element(
    'elasticsearch',
    'devops',
    'devops.elasticsearch.logs',
    {
      words: ['Log store', '日志库'],
      about: 'Elasticsearch that keeps logs, events and traces for a month.',
    },
    {
      endpoint: 'http://elasticsearch.observability:9200',
      index: 'services-*',
      time_field: '@timestamp',
      default_size: 200,
      query_dialect: 'elasticsearch_dsl',
    },
  ),
  element(
    'clickhouse',
    'k8s',
    'k8s.clickhouse.usage',
    { words: ['Usage store', '用量库'], about: 'ClickHouse with one row per sample of a workload.' },
    {
      family: 'sql-table',
      endpoint: 'http://clickhouse.observability:8123',
      database: 'usage',
      table: 'usage.workload_samples',
      value_column: 'value',
      metric_column: 'metric',
      time_column: 'sampled_at',
    },
  ),
]

const dataSets: readonly Element[] = [
  element(
    'metric_set',
    'devops',
    'devops.metric.service',
    { words: ['Service metrics', '服务指标'], about: 'Traffic, errors and latency of a service.' },
    {
      query_type: 'prom',
      labels: { keys: [field('service_id'), field('service'), field('environment')], dynamic: false },
      metrics: [
        {
          name: 'request_count',
          display_name: { en_us: 'Requests', zh_cn: '请求数' },
          type: 'counter',
          unit: 'count',
          data_format: 'KMB',
          aggregator: 'sum',
          golden_metric: true,
          query_mode: 'range',
          generator: 'sum(rate(http_requests_total{}[1m])) by (service)',
        },
        {
          name: 'error_count',
          display_name: { en_us: 'Errors', zh_cn: '错误数' },
          type: 'counter',
          unit: 'count',
          data_format: 'KMB',
          aggregator: 'sum',
          golden_metric: true,
          query_mode: 'range',
          generator: 'sum(rate(http_requests_total{code=~"5.."}[1m])) by (service)',
        },
        {
          name: 'latency_p95',
          display_name: { en_us: 'Latency p95', zh_cn: 'P95 延迟' },
          type: 'gauge',
          unit: 'ms',
          data_format: 'ms',
          golden_metric: true,
          query_mode: 'both',
          generator:
            'histogram_quantile(0.95, sum(rate(http_request_duration_bucket{}[5m])) by (le, service))',
        },
        {
          name: 'saturation',
          display_name: { en_us: 'Saturation', zh_cn: '饱和度' },
          type: 'gauge',
          unit: 'percent',
          data_format: 'percent',
          query_mode: 'instant',
        },
      ],
    },
  ),
  serviceLogs('devops'),
  element(
    'event_set',
    'devops',
    'devops.event.service',
    { words: ['Service events', '服务事件'], about: 'Deployments, scalings and alerts of a service.' },
    {
      fields: [
        field('occurred_at', 'time', { orderable: true }),
        field('event_type'),
        field('service_id'),
        field('severity'),
        field('text', 'string', { analysable: true }),
      ],
      time_field: 'occurred_at',
      default_order: 'desc',
    },
  ),
  element(
    'trace_set',
    'devops',
    'devops.trace.service',
    { words: ['Service traces', '服务追踪'], about: 'Spans of requests through services.' },
    {
      fields: [
        field('start_time', 'time', { orderable: true }),
        field('trace_id'),
        field('span_id'),
        field('parent_span_id'),
        field('service_id'),
        field('operation'),
        field('duration_ms', 'integer', { unit: 'ms' }),
      ],
      time_field: 'start_time',
      default_order: 'desc',
    },
  ),
  element(
    'metric_set',
    'k8s',
    'k8s.metric.workload',
    { words: ['Workload metrics', '工作负载指标'], about: 'Processor and memory of a workload.' },
    {
      labels: { keys: [field('workload_id'), field('namespace')], dynamic: false },
      metrics: [
        {
          name: 'cpu_usage',
          display_name: { en_us: 'CPU', zh_cn: '处理器' },
          type: 'gauge',
          unit: 'percent',
          data_format: 'percent',
          golden_metric: true,
        },
        {
          name: 'memory_usage',
          display_name: { en_us: 'Memory', zh_cn: '内存' },
          type: 'gauge',
          unit: 'byte',
          data_format: 'byte',
          golden_metric: true,
        },
      ],
    },
  ),
]

const SERVICE_BINDING = { id: 'service_id', display_name: 'service', environment: 'environment' }

const links: readonly Element[] = [
  dataLink('devops', 'devops.service', 'metric_set', 'devops.metric.service', SERVICE_BINDING),
  dataLink('devops', 'devops.service', 'log_set', 'devops.log.service', {
    id: 'service_id',
    display_name: 'service',
  }),
  dataLink('devops', 'devops.service', 'event_set', 'devops.event.service', { id: 'service_id' }),
  dataLink('devops', 'devops.service', 'trace_set', 'devops.trace.service', { id: 'service_id' }),
  dataLink('k8s', 'k8s.workload', 'metric_set', 'k8s.metric.workload', { id: 'workload_id' }),
  storageLink('devops', 'metric_set', 'devops.metric.service', 'prometheus', 'devops.prometheus.core', {
    service_id: 'service_uid',
    service: 'service',
    environment: 'env',
  }),
  storageLink('devops', 'log_set', 'devops.log.service', 'elasticsearch', 'devops.elasticsearch.logs', {
    service_id: 'service.uid',
    service: 'service.name',
    level: 'log.level',
    message: 'message',
    timestamp: '@timestamp',
    trace_id: 'trace.id',
  }),
  storageLink('devops', 'event_set', 'devops.event.service', 'elasticsearch', 'devops.elasticsearch.logs', {
    service_id: 'service.uid',
    occurred_at: '@timestamp',
  }),
  storageLink('devops', 'trace_set', 'devops.trace.service', 'elasticsearch', 'devops.elasticsearch.logs', {
    service_id: 'service.uid',
    start_time: '@timestamp',
  }),
  storageLink('k8s', 'metric_set', 'k8s.metric.workload', 'clickhouse', 'k8s.clickhouse.usage', {
    workload_id: 'workload_uid',
    namespace: 'namespace',
  }),
  runbookLink('devops', 'devops.service', 'devops.service.care'),
  runbookLink('apm', 'apm.service', 'apm.service.latency'),
]

/** Metrics and logs of services and workloads, their storages, and runbooks for problems. */
export const telemetry: readonly Element[] = [...storages, ...dataSets, ...links]
