import type { Element } from './element.ts'
import { type Json, isJsonObject } from './json.ts'

/** An end of a link: the element it refers to. */
export interface LinkEnd {
  readonly domain: string
  readonly kind: string
  readonly name: string
}

function endOf(value: Json | undefined): LinkEnd | undefined {
  if (!isJsonObject(value)) return undefined
  const { domain, kind, name } = value
  return typeof domain === 'string' && typeof kind === 'string' && typeof name === 'string'
    ? { domain, kind, name }
    : undefined
}

/**
 * Returns the source end of a link; some stored versions say `source` instead of `src`
 * (docs/model-service.md#kinds).
 */
export function sourceOf({ spec }: Element): LinkEnd | undefined {
  return endOf(spec?.['src'] ?? spec?.['source'])
}

export function destinationOf({ spec }: Element): LinkEnd | undefined {
  return endOf(spec?.['dest'] ?? spec?.['destination'])
}

/**
 * Returns the relation type of a link: as declared, else from the middle of a name such as
 * `devops.service_runs_k8s.workload`.
 */
export function relationTypeOf(element: Element): string {
  for (const key of ['entity_link_type', 'relation_type', 'type', 'data_link_type']) {
    const value = element.spec?.[key]
    if (typeof value === 'string' && value !== '') return value
  }
  if (element.kind !== 'entity_set_link') return element.kind.replace(/_link$/, '')
  const source = sourceOf(element)?.name
  const dest = destinationOf(element)?.name
  const { name } = element
  if (source && dest && name.startsWith(`${source}_`) && name.endsWith(`_${dest}`)) {
    return name.slice(source.length + 1, name.length - dest.length - 1)
  }
  return name.split('_')[1] ?? 'related_to'
}

/** Returns a link's field mapping, `{}` when there is none. */
export function fieldsMappingOf({ spec }: Element): { readonly [field: string]: string } {
  const mapping = spec?.['fields_mapping']
  if (!isJsonObject(mapping)) return {}
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([from, to]) => (typeof to === 'string' ? [[from, to]] : [])),
  )
}
