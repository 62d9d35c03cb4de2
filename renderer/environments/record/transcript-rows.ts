import { lastBoxed } from '#shared/gem/boxed.ts'
import { type Episode, type EpisodeEvent, eventOf, leafOf, pathTo } from '#shared/environments/episode.ts'

export interface TranscriptRow {
  readonly event: EpisodeEvent
  readonly turn: number
  /** Sum of the rewards up to here. */
  readonly total: number
}

/** Where an event stands on its line: an action on which the environment failed led nowhere. */
export const placeOf = (episode: Episode, id: number = episode.current): number => {
  const { failure, parent } = eventOf(episode, id)
  return failure && parent !== null ? parent : id
}

/** Every turn of the line that is looked at; actions on which the environment failed stand where they were tried. */
export function transcriptRows(episode: Episode): TranscriptRow[] {
  const failures = new Map<number | null, EpisodeEvent[]>()
  for (const event of episode.events)
    if (event.failure) failures.set(event.parent, [...(failures.get(event.parent) ?? []), event])
  let total = 0
  return pathTo(episode, leafOf(episode, placeOf(episode))).flatMap((event, turn) => {
    total += event.reward
    const failed = failures.get(event.id) ?? []
    return [{ event, turn, total }, ...failed.map((one) => ({ event: one, turn: turn + 1, total }))]
  })
}

/** How an action was written: in a box alone, in a box among other words, or without any. */
export type Wording = 'boxed' | 'prose' | 'bare'

export function wordingOf(action: string): Wording {
  const inside = lastBoxed(action)
  if (inside === null) return 'bare'
  return action.trim() === `\\boxed{${inside}}` ? 'boxed' : 'prose'
}
