import { differingField } from '#shared/gem/trajectory.ts'
import type { EpisodeEvent } from '../episode/episode.ts'

/** One turn of two lines side by side. */
export interface Pair {
  readonly turn: number
  readonly left: EpisodeEvent | undefined
  readonly right: EpisodeEvent | undefined
  /** What differs: the action, a field of the answer, or that one side has ended. */
  readonly difference: string | null
}

/** Two lines turn by turn. */
export function align(left: readonly EpisodeEvent[], right: readonly EpisodeEvent[]): Pair[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, turn) => {
    const [one, other] = [left[turn], right[turn]]
    return { turn, left: one, right: other, difference: differenceOf(one, other) }
  })
}

function differenceOf(one: EpisodeEvent | undefined, other: EpisodeEvent | undefined): string | null {
  if (!one || !other) return 'missing'
  if (one.action !== other.action) return 'action'
  return differingField(one, other)
}

/** The turn of the first difference, if there is any. */
export function firstDifference(pairs: readonly Pair[]): number | undefined {
  return pairs.find(({ difference }) => difference !== null)?.turn
}
