import { PIECE, type Steps } from '../../app/slices.ts'
import { edgesOf } from '../graph/graph.ts'
import type { SurfaceState } from '../view/surface.ts'

/** A row of the table: a node, or a link that a comparison found to differ. */
export interface ElementRow {
  readonly key: string
  readonly label: string
  readonly kind: string
  readonly domain: string
  readonly fields: number
  readonly out: number
  readonly in: number
  readonly change: 'added' | 'removed' | 'changed' | ''
  readonly missing: boolean
  readonly isLink: boolean
  readonly data: Readonly<Record<string, unknown>>
}

/** The shown nodes (including those in collapsed groups) as rows; in a comparison also the links that differ. */
export function* rowSteps({
  id,
  graph,
  projection,
  comparison,
}: Pick<SurfaceState, 'id' | 'graph' | 'projection' | 'comparison'>): Steps<ElementRow[]> {
  const rows: ElementRow[] = []
  for (const [index, node] of graph.nodes.entries()) {
    if (index % PIECE === PIECE - 1) yield
    if ((projection.itemOf[index] ?? -1) < 0) continue
    rows.push({
      key: node.key,
      label: node.label,
      kind: node.kind,
      domain: node.domain,
      fields: node.fields ?? 0,
      out: edgesOf(graph.outgoing, index).length,
      in: edgesOf(graph.incoming, index).length,
      change: comparison?.differences.get(node.key) ?? '',
      missing: node.missing ?? false,
      isLink: false,
      data: node.data ?? {},
    })
  }
  if (!comparison) return rows
  for (const [place, edge] of graph.edges.entries()) {
    if (place % PIECE === PIECE - 1) yield
    const change = comparison.differences.get(edge.key)
    const ends = [graph.from[place] ?? 0, graph.to[place] ?? 0]
    if (change === undefined || ends.some((end) => (projection.itemOf[end] ?? -1) < 0)) continue
    const [source, target] = ends.map((end) => graph.nodes[end])
    rows.push({
      key: edge.key,
      label: `${source?.label ?? ''} → ${target?.label ?? ''}`,
      kind: id === 'runtime' ? edge.type : edge.kind,
      domain: source?.domain ?? '',
      fields: 0,
      out: 0,
      in: 0,
      change,
      missing: false,
      isLink: true,
      data: edge.data ?? {},
    })
  }
  return rows
}

/** What the rows of a comparison are. */
export interface RowCounts {
  readonly nodes: number
  /** Nodes, and links, that differ; only such links have a row. */
  readonly changed: number
  readonly links: number
}

export function countRows(rows: readonly ElementRow[]): RowCounts {
  const links = rows.filter(({ isLink }) => isLink).length
  const changed = rows.filter(({ isLink, change }) => !isLink && change !== '').length
  return { nodes: rows.length - links, changed, links }
}
