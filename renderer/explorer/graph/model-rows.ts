import { elementKey } from '#shared/model/element.ts'
import { isJsonObject, type JsonObject } from '#shared/model/json.ts'
import { relationTypeOf } from '#shared/model/link.ts'
import { isLinkKind } from '../../graph/scene/kinds.ts'
import { PIECE, type Steps } from '../../app/slices.ts'
import { localizedText } from '../../i18n/localized-text.ts'
import { graphSteps, type Graph, type GraphEdge, type GraphNode } from './graph.ts'
import { edgeOf } from './schema-index.ts'

const record = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})
const string = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Counts an element's declared fields, metric labels and metrics. */
function fieldCount(spec: JsonObject): number {
  const listed = (value: unknown): number => (Array.isArray(value) ? value.length : 0)
  return listed(spec['fields']) + listed(record(spec['labels'])['keys']) + listed(spec['metrics'])
}

function nodeOf(row: JsonObject): GraphNode {
  const spec = record(row['spec'])
  const metadata = record(row['metadata'])
  const kind = string(row['kind'])
  const domain = string(row['domain'])
  const name = string(row['name'])
  const description = localizedText(metadata['description'] ?? spec['description'] ?? row['description'])
  return {
    key: elementKey({ domain, name, kind }),
    kind,
    domain,
    name,
    label: localizedText(metadata['display_name'] ?? spec['display_name'] ?? row['display_name']) ?? name,
    group: domain,
    fields: fieldCount(spec),
    data: row,
    description,
  }
}

function linkOf(row: JsonObject): GraphEdge | undefined {
  const spec = record(row['spec'])
  const kind = string(row['kind'])
  const name = string(row['name'])
  const src = record(spec['src'] ?? spec['source'])
  const dest = record(spec['dest'] ?? spec['destination'])
  if (string(src['name']) === '' || string(dest['name']) === '') return undefined
  const end = (value: JsonObject) => ({
    domain: string(value['domain']),
    kind: string(value['kind']) || 'entity_set',
    name: string(value['name']),
  })
  const edge = edgeOf({
    kind,
    domain: string(row['domain']),
    name,
    source: end(src),
    destination: end(dest),
    relation_type: relationTypeOf({ kind, domain: string(row['domain']), name, spec }),
  })
  return edge && { ...edge, data: row }
}

interface ElementGraph {
  readonly graph: Graph
  readonly refused: number
}

/**
 * Builds the graph of whole elements: `.model` rows, or the elements of a model folder. `refused` counts
 * links without ends.
 */
export function* elementSteps(rows: readonly unknown[]): Steps<ElementGraph> {
  const nodes: GraphNode[] = []
  const edges: GraphEdge[] = []
  let refused = 0
  for (const [index, raw] of rows.entries()) {
    if (index % PIECE === PIECE - 1) yield
    const row = record(raw)
    const kind = string(row['kind'])
    if (kind === '' || string(row['name']) === '') refused++
    else if (!isLinkKind(kind)) nodes.push(nodeOf(row))
    else {
      const edge = linkOf(row)
      if (edge === undefined) refused++
      else edges.push(edge)
    }
  }
  return { graph: yield* graphSteps(nodes, edges), refused }
}
