import type { AnswerField } from '../../gem/trajectory.ts'
import type { Episode, EpisodeEvent } from '../episode.ts'
import type { ModelCall } from '../model-call.ts'

/** What an episode of a file is, as far as the file says. */
export interface ReadHead {
  readonly envId: string
  readonly seed: number | null
  readonly platformKind?: Episode['platformKind'] | undefined
  /** Unix milliseconds. */
  readonly started?: number | undefined
  readonly origin?: string | undefined
  readonly note?: string | undefined
  readonly verdict?: Episode['verdict']
  readonly tags?: Episode['tags']
  readonly extra?: Record<string, unknown> | undefined
}

/** An answer as it was read; its parent is the one before, where the file does not say another. */
export type ReadEvent = Partial<Omit<EpisodeEvent, 'id'>> & Pick<EpisodeEvent, 'observation'>

/** An episode of a file, and what it says of each answer: only that can be compared. */
export interface ReadEpisode {
  readonly episode: Episode
  readonly fields: readonly AnswerField[]
}

/** Builds an episode out of what a file said; it looks at its last answer. Whoever keeps it gives it an id. */
export function episodeFrom(head: ReadHead, events: readonly ReadEvent[]): Episode {
  const { started, platformKind = 'remote', ...rest } = head
  const at = started === undefined || Number.isNaN(started) ? Date.now() : started
  const all = events.map((event, id): EpisodeEvent => ({
    ...event,
    id,
    action: event.action ?? null,
    info: event.info ?? {},
    reward: event.reward ?? 0,
    terminated: event.terminated ?? false,
    truncated: event.truncated ?? false,
    by: event.by ?? 'file',
    at: event.at ?? at,
    parent: event.parent ?? (id === 0 ? null : id - 1),
  }))
  const current = all.findLast(({ failure }) => !failure)?.id ?? 0
  const visited: Record<string, number> = {}
  for (let id: number | null = current; id !== null;) {
    const parent: number | null = all[id]?.parent ?? null
    if (parent !== null) visited[parent] = id
    id = parent
  }
  return {
    version: 1,
    id: '',
    platform: 'file',
    platformKind,
    started: at,
    changed: Date.now(),
    source: 'file',
    ...rest,
    events: all,
    current,
    visited,
  }
}

export const verdictOf = (value: unknown): Episode['verdict'] =>
  value === 'bug' || value === 'expected' ? value : undefined

/** The model's side of a step, as far as a file tells it; undefined where it tells nothing but the reply. */
export function modelFrom(
  reply: string,
  told: Partial<Pick<ModelCall, 'model' | 'reasoning' | 'promptTokens' | 'completionTokens' | 'cost'>>,
): ModelCall | undefined {
  const { model = '', ...rest } = told
  if (Object.values(rest).every((value) => value === undefined)) return undefined
  return { endpoint: '', model, again: 0, messages: [], reply, milliseconds: 0, ...rest }
}

/** What stands in a record beside the fields that are known, for whoever reads the file after us. */
export function unknownFields(
  record: object,
  known: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  const extra = Object.entries(record).filter(([name, value]) => !known.has(name) && value !== undefined)
  return extra.length > 0 ? Object.fromEntries(extra) : undefined
}
