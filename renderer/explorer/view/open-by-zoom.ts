import { textScale } from '../../ui/text-scale.ts'
import { text } from '../../i18n/text.ts'
import { leastZoom } from '../../graph/canvas/stage.ts'
import { type Bounds, type Camera, type Point, type Size, toWorld } from '../../graph/scene/camera.ts'
import { COLLAPSED_HEIGHT, COLLAPSED_WIDTH } from '../../graph/scene/card.ts'
import { NAME_ZOOM } from '../../graph/scene/scene.ts'
import type { Graph } from '../graph/graph.ts'
import { groupOfPart, isPart, partNames, partsOf } from '../graph/parts.ts'
import { type Anchor, anchorOf, groupBounds, isWithin, timesCollapsed } from './anchor.ts'
import { requestFit } from './arrival.ts'
import { shownSentence } from './commands-on-view.ts'
import type { History } from './history.ts'
import { openedGroup } from './overview.ts'
import type { Placement } from './placement.ts'
import { groupNameOf } from './projection.ts'
import { announce } from './selection.ts'
import { changeInPlace } from './surface-actions.ts'
import { placementOf, viewOf, type Surface, type SurfaceState, type ViewSnapshot } from './surface.ts'
import { collapse, expand, type ViewState } from './view-state.ts'

/** Shares of the view that a collapsed group fills when it opens, across or down. */
const ACROSS = 0.45
const DOWN = 0.4
/** In a large view a group opens where more zoom would only make its letters larger; in a small one not before it is read with ease. */
const LARGEST = 2.6
const SMALLEST = 0.9
/** Parts of what the zoom of opening is at which a group has room once it is open, and at which it may close: three notches of a wheel lie between. */
const ONCE_OPEN = 0.7
const CLOSES = 0.45
/** Cards of a group that has just opened have names; it closes when they have been too small for a while. */
const LEAST_OPEN = 1.15 * NAME_ZOOM
const MOST_CLOSED = 0.7 * NAME_ZOOM

/** The zoom at which a collapsed group fills its share of a view. */
const fillsAt = ({ width, height }: Size): number =>
  Math.min((ACROSS * width) / COLLAPSED_WIDTH, (DOWN * height) / COLLAPSED_HEIGHT)

/** The zoom at which a collapsed group opens in a view of this size. */
export const opensAt = (size: Size): number =>
  Math.min(Math.max(fillsAt(size), SMALLEST * textScale()), LARGEST * textScale())

/**
 * Whether an open group so many times larger than a collapsed one closes at a zoom: when it fills no more of the view than that one
 * when it opens.
 */
export const isToClose = (zoom: number, times: number, size: Size): boolean =>
  (zoom * times < Math.max(fillsAt(size), opensAt(size)) && zoom < CLOSES * opensAt(size)) ||
  zoom < MOST_CLOSED * textScale()

/** Whether one has zoomed out as far as one gets: whatever a camera has opened closes there. */
const isFarthest = (state: SurfaceState): boolean => state.camera.zoom <= 1.001 * leastZoom(state)

/** The zooms that a view has once a group has opened in it. */
export const zoomsOnceOpen = (size: Size): Pick<Anchor, 'least' | 'most' | 'view'> => ({
  least: LEAST_OPEN * textScale(),
  most: ONCE_OPEN * opensAt(size),
  view: size,
})

/** A group that the camera has opened, and what there was before. */
interface Opened {
  readonly name: string
  readonly view: ViewState
  /** Unknown where another group has closed meanwhile. */
  readonly placement: Placement | undefined
  /** The steps until then: since another, what is open is so by somebody's will. */
  readonly past: History<ViewSnapshot>['past']
}

/** What stays under the pointer while a camera zooms, from the middle of the view; the middle if that moves as well. */
export function zoomedAround(from: Camera, to: Camera, { width, height }: Size): Point {
  const per = 1 / from.zoom - 1 / to.zoom
  const [x, y] = [(to.x - from.x) / per, (to.y - from.y) / per]
  return Math.abs(x) <= width / 2 && Math.abs(y) <= height / 2 ? { x, y } : { x: 0, y: 0 }
}

/** Share of the view's shorter side: a group that is no farther from the pointer is meant, for between groups is nothing to zoom into. */
const BESIDE = 0.3

/** The collapsed group at a place of the view, or the nearest one beside it. */
function groupAt(
  { scene, camera, size, drawn: { projection } }: SurfaceState,
  at: Point,
): string | undefined {
  const world = toWorld(camera, size, at.x + size.width / 2, at.y + size.height / 2)
  const beside = (middle: number | undefined, length: number | undefined, place: number): number =>
    Math.max(0, Math.abs((middle ?? 0) - place) - (length ?? 0) / 2)
  let found: string | undefined
  let least = (BESIDE * Math.min(size.width, size.height)) / camera.zoom
  for (const [place, { name }] of projection.collapsed.entries()) {
    const item = projection.nodes.length + place
    const away = Math.hypot(
      beside(scene.x[item], scene.width[item], world.x),
      beside(scene.y[item], scene.height[item], world.y),
    )
    if (away >= least) continue
    found = name
    least = away
  }
  return found
}

/** Whether something in a group, or part of one, is selected or on a path: it is not taken out of sight. */
function isInUse({ graph, selection, paths, comparison }: SurfaceState, name: string): boolean {
  if (paths || comparison) return true
  const { list, of } = partsOf(graph)
  return selection.some((key) => {
    const node = graph.indexOf.get(key)
    const group = groupNameOf(key)
    if (group !== undefined) return isPart(group) && groupOfPart(group) === name
    return node !== undefined && (graph.nodes[node]?.group === name || list[of[node] ?? -1]?.name === name)
  })
}

/** Whether a group that the camera has opened is too small now, or in one that is. */
function isTooSmall(state: SurfaceState, { name }: Opened): boolean {
  const { camera, size } = state
  const outer = isPart(name) ? groupBounds(state, groupOfPart(name)) : undefined
  const isSmall = (bounds: Bounds | undefined): boolean =>
    bounds !== undefined && (isFarthest(state) || isToClose(camera.zoom, timesCollapsed(bounds), size))
  return (isSmall(groupBounds(state, name)) || isSmall(outer)) && !isInUse(state, name)
}

/** The view with groups closed, and without what was collapsed in them. */
function closedIn(view: ViewState, graph: Graph, names: ReadonlySet<string>): ViewState {
  const whole = [...names].filter((name) => !isPart(name) || !names.has(groupOfPart(name)))
  const parts = whole.flatMap((name) => partNames(graph, name))
  return collapse(expand(view, parts), whole)
}

/**
 * The view without some of the groups that the camera has opened, in whatever order, and what is left open. Where those are the
 * last, it is the view before them, with its places.
 */
function without(
  opened: readonly Opened[],
  names: ReadonlySet<string>,
  view: ViewState,
  graph: Graph,
): { readonly view: ViewState; readonly placement?: Placement; readonly left: readonly Opened[] } {
  const first = opened.findIndex(({ name }) => names.has(name))
  const before = opened[first]
  if (before && opened.slice(first).every(({ name }) => names.has(name)))
    return { view: before.view, placement: before.placement, left: opened.slice(0, first) }
  const left = opened.flatMap((group, place) => {
    if (names.has(group.name)) return []
    if (place < first) return [group]
    // What was opened later is taken back to a view that has no places yet.
    return [{ ...group, view: closedIn(group.view, graph, names), placement: undefined }]
  })
  return { view: closedIn(view, graph, names), left }
}

/** What stays where it is on screen while groups close: what is under the pointer, one that closes rather than another. */
function rectAt(
  state: SurfaceState,
  at: Point,
  names: ReadonlySet<string>,
): Pick<Anchor, 'name' | 'was'> | undefined {
  const world = toWorld(state.camera, state.size, at.x + state.size.width / 2, at.y + state.size.height / 2)
  const rects = [...names].flatMap((name) => {
    const was = names.has(groupOfPart(name)) && isPart(name) ? undefined : groupBounds(state, name)
    return was ? [{ name, was }] : []
  })
  const under = rects.find(({ was }) => isWithin(world, was))
  if (under) return under
  const name = groupAt(state, at)
  const was = name === undefined ? undefined : groupBounds(state, name)
  return name !== undefined && was ? { name, was } : rects[0]
}

/**
 * Opens the collapsed group that one zooms into, as its command does: its parts first if it is large; and closes it when one
 * zooms out again. What the camera opens is no step of the view's history; where somebody takes a step since, it stays open.
 */
export function followZoom(surface: Surface): () => void {
  let { camera } = surface.getState()
  let opened: readonly Opened[] = []
  let isBusy = false
  /** The last movement that has not been looked at, because a layout runs. */
  let zoomed: { readonly isIn: boolean; readonly at: Point } | undefined

  const apply = (
    view: ViewState,
    placement: Placement | undefined,
    anchor: Anchor | undefined,
    said: 'explorer.step.openGroup' | 'explorer.step.closeGroup',
    then: () => void = () => undefined,
  ): void => {
    isBusy = true
    surface.setState({ awaited: anchor })
    changeInPlace(surface, view, placement, (drawn) => {
      announce(surface, `${text(said)}. ${shownSentence(surface.getState())}`)
      void drawn.then(() => {
        isBusy = false
        if (!anchor) requestFit(surface)
        then()
      })
    })
  }

  const open = (state: SurfaceState, at: Point): void => {
    const name = state.camera.zoom < opensAt(state.size) ? undefined : groupAt(state, at)
    const was = name === undefined ? undefined : groupBounds(state, name)
    if (name === undefined || !was) return
    const { past } = state.history
    const view = viewOf(state)
    opened = [...opened, { name, view, placement: placementOf(state), past }]
    apply(
      openedGroup(view, state.graph, name),
      undefined,
      { name, was, at, ...zoomsOnceOpen(state.size) },
      'explorer.step.openGroup',
    )
  }

  const close = (state: SurfaceState, at: Point): void => {
    const closed = opened.filter((group) => isTooSmall(state, group))
    if (closed.length === 0) return
    const names = new Set(closed.map(({ name }) => name))
    const isWhole = state.camera === state.fittedCamera || isFarthest(state)
    const rect = isWhole ? undefined : rectAt(state, at, names)
    const { view, placement, left } = without(opened, names, viewOf(state), state.graph)
    opened = left
    // The wheel may have turned on meanwhile, as far as it goes.
    apply(view, placement, rect && { ...rect, at }, 'explorer.step.closeGroup', () => {
      zoomed ??= { isIn: false, at }
      look()
    })
  }

  /** Opens or closes what the last movement is about, unless something is about to. */
  const look = (): void => {
    const state = surface.getState()
    const isPending = isBusy || state.layout.running || state.drawn.projection !== state.projection
    if (!zoomed || isPending || state.size.width === 0) return
    const { isIn, at } = zoomed
    zoomed = undefined
    const { past } = state.history
    opened = opened.filter((group) => group.past === past && !viewOf(state).collapsed.has(group.name))
    if (isIn) open(state, at)
    else if (opened.length > 0) close(state, at)
  }

  return surface.subscribe(() => {
    const state = surface.getState()
    const before = camera
    camera = state.camera
    const isOwn = anchorOf(state.awaited)?.camera === camera
    if (camera.zoom !== before.zoom && !isOwn) {
      const isIn = camera.zoom > before.zoom
      // A search and a fit show what they are about: they open nothing more.
      const isMeant = camera !== state.flight?.to && camera !== state.fittedCamera
      zoomed = isIn && !isMeant ? undefined : { isIn, at: zoomedAround(before, camera, state.size) }
    }
    look()
  })
}
