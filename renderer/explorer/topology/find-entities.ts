import { literal } from '#shared/spl/literal.ts'
import type { GraphNode } from '../graph/graph.ts'
import { queryRows } from '../graph/load.ts'
import { entityNode } from './entity-graph.ts'

/**
 * Finds entities with a property that contains the text, in the server's order. @throws WorkbenchError if the
 * server refuses
 */
export async function findEntities(
  source: Parameters<typeof queryRows>[0],
  text: string,
  options: NonNullable<Parameters<typeof queryRows>[2]>,
): Promise<readonly GraphNode[]> {
  const rows = await queryRows(source, `.entity with(query=${literal(text)})`, options)
  return rows.flatMap((row) => entityNode(row) ?? [])
}
