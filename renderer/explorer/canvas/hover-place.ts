import type { Hit } from '../../graph/canvas/hit.ts'
import type { StageState } from '../../graph/canvas/stage.ts'
import { ownLines } from '../../graph/paint/own-lines.ts'
import { drawnTrunks } from '../../graph/paint/trunk-labels.ts'
import { pieceMeets, wayOf, wholeWay, type Way } from '../../graph/paint/way.ts'
import { meets, textZoom, toScreen, type Bounds, type Point, type Size } from '../../graph/scene/camera.ts'
import { drawnAs, isMerged, isOverview, type Scene } from '../../graph/scene/scene.ts'

/** Distances of the tooltip from the pointer in CSS pixels: the farther one where it covers less. */
const AWAY = [14, 90]
/** Cost of covering one of the hovered object's edges, and a card; more than any number of these: leaving the canvas. */
const EDGE_COST = 10
const CARD_COST = 1
/** Cost of covering a box of many, as far as the tooltip lies on it, and distance from the hovered one. */
const BOX_COST = 60
const BOX_GAP = 12
const OUTSIDE_COST = 1e6
/** Edges of the hovered object that are considered. */
const MAX_EDGES = 200

type Stage = Pick<StageState, 'scene' | 'camera' | 'size'>

/** Returns where a tooltip of this size covers the fewest edges of the hovered object, then the fewest cards. */
export function hoverPlace(stage: Stage, hit: Hit, at: Point, card: Size): Point {
  const { width, height } = card
  const places = AWAY.flatMap((away): Point[] => {
    const [right, left] = [at.x + away, at.x - away - width]
    const [below, above] = [at.y + away, at.y - away - height]
    return [
      { x: right, y: below },
      { x: right, y: above },
      { x: left, y: below },
      { x: left, y: above },
      { x: at.x - width / 2, y: below },
      { x: at.x - width / 2, y: above },
    ]
  })
  const edges = drawnLinks(stage.scene, hit, textZoom(stage.camera)).ways
  places.push(...besideBox(stage, hit, at, card))
  const cards = cardsIn(stage)
  const boxes = boxesIn(stage)
  let best: Point = places[0] as Point
  let least = Infinity
  for (const place of places) {
    const rect = { left: place.x, top: place.y, right: place.x + width, bottom: place.y + height }
    const cost = costOf(rect, stage, edges, cards) + BOX_COST * shareOn(rect, boxes)
    if (cost >= least) continue
    best = place
    least = cost
  }
  return best
}

/** Below and above a box under the pointer, so far to a side that it stays on the canvas. */
function besideBox({ scene, camera, size }: Stage, hit: Hit, at: Point, { width, height }: Size): Point[] {
  const item = hit.type === 'group' ? scene.groupOf.indexOf(hit.group) : hit.type === 'item' ? hit.item : -1
  if (item < 0) return []
  const box = onScreen(drawnAs(scene, item, textZoom(camera)), { scene, camera, size })
  const middle = (at.x + (box.left + box.right) / 2) / 2
  return [middle, box.left + width / 2, box.right - width / 2].flatMap((centre) => {
    const x = Math.max(0, Math.min(size.width - width, centre - width / 2))
    return [
      { x, y: box.bottom + BOX_GAP },
      { x, y: box.top - BOX_GAP - height },
    ]
  })
}

/** How much of a rectangle lies on boxes. */
function shareOn(rect: Bounds, boxes: readonly Bounds[]): number {
  const across = (box: Bounds): number =>
    Math.max(0, Math.min(rect.right, box.right) - Math.max(rect.left, box.left))
  const down = (box: Bounds): number =>
    Math.max(0, Math.min(rect.bottom, box.bottom) - Math.max(rect.top, box.top))
  const covered = boxes.reduce((sum, box) => sum + across(box) * down(box), 0)
  return covered / Math.max(1, (rect.right - rect.left) * (rect.bottom - rect.top))
}

/** What stands for many: collapsed groups, and from afar all others. */
function boxesIn(stage: Stage): Bounds[] {
  const { scene, camera } = stage
  const zoom = textZoom(camera)
  const collapsed = scene.collapsed.map((_, place) => drawnAs(scene, scene.nodes.length + place, zoom))
  const groups = isOverview(scene, zoom) ? scene.groups : []
  const centred = groups.map(({ x, y, width, height }) => ({
    x: x + width / 2,
    y: y + height / 2,
    width,
    height,
  }))
  return [...collapsed, ...centred].map((rect) => onScreen(rect, stage))
}

function onScreen({ x, y, width, height }: Point & Size, { camera, size }: Stage): Bounds {
  const [a, b] = [
    toScreen(camera, size, x - width / 2, y - height / 2),
    toScreen(camera, size, x + width / 2, y + height / 2),
  ]
  return { left: a.x, top: a.y, right: b.x, bottom: b.y }
}

function costOf(rect: Bounds, stage: Stage, edges: readonly Way[], cards: readonly Bounds[]): number {
  const { width, height } = stage.size
  const outside = rect.left < 0 || rect.top < 0 || rect.right > width || rect.bottom > height
  const covered = edges.filter((way) => crosses(rect, way, stage)).length
  const hidden = cards.filter(
    (card) =>
      card.left < rect.right && card.right > rect.left && card.top < rect.bottom && card.bottom > rect.top,
  ).length
  return (outside ? OUTSIDE_COST : 0) + covered * EDGE_COST + hidden * CARD_COST
}

/** What is drawn of the links of something. */
interface DrawnLinks {
  /** All of them, and of those in a drawn bundle also the ones that it does not show one by one. */
  readonly lines: readonly number[]
  readonly ways: readonly Way[]
}

/** The links that the hovered object stands for or is linked by, as they are drawn at this `textZoom`: by lines of their own, or by bundles. */
export function drawnLinks(scene: Scene, hit: Hit, zoom: number): DrawnLinks {
  if (hit.type === 'edge') return { lines: [hit.edge], ways: [wayOf(scene, hit.edge)] }
  if (hit.type === 'trunk') {
    const { lines = [], points = new Float32Array() } = scene.trunks[hit.trunk] ?? {}
    return { lines, ways: [wholeWay(points)] }
  }
  const overview = isOverview(scene, zoom)
  const isAt = (item = -1): boolean =>
    hit.type === 'item' ? item === hit.item : scene.groupOf[item] === hit.group
  const isOwn = (edge: number): boolean => {
    const [from, to] = [isAt(scene.from[edge]), isAt(scene.to[edge])]
    return hit.type === 'item' ? from || to : from !== to
  }
  const own = ownLines(scene, overview).filter(isOwn).slice(0, MAX_EDGES)
  const bundles = drawnTrunks(scene.trunks, overview).flatMap(({ trunk, way }) => {
    if (trunk.open && !overview) return []
    // From afar, and of two alike, one bundle is drawn for both directions.
    const back = isMerged(scene.trunks, trunk.back, overview) ? scene.trunks[trunk.back] : undefined
    const lines = [...(trunk.lines ?? []), ...(back?.lines ?? [])].filter(isOwn)
    return lines.length > 0 ? [{ lines, way }] : []
  })
  return {
    lines: [...new Set([...own, ...bundles.flatMap(({ lines }) => lines)])],
    ways: [...own.map((edge) => wayOf(scene, edge)), ...bundles.map(({ way }) => way)],
  }
}

function cardsIn(stage: Stage): Bounds[] {
  const { scene, size } = stage
  const canvas = { left: 0, top: 0, right: size.width, bottom: size.height }
  const cards: Bounds[] = []
  for (let item = 0; item < scene.count; item++) {
    const [x, y] = [scene.x[item] ?? 0, scene.y[item] ?? 0]
    const card = onScreen({ x, y, width: scene.width[item] ?? 0, height: scene.height[item] ?? 0 }, stage)
    if (meets(card, canvas)) cards.push(card)
  }
  return cards
}

/** Whether a way passes through a rectangle on the screen. */
function crosses(rect: Bounds, { points, first, last }: Way, { camera, size }: Stage): boolean {
  for (let i = first; i + 3 < last; i += 2) {
    const a = toScreen(camera, size, points[i] ?? 0, points[i + 1] ?? 0)
    const b = toScreen(camera, size, points[i + 2] ?? 0, points[i + 3] ?? 0)
    if (pieceMeets([a.x, a.y], [b.x, b.y], rect)) return true
  }
  return false
}
