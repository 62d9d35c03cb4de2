import { WorkbenchError } from '#shared/workbench/failure.ts'
import { queryRows } from '../graph/load.ts'

/** Sets counted in one answer; with more, nothing is counted. */
const MAX_SETS = 1000

const QUERY = '.entity | stats count() as entities by __domain__, __entity_type__'

/** Key of a set in the counts. */
export const setKey = ({ domain, name }: { readonly domain: string; readonly name: string }): string =>
  `${domain}/${name}`

/**
 * How many entities each set has, by {@link setKey}; undefined if the server does not count: `stats` is
 * optional (docs/spl.md).
 */
export async function countSets(
  source: Parameters<typeof queryRows>[0],
  options: Pick<NonNullable<Parameters<typeof queryRows>[2]>, 'signal' | 'timeRange'>,
): Promise<ReadonlyMap<string, number> | undefined> {
  let rows: Awaited<ReturnType<typeof queryRows>>
  try {
    rows = await queryRows(source, `${QUERY} | limit ${MAX_SETS}`, { ...options, limit: MAX_SETS })
  } catch (error) {
    if (!(error instanceof WorkbenchError) || error.code === 'CANCELLED') throw error
    return undefined
  }
  if (rows.length >= MAX_SETS) return undefined
  const counts = new Map<string, number>()
  for (const { __domain__: domain, __entity_type__: name, entities } of rows) {
    // A server that ignores the stage returns entities.
    if (typeof domain !== 'string' || typeof name !== 'string' || typeof entities !== 'number')
      return undefined
    counts.set(setKey({ domain, name }), entities)
  }
  return counts
}
