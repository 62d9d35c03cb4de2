import { type Json, type JsonObject, isJsonObject, textOf } from '#shared/model/json.ts'
import { invalidArgument } from '../service-error.ts'

/**
 * Entities known to the caller, to which data set filters are bound (docs/model-service.md#arguments,
 * docs/spl.md#entity-calls).
 */
export interface EntityTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/**
 * Decodes `{version, header, data}` with rows as arrays or as `{values}`, or a list of row objects.
 *
 * @throws ServiceError INVALID_ARGUMENT when a row does not match the header
 */
export function decodeEntityTable(argument: string, value: Json | undefined): EntityTable | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return ofObjects(argument, value)
  if (!isJsonObject(value)) throw malformed(argument)
  const data = value['data']
  if (data === undefined || data === null) return undefined
  if (!Array.isArray(data)) throw malformed(argument)
  const items: readonly Json[] = data
  const header = value['header']
  if (!Array.isArray(header)) {
    if (items.every((item) => isJsonObject(item) && !Array.isArray(item['values'])))
      return ofObjects(argument, items)
    throw malformed(argument)
  }
  const names = header.map((name: Json) => textOf(name))
  const rows = items.map((item, index) => {
    const cells = isJsonObject(item) ? item['values'] : item
    if (!Array.isArray(cells)) {
      if (isJsonObject(item)) return names.map((name) => textOf(item[name]))
      throw malformed(argument)
    }
    if (cells.length !== names.length) {
      throw invalidArgument(
        argument,
        `Row ${index} of ${argument} has ${cells.length} cells for ${names.length} columns.`,
        {
          row: index,
        },
      )
    }
    return cells.map((cell: Json) => textOf(cell))
  })
  return { header: names, rows }
}

function ofObjects(argument: string, items: readonly Json[]): EntityTable {
  const objects = items.map((item): JsonObject => {
    if (!isJsonObject(item)) throw malformed(argument)
    return item
  })
  const header = [...new Set(objects.flatMap((item) => Object.keys(item)))].sort()
  return { header, rows: objects.map((item) => header.map((name) => textOf(item[name]))) }
}

function malformed(argument: string): Error {
  return invalidArgument(
    argument,
    `The argument ${argument} is a table {version, header, data}, or a list of row objects.`,
  )
}
