import { stringify } from 'yaml'
import { edgesAmongNodes } from '../view/projection.ts'
import type { SurfaceState } from '../view/surface.ts'

/** Exports what is drawn as JSON: nodes with positions, edges with their ends. */
export function toJson(state: SurfaceState): string {
  const { scene, drawn } = state
  const { graph, projection } = drawn
  const nodes = [...projection.nodes].map((node, item) => {
    const { key, kind, domain, name, label, description, fields } = graph.nodes[node] ?? {}
    return { key, kind, domain, name, label, description, fields, x: scene.x[item], y: scene.y[item] }
  })
  const edges = edgesAmongNodes(projection).map((edge) => {
    const { key, kind, source, target, type } = graph.edges[edge] ?? {}
    return { key, kind, source, target, type }
  })
  const collapsed = projection.collapsed.map(({ group, part, nodes }) => ({
    group: graph.groups[group],
    part: part?.label,
    nodes: nodes.length,
  }))
  return JSON.stringify({ nodes, edges, collapsed }, null, 2)
}

/** Quotes a text on one line; Mermaid treats `<` as markup. */
const quoted = (text: string): string =>
  `"${text.replaceAll(/\s+/g, ' ').replaceAll('#', '#35;').replaceAll('"', '#quot;').replaceAll('<', '#lt;')}"`

/** Exports what is drawn as a Mermaid flow chart, one subgraph per group. */
export function toMermaid(state: SurfaceState): string {
  const { graph, projection } = state
  const lines = ['flowchart LR']
  const byGroup = new Map<number, number[]>()
  for (const node of projection.nodes) {
    const group = graph.groupOf[node] ?? 0
    byGroup.set(group, [...(byGroup.get(group) ?? []), node])
  }
  for (const [group, nodes] of byGroup) {
    lines.push(`  subgraph g${group}[${quoted(graph.groups[group] || ' ')}]`)
    for (const node of nodes) lines.push(`    n${node}[${quoted(graph.nodes[node]?.label ?? '')}]`)
    lines.push('  end')
  }
  projection.collapsed.forEach(({ group, part, nodes }, i) =>
    lines.push(`  b${i}[[${quoted(`${part?.label ?? graph.groups[group] ?? ''} (${nodes.length})`)}]]`),
  )
  const item = (place: number): string =>
    place < projection.nodes.length ? `n${projection.nodes[place]}` : `b${place - projection.nodes.length}`
  for (const edge of projection.edges)
    lines.push(`  n${graph.from[edge]} -->|${quoted(graph.edges[edge]?.type ?? '')}| n${graph.to[edge]}`)
  for (const bundle of projection.bundles)
    lines.push(`  ${item(bundle.from)} ==>|${quoted(String(bundle.edges.length))}| ${item(bundle.to)}`)
  return `${lines.join('\n')}\n`
}

/** Converts a flat element to its authoring form, as used in files. */
function authoringForm(element: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const metadata = (element['metadata'] ?? {}) as Record<string, unknown>
  const schema =
    element['schema'] ?? (element['version'] === undefined ? undefined : { version: element['version'] })
  return {
    kind: element['kind'],
    schema,
    metadata: { name: element['name'], domain: element['domain'], ...metadata },
    spec: element['spec'],
  }
}

/** Serialises whole elements as a multi-document YAML text; each document is a file of a model folder. */
export function toYaml(elements: readonly Readonly<Record<string, unknown>>[]): string {
  return elements.map((element) => `---\n${stringify(authoringForm(element))}`).join('')
}
