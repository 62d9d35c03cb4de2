import { PIECE, type Steps } from '../../app/slices.ts'
import type { Graph, GraphEdge, GraphNode } from './graph.ts'

/** When something must have been observed: RFC 3339, an omitted end is open. */
export interface TimeRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

type Part = Pick<GraphNode | GraphEdge, 'data'>

const numberIn = (value: unknown): number | undefined =>
  value === undefined || value === null || value === '' || !Number.isFinite(Number(value))
    ? undefined
    : Number(value)

/** Whether something is marked as expired or deleted. */
export const isGone = ({ data }: Part): boolean =>
  data?.['__deleted__'] === true || data?.['__method__'] === 'Expire'

/**
 * When something existed, in Unix seconds: from its first observation until it expired, or until it was not
 * observed for its retention time; otherwise it still exists. Undefined without observations, as for a model.
 */
export function lifetimeOf({ data }: Part): readonly [from: number, to: number] | undefined {
  const first = numberIn(data?.['__first_observed_time__'])
  if (data === undefined || first === undefined) return undefined
  const last = numberIn(data['__last_observed_time__']) ?? first
  const seconds = numberIn(data['__keep_alive_seconds__'])
  return [first, isGone({ data }) ? last : seconds === undefined ? Infinity : last + seconds]
}

/** Whether something existed at a time; always true without times. */
export function isThere(part: Part, moment: number): boolean {
  const [from, to] = lifetimeOf(part) ?? [-Infinity, Infinity]
  return from <= moment && moment <= to
}

/**
 * The moment as of which a view draws what ended before as gone, in Unix seconds: now, or the end of its time range.
 * Undefined in a view of a moment, which has only what was there.
 */
export const goneAsOf = (
  { moment, range }: { readonly moment: number | undefined; readonly range: TimeRange | undefined },
  now: number,
): number | undefined =>
  moment === undefined ? Math.min(now, range?.to === undefined ? Infinity : seconds(range.to)) : undefined

/** Whether something ended before a moment. */
export const endedBefore = (part: Part, moment: number | undefined): boolean =>
  moment !== undefined && (lifetimeOf(part)?.[1] ?? Infinity) < moment

/**
 * Whether something was there in a time range, as servers select by one (docs/spl.md#limits): retention counts from the last
 * observation, and what has none beyond it only until then. Always true without times.
 */
export function wasThere(part: Part, { from, to }: TimeRange): boolean {
  const first = numberIn(part.data?.['__first_observed_time__'])
  if (first === undefined) return true
  const last = numberIn(part.data?.['__last_observed_time__']) ?? first
  const kept = isGone(part) ? 0 : (numberIn(part.data?.['__keep_alive_seconds__']) ?? 0)
  return (to === undefined || first < seconds(to)) && (from === undefined || last + kept > seconds(from))
}

const seconds = (instant: string): number => Date.parse(instant) / 1000

/** Sorted distinct times, up to now, at which something appeared, or just after it disappeared. */
export function* momentSteps({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>, now: number): Steps<number[]> {
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

/** What appeared and disappeared between two times, by key. A link is there while both of its ends are. */
export function* differenceSteps(
  { nodes, edges, from, to }: Graph,
  before: number,
  after: number,
): Steps<Map<string, 'added' | 'removed'>> {
  const differences = new Map<string, 'added' | 'removed'>()
  const compare = (part: GraphNode | GraphEdge, ends: readonly (GraphNode | undefined)[]): void => {
    const [was, is] = [before, after].map((moment) =>
      [part, ...ends].every((one) => one === undefined || isThere(one, moment)),
    )
    if (was !== is) differences.set(part.key, was ? 'removed' : 'added')
  }
  for (const [place, node] of nodes.entries()) {
    if (place % PIECE === PIECE - 1) yield
    compare(node, [])
  }
  for (const [place, edge] of edges.entries()) {
    if (place % PIECE === PIECE - 1) yield
    compare(edge, [nodes[from[place] ?? 0], nodes[to[place] ?? 0]])
  }
  return differences
}
