import { referenceOf } from './references.ts'
import type { Row } from './result.ts'

/** Rows whose ends are compared with the columns that repeat them. */
const TOLD_SAMPLE = 200

/**
 * The columns that repeat what another column shows as an entity or a relation: of a relation's ends domain, set
 * and id, and its type.
 */
export function toldColumns(columns: readonly string[], rows: readonly Row[]): string[] {
  const sample = rows.slice(0, TOLD_SAMPLE)
  if (sample.length === 0) return []
  const others = columns.filter((column) => !column.startsWith('__'))
  const shows = (said: (row: Row) => string | undefined): boolean =>
    others.some((column) =>
      sample.every((row) => {
        const reference = referenceOf(row[column], column, row)
        const shown =
          reference?.kind === 'entity'
            ? reference.key
            : reference?.kind === 'relation'
              ? reference.type
              : row[column]
        return shown !== undefined && shown === said(row)
      }),
    )
  const ends = (['src', 'dest'] as const).filter((side) => {
    const id = `__${side}_entity_id__`
    return shows((row) => {
      const reference = referenceOf(row[id], id, row)
      return reference?.kind === 'entity' ? reference.key : undefined
    })
  })
  const told = new Set(
    ends.flatMap((side) => ['domain', 'entity_type', 'entity_id'].map((part) => `__${side}_${part}__`)),
  )
  const type = (row: Row): string | undefined =>
    typeof row['__relation_type__'] === 'string' ? row['__relation_type__'] : undefined
  return columns.filter((column) => told.has(column) || (column === '__relation_type__' && shows(type)))
}
