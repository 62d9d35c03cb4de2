/**
 * The append-only log of an episode, one entry per line: a head, then every event in order. A step therefore
 * costs one line, and every window that replays the entries arrives at the same episode.
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

/** A user's annotation of an event or the whole episode; null removes it. */
export const remarkSchema = z.object({
  /** Absent: the whole episode. */
  event: z.number().int().nonnegative().optional(),
  note: z.string().optional(),
  verdict: verdictSchema.nullable().optional(),
  tags: z.array(z.string()).optional(),
  /** Name of the branch that ends here. */
  name: z.string().optional(),
  /** Removes or restores the branch from this event on. */
  removed: z.boolean().optional(),
  /** Author, if imported from another reviewer's file. */
  reviewer: z.string().optional(),
})
export type Remark = z.infer<typeof remarkSchema>

export const episodeEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('episode'), head: episodeHeadSchema }),
  /** The environment answered, or failed to. */
  z.object({ kind: z.literal('event'), event: eventSchema }),
  /** The environment was moved to an event. `visited` occurs in logs migrated from an earlier version. */
  z.object({
    kind: z.literal('went'),
    to: z.number().int().nonnegative(),
    visited: z.record(z.string(), z.number()).optional(),
  }),
  z.object({ kind: z.literal('remark'), remark: remarkSchema }),
])
export type EpisodeEntry = z.infer<typeof episodeEntrySchema>
export type EpisodeHead = z.infer<typeof episodeHeadSchema>

/** An entry with its 1-based position in the log and its time (Unix milliseconds). */
export const episodeRecordSchema = z.object({
  sequence: z.number().int().positive(),
  at: z.number(),
  entry: episodeEntrySchema,
})
export type EpisodeRecord = z.infer<typeof episodeRecordSchema>

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type Draft = Mutable<Episode>

/** Replays records to an episode; undefined if they contain no answer to a reset. */
export function episodeOf(records: readonly Pick<EpisodeRecord, 'entry' | 'at'>[]): Episode | undefined {
  let draft: Draft | undefined
  for (const { entry, at } of records) {
    if (entry.kind === 'episode')
      draft ??= { ...entry.head, changed: at, events: [], current: 0, visited: {} }
    else if (draft) apply(draft, entry, at)
  }
  return draft && draft.events.length > 0 ? draft : undefined
}

/** Returns the episode after one more record, without mutating the given one. */
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
      // A duplicate line: only in a file edited by hand.
      if (event.id !== draft.events.length) return
      draft.events.push(event)
      // After a failure the environment did not move.
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

/** Moves to an event and remembers the path for redo. */
function visit(draft: Draft, id: number): void {
  const event = draft.events[id]
  if (event && event.parent === draft.current) draft.visited[event.parent] = id
  else
    for (const { id: child, parent } of pathTo(draft, id)) if (parent !== null) draft.visited[parent] = child
  draft.current = id
}

function remark(draft: Draft, { event: id, reviewer, ...assessment }: Remark): void {
  const { verdict, ...rest } = assessment
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

/** Returns the episode with annotations stored elsewhere. */
export function withRemarks(episode: Episode, remarks: readonly Remark[]): Episode {
  const draft: Draft = { ...episode, events: [...episode.events] }
  for (const one of remarks) remark(draft, one)
  return draft
}

/** Returns an episode's head, without its events. */
export const headOf = (episode: Episode): EpisodeHead => episodeHeadSchema.parse(episode)

/** Converts an episode to log entries, for migration, import and batches. */
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
