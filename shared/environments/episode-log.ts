/**
 * The log of an episode, one entry a line: what it is, then everything that happened, in order. Nothing is ever written over, so a
 * step costs a line, and every window that applies the entries has the same episode.
 */
import { z } from 'zod'
import {
  type Episode,
  type EpisodeEvent,
  episodeHeadSchema,
  eventSchema,
  pathTo,
  verdictSchema,
} from './episode.ts'

/** What a person wrote about an event, or about the whole episode; null takes it back. */
export const remarkSchema = z.object({
  /** Absent: the whole episode. */
  event: z.number().int().nonnegative().optional(),
  note: z.string().optional(),
  verdict: verdictSchema.nullable().optional(),
  tags: z.array(z.string()).optional(),
  /** The name of the line that ends here. */
  name: z.string().optional(),
  /** The line is taken away from this event on, or brought back. */
  removed: z.boolean().optional(),
  /** Who wrote it, where it came with a file of another reviewer. */
  reviewer: z.string().optional(),
})
export type Remark = z.infer<typeof remarkSchema>

export const episodeEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('episode'), head: episodeHeadSchema }),
  /** The environment answered, or failed to. */
  z.object({ kind: z.literal('event'), event: eventSchema }),
  /** The environment was led to an event. `visited` comes with what an earlier version kept. */
  z.object({
    kind: z.literal('went'),
    to: z.number().int().nonnegative(),
    visited: z.record(z.string(), z.number()).optional(),
  }),
  z.object({ kind: z.literal('remark'), remark: remarkSchema }),
])
export type EpisodeEntry = z.infer<typeof episodeEntrySchema>
export type EpisodeHead = z.infer<typeof episodeHeadSchema>

/** An entry, its place in the log from 1 on, and when it was written (Unix milliseconds). */
export const episodeRecordSchema = z.object({
  sequence: z.number().int().positive(),
  at: z.number(),
  entry: episodeEntrySchema,
})
export type EpisodeRecord = z.infer<typeof episodeRecordSchema>

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type Draft = Mutable<Episode>

/** What the records come to; undefined while there is no answer to a reset in them. */
export function episodeOf(records: readonly Pick<EpisodeRecord, 'entry' | 'at'>[]): Episode | undefined {
  let draft: Draft | undefined
  for (const { entry, at } of records) {
    if (entry.kind === 'episode')
      draft ??= { ...entry.head, changed: at, events: [], current: 0, visited: {} }
    else if (draft) apply(draft, entry, at)
  }
  return draft && draft.events.length > 0 ? draft : undefined
}

/** The episode after one more record; the given one stays as it is. */
export function after(episode: Episode, { entry, at }: Pick<EpisodeRecord, 'entry' | 'at'>): Episode {
  const draft: Draft = { ...episode, events: [...episode.events], visited: { ...episode.visited } }
  apply(draft, entry, at)
  return draft
}

function apply(draft: Draft, entry: EpisodeEntry, at: number): void {
  switch (entry.kind) {
    case 'episode':
      return
    case 'event': {
      const { event } = entry
      // The same line twice can only be a file that somebody put together.
      if (event.id !== draft.events.length) return
      draft.events.push(event)
      // Where the environment failed, nobody came any further.
      if (!event.failure) visit(draft, event.id)
      break
    }
    case 'went':
      if (entry.visited) draft.visited = { ...entry.visited }
      if (draft.events[entry.to]) visit(draft, entry.to)
      break
    case 'remark':
      remark(draft, entry.remark)
  }
  draft.changed = at
}

/** Goes to an event; the way there is remembered for redo. */
function visit(draft: Draft, id: number): void {
  const event = draft.events[id]
  if (event && event.parent === draft.current) draft.visited[event.parent] = id
  else
    for (const { id: child, parent } of pathTo(draft, id)) if (parent !== null) draft.visited[parent] = child
  draft.current = id
}

function remark(draft: Draft, { event: id, reviewer, ...said }: Remark): void {
  const { verdict, ...rest } = said
  if (reviewer !== undefined) {
    draft.reviews = [
      ...(draft.reviews ?? []),
      { ...rest, verdict: verdict ?? undefined, event: id, reviewer },
    ]
    return
  }
  const change = { ...rest, ...(verdict === undefined ? {} : { verdict: verdict ?? undefined }) }
  const event = id === undefined ? undefined : draft.events[id]
  if (event) draft.events[event.id] = { ...event, ...change }
  else if (id === undefined) Object.assign(draft, change)
}

/** The episode with what was said of it elsewhere. */
export function withRemarks(episode: Episode, remarks: readonly Remark[]): Episode {
  const draft: Draft = { ...episode, events: [...episode.events] }
  for (const one of remarks) remark(draft, one)
  return draft
}

/** What an episode is, without what happened in it. */
export const headOf = (episode: Episode): EpisodeHead => episodeHeadSchema.parse(episode)

/** The entries that come to an episode: what an earlier version kept, a file, or one of a batch. */
export function entriesOf(episode: Episode): EpisodeEntry[] {
  const { events, current, visited, note, verdict, tags, reviews } = episode
  const isRemarked = note !== undefined || verdict !== undefined || tags !== undefined
  return [
    { kind: 'episode', head: headOf(episode) },
    ...events.map((event: EpisodeEvent): EpisodeEntry => ({ kind: 'event', event })),
    { kind: 'went', to: current, visited: { ...visited } },
    ...(isRemarked ? [{ kind: 'remark' as const, remark: { note, verdict, tags } }] : []),
    ...(reviews ?? []).map((review): EpisodeEntry => ({ kind: 'remark', remark: review })),
  ]
}
