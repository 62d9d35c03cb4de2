import { NAME_ZOOM, type Scene, SHARED } from '../scene/scene.ts'
import type { LabelJob, LabelledEdges } from './label-obstacles.ts'
import { COUNT, countAlong, portOf } from './trunk-labels.ts'
import { wayOf } from './way.ts'

/** `portOf` for an edge at a collapsed group, when zoomed in enough to read names. */
export function edgePort(
  { scene, names, seen, zoom }: LabelJob,
  edge: number,
  back = 0,
): ReturnType<typeof portOf> {
  const [from, to] = [scene.from[edge] ?? 0, scene.to[edge] ?? 0]
  const nodes = scene.nodes.length
  if (zoom < NAME_ZOOM || scene.shared[edge] !== SHARED.none || Math.max(from, to) < nodes) return undefined
  const nameOf = (item: number): string =>
    (item < nodes ? names[scene.nodes[item] ?? -1] : scene.collapsed[item - nodes]?.label) ?? ''
  const joined = { from: nameOf(from), to: nameOf(to), weight: scene.weight[edge] ?? 1, back }
  return portOf(wayOf(scene, edge), joined, seen)
}

/** A bundle's count with the direction in which it leads; a loop has none. */
export function countOf(scene: Scene, edge: number): string {
  const weight = scene.weight[edge] ?? 1
  if (scene.from[edge] === scene.to[edge]) return COUNT.format(weight)
  return countAlong(wayOf(scene, edge), weight)
}

/** Bundles between two collapsed groups that look alike, by the one in the opposite direction on the same line. */
export function oppositesOf(scene: Scene, looks: readonly LabelledEdges[]): ReadonlyMap<number, number> {
  const { count, nodes, from, to, edgeMark } = scene
  const known = new Map<string, number>()
  const found = new Map<number, number>()
  if (count - nodes.length < 2) return found
  for (const { edges } of looks)
    for (const edge of edges) {
      const [a, b] = [from[edge] ?? 0, to[edge] ?? 0]
      if (Math.min(a, b) < nodes.length) continue
      known.set(`${a} ${b} ${edgeMark[edge]}`, edge)
      const other = known.get(`${b} ${a} ${edgeMark[edge]}`)
      if (other === undefined) continue
      found.set(edge, other)
      found.set(other, edge)
    }
  return found
}
