import type { Hit } from '../../graph/canvas/hit.ts'
import { textZoom } from '../../graph/scene/camera.ts'
import { isOverview } from '../../graph/scene/scene.ts'
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

/** The links of the bundle under the pointer, in each of its directions; none of a single link. */
export function joinedAt(state: SurfaceState, hit: Hit): readonly Joined[] {
  const { scene, camera } = state
  const { projection } = state.drawn
  if (hit.type === 'trunk') {
    const trunk = scene.trunks[hit.trunk]
    const other = isOverview(scene, textZoom(camera)) ? scene.trunks[trunk?.back ?? -1] : undefined
    return [trunk, other].flatMap((one) =>
      one
        ? {
            from: one.from,
            to: one.to,
            edges: (one.lines ?? []).flatMap((line) => edgesOfLine(projection, line)),
          }
        : [],
    )
  }
  if (hit.type !== 'edge') return []
  const lines = [hit.edge, oppositeLines(projection).get(hit.edge)]
  return lines.flatMap((line) => {
    const bundle = projection.bundles[(line ?? -1) - projection.edges.length]
    if (!bundle) return []
    return [{ from: nameOfItem(state, bundle.from), to: nameOfItem(state, bundle.to), edges: bundle.edges }]
  })
}
