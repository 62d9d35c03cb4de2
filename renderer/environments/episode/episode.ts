import { z } from 'zod'
import { endState, type EndState, episodeReturn, type StepResult } from '#shared/gem/episode.ts'
import type { EpisodeView } from '#shared/gem/players/index.ts'
import { exchangeSchema } from '#shared/workbench/areas/gem.ts'

export const verdictSchema = z.enum(['bug', 'expected'])
export type Verdict = z.infer<typeof verdictSchema>

/** Who chose an action. */
export const chooserSchema = z.enum(['person', 'random', 'solver', 'script', 'endpoint', 'file', 'replay'])
export type ActionSource = z.infer<typeof chooserSchema>

/** One answer of the environment: the reset (no parent, no action) or a step. Its id is its place in the episode's list. */
export const eventSchema = z.object({
  id: z.number().int().nonnegative(),
  parent: z.number().int().nonnegative().nullable(),
  action: z.string().nullable(),
  observation: z.unknown(),
  info: z.record(z.string(), z.unknown()),
  reward: z.number(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  /** Milliseconds. */
  latency: z.number().optional(),
  exchange: exchangeSchema.optional(),
  by: chooserSchema,
  /** Unix milliseconds. */
  at: z.number(),
  note: z.string().optional(),
  verdict: verdictSchema.optional(),
  /** The event that this one should have equalled: the same action after the same events, with another answer. */
  differsFrom: z.number().int().optional(),
  /** Fields of its line in a file that we do not know. */
  extra: z.record(z.string(), z.unknown()).optional(),
})
export type EpisodeEvent = z.infer<typeof eventSchema>

/**
 * Everything that was played from one seed: a tree of events, because a tester goes back and tries something else. Values
 * are immutable; every function here returns a new one.
 */
export const episodeSchema = z.object({
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
  changed: z.number(),
  source: z.enum(['bench', 'file', 'batch']),
  /** Where it came from: a file's name, or the program that wrote it. */
  origin: z.string().optional(),
  note: z.string().optional(),
  verdict: verdictSchema.optional(),
  /** Fields of a file's header that we do not know. */
  extra: z.record(z.string(), z.unknown()).optional(),
  events: z.array(eventSchema).min(1),
  /** The event that is looked at and, while the environment is open, where it stands. */
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
    path.unshift(event)
    at = event.parent
  }
  return path
}

export function childrenOf(episode: Episode, id: number | null): EpisodeEvent[] {
  return episode.events.filter((event) => event.parent === id)
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
  const parents = new Set(episode.events.map((event) => event.parent))
  return episode.events.filter((event) => !parents.has(event.id))
}

/** Goes to an event; the way there is remembered for redo. */
export function visit(episode: Episode, id: number): Episode {
  const visited = { ...episode.visited }
  for (const event of pathTo(episode, id)) if (event.parent !== null) visited[event.parent] = event.id
  return { ...episode, visited, current: id, changed: Date.now() }
}

/** Adds an event under its parent and goes there. */
export function append(episode: Episode, event: NewEvent): Episode {
  const id = episode.events.length
  const events = [...episode.events, { ...event, id, at: Date.now() }]
  return visit({ ...episode, events }, id)
}

/** Changes remarks or latency of one event. */
export function annotate(
  episode: Episode,
  id: number,
  change: Partial<Pick<EpisodeEvent, 'note' | 'verdict'>>,
): Episode {
  const events = episode.events.map((event) => (event.id === id ? { ...event, ...change } : event))
  return { ...episode, events, changed: Date.now() }
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
