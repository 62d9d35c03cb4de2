import { literal } from '#shared/spl/literal.ts'
import { inSlices } from '../../app/slices.ts'
import type { GraphNode } from '../graph/graph.ts'
import { type ModelSource, queryRows } from '../graph/load.ts'
import { elementSteps } from '../graph/model-rows.ts'

/** Finds elements of a model whose names or texts contain the text, in the server's order. @throws WorkbenchError if the server refuses */
export async function findElements(
  source: ModelSource,
  text: string,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<readonly GraphNode[]> {
  const query = `.${source.prefix} with(query=${literal(text)}) | limit ${limit}`
  const rows = await queryRows(source, query, { signal, limit })
  const { graph } = await inSlices(elementSteps(rows), signal)
  return graph.nodes.filter((node) => !node.missing)
}
