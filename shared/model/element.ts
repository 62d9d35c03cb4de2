import type { JsonObject } from './entity.ts'

/**
 * A model element: an entity set, a data set, a link or a storage. It keeps its whole authoring form, `metadata` included
 * (design/decisions.md, graph-model service 7).
 */
export interface ModelElement {
  readonly kind: string
  readonly domain: string
  readonly name: string
  readonly version?: string
  readonly spec?: JsonObject
  readonly metadata?: JsonObject
  /** The schema a pack's author named, kept as written. */
  readonly schema?: JsonObject
}

/** `domain/name/kind` (spec §4.1). */
export function elementKey({ domain, name, kind }: Pick<ModelElement, 'kind' | 'domain' | 'name'>): string {
  return `${domain}/${name}/${kind}`
}
