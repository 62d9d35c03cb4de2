import { panBy, toWorld, type Point, textZoom } from '../scene/camera.ts'
import type { GraphView } from './graph-view.ts'
import { hitTest, itemsWithin, type Hit } from './hit.ts'
import { Pinch } from './pinch.ts'
import { type Stage, zoomed } from './stage.ts'

/** Pointer movement in pixels before a press becomes a drag. */
const TREMBLE = 4
/** Zoom factor per unit of wheel delta. */
const WHEEL = 1.0016

/** A drag of items; both callbacks receive the offset from the start in world units. */
export interface Drag {
  move(dx: number, dy: number): void
  drop(dx: number, dy: number): void
}

interface PointerActions {
  /** A press without a drag. `extend`: a modifier key adds to the selection. */
  choose(hit: Hit | undefined, extend: boolean): void
  open(hit: Hit): void
  chooseItems(items: readonly number[]): void
  /** The object under the pointer, and the page coordinates. */
  hover(hit: Hit | undefined, at: Point): void
  /** Starts dragging an item; returns undefined if it cannot be moved, and the view pans instead. */
  grab(item: number): Drag | undefined
  /** An edge is being drawn from an item (Alt+drag); `to` is the item under the pointer, if any. */
  drawing?(from: number, to: number | undefined, at: Point): void
  /** The edge was released there. */
  drawn?(from: number, to: number | undefined, at: Point): void
}

type Gesture =
  | { readonly type: 'pan' }
  | { readonly type: 'pinch' }
  | { readonly type: 'lasso'; readonly from: Point }
  | { readonly type: 'drag'; readonly drag: Drag; readonly start: Point }
  | { readonly type: 'line'; readonly from: number }

/** Attaches the pointer handlers to the canvas; returns a function that removes them. */
export function followPointer(
  canvas: HTMLCanvasElement,
  stage: Stage,
  view: Pick<GraphView, 'setHover' | 'setLasso'>,
  actions: PointerActions,
): () => void {
  let pressed: { at: Point; hit: Hit | undefined; extend: boolean } | undefined
  let gesture: Gesture | undefined
  const pinch = new Pinch(stage)

  const pointOf = (event: MouseEvent): Point => {
    const box = canvas.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const hitAt = (at: Point): Hit | undefined => {
    const { scene, camera, size } = stage.getState()
    const world = toWorld(camera, size, at.x, at.y)
    return hitTest(scene, world.x, world.y, textZoom(camera))
  }

  const itemAt = (at: Point): number | undefined => {
    const hit = hitAt(at)
    return hit?.type === 'item' ? hit.item : undefined
  }

  function begin(at: Point, event: PointerEvent): Gesture {
    const hit = pressed?.hit
    const start = pressed?.at ?? at
    if (event.altKey && hit?.type === 'item' && actions.drawing) return { type: 'line', from: hit.item }
    const drag = hit?.type === 'item' ? actions.grab(hit.item) : undefined
    if (drag) return { type: 'drag', drag, start }
    return event.shiftKey ? { type: 'lasso', from: start } : { type: 'pan' }
  }

  function moved(start: Point, at: Point): [number, number] {
    const { zoom } = stage.getState().camera
    return [(at.x - start.x) / zoom, (at.y - start.y) / zoom]
  }

  const onDown = (event: PointerEvent): void => {
    if (event.button === 2) return
    const at = pointOf(event)
    canvas.setPointerCapture(event.pointerId)
    if (event.pointerType === 'touch' && pinch.down(event.pointerId, at)) {
      if (gesture) finish(at)
      view.setLasso(undefined)
      gesture = { type: 'pinch' }
      return
    }
    pressed = { at, hit: hitAt(at), extend: event.ctrlKey || event.metaKey || event.shiftKey }
  }

  const onMove = (event: PointerEvent): void => {
    const at = pointOf(event)
    pinch.move(event.pointerId, at)
    if (gesture?.type === 'pinch') return
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
      stage.setState((state) => ({ camera: panBy(state.camera, event.movementX, event.movementY) }))
    else if (gesture.type === 'drag') gesture.drag.move(...moved(gesture.start, at))
    else if (gesture.type === 'line') {
      const to = itemAt(at)
      // Marks what the line would lead to.
      view.setHover(to)
      actions.drawing?.(gesture.from, to, at)
    } else if (gesture.type === 'lasso') {
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
    const { scene, camera, size } = stage.getState()
    if (gesture?.type === 'drag') gesture.drag.drop(...moved(gesture.start, at))
    else if (gesture?.type === 'line') actions.drawn?.(gesture.from, itemAt(at), at)
    else if (gesture?.type === 'lasso') {
      const { from } = gesture
      const a = toWorld(camera, size, Math.min(from.x, at.x), Math.min(from.y, at.y))
      const b = toWorld(camera, size, Math.max(from.x, at.x), Math.max(from.y, at.y))
      actions.chooseItems(itemsWithin(scene, a.x, a.y, b.x, b.y))
    } else if (!gesture && pressed) actions.choose(pressed.hit, pressed.extend)
  }

  const onUp = (event: PointerEvent): void => {
    const isLast = pinch.up(event.pointerId)
    if (!pressed || (gesture?.type === 'pinch' && !isLast)) return
    finish(pointOf(event))
    view.setLasso(undefined)
    canvas.style.cursor = 'default'
    pressed = undefined
    gesture = undefined
  }

  const onWheel = (event: WheelEvent): void => {
    event.preventDefault()
    const at = pointOf(event)
    stage.setState((state) => {
      if (event.shiftKey || event.deltaX !== 0)
        return {
          camera: panBy(state.camera, -(event.deltaX || event.deltaY), event.deltaX ? -event.deltaY : 0),
        }
      const strength = event.ctrlKey ? 5 : 1
      return { camera: zoomed(state, WHEEL ** (-event.deltaY * strength), at) }
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
