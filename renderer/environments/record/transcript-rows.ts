import { lastBoxed } from '#shared/gem/boxed.ts'
import { isFields } from '#shared/json/fields.ts'
import {
  endOf,
  type Episode,
  type EpisodeEvent,
  eventOf,
  infoText,
  leafOf,
  pathTo,
  viewOf,
} from '#shared/environments/episode.ts'
import { boardGameOf, readBoard } from '../boards/games.ts'

export interface TranscriptRow {
  readonly event: EpisodeEvent
  readonly turn: number
  /** Cumulative reward. */
  readonly total: number
  /** The turn left the board unchanged: an illegal or ineffective move. */
  readonly isIdle?: boolean
}

/** An event's index on its line: an action on which the environment failed has its parent's. */
export const placeOf = (episode: Episode, id: number = episode.current): number => {
  const { failure, parent } = eventOf(episode, id)
  return failure && parent !== null ? parent : id
}

/** The turns of the shown line, including actions on which the environment failed. */
export function transcriptRows(episode: Episode): TranscriptRow[] {
  const failures = new Map<number | null, EpisodeEvent[]>()
  for (const event of episode.events)
    if (event.failure) failures.set(event.parent, [...(failures.get(event.parent) ?? []), event])
  let total = 0
  return pathTo(episode, leafOf(episode, placeOf(episode))).flatMap((event, turn) => {
    total += event.reward
    const failed = failures.get(event.id) ?? []
    const isIdle = event.parent !== null && leavesBoard(episode, event.parent, event)
    return [{ event, turn, total, isIdle }, ...failed.map((one) => ({ event: one, turn: turn + 1, total }))]
  })
}

/** The environment's traceback, as far as the platform reports it. */
export function tracebackOf({ failure, exchange }: EpisodeEvent): string[] {
  if (!failure || !isFields(exchange?.response)) return []
  const { traceback } = exchange.response
  return Array.isArray(traceback) ? traceback.filter((line) => typeof line === 'string') : []
}

/** Shorter texts are constant prompts, not boards. */
const MIN_BOARD_LINES = 4

function leavesBoard(episode: Episode, parent: number, event: EpisodeEvent): boolean {
  if (event.reward !== 0 || endOf(event) !== 'running') return false
  // For guessing games the board shows it: an illegal guess adds nothing, a wrong one adds a used letter.
  const game = boardGameOf(episode.envId)
  const [before, after] = [parent, event.id].map((id) => readBoard(game, viewOf(episode, id)))
  if (after != null) return JSON.stringify(before) === JSON.stringify(after)
  const board = infoText(event, 'suffix')
  const isBoard = board.trim().split('\n').length >= MIN_BOARD_LINES
  return isBoard && board === infoText(eventOf(episode, parent), 'suffix')
}

/** How an action was written: only `\boxed{}`, `\boxed{}` within other text, or none. */
export type Wording = 'boxed' | 'prose' | 'bare'

export function wordingOf(action: string): Wording {
  const inside = lastBoxed(action)
  if (inside === null) return 'bare'
  return action.trim() === `\\boxed{${inside}}` ? 'boxed' : 'prose'
}
