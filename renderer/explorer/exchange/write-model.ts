import { escapeHtml } from '#shared/html/escape.ts'
import { stringify } from 'yaml'
import { ICON_PATHS, ICONS, outline, SHAPES } from '../../graph/scene/icons.ts'
import {
  direction,
  isEmpty,
  longestPiece,
  traceWay,
  wayOf,
  wholeWay,
  type Way,
} from '../../graph/paint/way.ts'
import { MARK, type Palette, type Scene, type SceneTable } from '../../graph/scene/scene.ts'
import type { Bounds } from '../../graph/scene/camera.ts'
import type { SurfaceState } from '../view/surface.ts'

/** What is drawn, as plain data: nodes with their places, edges with their ends. */
export function toJson(state: SurfaceState): string {
  const { graph, projection, scene } = state
  const nodes = [...projection.nodes].map((node, item) => {
    const { key, kind, domain, name, label, description, fields } = graph.nodes[node] ?? {}
    return { key, kind, domain, name, label, description, fields, x: scene.x[item], y: scene.y[item] }
  })
  const edges = [...projection.edges].map((edge) => {
    const { key, kind, source, target, type } = graph.edges[edge] ?? {}
    return { key, kind, source, target, type }
  })
  const collapsed = projection.boxes.map((box) => ({
    group: graph.groups[box.group],
    part: box.part?.label,
    nodes: box.nodes.length,
  }))
  return JSON.stringify({ nodes, edges, collapsed }, null, 2)
}

/** A text in quotes on one line; Mermaid reads `<` as markup. */
const quoted = (text: string): string =>
  `"${text.replaceAll(/\s+/g, ' ').replaceAll('#', '#35;').replaceAll('"', '#quot;').replaceAll('<', '#lt;')}"`

/** What is drawn as a Mermaid flow chart, one subgraph per box. */
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
  projection.boxes.forEach((box, i) =>
    lines.push(
      `  b${i}[[${quoted(`${box.part?.label ?? graph.groups[box.group] ?? ''} (${box.nodes.length})`)}]]`,
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

/** The authoring form of a flat element, as a file says it. */
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

/** Whole elements as one YAML text of several documents; each document is a file of a model folder. */
export function toYaml(elements: readonly Readonly<Record<string, unknown>>[]): string {
  return elements.map((element) => `---\n${stringify(authoringForm(element))}`).join('')
}

const round = (value: number): string => String(Math.round(value * 10) / 10)

/** The scene as SVG with real text and the same outlines and icons as on the canvas. */
export function toSvg(scene: Scene, table: SceneTable, palette: Palette, bounds: Bounds): string {
  const margin = 40
  const [left, top] = [bounds.left - margin, bounds.top - margin]
  const [width, height] = [bounds.right - bounds.left + 2 * margin, bounds.bottom - bounds.top + 2 * margin]
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${round(left)} ${round(top)} ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" font-family="${escapeHtml(palette.font)}">`,
    `<rect x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" fill="${palette.ground}"/>`,
    ...scene.boxes.map(
      (box) =>
        `<g><rect x="${round(box.x)}" y="${round(box.y)}" width="${round(box.width)}" height="${round(box.height)}" rx="12" fill="${palette.tints[box.hue]}" fill-opacity="0.55" stroke="${palette.line}"/><text x="${round(box.x + 16)}" y="${round(box.y + 23)}" font-size="13" font-weight="600" fill="${palette.text}">${escapeHtml(box.label)}</text></g>`,
    ),
    ...svgEdges(scene, palette),
    ...svgItems(scene, table, palette),
    '</svg>',
  ]
  return parts.join('\n')
}

/** A way as the text of an SVG path. */
function svgPath(way: Way): string {
  const parts: string[] = []
  traceWay(
    {
      moveTo: (x, y) => parts.push(`M${round(x)} ${round(y)}`),
      lineTo: (x, y) => parts.push(`L${round(x)} ${round(y)}`),
      quadraticCurveTo: (cx, cy, x, y) => parts.push(`Q${round(cx)} ${round(cy)} ${round(x)} ${round(y)}`),
    },
    way,
  )
  return parts.join('')
}

function svgEdge(way: Way, mark: number, label: string, palette: Palette): string {
  if (isEmpty(way)) return ''
  const colour =
    mark & MARK.highlighted
      ? palette.accent
      : mark & MARK.added
        ? palette.good
        : mark & MARK.removed
          ? palette.bad
          : palette.quiet
  const to = direction(way, 'target')
  const [tipX, tipY] = [way.points[way.last - 2] ?? 0, way.points[way.last - 1] ?? 0]
  const head = [0.42, -0.42].map(
    (side) => `L${round(tipX - 8 * to.x - 8 * side * to.y)} ${round(tipY - 8 * to.y + 8 * side * to.x)}`,
  )
  const middle = longestPiece(way)
  return `<g opacity="${mark & MARK.dimmed ? 0.2 : 1}"><path d="${svgPath(way)}" fill="none" stroke="${colour}" stroke-width="1.1"/><path d="M${round(tipX)} ${round(tipY)}${head.join('')}Z" fill="${colour}"/><text x="${round(middle.x)}" y="${round(middle.y + 4)}" font-size="10.5" text-anchor="middle" fill="${palette.quiet}" stroke="${palette.ground}" stroke-width="3" paint-order="stroke">${escapeHtml(label)}</text></g>`
}

function svgEdges(scene: Scene, palette: Palette): string[] {
  const labels = scene.edgeLabels.split('\n')
  const trunks = scene.trunks
    .filter(({ weight }) => weight > 1)
    .map((trunk) => svgEdge(wholeWay(trunk.points), trunk.mark, String(trunk.weight), palette))
  const edges = Array.from(scene.from, (_, edge) => {
    const weight = scene.weight[edge] ?? 1
    const label = scene.shared[edge] === 1 ? '' : weight > 1 ? String(weight) : (labels[edge] ?? '')
    return svgEdge(wayOf(scene, edge), scene.edgeMark[edge] ?? 0, label, palette)
  })
  return [...edges, ...trunks]
}

function svgItems(scene: Scene, table: SceneTable, palette: Palette): string[] {
  const labels = table.labels.split('\n')
  const details = table.details.split('\n')
  const short = (text: string, most: number): string =>
    escapeHtml(text.length > most ? `${text.slice(0, most - 1)}…` : text)
  return Array.from({ length: scene.count }, (_, item) => {
    const [w, h] = [scene.width[item] ?? 0, scene.height[item] ?? 0]
    const [x, y] = [(scene.x[item] ?? 0) - w / 2, (scene.y[item] ?? 0) - h / 2]
    const hue = palette.hues[scene.hue[item] ?? 0] ?? palette.quiet
    const row = scene.nodes[item]
    const opacity = (scene.mark[item] ?? 0) & MARK.dimmed ? 0.3 : 1
    const box = scene.collapsed[item - scene.nodes.length]
    if (row === undefined)
      return `<g transform="translate(${round(x)} ${round(y)})" opacity="${opacity}"><rect width="${w}" height="${h}" rx="8" fill="${palette.tints[scene.hue[item] ?? 0]}" stroke="${hue}" stroke-width="2"/><text x="${w / 2}" y="28" font-size="15" font-weight="600" text-anchor="middle" fill="${palette.text}">${short(box?.label ?? '', 24)}</text><text x="${w / 2}" y="48" font-size="12" text-anchor="middle" fill="${palette.quiet}">${short(box?.detail ?? '', 32)}</text></g>`
    const shape = SHAPES[table.shapes[row] ?? 0] ?? 'card'
    const icon = ICON_PATHS[ICONS[table.icons[row] ?? 0] ?? 'dot']
    return `<g transform="translate(${round(x)} ${round(y)})" opacity="${opacity}"><title>${escapeHtml(labels[row] ?? '')}</title><path d="${outline(shape, w, h)}" fill="${palette.surface}" stroke="${palette.lineStrong}"${shape === 'dashed' ? ' stroke-dasharray="5 3"' : ''}/><path transform="translate(9 ${h / 2 - 8})" d="${icon}" fill="none" stroke="${hue}" stroke-width="1.3"/><rect width="3" height="${h}" fill="${palette.domains[scene.tint[item] ?? 0]}"/><text x="31" y="${h / 2 - 2}" font-size="13" font-weight="500" fill="${palette.text}">${short(labels[row] ?? '', Math.floor((w - 40) / 6.6))}</text><text x="31" y="${h / 2 + 13}" font-size="10.5" fill="${palette.quiet}">${short(details[row] ?? '', Math.floor((w - 40) / 5.4))}</text></g>`
  })
}
