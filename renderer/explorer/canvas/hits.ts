import { textZoom } from '../../graph/scene/camera.ts'
import type { Hit } from '../../graph/canvas/hit.ts'
import { isOverview } from '../../graph/scene/scene.ts'
import { enterGroup } from '../view/arrival.ts'
import { viewCommands } from '../view/commands-on-view.ts'
import { groupNameOf } from '../view/projection.ts'
import { keyOfItem, keysOfLine, select } from '../view/selection.ts'
import type { Surface, SurfaceState } from '../view/surface.ts'
import { linesAt } from './joined-links.ts'

/** The selection key of what is under the pointer; none of a bundle. */
export function keyOf(state: SurfaceState, hit: Hit): string {
  if (hit.type === 'item') return keyOfItem(state, hit.item)
  if (hit.type === 'group') return state.scene.groups[hit.group]?.key ?? ''
  if (hit.type === 'trunk') return ''
  return keysOfLine(state, hit.edge)[0] ?? ''
}

/** The keys that a press selects: of a bundle those of all links that its line stands for. */
export function keysOf(state: SurfaceState, hit: Hit): readonly string[] {
  const lines = linesAt(state, hit).flat()
  return lines.length > 0 ? lines.flatMap((line) => keysOfLine(state, line)) : [keyOf(state, hit)]
}

/** What a double-click does: enters a domain of the map, opens or collapses a group, expands a node. */
export function openHit(surface: Surface, hit: Hit, expand: (key: string) => void): void {
  const key = keyOf(surface.getState(), hit)
  const group = groupNameOf(key)
  const { scene, camera } = surface.getState()
  const entered = hit.type === 'group' ? scene.groups[hit.group] : undefined
  if (entered && isOverview(scene, textZoom(camera))) {
    // The first press selected the group; inside, all its links would be emphasized.
    select(surface, [])
    enterGroup(surface, entered)
  } else if (group !== undefined) viewCommands(surface).toggleGroup(group)
  else if (hit.type === 'item') expand(key)
}
