import type { AnswerField } from '../../gem/trajectory.ts'
import { isFields } from '../../json/fields.ts'
import { type Episode, type EpisodeEvent, failureAt } from '../episode.ts'
import type { ModelCall } from '../model-call.ts'

/** Metadata of an episode, as far as the file contains it. */
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
  readonly agent?: Episode['agent']
  readonly failure?: Episode['failure']
  readonly reviews?: Episode['reviews']
  readonly extra?: Record<string, unknown> | undefined
}

/** A parsed answer; its parent is the previous one unless the file states another. */
export type ReadEvent = Partial<Omit<EpisodeEvent, 'id'>> & Pick<EpisodeEvent, 'observation'>

/** An episode of a file, and the answer fields it contains for each step; only these can be compared. */
export interface ReadEpisode {
  readonly episode: Episode
  readonly fields: readonly AnswerField[]
  /** Position among the episodes of its file by start; an episode may end after one that started later. */
  readonly place?: number
}

/** Builds an episode from parsed data, with its last answer as the current event. The caller assigns an id. */
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

/** Returns the model call of a step as far as the file contains it; undefined if it contains only the reply. */
export function modelFrom(
  reply: string,
  stated: Partial<
    Pick<
      ModelCall,
      | 'model'
      | 'reasoning'
      | 'toolCalls'
      | 'promptTokens'
      | 'completionTokens'
      | 'cachedTokens'
      | 'reasoningTokens'
      | 'cost'
      | 'currency'
    >
  >,
): ModelCall | undefined {
  const { model = '', ...rest } = stated
  if (Object.values(rest).every((value) => value === undefined)) return undefined
  return { endpoint: '', model, again: 0, messages: [], reply, milliseconds: 0, ...rest }
}

/** A failure in foreign formats: `message`, `code`, and the `action` that failed, for a step. */
export interface RecordedFailure {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
  readonly action?: string | undefined
}

export function recordedFailure(episode: Episode, leaf: number): RecordedFailure | undefined {
  const at = failureAt(episode, leaf)
  return (
    at && { code: at.failure.code, message: at.failure.message, hint: at.failure.hint, action: at.action }
  )
}

/** Parses a failure of a file; a plain text is the message. */
export function parseFailure(value: unknown): RecordedFailure | undefined {
  const { code, message, hint, action } = isFields(value) ? value : { message: value }
  if (typeof message !== 'string' || message === '') return undefined
  return {
    code: typeof code === 'string' ? code : 'FAILED',
    message,
    ...(typeof hint === 'string' ? { hint } : {}),
    ...(typeof action === 'string' ? { action } : {}),
  }
}

/** Attaches a failure to the step sent last, or to the episode. */
export function withFailure<Head extends object>(
  head: Head,
  events: readonly ReadEvent[],
  recorded: RecordedFailure | undefined,
): { head: Head & Pick<ReadHead, 'failure'>; events: readonly ReadEvent[] } {
  if (!recorded) return { head, events }
  const { action, ...failure } = recorded
  if (action === undefined) return { head: { ...head, failure }, events }
  return { head, events: [...events, { action, observation: null, failure }] }
}

/** Parses the agent from an object of its own. */
export function agentOf(value: unknown): Episode['agent'] {
  if (!isFields(value)) return undefined
  const { name, kind, model, seed } = value
  const text = (one: unknown): string | undefined => (typeof one === 'string' && one !== '' ? one : undefined)
  const called = text(name) ?? text(model)
  if (called === undefined) return undefined
  return {
    name: called,
    kind: text(kind),
    model: text(model),
    seed: typeof seed === 'number' && Number.isFinite(seed) ? seed : undefined,
  }
}

/** Returns the unknown fields of a record, to be preserved for later readers. */
export function unknownFields(
  record: object,
  known: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  const extra = Object.entries(record).filter(([name, value]) => !known.has(name) && value !== undefined)
  return extra.length > 0 ? Object.fromEntries(extra) : undefined
}

/** Returns the batch an episode belongs to, here or where its file was written. */
export const batchOf = ({ batch, extra }: Episode): string | undefined => {
  const batchRecord = batch ?? extra?.['batch']
  return typeof batchRecord === 'string' ? batchRecord : undefined
}
