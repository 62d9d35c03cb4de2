import type { Hit } from '../../graph/canvas/hit.ts'
import type { StageState } from '../../graph/canvas/stage.ts'
import { isEmpty, pieceMeets, wayOf, wholeWay, type Way } from '../../graph/paint/way.ts'
import { textZoom, toScreen, type Bounds, type Point, type Size } from '../../graph/scene/camera.ts'
import { hasOwnLine, isOverview, type Scene } from '../../graph/scene/scene.ts'

/** Distances of the tooltip from the pointer in CSS pixels: the farther one where it covers less. */
const AWAY = [14, 90]
/** Cost of covering one of the hovered object's edges, and a card; more than any number of these: leaving the canvas. */
const EDGE_COST = 10
const CARD_COST = 1
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
  const edges = waysOf(stage.scene, hit, linesOf(stage.scene, hit, textZoom(stage.camera)))
  const cards = cardsIn(stage)
  let best: Point = places[0] as Point
  let least = Infinity
  for (const place of places) {
    const rect = { left: place.x, top: place.y, right: place.x + width, bottom: place.y + height }
    const cost = costOf(rect, stage, edges, cards)
    if (cost >= least) continue
    best = place
    least = cost
  }
  return best
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

const bundledIn = new WeakMap<Scene, ReadonlySet<number>>()

/** The edges that are in a bundle; memoised, for it is asked for more than once for what is under the pointer. */
function bundledLines(scene: Scene): ReadonlySet<number> {
  const known = bundledIn.get(scene)
  if (known) return known
  const bundled = new Set(scene.trunks.flatMap(({ lines = [] }) => lines))
  bundledIn.set(scene, bundled)
  return bundled
}

/** The edges that the hovered object stands for or is linked by, and that are drawn, at this `textZoom`. */
export function linesOf(scene: Scene, hit: Hit, zoom: number): readonly number[] {
  if (hit.type === 'edge') return [hit.edge]
  if (hit.type === 'trunk') return scene.trunks[hit.trunk]?.lines ?? []
  if (hit.type !== 'item') return []
  const overview = isOverview(scene, zoom)
  const bundled = bundledLines(scene)
  const isDrawn = (edge: number): boolean => bundled.has(edge) || !isEmpty(wayOf(scene, edge))
  const lines: number[] = []
  for (let edge = 0; edge < scene.from.length && lines.length < MAX_EDGES; edge++) {
    if (scene.from[edge] !== hit.item && scene.to[edge] !== hit.item) continue
    if (hasOwnLine(scene, edge, overview) && isDrawn(edge)) lines.push(edge)
  }
  return lines
}

/** How these edges, `lines`, are drawn: each, or the bundle that they are in. */
export function waysOf(scene: Scene, hit: Hit, lines: readonly number[]): Way[] {
  if (hit.type === 'trunk') return [wholeWay(scene.trunks[hit.trunk]?.points ?? new Float32Array())]
  const bundled = new Set(lines.filter((line) => isEmpty(wayOf(scene, line))))
  const trunks = scene.trunks.filter(({ lines: own }) => own?.some((line) => bundled.has(line)))
  return [
    ...lines.filter((line) => !bundled.has(line)).map((line) => wayOf(scene, line)),
    ...trunks.map(({ points }) => wholeWay(points)),
  ]
}

function cardsIn({ scene, camera, size }: Stage): Bounds[] {
  const cards: Bounds[] = []
  for (let item = 0; item < scene.count; item++) {
    const { x, y } = toScreen(camera, size, scene.x[item] ?? 0, scene.y[item] ?? 0)
    const [w, h] = [
      ((scene.width[item] ?? 0) * camera.zoom) / 2,
      ((scene.height[item] ?? 0) * camera.zoom) / 2,
    ]
    if (x + w > 0 && x - w < size.width && y + h > 0 && y - h < size.height)
      cards.push({ left: x - w, right: x + w, top: y - h, bottom: y + h })
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
