import { z } from 'zod'
import { followsGemRules } from '../gem/episode.ts'
import type { AnswerField } from '../gem/trajectory.ts'
import { asText, type Episode, endOf, type EpisodeEvent, failureAt, pathTo } from './episode.ts'

export const RULES = [
  'formatError',
  'failure',
  'loop',
  'rewardWithoutProgress',
  'earlyEnd',
  'afterEnd',
  'noReward',
  'missingSteps',
] as const

/** Something for a reviewer to look at, found by a rule at an event. */
export const findingSchema = z.object({ rule: z.enum(RULES), event: z.number().int().nonnegative() })
export type Finding = z.infer<typeof findingSchema>

/** The same action with the same answer this many times on one branch counts as a loop. */
const MIN_REPEATS = 3

type Rule = (path: readonly EpisodeEvent[], fields: ReadonlySet<AnswerField>) => EpisodeEvent | undefined

const placeOf = ({ observation, info }: EpisodeEvent): string =>
  `${asText(observation)}\n${typeof info['suffix'] === 'string' ? info['suffix'] : ''}`

/** The turn counter, which some environments include in every answer; all other numbers are significant. */
const TURN_COUNT =
  /\b(?:turn|step|move|round|attempt|try) *#? *:? *\d+(?: *(?:of|\/) *\d+)?|\b\d+ (?:turns?|steps?|moves?|rounds?|attempts?|tries) (?:left|remain\w*)/gi

/** Normalises an action and its answer, ignoring the turn counter; undefined if the answer is empty. */
function exchangeAt(event: EpisodeEvent): string | undefined {
  const place = placeOf(event).replaceAll(TURN_COUNT, '#')
  return event.action === null || place.trim() === ''
    ? undefined
    : JSON.stringify([event.action.trim(), place, event.reward])
}

const FOUND: Readonly<Record<(typeof RULES)[number], Rule>> = {
  formatError: (path) => path.find((event) => endOf(event) === 'format-error'),
  failure: (path) => path.find(({ failure }) => failure),
  loop: (path, fields) => {
    if (!fields.has('observation')) return undefined
    const repeats = new Map<string, number>()
    return path.find((event) => {
      const exchange = exchangeAt(event)
      if (exchange === undefined) return false
      const count = (repeats.get(exchange) ?? 0) + 1
      repeats.set(exchange, count)
      return count >= MIN_REPEATS
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
  // Not ended by the environment: abandoned, or the file was truncated.
  earlyEnd: (path, fields) => {
    const last = path.at(-1)
    return fields.has('terminated') && last && !path.some((event) => endOf(event) !== 'running')
      ? last
      : undefined
  },
  noReward: (path) => path.find(({ unknownReward }) => unknownReward !== undefined),
  missingSteps: (path) => path.find(({ missing }) => missing !== undefined),
  afterEnd: (path) => {
    const end = path.findIndex((event) => endOf(event) !== 'running')
    return end < 0 ? undefined : path[end + 1]
  },
}

/** Applies the rules to an episode's current branch; each reports its first match. */
export function findingsIn(
  episode: Episode,
  fields: readonly AnswerField[],
  leaf = episode.current,
): Finding[] {
  const line = pathTo(episode, leaf)
  const failed = episode.events.filter(
    ({ failure, parent }) => failure && line.some(({ id }) => id === parent),
  )
  const declared = new Set(fields)
  const isFailed = failureAt(episode, leaf) !== undefined
  return RULES.flatMap((rule) => {
    // A failed branch has no end state of its own.
    if (rule === 'earlyEnd' && isFailed) return []
    // In other environments a negative reward may mean anything.
    if (rule === 'formatError' && !followsGemRules(episode.envId)) return []
    const found = FOUND[rule](rule === 'failure' ? failed : line, declared)
    const event = found ?? (rule === 'failure' && isFailed ? line.at(-1) : undefined)
    return event ? [{ rule, event: event.id }] : []
  })
}
