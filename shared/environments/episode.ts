import { z } from 'zod'
import { endState, type EndState, episodeReturn, type StepResult } from '../gem/episode.ts'
import type { EpisodeView } from '../gem/players/player.ts'
import { failureSchema } from '../workbench/failure.ts'
import { exchangeSchema } from './exchange.ts'
import { modelCallSchema } from './model-call.ts'

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
 * `failure` there was no answer: the environment stayed where it was, or nobody knows where it is.
 */
export const eventSchema = z.object({
  id: z.number().int().nonnegative(),
  parent: z.number().int().nonnegative().nullable(),
  action: z.string().nullable(),
  observation: z.unknown(),
  info: z.record(z.string(), z.unknown()),
  reward: z.number(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  failure: failureSchema.optional(),
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
  /** The event that this one should have equalled: the same action after the same events, with another answer. */
  differsFrom: z.number().int().optional(),
  /** Fields of its line in a file that we do not know. */
  extra: z.record(z.string(), z.unknown()).optional(),
})
export type EpisodeEvent = z.infer<typeof eventSchema>

/** What an episode is, as it is known when it begins. */
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
  /** Fields of a file's header that we do not know. */
  extra: z.record(z.string(), z.unknown()).optional(),
})

/** What another reviewer said, from a file. */
const reviewSchema = z.object({ ...remarks, event: z.number().optional(), reviewer: z.string() })

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

/** The answers that came after an event. */
export function childrenOf(episode: Episode, id: number | null): EpisodeEvent[] {
  return episode.events.filter((event) => event.parent === id && !event.failure)
}

/** The actions on which the environment failed after an event. */
export function failuresAfter(episode: Episode, id: number): EpisodeEvent[] {
  return episode.events.filter((event) => event.parent === id && event.failure)
}

/** Where redo would go: the child that was visited last, else the newest. */
export function nextOf(episode: Episode, id: number = episode.current): number | undefined {
  return episode.visited[id] ?? childrenOf(episode, id).at(-1)?.id
}

/** The end of the line that redo would walk from here. */
export function leafOf(episode: Episode, id: number = episode.current): number {
  let leaf = id
  for (let next = nextOf(episode, leaf); next !== undefined; next = nextOf(episode, leaf)) leaf = next
  return leaf
}

/** Events without children: one for each branch. */
export function leavesOf(episode: Episode): EpisodeEvent[] {
  const answers = episode.events.filter(({ failure }) => !failure)
  const parents = new Set(answers.map((event) => event.parent))
  return answers.filter((event) => !parents.has(event.id))
}

/** Turn number of an event; the reset is 0. */
export function turnOf(episode: Episode, id: number = episode.current): number {
  return pathTo(episode, id).length - 1
}

/** Sum of the rewards up to an event. */
export function returnOf(episode: Episode, id: number = episode.current): number {
  return episodeReturn(pathTo(episode, id).slice(1))
}

/** The sum of the rewards at each of these events. */
export function runningReturns(events: readonly Pick<EpisodeEvent, 'reward'>[]): number[] {
  let sum = 0
  return events.map(({ reward }) => (sum += reward))
}

/** How the episode stands at an event. */
export function endOf(event: EpisodeEvent): EndState {
  return event.action === null ? 'running' : endState(event)
}

/** The first event on the way to this one that ended the episode, if any; later ones were stepped anyway. */
export function endedAt(episode: Episode, id: number = episode.current): EpisodeEvent | undefined {
  return pathTo(episode, id).find((event) => endOf(event) !== 'running')
}

/** What a player sees at an event. */
export function viewOf(episode: Episode, id: number = episode.current): EpisodeView {
  const [opening, ...turns] = pathTo(episode, id)
  return {
    opening: { observation: opening?.observation, info: opening?.info ?? {} },
    turns: turns.map((event) => ({ action: event.action ?? '', result: resultOf(event) })),
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
