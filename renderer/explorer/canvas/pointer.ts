import { boxKey } from '../view/scene-builder.ts'
import type { ViewSnapshot, Surface, SurfaceState } from '../view/surface.ts'
import { commitPlaces, movePlaces } from '../view/surface-actions.ts'
import type { Point } from '../view/view-state.ts'
import { panBy, toWorld, zoomAt } from './camera.ts'
import type { GraphView } from './graph-view.ts'
import { hitTest, itemsWithin, type Hit } from './hit.ts'

/** Pixels the pointer may tremble before a press becomes a drag. */
const TREMBLE = 4
/** Zoom per wheel step of 100 units. */
const WHEEL = 1.0016

export interface PointerActions {
  /** A press without a drag. `extend` when a modifier asks to add to the selection. */
  choose(hit: Hit | undefined, extend: boolean): void
  open(hit: Hit): void
  chooseMany(keys: readonly string[], extend: boolean): void
  /** What the pointer is over, and where on the page. */
  hover(hit: Hit | undefined, at: Point): void
  dragged(): string
}

type Gesture =
  | { readonly type: 'pan' }
  | { readonly type: 'lasso'; readonly from: Point }
  | {
      readonly type: 'drag'
      readonly before: ViewSnapshot
      readonly start: Point
      readonly places: ReadonlyMap<string, Point>
    }

/** Selection key of an item: the node's key, or the box's. */
export function keyOfItem(state: SurfaceState, item: number): string {
  const { graph, projection } = state
  const nodes = projection.nodes.length
  if (item < nodes) return graph.nodes[projection.nodes[item] ?? 0]?.key ?? ''
  return boxKey(graph.groups[projection.boxes[item - nodes]?.group ?? 0] ?? '')
}

/** Lets the pointer work on the canvas; returns the way to stop. */
export function followPointer(
  canvas: HTMLCanvasElement,
  surface: Surface,
  view: GraphView,
  actions: PointerActions,
): () => void {
  let pressed: { at: Point; hit: Hit | undefined; extend: boolean } | undefined
  let gesture: Gesture | undefined

  const pointOf = (event: MouseEvent): Point => {
    const box = canvas.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const hitAt = (at: Point): Hit | undefined => {
    const { scene, camera, size } = surface.getState()
    const world = toWorld(camera, size, at.x, at.y)
    return hitTest(scene, world.x, world.y, camera.zoom)
  }

  function begin(at: Point, event: PointerEvent): Gesture {
    const state = surface.getState()
    const hit = pressed?.hit
    if (hit?.type !== 'item')
      return event.shiftKey ? { type: 'lasso', from: pressed?.at ?? at } : { type: 'pan' }
    const key = keyOfItem(state, hit.item)
    const keys = state.selection.includes(key) ? state.selection : [key]
    const places = new Map<string, Point>()
    for (let item = 0; item < state.scene.count; item++) {
      const own = keyOfItem(state, item)
      if (keys.includes(own)) places.set(own, { x: state.scene.x[item] ?? 0, y: state.scene.y[item] ?? 0 })
    }
    return { type: 'drag', before: state.history.present, start: pressed?.at ?? at, places }
  }

  function moved(gesture: Extract<Gesture, { type: 'drag' }>, at: Point): Map<string, Point> {
    const { zoom } = surface.getState().camera
    const [dx, dy] = [(at.x - gesture.start.x) / zoom, (at.y - gesture.start.y) / zoom]
    return new Map([...gesture.places].map(([key, place]) => [key, { x: place.x + dx, y: place.y + dy }]))
  }

  const onDown = (event: PointerEvent): void => {
    if (event.button === 2) return
    const at = pointOf(event)
    canvas.setPointerCapture(event.pointerId)
    pressed = { at, hit: hitAt(at), extend: event.ctrlKey || event.metaKey || event.shiftKey }
  }

  const onMove = (event: PointerEvent): void => {
    const at = pointOf(event)
    if (!pressed) {
      const hit = hitAt(at)
      view.setHover(hit?.type === 'item' ? hit.item : undefined)
      canvas.style.cursor = hit ? 'pointer' : 'default'
      actions.hover(hit, at)
      return
    }
    if (!gesture) {
      if (Math.hypot(at.x - pressed.at.x, at.y - pressed.at.y) < TREMBLE) return
      gesture = begin(at, event)
      canvas.style.cursor = 'grabbing'
      actions.hover(undefined, at)
    }
    if (gesture.type === 'pan')
      surface.setState((state) => ({ camera: panBy(state.camera, event.movementX, event.movementY) }))
    else if (gesture.type === 'drag') movePlaces(surface, moved(gesture, at))
    else {
      const { from } = gesture
      view.setLasso({
        x: Math.min(from.x, at.x),
        y: Math.min(from.y, at.y),
        width: Math.abs(at.x - from.x),
        height: Math.abs(at.y - from.y),
      })
    }
  }

  function finish(at: Point): void {
    const state = surface.getState()
    if (gesture?.type === 'drag') {
      const pins = new Map([...state.history.present.view.pins, ...moved(gesture, at)])
      commitPlaces(surface, gesture.before, actions.dragged(), pins)
    } else if (gesture?.type === 'lasso') {
      const a = toWorld(
        state.camera,
        state.size,
        Math.min(gesture.from.x, at.x),
        Math.min(gesture.from.y, at.y),
      )
      const b = toWorld(
        state.camera,
        state.size,
        Math.max(gesture.from.x, at.x),
        Math.max(gesture.from.y, at.y),
      )
      const items = itemsWithin(state.scene, a.x, a.y, b.x, b.y)
      actions.chooseMany(
        items.map((item) => keyOfItem(state, item)),
        true,
      )
    } else if (!gesture && pressed) actions.choose(pressed.hit, pressed.extend)
  }

  const onUp = (event: PointerEvent): void => {
    if (!pressed) return
    finish(pointOf(event))
    view.setLasso(undefined)
    canvas.style.cursor = 'default'
    pressed = undefined
    gesture = undefined
  }

  const onWheel = (event: WheelEvent): void => {
    event.preventDefault()
    const at = pointOf(event)
    surface.setState((state) => {
      if (event.shiftKey || event.deltaX !== 0)
        return {
          camera: panBy(state.camera, -(event.deltaX || event.deltaY), event.deltaX ? -event.deltaY : 0),
        }
      const strength = event.ctrlKey ? 5 : 1
      return { camera: zoomAt(state.camera, state.size, WHEEL ** (-event.deltaY * strength), at) }
    })
  }

  const onDouble = (event: MouseEvent): void => {
    const hit = hitAt(pointOf(event))
    if (hit) actions.open(hit)
  }
  const onLeave = (): void => {
    view.setHover(undefined)
    actions.hover(undefined, { x: 0, y: 0 })
  }

  canvas.addEventListener('pointerdown', onDown)
  canvas.addEventListener('pointermove', onMove)
  canvas.addEventListener('pointerup', onUp)
  canvas.addEventListener('pointercancel', onUp)
  canvas.addEventListener('pointerleave', onLeave)
  canvas.addEventListener('wheel', onWheel, { passive: false })
  canvas.addEventListener('dblclick', onDouble)
  return () => {
    canvas.removeEventListener('pointerdown', onDown)
    canvas.removeEventListener('pointermove', onMove)
    canvas.removeEventListener('pointerup', onUp)
    canvas.removeEventListener('pointercancel', onUp)
    canvas.removeEventListener('pointerleave', onLeave)
    canvas.removeEventListener('wheel', onWheel)
    canvas.removeEventListener('dblclick', onDouble)
  }
}
