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

/** An `id_generator` may be any expression; a bare name is that of a field. */
const isBareName = (value: Json | undefined): boolean =>
  typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value)

function missing(name: Json | undefined, field: string, known: readonly string[]): Diagnostic[] {
  if (typeof name !== 'string' || name === '' || known.includes(name) || isOfService(name)) return []
  const near = nearest(name, known)
  const reason =
    near === undefined
      ? reasonOf('noSuchField', { field: name })
      : reasonOf('noSuchFieldNear', { field: name, near })
  return [{ field, reason }]
}

const allMissing = (names: Json | undefined, path: string, known: readonly string[]): Diagnostic[] =>
  Array.isArray(names)
    ? (names as Json[]).flatMap((name, place) => missing(name, `${path}[${place}]`, known))
    : missing(names, path, known)

/** Labels that a metric names but its set does not have: queries that group by them find nothing. */
function labelReferences({ labels, metrics }: JsonObject, path: string): Diagnostic[] {
  const known = isJsonObject(labels) && labels['dynamic'] !== true ? namesOf(labels['keys']) : []
  if (known.length === 0 || !Array.isArray(metrics)) return []
  return (metrics as Json[]).flatMap((metric, place) =>
    isJsonObject(metric) ? allMissing(metric['labels'], `${path}.metrics[${place}].labels`, known) : [],
  )
}

/**
 * Warnings about members that name a field which the element does not have: ids, names and times made from it would be
 * empty. An element without fields, or whose fields are dynamic, may have any.
 */
export function fieldReferences(spec: JsonObject, path: string): Diagnostic[] {
  const ofLabels = labelReferences(spec, path)
  const fields = namesOf(spec['fields'])
  if (fields.length === 0 || spec['dynamic'] === true) return ofLabels
  const generator = spec['id_generator']
  return [
    ...REFERENCES.flatMap((member) => allMissing(spec[member], `${path}.${member}`, fields)),
    ...(isBareName(generator) ? missing(generator, `${path}.id_generator`, fields) : []),
    ...ofLabels,
  ]
}
