import { edgeCurve, newCurve } from '../paint/edge-curve.ts'
import type { Scene } from '../scene/scene.ts'

export type Hit =
  | { readonly type: 'item'; readonly item: number }
  | { readonly type: 'edge'; readonly edge: number }
  | { readonly type: 'box'; readonly box: number }

/** Height of a box's title, where a press means the box. World units. */
const TITLE = 34
/** How near an edge counts as on it, in CSS pixels. */
const NEAR = 5

/**
 * What is under a world point; the topmost wins. A plain walk over the arrays: 100,000 items take a third of a millisecond, less
 * than keeping an index fresh while things move.
 */
export function hitTest(scene: Scene, x: number, y: number, zoom: number): Hit | undefined {
  for (let item = scene.count - 1; item >= 0; item--) {
    if (Math.abs((scene.x[item] ?? 0) - x) * 2 > Math.max(scene.width[item] ?? 0, 4 / zoom)) continue
    if (Math.abs((scene.y[item] ?? 0) - y) * 2 <= Math.max(scene.height[item] ?? 0, 4 / zoom))
      return { type: 'item', item }
  }
  const edge = nearestEdge(scene, x, y, NEAR / zoom)
  if (edge !== undefined) return { type: 'edge', edge }
  const box = scene.boxes.findIndex(
    (b) => x >= b.x && x <= b.x + b.width && y >= b.y && y <= b.y + Math.max(TITLE, TITLE / zoom / 2),
  )
  return box < 0 ? undefined : { type: 'box', box }
}

function nearestEdge(scene: Scene, x: number, y: number, reach: number): number | undefined {
  const curve = newCurve()
  let best: number | undefined
  let bestDistance = reach
  for (let edge = 0; edge < scene.from.length; edge++) {
    const [a, b] = [scene.from[edge] ?? 0, scene.to[edge] ?? 0]
    const [ax, ay, bx, by] = [scene.x[a] ?? 0, scene.y[a] ?? 0, scene.x[b] ?? 0, scene.y[b] ?? 0]
    const slack = 90 + reach
    if (x < Math.min(ax, bx) - slack || x > Math.max(ax, bx) + slack) continue
    if (y < Math.min(ay, by) - slack || y > Math.max(ay, by) + slack) continue
    const distance = distanceToCurve(edgeCurve(scene, edge, curve), x, y)
    if (distance >= bestDistance) continue
    best = edge
    bestDistance = distance
  }
  return best
}

/** Straight pieces that stand for a curve when its distance is measured. */
const PIECES = 10

function distanceToCurve(curve: ReturnType<typeof newCurve>, x: number, y: number): number {
  let least = Infinity
  let [px, py] = [curve.x1, curve.y1]
  for (let i = 1; i <= PIECES; i++) {
    const t = i / PIECES
    const s = 1 - t
    const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
    const nx = a * curve.x1 + b * curve.cx1 + c * curve.cx2 + d * curve.x2
    const ny = a * curve.y1 + b * curve.cy1 + c * curve.cy2 + d * curve.y2
    const length = (nx - px) ** 2 + (ny - py) ** 2 || 1
    const share = Math.min(1, Math.max(0, ((x - px) * (nx - px) + (y - py) * (ny - py)) / length))
    least = Math.min(least, Math.hypot(px + (nx - px) * share - x, py + (ny - py) * share - y))
    ;[px, py] = [nx, ny]
  }
  return least
}

/** Items whose middle lies in a world rectangle. */
export function itemsWithin(
  scene: Scene,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number[] {
  const found: number[] = []
  for (let item = 0; item < scene.count; item++) {
    const [x, y] = [scene.x[item] ?? 0, scene.y[item] ?? 0]
    if (x >= left && x <= right && y >= top && y <= bottom) found.push(item)
  }
  return found
}
