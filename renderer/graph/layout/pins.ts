import { CHANNEL } from './channel.ts'
import { GROUP_PADDING, GROUP_TITLE, membersOf, type LayoutProblem, type LayoutResult } from './layout.ts'
import { separate, SEPARATION_GAP } from './separate.ts'

/**
 * Puts pinned items where they are pinned. What overlaps them is moved away; a group goes with its pinned items, and other groups
 * make room for it, so that no frame encloses what is not in its group.
 */
export function applyPins(problem: LayoutProblem, { xy, ways }: LayoutResult): Map<number, Float32Array> {
  const pinned = new Set(
    Array.from({ length: problem.count }, (_, item) => item).filter(
      (item) => !Number.isNaN(problem.fixed[2 * item] ?? Number.NaN),
    ),
  )
  if (pinned.size === 0) return new Map(ways)
  const laid = xy.slice()
  const isGrouped = problem.algorithm === 'layered' || problem.algorithm === 'grid'
  const members = isGrouped ? membersOf(problem) : []
  const anchored = new Set<number>()
  for (const [group, items] of members.entries()) {
    const own = items.filter((item) => pinned.has(item))
    if (own.length === 0) continue
    anchored.add(group)
    for (const axis of [0, 1]) {
      const at = (item: number): number => 2 * item + axis
      const by = own.reduce((sum, item) => sum + (problem.fixed[at(item)] ?? 0) - (laid[at(item)] ?? 0), 0)
      for (const item of items) xy[at(item)] = (laid[at(item)] ?? 0) + by / own.length
    }
  }
  for (const item of pinned) xy.set(problem.fixed.subarray(2 * item, 2 * item + 2), 2 * item)
  for (const group of anchored) separateInside(problem, xy, members[group] ?? [])
  if (isGrouped) separateGroups(problem, xy, members, anchored)
  // What is left: without groups all of it, and groups that are pinned onto each other.
  separate(problem, xy)
  return movedWays(problem, ways, laid, xy)
}

/** Moves the items of a group off each other. */
function separateInside(
  { width, height, fixed }: LayoutProblem,
  xy: Float32Array,
  items: readonly number[],
): void {
  const pick = (all: Float32Array): Float32Array => Float32Array.from(items, (item) => all[item] ?? 0)
  const points = (all: Float32Array): Float32Array =>
    Float32Array.from(items.flatMap((item) => [...all.subarray(2 * item, 2 * item + 2)]))
  const own = points(xy)
  separate({ count: items.length, width: pick(width), height: pick(height), fixed: points(fixed) }, own)
  for (const [place, item] of items.entries()) xy.set(own.subarray(2 * place, 2 * place + 2), 2 * item)
}

/** Moves groups without pinned items off the others. */
function separateGroups(
  problem: LayoutProblem,
  xy: Float32Array,
  members: readonly (readonly number[])[],
  anchored: ReadonlySet<number>,
): void {
  const centres = new Float32Array(2 * members.length)
  const sizes = [new Float32Array(members.length), new Float32Array(members.length)] as const
  const fixed = new Float32Array(2 * members.length).fill(Number.NaN)
  for (const [group, items] of members.entries()) {
    const isFramed = (problem.title[group] ?? 0) > 0
    for (const [axis, extents] of [problem.width, problem.height].entries()) {
      const centre = (item: number): number => xy[2 * item + axis] ?? 0
      const half = (item: number): number => (extents[item] ?? 0) / 2
      const title = isFramed && axis === 1 ? GROUP_TITLE : 0
      const pad = isFramed ? GROUP_PADDING : 0
      const low =
        items.reduce((edge, item) => Math.min(edge, centre(item) - half(item)), Infinity) - pad - title
      const high = items.reduce((edge, item) => Math.max(edge, centre(item) + half(item)), -Infinity) + pad
      const least = isFramed && axis === 0 ? (problem.title[group] ?? 0) : 0
      centres[2 * group + axis] = (low + Math.max(high, low + least)) / 2
      sizes[axis as 0 | 1][group] = Math.max(high - low, least) + CHANNEL - SEPARATION_GAP
    }
    if (anchored.has(group)) fixed.set(centres.subarray(2 * group, 2 * group + 2), 2 * group)
  }
  const before = centres.slice()
  separate({ count: members.length, width: sizes[0], height: sizes[1], fixed }, centres)
  for (const [group, items] of members.entries())
    for (const item of items)
      for (const axis of [0, 1])
        xy[2 * item + axis] =
          (xy[2 * item + axis] ?? 0) + (centres[2 * group + axis] ?? 0) - (before[2 * group + axis] ?? 0)
}

/** The routes whose ends moved alike, moved with them; the others are routed anew. */
function movedWays(
  { from, to }: LayoutProblem,
  ways: LayoutResult['ways'],
  before: Float32Array,
  after: Float32Array,
): Map<number, Float32Array> {
  const kept = new Map<number, Float32Array>()
  const moved = (item: number, axis: number): number =>
    (after[2 * item + axis] ?? 0) - (before[2 * item + axis] ?? 0)
  for (const [edge, way] of ways) {
    const [a, b] = [from[edge] ?? 0, to[edge] ?? 0]
    const [x, y] = [moved(a, 0), moved(a, 1)]
    if (Math.abs(moved(b, 0) - x) > 0.5 || Math.abs(moved(b, 1) - y) > 0.5) continue
    kept.set(
      edge,
      way.map((value, place) => value + (place % 2 === 0 ? x : y)),
    )
  }
  return kept
}
