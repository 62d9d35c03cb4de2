import { inSlices, yieldToMain } from '../../app/slices.ts'
import { text } from '../../i18n/text.ts'
import type { GraphView } from '../../graph/canvas/graph-view.ts'
import type { Drag } from '../../graph/canvas/pointer.ts'
import type { Point } from '../../graph/scene/camera.ts'
import { boxKey, sceneTableSteps } from '../view/scene-builder.ts'
import { keyOfItem } from '../view/selection.ts'
import type { Surface, SurfaceState } from '../view/surface.ts'
import { commitPlaces, movePlaces } from '../view/surface-actions.ts'
import { sceneWords } from '../view/words.ts'

/** Nodes from which on the table of a graph waits for the page. */
const LARGE = 5000

/** Gives the view the texts of the surface's nodes, again whenever the graph is another one. Returns the way to stop. */
export function showTable(surface: Surface, view: GraphView): () => void {
  let stopped = false
  const send = async ({ graph, id }: SurfaceState): Promise<void> => {
    // The page has just been built, or another graph been taken on, which took its part of the task.
    if (graph.nodes.length > LARGE) await yieldToMain()
    const table = await inSlices(sceneTableSteps(graph, sceneWords(id)))
    if (!stopped && surface.getState().graph === graph) view.setTable(table)
  }
  void send(surface.getState())
  const stop = surface.subscribe((state, before) => {
    if (state.graph !== before.graph) void send(state)
  })
  return () => {
    stopped = true
    stop()
  }
}

/** The item that the keyboard stands on. */
export function currentItem({ graph, projection, current }: SurfaceState): number | undefined {
  if (current === undefined) return undefined
  const index = graph.indexOf.get(current)
  if (index === undefined) {
    const box = projection.boxes.findIndex(({ name }) => boxKey(name) === current)
    return box < 0 ? undefined : projection.nodes.length + box
  }
  const item = projection.itemOf[index] ?? -1
  return item < 0 ? undefined : item
}

/** An item taken hold of, with all that is selected where it is selected itself; where it is dropped it stays pinned. */
export function dragOf(surface: Surface, item: number): Drag {
  const state = surface.getState()
  const before = state.history.present
  const key = keyOfItem(state, item)
  const keys = new Set(state.selection.includes(key) ? state.selection : [key])
  const places = new Map<string, Point>()
  for (let other = 0; other < state.scene.count; other++) {
    const own = keyOfItem(state, other)
    if (keys.has(own)) places.set(own, { x: state.scene.x[other] ?? 0, y: state.scene.y[other] ?? 0 })
  }
  const moved = (dx: number, dy: number): Map<string, Point> =>
    new Map([...places].map(([own, { x, y }]) => [own, { x: x + dx, y: y + dy }]))
  return {
    move: (dx, dy) => movePlaces(surface, moved(dx, dy)),
    drop: (dx, dy) => {
      const pins = new Map([...surface.getState().history.present.view.pins, ...moved(dx, dy)])
      commitPlaces(surface, before, text('explorer.step.move'), pins)
    },
  }
}
