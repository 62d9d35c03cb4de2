import type { Point } from '../../graph/scene/camera.ts'
import { change } from './history.ts'
import { groupNameOf } from './projection.ts'
import { placementOf, type Surface, type ViewSnapshot } from './surface.ts'
import { applyHistory, refreshScene } from './surface-actions.ts'
import type { ViewState } from './view-state.ts'

/** Moves nodes without an undo step, during a drag. */
export function movePlaces(surface: Surface, moves: ReadonlyMap<string, Point>): void {
  const state = surface.getState()
  const placement = placementOf(state)
  const xy = placement.xy.slice()
  const groups = new Map(placement.groups)
  for (const [key, place] of moves) {
    const index = state.graph.indexOf.get(key)
    if (index === undefined) groups.set(groupNameOf(key) ?? key, place)
    else {
      xy[2 * index] = place.x
      xy[2 * index + 1] = place.y
    }
  }
  surface.setState({
    history: {
      ...state.history,
      present: { ...state.history.present, placement: { ...placement, xy, groups } },
    },
  })
  void refreshScene(surface)
}

/** Records a finished drag as one undo step from the positions before it. */
export function commitPlaces(
  surface: Surface,
  before: ViewSnapshot,
  label: string,
  pins: ViewState['pins'],
): void {
  const state = surface.getState()
  const { placement, view } = state.history.present
  const history = change(
    { ...state.history, present: before },
    { ...state.history.present, placement, view: { ...view, pins } },
    label,
  )
  applyHistory(surface, history, () => void refreshScene(surface))
}
