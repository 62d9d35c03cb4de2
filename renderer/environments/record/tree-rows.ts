import { childrenOf, type Episode, type EpisodeEvent } from '../episode/episode.ts'

export interface TreeRow {
  readonly event: EpisodeEvent
  readonly turn: number
  /** How many branches deep. */
  readonly depth: number
  /** The first event of a branch. */
  readonly first: boolean
}

/** The tree line by line: a line is followed to its end, after it come the branches that leave it, the latest first. */
export function treeRows(episode: Episode): TreeRow[] {
  const rows: TreeRow[] = []
  const pending: { event: EpisodeEvent; turn: number; depth: number; first: boolean }[] = childrenOf(
    episode,
    null,
  )
    .toReversed()
    .map((event, i, all) => ({
      event,
      turn: 0,
      depth: i === all.length - 1 ? 0 : 1,
      first: all.length > 1 && i < all.length - 1,
    }))
  for (let next = pending.pop(); next; next = pending.pop()) {
    rows.push(next)
    const { turn, depth } = next
    const [main, ...branches] = childrenOf(episode, next.event.id)
    for (const event of branches) pending.push({ event, turn: turn + 1, depth: depth + 1, first: true })
    if (main) pending.push({ event: main, turn: turn + 1, depth, first: false })
  }
  return rows
}
