import { z } from 'zod'
import { episodeReturn } from '../gem/episode.ts'
import {
  actionSourceSchema,
  endedAt,
  endIn,
  type Episode,
  episodeHeadSchema,
  eventOf,
  leafOf,
  leavesOf,
  pathTo,
  verdictSchema,
} from './episode.ts'

const endState = z.enum(['running', 'solved', 'over', 'answered', 'format-error', 'turn-limit', 'ended'])

const lineSchema = z.object({
  /** The last event. */
  event: z.number(),
  steps: z.number(),
  return: z.number(),
  end: endState,
  name: z.string().optional(),
})

/** An episode in the library: everything except its events. */
export const summarySchema = episodeHeadSchema.omit({ version: true, extra: true }).extend({
  changed: z.number(),
  note: z.string().optional(),
  verdict: verdictSchema.optional(),
  /** End of the main branch: the one walked last, or the one that a file names. */
  end: endState,
  return: z.number(),
  steps: z.number(),
  /** All branches, from the reset to a leaf. */
  lines: z.array(lineSchema),
  /** Sources of actions, without duplicates. */
  by: z.array(actionSourceSchema),
  players: z.array(z.string()),
  tags: z.array(z.string()),
  hasBug: z.boolean(),
  hasExpected: z.boolean(),
  hasNote: z.boolean(),
  hasFailure: z.boolean(),
})
export type Summary = z.infer<typeof summarySchema>

/** Returns the leaf of the main branch: the one walked last, or for a file the one it names. */
function mainLeafOf(episode: Episode): number {
  const named = episode.source === 'file' ? leavesOf(episode).find(({ by }) => by === 'file') : undefined
  return named?.id ?? leafOf(episode)
}

export function summaryOf(episode: Episode): Summary {
  const { events, current: _, visited: __, version: ___, extra: ____, reviews: _____, ...head } = episode
  const lineTo = (event: number): Summary['lines'][number] => {
    const path = pathTo(episode, event)
    const last = endedAt(episode, event) ?? eventOf(episode, event)
    const { name } = eventOf(episode, event)
    return {
      event,
      steps: path.length - 1,
      return: episodeReturn(path.slice(1)),
      end: endIn(episode.envId, last),
      name,
    }
  }
  const { end, return: total, steps } = lineTo(mainLeafOf(episode))
  const steppers = events.filter(({ action, by }) => action !== null && by !== 'replay')
  return {
    ...head,
    end,
    return: total,
    steps,
    lines: leavesOf(episode).map(({ id }) => lineTo(id)),
    by: [...new Set(steppers.map(({ by }) => by))],
    players: [...new Set(steppers.flatMap(({ player }) => player ?? []))],
    tags: [...new Set([...(episode.tags ?? []), ...events.flatMap(({ tags }) => tags ?? [])])],
    hasBug: episode.verdict === 'bug' || events.some(({ verdict }) => verdict === 'bug'),
    hasExpected: episode.verdict === 'expected' || events.some(({ verdict }) => verdict === 'expected'),
    hasNote: Boolean(episode.note) || events.some(({ note }) => Boolean(note)),
    hasFailure: events.some(({ failure }) => failure !== undefined),
  }
}
