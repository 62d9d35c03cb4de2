import type { JsonObject } from './json.ts'

/**
 * A model element in its flat form (docs/model-service.md#elements). Further fields of the authoring form are
 * kept in `metadata` and `schema`, so that an export returns what was imported (docs/decisions.md, model
 * service 7).
 */
export interface Element {
  readonly kind: string
  readonly domain: string
  readonly name: string
  readonly version?: string
  readonly metadata?: JsonObject
  readonly schema?: JsonObject
  readonly spec?: JsonObject
}

/** Unique key of an element, which also determines the order of `.model` rows. */
export function elementKey({ domain, name, kind }: Pick<Element, 'domain' | 'name' | 'kind'>): string {
  return `${domain}/${name}/${kind}`
}
