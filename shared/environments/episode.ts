import { z } from 'zod'
import { endState, type EndState, episodeReturn, followsGemRules, type StepResult } from '../gem/episode.ts'
import type { EpisodeView } from '../gem/players/player.ts'
import { type Failure, failureSchema } from '../workbench/failure.ts'
import { exchangeSchema } from './exchange.ts'
import { type ModelCall, modelCallSchema } from './model-call.ts'

export const verdictSchema = z.enum(['bug', 'expected'])
export type Verdict = z.infer<typeof verdictSchema>

/** Who chose an action. */
export const actionSourceSchema = z.enum([
  'person',
  'random',
  'solver',
  'script',
  'endpoint',
  'file',
  'replay',
])
export type ActionSource = z.infer<typeof actionSourceSchema>

const remarks = {
  note: z.string().optional(),
  verdict: verdictSchema.optional(),
  tags: z.array(z.string()).optional(),
}

/**
 * One answer of the environment: the reset (no parent, no action) or a step. Its id is its place in the episode's list. With
 * `failure` there was no answer: the environment stayed where it was, or where it is is unknown.
 */
export const eventSchema = z.object({
  id: z.number().int().nonnegative(),
  parent: z.number().int().nonnegative().nullable(),
  action: z.string().nullable(),
  observation: z.unknown(),
  info: z.record(z.string(), z.unknown()),
  reward: z.number(),
  /** What a file has in the place of a reward that is not a number: `reward` is 0 then, and the return is unknown. */
  unknownReward: z.string().optional(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  failure: failureSchema.optional(),
  /** How many steps before this one a file leaves out. */
  missing: z.number().int().positive().optional(),
  /** Milliseconds. */
  latency: z.number().optional(),
  exchange: exchangeSchema.optional(),
  by: actionSourceSchema,
  /** The agent by its own name, such as its model. */
  player: z.string().optional(),
  /** The model's side, where a model chose. */
  model: modelCallSchema.optional(),
  /** Unix milliseconds. */
  at: z.number(),
  ...remarks,
  /** What a person calls the line that ends here. */
  name: z.string().optional(),
  /** A person took the line away from here on. It stays in the log, and can be brought back. */
  removed: z.boolean().optional(),
  /** The event that this one should have equalled: the same action after the same events, with another answer. */
  differsFrom: z.number().int().optional(),
  /** Fields of its line in a file that we do not know. */
  extra: z.record(z.string(), z.unknown()).optional(),
})
export type EpisodeEvent = z.infer<typeof eventSchema>

/** Who played an episode, as batches and files record it. */
const playedBySchema = z.object({
  /** As a person calls it. */
  name: z.string(),
  kind: z.string().optional(),
  model: z.string().optional(),
  /** The agent's own, not the environment's. */
  seed: z.number().optional(),
})
export type PlayedBy = z.infer<typeof playedBySchema>

/** What an episode is, as it is known when it begins; `agent` and `failure` are recorded by batches and files. */
export const episodeHeadSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  envId: z.string(),
  /** Connection id of the platform where it was played, or `file`. */
  platform: z.string(),
  platformKind: z.enum(['embedded', 'remote']),
  /** Null: unseeded, it cannot be reproduced. */
  seed: z.number().nullable(),
  /** Unix milliseconds. */
  started: z.number(),
  source: z.enum(['bench', 'file', 'batch']),
  /** Where it came from: a file's name, or the program that wrote it. */
  origin: z.string().optional(),
  /** The batch that it was played in. */
  batch: z.string().optional(),
  agent: playedBySchema.optional(),
  /** Why it could not be played to an end, where that was not a step: the reset failed, or the agent had no answer. */
  failure: failureSchema.optional(),
  /** Fields of a file's header that we do not know. */
  extra: z.record(z.string(), z.unknown()).optional(),
})

/** What another reviewer said, from a file. */
export const reviewSchema = z.object({ ...remarks, event: z.number().optional(), reviewer: z.string() })

/**
 * Everything that was played from one seed: a tree of events, because a tester goes back and tries something else. Values
 * are immutable. An episode of 0.1.0 was one document of this shape; now it is what its log comes to.
 */
export const episodeSchema = episodeHeadSchema.extend({
  ...remarks,
  reviews: z.array(reviewSchema).optional(),
  changed: z.number(),
  events: z.array(eventSchema).min(1),
  /** The event that was reached last: where the environment stands, while it is open. */
  current: z.number().int().nonnegative(),
  /** For each event the child that was visited last: where redo goes. */
  visited: z.record(z.string(), z.number()),
})
export type Episode = z.infer<typeof episodeSchema>

export type NewEvent = Omit<EpisodeEvent, 'id' | 'at'>

export function eventOf(episode: Episode, id: number = episode.current): EpisodeEvent {
  const event = episode.events[id]
  if (!event) throw new RangeError(`The episode has no event ${id}.`)
  return event
}

/** The events from the reset to this one. */
export function pathTo(episode: Episode, id: number = episode.current): EpisodeEvent[] {
  const path: EpisodeEvent[] = []
  for (let at: number | null = id; at !== null;) {
    const event: EpisodeEvent = eventOf(episode, at)
    path.push(event)
    at = event.parent
  }
  return path.reverse()
}

/** The answers that came after an event, without those of lines that were taken away. */
export function childrenOf(episode: Episode, id: number | null): EpisodeEvent[] {
  return episode.events.filter((event) => event.parent === id && !event.failure && !event.removed)
}

/** The actions on which the environment failed after an event. */
export function failuresAfter(episode: Episode, id: number): EpisodeEvent[] {
  return episode.events.filter((event) => event.parent === id && event.failure)
}

/** Where redo would go: the child that was visited last, else the newest. */
export function nextOf(episode: Episode, id: number = episode.current): number | undefined {
  const visited = episode.visited[id]
  const isThere = visited !== undefined && !episode.events[visited]?.removed
  return isThere ? visited : childrenOf(episode, id).at(-1)?.id
}

/** The end of the line that redo would walk from here. */
export function leafOf(episode: Episode, id: number = episode.current): number {
  let leaf = id
  for (let next = nextOf(episode, leaf); next !== undefined; next = nextOf(episode, leaf)) leaf = next
  return leaf
}

/** Events without children: one for each branch that was not taken away. */
export function leavesOf(episode: Episode): EpisodeEvent[] {
  const hidden = new Set<number | null>()
  const answers = episode.events.filter(({ id, parent, failure, removed }) => {
    // An event comes after its parent.
    if (removed || hidden.has(parent)) hidden.add(id)
    return !failure && !hidden.has(id)
  })
  const parents = new Set(answers.map((event) => event.parent))
  return answers.filter((event) => !parents.has(event.id))
}

/** Where a line begins to be nobody else's: what is taken away with it. Undefined where the environment stands in it. */
export function removableFrom(episode: Episode, leaf: number): number | undefined {
  const path = pathTo(episode, leaf)
  const at = path.findLastIndex(({ id }) => childrenOf(episode, id).length > 1)
  const own = at < 0 ? [] : path.slice(at + 1)
  const stands = new Set(pathTo(episode).map(({ id }) => id))
  return own.some(({ id }) => stands.has(id)) ? undefined : own[0]?.id
}

/** Turn number of an event; the reset is 0. */
export function turnOf(episode: Episode, id: number = episode.current): number {
  return pathTo(episode, id).length - 1
}

/** Sum of the rewards up to an event. */
export function returnOf(episode: Episode, id: number = episode.current): number {
  return episodeReturn(pathTo(episode, id).slice(1))
}

/** What a line failed with after its last answer, and what was sent then; nothing where the environment ended it. */
export function failureAt(
  episode: Episode,
  leaf: number,
): { readonly failure: Failure; readonly action?: string } | undefined {
  if (endedAt(episode, leaf)) return undefined
  const attempt = failuresAfter(episode, leaf).at(-1)
  if (attempt?.failure) return { failure: attempt.failure, action: attempt.action ?? '' }
  return episode.failure && leafOf(episode) === leaf ? { failure: episode.failure } : undefined
}

/** The sum of a line's rewards; null where it failed, or where one of them is unknown. */
export function knownReturn(episode: Episode, leaf: number): number | null {
  const isUnknown = pathTo(episode, leaf).some(({ unknownReward }) => unknownReward !== undefined)
  return isUnknown || failureAt(episode, leaf) ? null : returnOf(episode, leaf)
}

/** Who played a line: as it was recorded, else who acted in it, where that is one. */
export function playedBy(episode: Episode, leaf: number): PlayedBy | undefined {
  if (episode.agent) return episode.agent
  const turns = pathTo(episode, leaf).slice(1)
  const players = new Map(
    turns.map(({ by, player, model }) => [player ?? by, { kind: by, model: model?.model }]),
  )
  const [[name, facts] = []] = players
  return name === undefined || players.size > 1 ? undefined : { name, ...facts }
}

/** The sum of the rewards at each of these events. */
export function runningReturns(events: readonly Pick<EpisodeEvent, 'reward'>[]): number[] {
  let sum = 0
  return events.map(({ reward }) => (sum += reward))
}

/** How the episode stands at an event, by the rules of GEM. */
export function endOf(event: EpisodeEvent): EndState {
  return event.action === null ? 'running' : endState(event)
}

/** The same with a name that is true of the environment: others than GEM's have ended, or were cut off, and no more is known. */
export function endIn(envId: string, event: EpisodeEvent): EndState {
  const end = endOf(event)
  if (end === 'running' || followsGemRules(envId)) return end
  return event.terminated ? 'ended' : 'turn-limit'
}

/** The first event on the way to this one that ended the episode, if any; later ones were stepped anyway. */
export function endedAt(episode: Episode, id: number = episode.current): EpisodeEvent | undefined {
  return pathTo(episode, id).find((event) => endOf(event) !== 'running')
}

/** What a player sees, and what a model said where it chose: it gets its own words back. */
export interface AgentView extends EpisodeView {
  readonly turns: readonly (EpisodeView['turns'][number] & {
    readonly model?: Pick<ModelCall, 'reply' | 'toolCalls'> | undefined
  })[]
}

/** What a player sees at an event. */
export function viewOf(episode: Episode, id: number = episode.current): AgentView {
  const [opening, ...turns] = pathTo(episode, id)
  return {
    opening: { observation: opening?.observation, info: opening?.info ?? {} },
    turns: turns.map((event) => ({
      action: event.action ?? '',
      result: resultOf(event),
      model: event.model,
    })),
  }
}

function resultOf({ observation, info, reward, terminated, truncated }: EpisodeEvent): StepResult {
  return { observation, info, reward, terminated, truncated }
}

/** `suffix` or `prefix` of an event's info, when it is a text. */
export function infoText(event: EpisodeEvent | undefined, name: 'suffix' | 'prefix'): string {
  const value = event?.info[name]
  return typeof value === 'string' ? value : ''
}

/** An observation as text: as it is, or as JSON where the environment answers with something else. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
