import { stringify } from 'yaml'
import { inSlices } from '../../app/slices.ts'
import { type CollapsedGroup, edgesAmongNodes, projectSteps } from '../view/projection.ts'
import { type SurfaceState, viewOf } from '../view/surface.ts'
import { groupNameIn } from '../view/words.ts'

/**
 * Exports what is shown as JSON: nodes, with positions where they are drawn on their own, and edges with their ends. What a
 * collapsed group holds is listed too, for a program opens no group.
 */
export async function toJson(state: SurfaceState, signal?: AbortSignal): Promise<string> {
  const { scene, drawn } = state
  const { graph, projection } = drawn
  const view = { ...viewOf(state), collapsed: new Set<string>() }
  const whole = await inSlices(projectSteps(graph, view), signal)
  const nameOf = ({ group, part }: CollapsedGroup): string | undefined => part?.label ?? graph.groups[group]
  const nodes = Array.from(whole.nodes, (node) => {
    const { key, kind, domain, name, label, description, fields } = graph.nodes[node] ?? {}
    const facts = { key, kind, domain, name, label, description, fields }
    const item = projection.itemOf[node] ?? -1
    const collapsed = projection.collapsed[item - projection.nodes.length]
    return collapsed
      ? { ...facts, collapsed: nameOf(collapsed) }
      : { ...facts, x: scene.x[item], y: scene.y[item] }
  })
  const edges = edgesAmongNodes(whole).map((edge) => {
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
    lines.push(
      `  subgraph g${group}[${quoted(graph.groups[group] ? groupNameIn(graph, graph.groups[group]) : ' ')}]`,
    )
    for (const node of nodes) lines.push(`    n${node}[${quoted(graph.nodes[node]?.label ?? '')}]`)
    lines.push('  end')
  }
  projection.collapsed.forEach(({ group, part, nodes }, i) =>
    lines.push(
      `  b${i}[[${quoted(`${part?.label ?? groupNameIn(graph, graph.groups[group])} (${nodes.length})`)}]]`,
    ),
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
