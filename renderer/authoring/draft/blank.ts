import type { JsonObject } from '#shared/model/json.ts'
import type { ItemType } from '#shared/documents/authoring.ts'

/** 32 hexadecimal digits, as entity ids are (docs/model-service.md#ids). */
function freshId(): string {
  return crypto.randomUUID().replaceAll('-', '')
}

/** What a new entity belongs to. */
export interface Belonging {
  readonly domain: string
  readonly name: string
}

/** A new item to fill in, with everything that can be known beforehand. `now` is in unix seconds. */
export function blankValue(
  type: ItemType,
  now: number,
  of: Belonging = { domain: '', name: '' },
): JsonObject {
  const times = { __method__: 'Create', __first_observed_time__: now, __last_observed_time__: now }
  switch (type) {
    case 'element':
      return { kind: 'entity_set', domain: of.domain, name: '', spec: {} }
    case 'entity':
      return { __domain__: of.domain, __entity_type__: of.name, __entity_id__: freshId(), ...times }
    case 'relation':
      return {
        __src_domain__: '',
        __src_entity_type__: '',
        __src_entity_id__: '',
        __relation_type__: '',
        __dest_domain__: '',
        __dest_entity_type__: '',
        __dest_entity_id__: '',
        ...times,
      }
  }
}
