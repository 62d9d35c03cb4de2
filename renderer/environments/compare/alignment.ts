import { differingFields, type Divergence } from '#shared/gem/trajectory.ts'
import type { EpisodeEvent } from '#shared/environments/episode.ts'

/** What differs in a turn: the action, a field of the answer, or that one side has ended. */
export type Difference = Divergence | 'action'

/** One turn of two lines side by side. */
export interface Pair {
  readonly turn: number
  readonly left: EpisodeEvent | undefined
  readonly right: EpisodeEvent | undefined
  readonly difference: Difference | null
}

export type DifferingPair = Pair & { readonly difference: Difference }

/** Two lines turn by turn. */
export function align(left: readonly EpisodeEvent[], right: readonly EpisodeEvent[]): Pair[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, turn) => {
    const [one, other] = [left[turn], right[turn]]
    return { turn, left: one, right: other, difference: differenceOf(one, other) }
  })
}

function differenceOf(one: EpisodeEvent | undefined, other: EpisodeEvent | undefined): Difference | null {
  if (!one || !other) return 'missing'
  if (one.action !== other.action) return 'action'
  return differingFields(one, other)[0] ?? null
}

/** The first turn that differs, if there is any. */
export function firstDifference(pairs: readonly Pair[]): DifferingPair | undefined {
  return pairs.find((pair): pair is DifferingPair => pair.difference !== null)
}
