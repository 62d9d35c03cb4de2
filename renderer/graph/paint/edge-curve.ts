import type { Scene } from '../scene/scene.ts'

/** A cubic curve by its four points; straight edges have their control points on the line. */
export interface Curve {
  x1: number
  y1: number
  cx1: number
  cy1: number
  cx2: number
  cy2: number
  x2: number
  y2: number
}

/** Distance between parallel edges, in world units, and how many lanes there are on a side; further edges share the outermost. */
const LANE = 16
const LANES = 6

/** Where the line from the middle of an item towards a point leaves the item's rectangle, as a share of the way. */
function borderShare(width: number, height: number, dx: number, dy: number): number {
  const across = Math.abs(dx) < 1e-6 ? Infinity : width / 2 / Math.abs(dx)
  const down = Math.abs(dy) < 1e-6 ? Infinity : height / 2 / Math.abs(dy)
  return Math.min(1, across, down)
}

/** The curve of an edge. Written into `out`, because it is asked for thousands of times a frame. */
export function edgeCurve(scene: Scene, edge: number, out: Curve): Curve {
  const a = scene.from[edge] ?? 0
  const b = scene.to[edge] ?? 0
  const [ax, ay, bx, by] = [scene.x[a] ?? 0, scene.y[a] ?? 0, scene.x[b] ?? 0, scene.y[b] ?? 0]
  const [aw, ah, bw, bh] = [
    scene.width[a] ?? 0,
    scene.height[a] ?? 0,
    scene.width[b] ?? 0,
    scene.height[b] ?? 0,
  ]
  const lane = scene.lane[edge] ?? 0
  const shift = lane === 0 ? 0 : (lane % 2 === 1 ? 1 : -1) * Math.min(LANES, Math.ceil(lane / 2)) * LANE
  if (a === b) {
    const loop = 30 + Math.min(LANES, lane) * LANE
    out.x1 = ax + aw / 4
    out.x2 = ax - aw / 4
    out.y1 = out.y2 = ay - ah / 2
    out.cx1 = out.x1 + 10
    out.cx2 = out.x2 - 10
    out.cy1 = out.cy2 = out.y1 - loop
    return out
  }
  if (scene.flowing && bx - bw / 2 > ax + aw / 2 + 20) {
    out.x1 = ax + aw / 2
    out.y1 = ay + shift / 2
    out.x2 = bx - bw / 2
    out.y2 = by + shift / 2
    const bend = Math.min(160, (out.x2 - out.x1) / 2)
    out.cx1 = out.x1 + bend
    out.cx2 = out.x2 - bend
    out.cy1 = out.y1 + shift
    out.cy2 = out.y2 + shift
    return out
  }
  const [dx, dy] = [bx - ax, by - ay]
  const length = Math.hypot(dx, dy) || 1
  const start = borderShare(aw, ah, dx, dy)
  const end = 1 - borderShare(bw, bh, dx, dy)
  out.x1 = ax + dx * start
  out.y1 = ay + dy * start
  out.x2 = ax + dx * end
  out.y2 = ay + dy * end
  const [nx, ny] = [(-dy / length) * shift, (dx / length) * shift]
  out.cx1 = out.x1 + (out.x2 - out.x1) / 3 + nx
  out.cy1 = out.y1 + (out.y2 - out.y1) / 3 + ny
  out.cx2 = out.x2 - (out.x2 - out.x1) / 3 + nx
  out.cy2 = out.y2 - (out.y2 - out.y1) / 3 + ny
  return out
}

export const newCurve = (): Curve => ({ x1: 0, y1: 0, cx1: 0, cy1: 0, cx2: 0, cy2: 0, x2: 0, y2: 0 })

/** The point at a share of the way along a curve. */
export function pointOf(curve: Curve, share: number): { x: number; y: number } {
  const rest = 1 - share
  const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * share, 3 * rest * share ** 2, share ** 3]
  return {
    x: a * curve.x1 + b * curve.cx1 + c * curve.cx2 + d * curve.x2,
    y: a * curve.y1 + b * curve.cy1 + c * curve.cy2 + d * curve.y2,
  }
}

/** The point half-way along a curve, where its label stands in a picture for documents. */
export const middleOf = (curve: Curve): { x: number; y: number } => pointOf(curve, 0.5)
