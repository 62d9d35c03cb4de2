import type { Obstacles } from './obstacles.ts'

/** Cost of a bend in world units of length: a few long segments are easier to follow than many short ones. */
const BEND = 36
/** Maximum corners expanded before a route is given up, and obstacles examined in a row from one corner. */
interface Effort {
  readonly corners: number
  readonly depth: number
}
/** Most routes succeed with the first; the few in a maze get a second attempt. */
const EFFORTS: readonly Effort[] = [
  { corners: 160, depth: 1 },
  { corners: 1500, depth: 6 },
]

/** Distances routes keep from obstacles, in world units. */
export interface Clearance {
  /** Minimum distance. */
  readonly pad: number
  /** Distance at which a corner is passed; larger than the minimum. */
  readonly margin: number
}

/**
 * Finds the bends of a short route between two points around all obstacles: empty if the straight line is
 * free, undefined if none was found. A* over obstacle corners, discovered lazily.
 */
export function detour(
  obstacles: Obstacles,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  clearance: Clearance,
): readonly number[] | undefined {
  if (obstacles.firstHit(x1, y1, x2, y2, clearance.pad) < 0) return []
  for (const effort of EFFORTS) {
    const bends = search(obstacles, x1, y1, x2, y2, clearance, effort)
    if (bends) return bends
  }
  return undefined
}

function search(
  obstacles: Obstacles,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  { pad, margin }: Clearance,
  effort: Effort,
): readonly number[] | undefined {
  const x = [x1]
  const y = [y1]
  const way = [0]
  const parent = [-1]
  const closed = [false]
  const known = new Map<number, number>()
  const heap = new Heap()
  const guess = (vertex: number): number => Math.hypot(x2 - (x[vertex] ?? 0), y2 - (y[vertex] ?? 0))
  heap.push(0, guess(0))
  const reach = (from: number, corner: number, cx: number, cy: number): void => {
    const length = (way[from] ?? 0) + BEND + Math.hypot(cx - (x[from] ?? 0), cy - (y[from] ?? 0))
    let vertex = known.get(corner)
    if (vertex === undefined) {
      vertex = x.push(cx) - 1
      y.push(cy)
      way.push(Infinity)
      parent.push(-1)
      closed.push(false)
      known.set(corner, vertex)
    }
    if (closed[vertex] || length >= (way[vertex] ?? Infinity)) return
    way[vertex] = length
    parent[vertex] = from
    heap.push(vertex, length + guess(vertex))
  }
  const around = (from: number, rect: number, depth: number, seen: Set<number>): void => {
    const box = obstacles.rects[rect]
    if (!box || seen.has(rect)) return
    seen.add(rect)
    for (let corner = 0; corner < 4; corner++) {
      const cx = corner % 2 === 0 ? box.left - margin : box.right + margin
      const cy = corner < 2 ? box.top - margin : box.bottom + margin
      if (obstacles.holds(cx, cy, pad)) continue
      const hit = obstacles.firstHit(x[from] ?? 0, y[from] ?? 0, cx, cy, pad)
      if (hit < 0) reach(from, 4 * rect + corner, cx, cy)
      else if (depth < effort.depth) around(from, hit, depth + 1, seen)
    }
  }
  for (let examined = 0; examined < effort.corners; examined++) {
    const vertex = heap.pop()
    if (vertex === undefined) return undefined
    if (closed[vertex]) continue
    closed[vertex] = true
    const hit = obstacles.firstHit(x[vertex] ?? 0, y[vertex] ?? 0, x2, y2, pad)
    if (hit < 0) return back(vertex, x, y, parent)
    around(vertex, hit, 0, new Set())
  }
  return undefined
}

/** Bends from the first point to a corner, alternating x and y. */
function back(
  vertex: number,
  x: readonly number[],
  y: readonly number[],
  parent: readonly number[],
): readonly number[] {
  const bends: number[] = []
  for (let at = vertex; at > 0; at = parent[at] ?? -1) bends.unshift(x[at] ?? 0, y[at] ?? 0)
  return bends
}

/** A binary min-heap of numbers by cost. */
class Heap {
  readonly #items: { readonly value: number; readonly price: number }[] = []

  push(value: number, price: number): void {
    const items = this.#items
    let place = items.push({ value, price }) - 1
    while (place > 0) {
      const above = (place - 1) >> 1
      if (items[above] !== undefined && items[above].price <= price) break
      this.#swap(place, above)
      place = above
    }
  }

  pop(): number | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (first === undefined || last === undefined || items.length === 0) return first?.value
    items[0] = last
    for (let place = 0; ;) {
      let least = place
      for (const below of [2 * place + 1, 2 * place + 2])
        if ((items[below]?.price ?? Infinity) < (items[least]?.price ?? Infinity)) least = below
      if (least === place) return first.value
      this.#swap(place, least)
      place = least
    }
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#items[a], this.#items[b]]
    if (one !== undefined && other !== undefined) [this.#items[a], this.#items[b]] = [other, one]
  }
}
