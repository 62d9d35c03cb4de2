import { PIECE, type Steps } from '../../app/slices.ts'
import type { Graph, GraphEdge, GraphNode } from './graph.ts'

type Part = Pick<GraphNode | GraphEdge, 'data'>

const numberIn = (value: unknown): number | undefined =>
  value === undefined || value === null || value === '' || !Number.isFinite(Number(value))
    ? undefined
    : Number(value)

/**
 * From when until when something was there, in unix seconds: from its first observation until it expired, or until nobody had seen
 * it for as long as it was to be kept; without either it is there still. Undefined where nothing was observed, as of a model.
 */
export function lifetimeOf({ data }: Part): readonly [from: number, to: number] | undefined {
  const first = numberIn(data?.['__first_observed_time__'])
  if (data === undefined || first === undefined) return undefined
  const last = numberIn(data['__last_observed_time__']) ?? first
  const isGone = data['__deleted__'] === true || data['__method__'] === 'Expire'
  const kept = numberIn(data['__keep_alive_seconds__'])
  return [first, isGone ? last : kept === undefined ? Infinity : last + kept]
}

/** Whether something was there at a moment; what has no times always was. */
export function isThere(part: Part, moment: number): boolean {
  const [from, to] = lifetimeOf(part) ?? [-Infinity, Infinity]
  return from <= moment && moment <= to
}

/** The moments until now at which something came, and those just after something went; in order, each once. */
export function* momentSteps({ nodes, edges }: Graph, now: number): Steps<number[]> {
  const moments = new Set<number>()
  for (const parts of [nodes, edges] as const) {
    for (const [place, part] of parts.entries()) {
      if (place % PIECE === PIECE - 1) yield
      const life = lifetimeOf(part)
      if (!life) continue
      for (const moment of [life[0], life[1] + 1]) if (moment <= now) moments.add(moment)
    }
  }
  return [...moments].sort((a, b) => a - b)
}

/** What came and what went between two moments, by key. */
export function* differenceSteps(
  { nodes, edges }: Graph,
  before: number,
  after: number,
): Steps<Map<string, 'added' | 'removed'>> {
  const differences = new Map<string, 'added' | 'removed'>()
  for (const parts of [nodes, edges] as const) {
    for (const [place, part] of parts.entries()) {
      if (place % PIECE === PIECE - 1) yield
      const was = isThere(part, before)
      if (was !== isThere(part, after)) differences.set(part.key, was ? 'removed' : 'added')
    }
  }
  return differences
}
