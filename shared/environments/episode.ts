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
 * An answer of the environment: the reset (no parent, no action) or a step. Its id is its index in the
 * episode's list. With `failure` there was no answer: the environment's state is unchanged or unknown.
 */
export const eventSchema = z.object({
  id: z.number().int().nonnegative(),
  parent: z.number().int().nonnegative().nullable(),
  action: z.string().nullable(),
  observation: z.unknown(),
  info: z.record(z.string(), z.unknown()),
  reward: z.number(),
  /** A file's non-numeric reward; `reward` is then 0 and the return is unknown. */
  unknownReward: z.string().optional(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  failure: failureSchema.optional(),
  /** Number of steps omitted by a file before this one. */
  missing: z.number().int().positive().optional(),
  /** Milliseconds. */
  latency: z.number().optional(),
  exchange: exchangeSchema.optional(),
  by: actionSourceSchema,
  /** The agent's own name, such as its model. */
  player: z.string().optional(),
  /** The model call, if a model chose the action. */
  model: modelCallSchema.optional(),
  /** Unix milliseconds. */
  at: z.number(),
  ...remarks,
  /** User-given name of the branch that ends here. */
  name: z.string().optional(),
  /** The user removed the branch from here on. It stays in the log and can be restored. */
  removed: z.boolean().optional(),
  /** The event this one should have equalled: same action after the same events, but a different answer. */
  differsFrom: z.number().int().optional(),
  /** Unknown fields of its line in a file. */
  extra: z.record(z.string(), z.unknown()).optional(),
})
export type EpisodeEvent = z.infer<typeof eventSchema>

/** Who played an episode, as recorded by batches and files. */
const playedBySchema = z.object({
  /** User-given name. */
  name: z.string(),
  kind: z.string().optional(),
  model: z.string().optional(),
  /** Seed of the agent, not of the environment. */
  seed: z.number().optional(),
})
export type PlayedBy = z.infer<typeof playedBySchema>

/** An episode's metadata, known when it begins; `agent` and `failure` are recorded by batches and files. */
export const episodeHeadSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  envId: z.string(),
  /** Connection id of the platform where it was played, or `file`. */
  platform: z.string(),
  platformKind: z.enum(['embedded', 'remote']),
  /** Null: unseeded and not reproducible. */
  seed: z.number().nullable(),
  /** Unix milliseconds. */
  started: z.number(),
  source: z.enum(['bench', 'file', 'batch']),
  /** Where it was imported from: a file name, or the program that wrote it. */
  origin: z.string().optional(),
  /** The batch it belongs to. */
  batch: z.string().optional(),
  agent: playedBySchema.optional(),
  /** Why it could not be completed, for failures other than a step: the reset failed, or the agent gave no answer. */
  failure: failureSchema.optional(),
  /** Unknown fields of a file's header. */
  extra: z.record(z.string(), z.unknown()).optional(),
})

/** Another reviewer's annotation, from a file. */
export const reviewSchema = z.object({ ...remarks, event: z.number().optional(), reviewer: z.string() })

/**
 * An episode: a tree of events from one seed, because a tester goes back and tries alternatives. Immutable.
 * In 0.1.0 it was stored as one document of this shape; now it is derived from its log.
 */
export const episodeSchema = episodeHeadSchema.extend({
  ...remarks,
  reviews: z.array(reviewSchema).optional(),
  changed: z.number(),
  events: z.array(eventSchema).min(1),
  /** The current event: the environment's state while it is open. */
  current: z.number().int().nonnegative(),
  /** Last visited child of each event, for redo. */
  visited: z.record(z.string(), z.number()),
})
export type Episode = z.infer<typeof episodeSchema>

export type NewEvent = Omit<EpisodeEvent, 'id' | 'at'>

export function eventOf(episode: Episode, id: number = episode.current): EpisodeEvent {
  const event = episode.events[id]
  if (!event) throw new RangeError(`The episode has no event ${id}.`)
  return event
}

/** Returns the events from the reset to this one. */
export function pathTo(episode: Episode, id: number = episode.current): EpisodeEvent[] {
  const path: EpisodeEvent[] = []
  for (let at: number | null = id; at !== null;) {
    const event: EpisodeEvent = eventOf(episode, at)
    path.push(event)
    at = event.parent
  }
  return path.reverse()
}

/** Returns the answers after an event, excluding removed branches. */
export function childrenOf(episode: Episode, id: number | null): EpisodeEvent[] {
  return episode.events.filter((event) => event.parent === id && !event.failure && !event.removed)
}

/** Returns the failed actions after an event. */
export function failuresAfter(episode: Episode, id: number): EpisodeEvent[] {
  return episode.events.filter((event) => event.parent === id && event.failure)
}

/** Returns the target of redo: the child visited last, else the newest. */
export function nextOf(episode: Episode, id: number = episode.current): number | undefined {
  const visited = episode.visited[id]
  const isThere = visited !== undefined && !episode.events[visited]?.removed
  return isThere ? visited : childrenOf(episode, id).at(-1)?.id
}

/** Returns the leaf that repeated redo reaches from here. */
export function leafOf(episode: Episode, id: number = episode.current): number {
  let leaf = id
  for (let next = nextOf(episode, leaf); next !== undefined; next = nextOf(episode, leaf)) leaf = next
  return leaf
}

/** Returns the leaves: one per branch that was not removed. */
export function leavesOf(episode: Episode): EpisodeEvent[] {
  const hidden = new Set<number | null>()
  const answers = episode.events.filter(({ id, parent, failure, removed }) => {
    // An event always follows its parent in the list.
    if (removed || hidden.has(parent)) hidden.add(id)
    return !failure && !hidden.has(id)
  })
  const parents = new Set(answers.map((event) => event.parent))
  return answers.filter((event) => !parents.has(event.id))
}

/**
 * Returns the first event that belongs only to this branch, from which it would be removed. Undefined if the
 * environment's current event is on it.
 */
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

/**
 * Returns the failure after a branch's last answer and the action that caused it; undefined if the
 * environment ended the branch.
 */
export function failureAt(
  episode: Episode,
  leaf: number,
): { readonly failure: Failure; readonly action?: string } | undefined {
  if (endedAt(episode, leaf)) return undefined
  const attempt = failuresAfter(episode, leaf).at(-1)
  if (attempt?.failure) return { failure: attempt.failure, action: attempt.action ?? '' }
  return episode.failure && leafOf(episode) === leaf ? { failure: episode.failure } : undefined
}

/** Sum of a branch's rewards; null if it failed or a reward is unknown. */
export function knownReturn(episode: Episode, leaf: number): number | null {
  const isUnknown = pathTo(episode, leaf).some(({ unknownReward }) => unknownReward !== undefined)
  return isUnknown || failureAt(episode, leaf) ? null : returnOf(episode, leaf)
}

/** Returns who played a branch: as recorded, else the only source of its actions. */
export function playedBy(episode: Episode, leaf: number): PlayedBy | undefined {
  if (episode.agent) return episode.agent
  const turns = pathTo(episode, leaf).slice(1)
  const players = new Map(
    turns.map(({ by, player, model }) => [player ?? by, { kind: by, model: model?.model }]),
  )
  const [[name, facts] = []] = players
  return name === undefined || players.size > 1 ? undefined : { name, ...facts }
}

/** Cumulative rewards at each of these events. */
export function runningReturns(events: readonly Pick<EpisodeEvent, 'reward'>[]): number[] {
  let sum = 0
  return events.map(({ reward }) => (sum += reward))
}

/** Classifies the end state at an event by GEM's rules. */
export function endOf(event: EpisodeEvent): EndState {
  return event.action === null ? 'running' : endState(event)
}

/**
 * Like {@link endOf}, but for environments that do not follow GEM's rules only `terminated` and `truncated`
 * are known.
 */
export function endIn(envId: string, event: EpisodeEvent): EndState {
  const end = endOf(event)
  if (end === 'running' || followsGemRules(envId)) return end
  return event.terminated ? 'ended' : 'turn-limit'
}

/** Returns the first event on the path that ended the episode; stepping may have continued after it. */
export function endedAt(episode: Episode, id: number = episode.current): EpisodeEvent | undefined {
  return pathTo(episode, id).find((event) => endOf(event) !== 'running')
}

/** What a player sees, plus a model's own earlier replies. */
export interface AgentView extends EpisodeView {
  readonly turns: readonly (EpisodeView['turns'][number] & {
    readonly model?: Pick<ModelCall, 'reply' | 'toolCalls'> | undefined
  })[]
}

/** Returns what a player sees at an event. */
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

/** Returns `suffix` or `prefix` of an event's info, if it is a text. */
export function infoText(event: EpisodeEvent | undefined, name: 'suffix' | 'prefix'): string {
  const value = event?.info[name]
  return typeof value === 'string' ? value : ''
}

/** Formats an observation: text as it is, other values as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
