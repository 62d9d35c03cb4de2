import type { Hit } from '../../graph/canvas/hit.ts'
import { textZoom } from '../../graph/scene/camera.ts'
import { isMerged, isOverview } from '../../graph/scene/scene.ts'
import { edgesOfLine, oppositeLines } from '../view/projection.ts'
import { keyOfItem } from '../view/selection.ts'
import type { SurfaceState } from '../view/surface.ts'
import { groupTitle } from '../view/words.ts'

/** Links in one direction that are drawn as one line. */
interface Joined {
  readonly from: string
  readonly to: string
  /** By index in the graph. */
  readonly edges: readonly number[]
}

/** The name on an item's card. */
function nameOfItem(state: SurfaceState, item: number): string {
  const key = keyOfItem(state, item)
  const { graph } = state.drawn
  return graph.nodes[graph.indexOf.get(key) ?? -1]?.label ?? groupTitle(state, key)
}

/** The drawn lines that the one under the pointer stands for, by direction: a bundle may have both. */
export function linesAt({ scene, camera, drawn }: SurfaceState, hit: Hit): readonly (readonly number[])[] {
  if (hit.type === 'edge') {
    const other = oppositeLines(drawn.projection).get(hit.edge)
    return other === undefined ? [[hit.edge]] : [[hit.edge], [other]]
  }
  const trunk = hit.type === 'trunk' ? scene.trunks[hit.trunk] : undefined
  const isBoth = isOverview(scene, textZoom(camera)) || isMerged(scene.trunks, trunk?.back ?? -1, false)
  const other = isBoth ? scene.trunks[trunk?.back ?? -1] : undefined
  return [trunk, other].flatMap((one) => (one ? [one.lines ?? []] : []))
}

/** The links of the bundle under the pointer, in each of its directions; none of a single link. */
export function joinedAt(state: SurfaceState, hit: Hit): readonly Joined[] {
  const { projection } = state.drawn
  const { trunks } = state.scene
  const trunk = hit.type === 'trunk' ? trunks[hit.trunk] : undefined
  return linesAt(state, hit).flatMap((lines, place) => {
    const edges = lines.flatMap((line) => edgesOfLine(projection, line))
    if (trunk) {
      const { from, to } = (place === 0 ? trunk : trunks[trunk.back]) ?? trunk
      return [{ from, to, edges }]
    }
    const bundle = projection.bundles[(lines[0] ?? -1) - projection.edges.length]
    return bundle ? [{ from: nameOfItem(state, bundle.from), to: nameOfItem(state, bundle.to), edges }] : []
  })
}
