import type { Element } from '#shared/model/element.ts'
import { dataLink, element, field, storageLink } from './authoring.ts'
import { serviceLogs } from './telemetry.ts'

/**
 * Metrics and logs of the services in the incident sample. The stored data was recorded
 * (electron/workbench/telemetry/recorded/incident.yaml).
 */
export const incidentTelemetry: readonly Element[] = [
  element(
    'prometheus',
    'platform',
    'platform.prometheus.shop',
    { words: ['Shop metrics', '商城指标库'], about: 'Prometheus of the shop.' },
    { endpoint: 'http://prometheus.shop:9090', api_prefix: '/api/v1', default_query_type: 'range' },
  ),
  element(
    'elasticsearch',
    'platform',
    'platform.elasticsearch.shop',
    { words: ['Shop logs', '商城日志库'], about: 'Elasticsearch with the logs of the shop.' },
    {
      endpoint: 'http://elasticsearch.shop:9200',
      index: 'services-*',
      time_field: '@timestamp',
      default_size: 200,
      query_dialect: 'elasticsearch_dsl',
    },
  ),
  element(
    'metric_set',
    'platform',
    'platform.metric.service',
    { words: ['Service metrics', '服务指标'], about: 'Traffic, tries, latency and timeouts of a service.' },
    {
      query_type: 'prom',
      labels: { keys: [field('service_id'), field('service')], dynamic: false },
      metrics: [
        {
          name: 'requests',
          display_name: { en_us: 'Requests a second', zh_cn: '每秒请求数' },
          type: 'counter',
          unit: 'req/s',
          golden_metric: true,
          query_mode: 'range',
          generator: 'sum(rate(service_requests_total{}[1m])) by (service)',
        },
        {
          name: 'tries',
          display_name: { en_us: 'First tries and retries a second', zh_cn: '每秒首次请求与重试' },
          type: 'counter',
          unit: 'req/s',
          query_mode: 'range',
          generator: 'sum(rate(service_requests_total{}[1m])) by (service, attempt)',
        },
        {
          name: 'latency_p95',
          display_name: { en_us: 'Latency p95', zh_cn: 'P95 延迟' },
          type: 'gauge',
          unit: 'ms',
          golden_metric: true,
          query_mode: 'range',
          generator: 'max(service_latency_p95_ms{}) by (service)',
        },
        {
          name: 'timeouts',
          display_name: { en_us: 'Calls that time out', zh_cn: '超时的调用' },
          type: 'gauge',
          unit: '%',
          golden_metric: true,
          query_mode: 'range',
          generator: 'max(service_timeout_percent{}) by (service)',
        },
        {
          name: 'cpu',
          display_name: { en_us: 'Processor', zh_cn: '处理器' },
          type: 'gauge',
          unit: '%',
          query_mode: 'range',
          generator: 'max(service_cpu_percent{}) by (service)',
        },
        {
          name: 'log_lines',
          display_name: { en_us: 'Log lines a second', zh_cn: '每秒日志行数' },
          type: 'gauge',
          unit: 'lines/s',
          query_mode: 'range',
          generator: 'max(service_log_lines_per_second{}) by (service)',
        },
      ],
    },
  ),
  serviceLogs('platform'),
  dataLink('platform', 'platform.service', 'metric_set', 'platform.metric.service', { id: 'service_id' }),
  dataLink('platform', 'platform.service', 'log_set', 'platform.log.service', { id: 'service_id' }),
  storageLink('platform', 'metric_set', 'platform.metric.service', 'prometheus', 'platform.prometheus.shop', {
    service_id: 'service_uid',
    service: 'service',
  }),
  storageLink('platform', 'log_set', 'platform.log.service', 'elasticsearch', 'platform.elasticsearch.shop', {
    service_id: 'service.uid',
    service: 'service.name',
    level: 'log.level',
    message: 'message',
    timestamp: '@timestamp',
    trace_id: 'trace.id',
  }),
]
