import { type Json, type JsonObject, textOf } from '#shared/model/json.ts'
import { fieldsMappingOf } from '#shared/model/link.ts'
import type { Element } from '#shared/model/element.ts'
import type { EntityTable } from '../entity-table.ts'
import { type Filter, tryParseFilter } from '../filter/filter.ts'

/** A storage field that must have one of several values. */
export interface FieldValues {
  readonly field: string
  readonly values: readonly string[]
}

/** A filter as written and, if it can be parsed, in the storage's own field names. */
export interface BoundFilter {
  readonly text: string
  readonly filter?: Filter
}

/** All filters of a storage query, in the order in which renderers apply them (docs/spl.md#entity-calls). */
export interface Binding {
  readonly ids: FieldValues | undefined
  /** Rows of the entity table as storage field → value; only mapped fields. */
  readonly entityRows: readonly { readonly [field: string]: string }[]
  readonly filters: readonly BoundFilter[]
}

interface BindingRequest {
  readonly dataLink: Element | undefined
  readonly storageLink: Element
  readonly storage: Element
  readonly ids: readonly string[]
  readonly table: EntityTable | undefined
  /** `query` of the `with(...)` stage. */
  readonly entityQuery: string | undefined
  /** `query` of the method. */
  readonly methodQuery: string | undefined
}

function renamed(filter: Filter, name: (field: string) => string): Filter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.parts.map((part) => renamed(part, name)) }
    case 'not':
      return { kind: 'not', part: renamed(filter.part, name) }
    default:
      return { ...filter, field: name(filter.field) }
  }
}

function bound(text: Json | undefined, name: (field: string) => string): BoundFilter[] {
  const written = textOf(text).trim()
  if (written === '') return []
  const filter = tryParseFilter(written)
  return [filter ? { text: written, filter: renamed(filter, name) } : { text: written }]
}

function storageFilter(spec: JsonObject): Json | undefined {
  return spec['search_filter'] ?? spec['default_filter'] ?? spec['query_filter']
}

/**
 * Maps entity field → data set field → storage field. Unmapped fields of filters keep their name, those of
 * entities are omitted.
 */
export function bind(request: BindingRequest): Binding {
  const toDataSet = request.dataLink ? fieldsMappingOf(request.dataLink) : {}
  const toStorage = fieldsMappingOf(request.storageLink)
  const own = (mapping: { readonly [field: string]: string }, field: string): string | undefined =>
    Object.hasOwn(mapping, field) ? mapping[field] : undefined
  const storageField = (field: string): string => own(toStorage, field) ?? field
  const entityField = (field: string): string => storageField(own(toDataSet, field) ?? field)
  const header = request.table?.header ?? []
  const entityRows = (request.table?.rows ?? [])
    .map((row) =>
      Object.fromEntries(
        header
          .map((column, index) => [own(toDataSet, column), row[index] ?? ''] as const)
          .flatMap(([field, value]) =>
            field === undefined || value === '' ? [] : [[storageField(field), value] as const],
          )
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    )
    .filter((row) => Object.keys(row).length > 0)
  return {
    ids: request.ids.length > 0 ? { field: entityField('id'), values: request.ids } : undefined,
    entityRows,
    filters: [
      ...bound(storageFilter(request.storage.spec ?? {}), (field) => field),
      ...bound(request.dataLink?.spec?.['data_filter'], storageField),
      ...bound(request.entityQuery, entityField),
      ...bound(request.methodQuery, storageField),
    ],
  }
}
