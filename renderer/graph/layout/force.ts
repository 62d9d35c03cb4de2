import type { Size } from '../scene/camera.ts'
import { COLLAPSED_HEIGHT } from '../scene/card.ts'
import type { LayoutProblem } from './layout.ts'

/** Rest length of edges and range of repulsion, in world units. */
const EDGE_LENGTH = 240
const REACH = 620
const STRENGTH = 120_000
/** Simulation steps; the temperature falls linearly. */
const FORCE_STEPS = 220

/** Width and height of a usual card; collapsed groups are larger, and need as much more distance. */
const CARD = { width: 160, height: 40 }
/** Cards are about four times as wide as high, so vertical distance weighs more; it does not between groups. */
const FLAT = { cards: 1.7, groups: 1.1 }

/** All distances relative to those of cards, and how much more vertical ones weigh. */
interface Measure {
  readonly scale: number
  readonly flat: number
}

function measureOf({ count, width, height }: LayoutProblem): Measure {
  let [area, groups] = [0, 0]
  for (let item = 0; item < count; item++) {
    area += (width[item] ?? 0) * (height[item] ?? 0)
    if (height[item] === COLLAPSED_HEIGHT) groups++
  }
  if (groups === 0) return { scale: 1, flat: FLAT.cards }
  const scale = Math.max(1, Math.sqrt(area / count / (CARD.width * CARD.height)))
  return { scale, flat: FLAT.cards + (FLAT.groups - FLAT.cards) * (groups / count) }
}

/** Deterministic, evenly spaced start: a sunflower spiral, so that no two items coincide. */
function startPositions(problem: LayoutProblem, xy: Float32Array, scale: number): void {
  const spread = 110 * scale
  for (let item = 0; item < problem.count; item++) {
    const place = problem.order[item] ?? item
    const angle = place * 2.399963
    const radius = spread * Math.sqrt(place + 1)
    xy[2 * item] = Math.cos(angle) * radius * 1.3
    xy[2 * item + 1] = Math.sin(angle) * radius * 0.8
  }
}

/**
 * Force-directed layout: springs along edges, repulsion within range (by grid lookup), weak gravity. Fixed
 * items stay. A generator, so that the caller controls time; yields progress from 0 to 1.
 */
export function* layForce(problem: LayoutProblem, xy: Float32Array): Generator<number> {
  const measure = measureOf(problem)
  const { scale } = measure
  startPositions(problem, xy, scale)
  const { count, from, to, fixed } = problem
  const push = new Float32Array(2 * count)
  const isFixed = (item: number): boolean => !Number.isNaN(fixed[2 * item] ?? Number.NaN)
  for (let i = 0; i < count; i++) {
    if (!isFixed(i)) continue
    xy[2 * i] = fixed[2 * i] ?? 0
    xy[2 * i + 1] = fixed[2 * i + 1] ?? 0
  }
  for (let step = 0; step < FORCE_STEPS; step++) {
    push.fill(0)
    repel(count, xy, push, measure)
    for (let edge = 0; edge < from.length; edge++)
      pull(from[edge] ?? 0, to[edge] ?? 0, xy, push, EDGE_LENGTH * scale)
    const heat = (60 * (1 - step / FORCE_STEPS) + 1) * scale
    for (let item = 0; item < count; item++) {
      if (isFixed(item)) continue
      const [x, y] = [xy[2 * item] ?? 0, xy[2 * item + 1] ?? 0]
      const px = (push[2 * item] ?? 0) - x * 0.006
      const py = (push[2 * item + 1] ?? 0) - y * 0.009
      const length = Math.hypot(px, py) || 1
      const move = Math.min(length, heat) / length
      xy[2 * item] = x + px * move
      xy[2 * item + 1] = y + py * move
    }
    yield (step + 1) / FORCE_STEPS
  }
}

/** Area of a picture for each of its cards with what is around them, so that they need not be pushed far. */
const LOOSE = 1.5
const USUAL_ASPECT = 1.4

/**
 * Spreads items that links hold together closer than they have room, to the shape of the view: pushed apart pair by pair, cards
 * that are wider than high would end in a column.
 */
export function spread(
  problem: LayoutProblem,
  xy: Float32Array,
  roomOf: (problem: LayoutProblem, item: number) => number,
): void {
  const { count, width, height, fixed, aspect = USUAL_ASPECT } = problem
  if (fixed.some((place) => !Number.isNaN(place))) return
  let needed = 0
  const [least, most] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ]
  for (let item = 0; item < count; item++) {
    const room = 2 * roomOf(problem, item)
    needed += ((width[item] ?? 0) + room) * ((height[item] ?? 0) + room)
    for (const axis of [0, 1]) {
      const place = xy[2 * item + axis] ?? 0
      least[axis] = Math.min(least[axis] ?? 0, place)
      most[axis] = Math.max(most[axis] ?? 0, place)
    }
  }
  const [wide = 1, high = 1] = [0, 1].map((axis) => Math.max(1, (most[axis] ?? 0) - (least[axis] ?? 0)))
  const area = needed * LOOSE
  if (wide * high >= area) return
  const scales = [Math.sqrt(area * aspect) / wide, Math.sqrt(area / aspect) / high]
  for (let item = 0; item < count; item++)
    for (const axis of [0, 1])
      xy[2 * item + axis] = (xy[2 * item + axis] ?? 0) * Math.max(1, scales[axis] ?? 1)
}

/** From so many cards on, they are seen whole only from so far that names are wider than cards. */
const MANY = 80
/** Area of a picture of evenly spread cards, relative to that of the cards with the room for their names. */
const EVEN = 1.25

/**
 * Spreads many cards evenly over the shape of the view: held together by links they are dense in the middle, where none has
 * room for its name, and the corners are empty. Each keeps its direction from the middle, and their order outwards.
 * Returns whether it did: few cards, collapsed groups, and those around fixed ones stay as they are.
 */
export function level(problem: LayoutProblem, xy: Float32Array, room: Size): boolean {
  const { count, width, height, fixed, aspect = USUAL_ASPECT } = problem
  if (count < MANY || height.includes(COLLAPSED_HEIGHT)) return false
  if (fixed.some((place) => !Number.isNaN(place))) return false
  const [middle, spreads] = [
    [0, 0],
    [0, 0],
  ]
  let area = 0
  for (let item = 0; item < count; item++) {
    area += ((width[item] ?? 0) + 2 * room.width) * ((height[item] ?? 0) + 2 * room.height)
    for (const axis of [0, 1]) middle[axis] = (middle[axis] ?? 0) + (xy[2 * item + axis] ?? 0) / count
  }
  const away = (item: number, axis: number): number => (xy[2 * item + axis] ?? 0) - (middle[axis] ?? 0)
  for (let item = 0; item < count; item++)
    for (const axis of [0, 1]) spreads[axis] = (spreads[axis] ?? 0) + away(item, axis) ** 2 / count
  const relative = Array.from({ length: count }, (_, item) => {
    const [x = 0, y = 0] = [0, 1].map((axis) => away(item, axis) / Math.sqrt(spreads[axis] || 1))
    return { item, x, y, radius: Math.hypot(x, y) || 1e-6 }
  }).sort((a, b) => a.radius - b.radius || a.item - b.item)
  const high = Math.sqrt((area * EVEN) / (Math.PI * aspect))
  for (const [place, { item, x, y, radius }] of relative.entries()) {
    const share = Math.sqrt((place + 0.5) / count) / radius
    xy[2 * item] = x * share * high * aspect
    xy[2 * item + 1] = y * share * high
  }
  return true
}

function pull(a: number, b: number, xy: Float32Array, push: Float32Array, rest: number): void {
  if (a === b) return
  const dx = (xy[2 * b] ?? 0) - (xy[2 * a] ?? 0)
  const dy = (xy[2 * b + 1] ?? 0) - (xy[2 * a + 1] ?? 0)
  const distance = Math.hypot(dx, dy) || 1
  const force = ((distance - rest) / distance) * 0.12
  push[2 * a] = (push[2 * a] ?? 0) + dx * force
  push[2 * a + 1] = (push[2 * a + 1] ?? 0) + dy * force
  push[2 * b] = (push[2 * b] ?? 0) - dx * force
  push[2 * b + 1] = (push[2 * b + 1] ?? 0) - dy * force
}

/** Maximum neighbours examined per cell, so that a cluster costs linear time. */
const CELL_SAMPLE = 24

function repel(count: number, xy: Float32Array, push: Float32Array, measure: Measure): void {
  const reach = REACH * measure.scale
  const cells = new Map<number, number[]>()
  const cellOf = (x: number, y: number): number => Math.floor(x / reach) * 73856093 + Math.floor(y / reach)
  for (let item = 0; item < count; item++) {
    const cell = cellOf(xy[2 * item] ?? 0, xy[2 * item + 1] ?? 0)
    const list = cells.get(cell)
    if (list) list.push(item)
    else cells.set(cell, [item])
  }
  for (let item = 0; item < count; item++) {
    const [x, y] = [xy[2 * item] ?? 0, xy[2 * item + 1] ?? 0]
    for (let column = -1; column <= 1; column++)
      for (let row = -1; row <= 1; row++) {
        const list = cells.get(cellOf(x + column * reach, y + row * reach))
        if (list) pushFrom(item, list, x, y, xy, push, measure)
      }
  }
}

function pushFrom(
  item: number,
  list: readonly number[],
  x: number,
  y: number,
  xy: Float32Array,
  push: Float32Array,
  { scale, flat }: Measure,
): void {
  const [reach, strength] = [REACH * scale, STRENGTH * scale ** 3]
  const stride = Math.max(1, Math.ceil(list.length / CELL_SAMPLE))
  for (let i = item % stride; i < list.length; i += stride) {
    const other = list[i] ?? item
    if (other === item) continue
    const dx = x - (xy[2 * other] ?? 0)
    const dy = (y - (xy[2 * other + 1] ?? 0)) * flat
    const square = dx * dx + dy * dy + 100
    if (square > reach * reach) continue
    const force = (strength * stride) / square
    const distance = Math.sqrt(square)
    push[2 * item] = (push[2 * item] ?? 0) + (dx / distance) * force
    push[2 * item + 1] = (push[2 * item + 1] ?? 0) + (dy / distance) * force
  }
}
