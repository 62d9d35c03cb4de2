import { z } from 'zod'
import type { AnswerField } from '../gem/trajectory.ts'
import { asText, type Episode, endOf, type EpisodeEvent, pathTo } from './episode.ts'

export const RULES = [
  'formatError',
  'failure',
  'loop',
  'rewardWithoutProgress',
  'earlyEnd',
  'afterEnd',
] as const

/** Something that a reviewer should look at, found by a rule, at an event. */
export const findingSchema = z.object({ rule: z.enum(RULES), event: z.number().int().nonnegative() })
export type Finding = z.infer<typeof findingSchema>

/** The same action with the same answer so many times in a row is a loop, and so is one place that is reached so often. */
const MIN_REPEATS = 3
const MIN_VISITS = 4

type Rule = (path: readonly EpisodeEvent[], fields: ReadonlySet<AnswerField>) => EpisodeEvent | undefined

const placeOf = ({ observation, info }: EpisodeEvent): string =>
  `${asText(observation)}\n${typeof info['suffix'] === 'string' ? info['suffix'] : ''}`

/** What an agent sees of where it stands, without the count of turns that many answers begin with. */
const boardOf = (event: EpisodeEvent): string => {
  const { suffix } = event.info
  return typeof suffix === 'string' ? suffix : asText(event.observation).replaceAll(/\d+/g, '#')
}

const FOUND: Readonly<Record<(typeof RULES)[number], Rule>> = {
  formatError: (path) => path.find((event) => endOf(event) === 'format-error'),
  failure: (path) => path.find(({ failure }) => failure),
  loop: (path) => {
    const visits = new Map<string, number>()
    let repeats = 1
    return path.find((event, i) => {
      const before = path[i - 1]
      const isSame = before?.action === event.action && boardOf(before) === boardOf(event)
      repeats = isSame ? repeats + 1 : 1
      const seen = (visits.get(boardOf(event)) ?? 0) + 1
      visits.set(boardOf(event), seen)
      return repeats >= MIN_REPEATS || (seen >= MIN_VISITS && boardOf(event).length > 0)
    })
  },
  rewardWithoutProgress: (path, fields) =>
    fields.has('reward') && fields.has('observation')
      ? path.find((event, i) => {
          const before = path[i - 1]
          return (
            before && event.reward > 0 && endOf(event) === 'running' && placeOf(event) === placeOf(before)
          )
        })
      : undefined,
  // Nothing ended it: it was given up, or the file was cut off.
  earlyEnd: (path, fields) => {
    const last = path.at(-1)
    return fields.has('terminated') && last && !path.some((event) => endOf(event) !== 'running')
      ? last
      : undefined
  },
  afterEnd: (path) => {
    const end = path.findIndex((event) => endOf(event) !== 'running')
    return end < 0 ? undefined : path[end + 1]
  },
}

/** What the rules find on the line that an episode looks at; each rule where it holds first. */
export function findingsIn(
  episode: Episode,
  fields: readonly AnswerField[],
  leaf = episode.current,
): Finding[] {
  const line = pathTo(episode, leaf)
  const failed = episode.events.filter(
    ({ failure, parent }) => failure && line.some(({ id }) => id === parent),
  )
  const told = new Set(fields)
  return RULES.flatMap((rule) => {
    const event = FOUND[rule](rule === 'failure' ? failed : line, told)
    return event ? [{ rule, event: event.id }] : []
  })
}
