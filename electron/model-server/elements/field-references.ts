import { type Json, type JsonObject, isJsonObject, textOf } from '#shared/model/json.ts'
import { reasonOf } from '#shared/model/reasons.ts'
import type { Diagnostic } from '#shared/model/validation.ts'
import { nearest } from '#shared/spl/index.ts'

/** Members of a `spec` that name fields of the same element, one or a list; docs/model-service.md#kinds. */
const REFERENCES = [
  'primary_key_fields',
  'name_fields',
  'display_field',
  'time_field',
  'tag_fields',
  'ordered_fields',
  'hidden_fields',
  'first_observed_time_field',
  'last_observed_time_field',
  'keep_alive_seconds_field',
] as const

const namesOf = (fields: Json | undefined): string[] =>
  (Array.isArray(fields) ? (fields as Json[]) : []).flatMap((field) =>
    isJsonObject(field) ? [textOf(field['name'])] : [],
  )

/** The service's own columns, as `__time__`, belong to every element and are declared by none. */
const isOfService = (name: string): boolean => /^__.+__$/.test(name)

/**
 * Warnings about members that name a field which the element does not have: ids, names and times made from it would be
 * empty. An element without fields, or whose fields are dynamic, may have any.
 */
export function fieldReferences(spec: JsonObject, path: string): Diagnostic[] {
  const fields = namesOf(spec['fields'])
  if (fields.length === 0 || spec['dynamic'] === true) return []
  const known = new Set(fields)
  const check = (name: Json | undefined, field: string): Diagnostic[] => {
    if (typeof name !== 'string' || name === '' || known.has(name) || isOfService(name)) return []
    const near = nearest(name, fields)
    const reason =
      near === undefined
        ? reasonOf('noSuchField', { field: name })
        : reasonOf('noSuchFieldNear', { field: name, near })
    return [{ field, reason }]
  }
  return REFERENCES.flatMap((member) => {
    const value = spec[member]
    return Array.isArray(value)
      ? (value as Json[]).flatMap((name, place) => check(name, `${path}.${member}[${place}]`))
      : check(value, `${path}.${member}`)
  })
}
