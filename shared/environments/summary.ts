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
  /** The event that it ends with. */
  event: z.number(),
  steps: z.number(),
  return: z.number(),
  end: endState,
  name: z.string().optional(),
})

/** An episode as a library lists it: everything but its events. */
export const summarySchema = episodeHeadSchema.omit({ version: true, extra: true }).extend({
  changed: z.number(),
  note: z.string().optional(),
  verdict: verdictSchema.optional(),
  /** Of the line that was walked last, or that a file names. */
  end: endState,
  return: z.number(),
  steps: z.number(),
  /** Every branch, from the reset to its end. */
  lines: z.array(lineSchema),
  /** Who played, each once. */
  by: z.array(actionSourceSchema),
  players: z.array(z.string()),
  tags: z.array(z.string()),
  hasBug: z.boolean(),
  hasExpected: z.boolean(),
  hasNote: z.boolean(),
  hasFailure: z.boolean(),
})
export type Summary = z.infer<typeof summarySchema>

/** The end of the line that the episode is known by: the line that was walked last; of a file, the one that the file names. */
function mainLeafOf(episode: Episode): number {
  const told = episode.source === 'file' ? leavesOf(episode).find(({ by }) => by === 'file') : undefined
  return told?.id ?? leafOf(episode)
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
