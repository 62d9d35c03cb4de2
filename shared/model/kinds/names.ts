/** The kinds of model elements, by group; docs/model-service.md#kinds. */
export const KIND_GROUPS = {
  entity: ['entity_set'],
  data_set: [
    'metric_set',
    'log_set',
    'trace_set',
    'event_set',
    'profile_set',
    'runbook_set',
    'entity_source',
    'explorer',
  ],
  link: [
    'entity_set_link',
    'data_link',
    'storage_link',
    'runbook_link',
    'entity_source_link',
    'explorer_link',
  ],
  storage: [
    'prometheus',
    'aliyun_prometheus',
    'elasticsearch',
    'mysql',
    'sls_logstore',
    'sls_metricstore',
    'sls_entitystore',
    'external_storage',
    'victoriametrics',
    'clickhouse',
  ],
} as const

export type KindGroup = keyof typeof KIND_GROUPS
export type Kind = (typeof KIND_GROUPS)[KindGroup][number]

export const KINDS: readonly Kind[] = Object.values(KIND_GROUPS).flat()

const groups = new Map<string, KindGroup>(
  Object.entries(KIND_GROUPS).flatMap(([group, kinds]) => kinds.map((kind) => [kind, group as KindGroup])),
)

/** Whether it is a kind of the model, and not a type of entities. */
export const isKind = (kind: string): boolean => groups.has(kind)

export function isLinkKind(kind: string): boolean {
  return groups.get(kind) === 'link'
}
