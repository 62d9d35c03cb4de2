import type { KeyboardEvent } from 'react'
import { text } from '../../i18n/text.ts'
import { zoomed } from '../../graph/canvas/stage.ts'
import { panBy, type Point, type Size, toScreen } from '../../graph/scene/camera.ts'
import { viewCommands } from '../view/commands-on-view.ts'
import { goToNode } from '../view/go-to.ts'
import { groupNameOf } from '../view/projection.ts'
import { announce, currentItem, describe, select } from '../view/selection.ts'
import { type Surface, type SurfaceState, viewOf } from '../view/surface.ts'
import { drawnNeighbours, step, type Direction } from '../view/walk.ts'

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** Pan distance of Alt+arrow in CSS pixels, and the zoom factor per key press. */
const PAN = 90
const ZOOM = 1.25

interface CanvasKeyActions {
  open(): void
  search(): void
  expand(): void
  /** Opens the menu of the selection at a point of the canvas. */
  menu(at: Point): void
}

/** Announces the edge that was followed and the node it led to. */
function follow(surface: Surface, cycle: 1 | -1): void {
  const state = surface.getState()
  if (state.current === undefined) return
  const near = drawnNeighbours(state, state.current)
  if (near.length === 0) return announce(surface, text('explorer.say.noLinks'))
  const place = ((edgePlace.get(state.current) ?? (cycle === 1 ? -1 : 0)) + cycle + near.length) % near.length
  edgePlace.clear()
  edgePlace.set(state.current, place)
  const { edge, node, outgoing } = near[place] ?? { edge: 0, node: '', outgoing: true }
  const data = state.graph.edges[edge]
  if (!data) return
  select(surface, [state.current, data.key])
  announce(
    surface,
    text(outgoing ? 'explorer.say.edgeOut' : 'explorer.say.edgeIn', {
      type: data.type,
      node: describe(state, node),
      place: place + 1,
      count: near.length,
    }),
  )
}

/** Index of the edge announced last for the current node. */
const edgePlace = new Map<string, number>()

/** Clears the selection and the path; if there is none, shows what was put aside. */
export function chooseNothing(surface: Surface): void {
  const state = surface.getState()
  if (state.selection.length === 0 && !state.paths && viewOf(state).isolated)
    return viewCommands(surface).endIsolation()
  edgePlace.clear()
  surface.setState({ paths: undefined })
  select(surface, [])
}

/** Crosses the edge announced last. */
function goOver(surface: Surface): void {
  const state = surface.getState()
  if (state.current === undefined) return
  const target = drawnNeighbours(state, state.current)[edgePlace.get(state.current) ?? -1]
  if (target) goToNode(surface, target.node, true)
}

const isOnCanvas = ({ x, y }: Point, { width, height }: Size): boolean =>
  x >= 0 && y >= 0 && x <= width && y <= height

/** Where the menu opens if the current node is not on the canvas. */
const CORNER: Point = { x: 40, y: 40 }

/** The lower left corner of the current node, which its menu is to leave in view. */
function menuPlace(state: SurfaceState): Point {
  const { scene, camera, size } = state
  const item = currentItem(state)
  if (item === undefined) return CORNER
  const [x, y] = [scene.x[item] ?? 0, scene.y[item] ?? 0]
  const [width, height] = [scene.width[item] ?? 0, scene.height[item] ?? 0]
  const place = toScreen(camera, size, x - width / 2, y + height / 2)
  return isOnCanvas(place, size) ? place : CORNER
}

/** What keys zoom into: the current node, if it is in view, as a pointer would be on it; else the middle. */
function zoomPlace(state: SurfaceState): Point {
  const { scene, camera, size } = state
  const middle = { x: size.width / 2, y: size.height / 2 }
  const item = currentItem(state)
  if (item === undefined) return middle
  const place = toScreen(camera, size, scene.x[item] ?? 0, scene.y[item] ?? 0)
  return isOnCanvas(place, size) ? place : middle
}

/**
 * Handles canvas keys: arrows move between nodes, brackets cycle through edges, letters run actions. Returns
 * whether the key was handled.
 */
export function handleCanvasKey(event: KeyboardEvent, surface: Surface, actions: CanvasKeyActions): boolean {
  const state = surface.getState()
  const direction = ARROWS[event.key]
  if (event.ctrlKey || event.metaKey) return false
  if (direction && event.altKey) {
    const dx = direction === 'left' ? PAN : direction === 'right' ? -PAN : 0
    const dy = direction === 'up' ? PAN : direction === 'down' ? -PAN : 0
    surface.setState({ camera: panBy(state.camera, dx, dy) })
    return true
  }
  if (event.altKey) return false
  if (direction) {
    const next = step(state, state.current, direction)
    if (next === undefined) announce(surface, text('explorer.say.end'))
    else goToNode(surface, next, true)
    return true
  }
  const group = groupNameOf(state.current ?? '')
  const zoom = (factor: number): void => surface.setState({ camera: zoomed(state, factor, zoomPlace(state)) })
  const selectCurrent = (): void => {
    if (state.current !== undefined && state.selection.length === 0) select(surface, [state.current])
  }
  const keys: Readonly<Record<string, () => void>> = {
    Enter: () => {
      if (edgePlace.has(state.current ?? '')) goOver(surface)
      else if (group === undefined) {
        // The details are those of what is selected.
        selectCurrent()
        actions.open()
      } else viewCommands(surface).toggleGroup(group)
    },
    '/': actions.search,
    '[': () => follow(surface, -1),
    ']': () => follow(surface, 1),
    '+': () => zoom(ZOOM),
    '=': () => zoom(ZOOM),
    '-': () => zoom(1 / ZOOM),
    ' ': () => state.current !== undefined && select(surface, [state.current], true),
    e: () => (group === undefined ? actions.expand() : viewCommands(surface).toggleGroup(group)),
    Escape: () => chooseNothing(surface),
    ContextMenu: () => {
      selectCurrent()
      actions.menu(menuPlace(surface.getState()))
    },
  }
  // Left to the browser, Shift+F10 asks for the menu of what is in the middle of the canvas.
  const run = keys[event.key === 'F10' && event.shiftKey ? 'ContextMenu' : event.key]
  if (!run) return false
  run()
  return true
}
