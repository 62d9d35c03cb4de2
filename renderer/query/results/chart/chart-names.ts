import { useMemo } from 'react'
import { kindWords } from '../../../spl/column-names.ts'
import { useEntityNames } from '../../../spl/entity-names.ts'
import { cellText, type QueryResult } from '../../../spl/result.ts'
import { type EntityReference, referenceOf } from '../../../spl/references.ts'
import type { Run } from '../../run/run.ts'
import type { ChartData } from './chart-data.ts'

const NONE: ReadonlyMap<string, EntityReference> = new Map()

/** The entities that labels of a chart refer to, by label. */
export function entitiesOfLabels(
  { rows }: Pick<QueryResult, 'rows'>,
  x: string,
  labels: ReadonlySet<string>,
): ReadonlyMap<string, EntityReference> {
  const found = new Map<string, EntityReference>()
  for (const row of rows) {
    if (found.size === labels.size) break
    const label = cellText(row[x])
    const reference = labels.has(label) ? referenceOf(row[x], x, row) : undefined
    if (reference?.kind === 'entity') found.set(label, reference)
  }
  return found
}

/** The chart's points, with the names of the entities or kinds that their labels refer to, as the table shows them. */
export function useNamedPoints(
  data: ChartData | undefined,
  result: QueryResult,
  x: string,
  source: Run['request'],
): ChartData | undefined {
  const entities = useMemo(
    () =>
      data?.scale === 'category'
        ? entitiesOfLabels(result, x, new Set(data.points.map(({ label }) => label)))
        : NONE,
    [data, result, x],
  )
  const unnamed = [...entities.values()].flatMap(({ key, name }) => (name === undefined ? [key] : []))
  const names = useEntityNames(source, unnamed)
  return useMemo(() => {
    if (data === undefined) return data
    const points = data.points.map((point) => {
      const entity = entities.get(point.label)
      const name = entity ? (entity.name ?? names.get(entity.key)) : kindWords(x, point.label)
      return name === undefined ? point : { ...point, name }
    })
    return { ...data, points }
  }, [data, entities, names, x])
}
