import type { JsonObject } from './json.ts'

/**
 * A model element in its flat form (docs/model-service.md#elements). What the authoring form had beyond it is kept in
 * `metadata` and `schema`, so that an export gives back what was imported (docs/decisions.md, model service 7).
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

/** The identity of an element; also the order of `.model` rows. */
export function elementKey({ domain, name, kind }: Pick<Element, 'domain' | 'name' | 'kind'>): string {
  return `${domain}/${name}/${kind}`
}
