import {
  type Episode,
  type EpisodeEvent,
  endedAt,
  eventOf,
  leavesOf,
  pathTo,
} from '#shared/environments/episode.ts'
import { episodeReturn } from '#shared/gem/episode.ts'

/** One line of an episode, with what it shares with an earlier one folded. */
export interface Lane {
  /** The event that it ends with. */
  readonly leaf: EpisodeEvent
  /** Where it ended by rule, if it did; else its last event. */
  readonly end: EpisodeEvent
  readonly return: number
  readonly steps: number
  /** The turn after which it goes its own way; undefined for the first line. */
  readonly fork: number | undefined
  /** How many branches deep. */
  readonly depth: number
  /** Its own turns. */
  readonly own: readonly EpisodeEvent[]
}

/** Every line, in the order in which they were begun, each under the one that it leaves. */
export function lanesOf(episode: Episode): Lane[] {
  const known: { readonly path: readonly EpisodeEvent[]; readonly depth: number }[] = []
  return leavesOf(episode)
    .map(({ id }) => pathTo(episode, id))
    .toSorted((a, b) => firstOwn(a, b))
    .map((path) => {
      const leaf = path.at(-1) ?? eventOf(episode)
      let shared = 0
      let depth = 0
      for (const other of known) {
        const length = sharedLength(path, other.path)
        if (length > shared) {
          shared = length
          depth = other.depth + 1
        }
      }
      known.push({ path, depth })
      return {
        leaf,
        end: endedAt(episode, leaf.id) ?? leaf,
        return: episodeReturn(path.slice(1)),
        steps: path.length - 1,
        fork: known.length === 1 ? undefined : Math.max(0, shared - 1),
        depth,
        own: path.slice(shared),
      }
    })
}

/** Which of two lines was begun first: the events are numbered as they came. */
function firstOwn(a: readonly EpisodeEvent[], b: readonly EpisodeEvent[]): number {
  const at = sharedLength(a, b)
  return (a[at]?.id ?? 0) - (b[at]?.id ?? 0)
}

function sharedLength(a: readonly EpisodeEvent[], b: readonly EpisodeEvent[]): number {
  let length = 0
  while (length < a.length && a[length]?.id === b[length]?.id) length++
  return length
}
