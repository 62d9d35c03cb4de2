import type { Bounds, Point } from '../scene/camera.ts'

/** A slice of a point array (alternating x and y): indices `first` up to, not including, `last`. */
export interface Way {
  readonly points: Float32Array
  readonly first: number
  readonly last: number
}

interface Ways {
  readonly wayStart: Uint32Array
  readonly wayPoints: Float32Array
}

/** The route of an edge; empty if it is drawn only as part of its trunk. */
export const wayOf = ({ wayStart, wayPoints }: Ways, edge: number): Way => ({
  points: wayPoints,
  first: wayStart[edge] ?? 0,
  last: wayStart[edge + 1] ?? 0,
})

export const wholeWay = (points: Float32Array): Way => ({ points, first: 0, last: points.length })

export const isEmpty = ({ first, last }: Way): boolean => last - first < 4

/** Target of path commands: a canvas, or the text of an SVG path. */
interface Pen {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void
}

/** Corner radius in world units. */
const RADIUS = 9

/** Lengths at the ends of a route. */
export interface Ends {
  readonly source: number
  readonly target: number
}

/** A point on the last piece of a route before its end, not farther than its middle. */
function before(way: Way, end: 'source' | 'target', length: number): Point {
  const { points, first, last } = way
  const at = end === 'target' ? last - 2 : first
  const { x, y } = direction(way, end)
  const most = pieceLength(points, end === 'target' ? last - 2 : first + 2) / 2
  const away = Math.min(length, most)
  return { x: (points[at] ?? 0) - x * away, y: (points[at + 1] ?? 0) - y * away }
}

/** Traces a route with rounded corners, shorter at its ends if need be. */
export function traceWay(pen: Pen, way: Way, shorter?: Ends): void {
  const { points, first, last } = way
  if (shorter) {
    const { x, y } = before(way, 'source', shorter.source)
    pen.moveTo(x, y)
  } else pen.moveTo(points[first] ?? 0, points[first + 1] ?? 0)
  for (let i = first + 2; i < last - 2; i += 2) {
    const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0]
    const [dx1, dy1] = [x - (points[i - 2] ?? 0), y - (points[i - 1] ?? 0)]
    const [dx2, dy2] = [(points[i + 2] ?? 0) - x, (points[i + 3] ?? 0) - y]
    const [before, after] = [Math.hypot(dx1, dy1), Math.hypot(dx2, dy2)]
    const radius = Math.min(RADIUS, before / 2, after / 2)
    if (radius < 0.5) {
      pen.lineTo(x, y)
      continue
    }
    pen.lineTo(x - (dx1 / before) * radius, y - (dy1 / before) * radius)
    pen.quadraticCurveTo(x, y, x + (dx2 / after) * radius, y + (dy2 / after) * radius)
  }
  if (shorter) {
    const { x, y } = before(way, 'target', shorter.target)
    pen.lineTo(x, y)
  } else pen.lineTo(points[last - 2] ?? 0, points[last - 1] ?? 0)
}

/** A length in SVG, to a tenth. */
export const round = (value: number): string => String(Math.round(value * 10) / 10)

/** A route as SVG path data. */
export function svgPath(way: Way): string {
  const parts: string[] = []
  traceWay(
    {
      moveTo: (x, y) => parts.push(`M${round(x)} ${round(y)}`),
      lineTo: (x, y) => parts.push(`L${round(x)} ${round(y)}`),
      quadraticCurveTo: (cx, cy, x, y) => parts.push(`Q${round(cx)} ${round(cy)} ${round(x)} ${round(y)}`),
    },
    way,
  )
  return parts.join('')
}

/** The point at a share of the route's length. */
export function pointAlong({ points, first, last }: Way, share: number): Point {
  let length = 0
  for (let i = first + 2; i < last; i += 2) length += pieceLength(points, i)
  let left = length * share
  for (let i = first + 2; i < last; i += 2) {
    const piece = pieceLength(points, i)
    if (left <= piece || i === last - 2) {
      const part = piece === 0 ? 0 : Math.min(1, left / piece)
      const [x, y] = [points[i - 2] ?? 0, points[i - 1] ?? 0]
      return { x: x + ((points[i] ?? 0) - x) * part, y: y + ((points[i + 1] ?? 0) - y) * part }
    }
    left -= piece
  }
  return { x: points[first] ?? 0, y: points[first + 1] ?? 0 }
}

const pieceLength = (points: Float32Array, i: number): number =>
  Math.hypot((points[i] ?? 0) - (points[i - 2] ?? 0), (points[i + 1] ?? 0) - (points[i - 1] ?? 0))

/** The middle of the longest segment, where a label has the most room. */
export function longestPiece({ points, first, last }: Way): Point {
  let [best, most] = [first + 2, -1]
  for (let i = first + 2; i < last; i += 2) {
    const length = pieceLength(points, i)
    if (length > most) [best, most] = [i, length]
  }
  return {
    x: ((points[best] ?? 0) + (points[best - 2] ?? 0)) / 2,
    y: ((points[best + 1] ?? 0) + (points[best - 1] ?? 0)) / 2,
  }
}

/** Unit vector along which a route arrives at its target, or back at its source. */
export function direction({ points, first, last }: Way, end: 'source' | 'target'): Point {
  const [to, from] = end === 'target' ? [last - 2, last - 4] : [first, first + 2]
  const [dx, dy] = [(points[to] ?? 0) - (points[from] ?? 0), (points[to + 1] ?? 0) - (points[from + 1] ?? 0)]
  const length = Math.hypot(dx, dy) || 1
  return { x: dx / length, y: dy / length }
}

/** The direction, of any length, of the piece of a route that is nearest to a point. */
export function directionAt({ points, first, last }: Way, { x, y }: Point): Point {
  let best = { x: 0, y: 0 }
  let least = Infinity
  for (let i = first + 2; i < last; i += 2) {
    const away = distanceTo({ points, first: i - 2, last: i + 2 }, x, y)
    if (away >= least) continue
    least = away
    best = { x: (points[i] ?? 0) - (points[i - 2] ?? 0), y: (points[i + 1] ?? 0) - (points[i - 1] ?? 0) }
  }
  return best
}

/** Distance of a point from a route. */
export function distanceTo({ points, first, last }: Way, x: number, y: number): number {
  let least = Infinity
  for (let i = first + 2; i < last; i += 2) {
    const [px, py] = [points[i - 2] ?? 0, points[i - 1] ?? 0]
    const [dx, dy] = [(points[i] ?? 0) - px, (points[i + 1] ?? 0) - py]
    const square = dx * dx + dy * dy || 1
    const share = Math.min(1, Math.max(0, ((x - px) * dx + (y - py) * dy) / square))
    least = Math.min(least, Math.hypot(px + dx * share - x, py + dy * share - y))
  }
  return least
}

/** Whether a line between two points meets a rectangle (Liang and Barsky, 1984). */
export function pieceMeets(
  [x, y]: readonly [x: number, y: number],
  [tx, ty]: readonly [x: number, y: number],
  { left, top, right, bottom }: Bounds,
): boolean {
  let [low, high] = [0, 1]
  for (const [at, by, least, most] of [
    [x, tx - x, left, right],
    [y, ty - y, top, bottom],
  ] as const) {
    if (by === 0) {
      if (at < least || at > most) return false
      continue
    }
    const [a, b] = [(least - at) / by, (most - at) / by]
    low = Math.max(low, Math.min(a, b))
    high = Math.min(high, Math.max(a, b))
  }
  return low <= high
}

/** Whether a route's bounding box intersects a rectangle. */
export function meetsView({ points, first, last }: Way, view: Bounds): boolean {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = first; i < last; i += 2) {
    const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0]
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  return left <= view.right && right >= view.left && top <= view.bottom && bottom >= view.top
}
