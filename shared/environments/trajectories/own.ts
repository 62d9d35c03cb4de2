/**
 * Orrery's own trajectory format: JSON Lines that any program can read. An episode consists of a header, the
 * reset, one line per step, and a summary; a file contains any number of episodes. In a tree, lines have a
 * `parent` and `t` is the turn. Unknown fields are preserved (docs/gem.md#trajectories).
 *
 *     {"kind":"header","schema":"gem-trajectory","version":1,"env_id":"game:Wordle-v0-easy","seed":7,…}
 *     {"kind":"reset","t":0,"observation":"…","info":{"suffix":"…"},"latency_ms":3}
 *     {"kind":"step","t":1,"action":"\\boxed{sun}","observation":"…","reward":0,"terminated":false,"truncated":false,"info":{…}}
 *     {"kind":"summary","return":1,"steps":4,"end":"solved"}
 */
import * as z from 'zod'
import { failureSchema } from '../../workbench/failure.ts'
import { workbenchError } from '../../workbench/sentences/workbench-error.ts'
import { MAX_SEED } from '../../gem/seed.ts'
import { ANSWER_FIELDS } from '../../gem/trajectory.ts'
import { type Fields, isFields } from '../../json/fields.ts'
import {
  actionSourceSchema,
  endedAt,
  endIn,
  type Episode,
  type EpisodeEvent,
  eventOf,
  leafOf,
  failureAt,
  failuresAfter,
  knownReturn,
  pathTo,
  playedBy,
  reviewSchema,
  verdictSchema,
} from '../episode.ts'
import { modelCallSchema } from '../model-call.ts'
import { rewardIn, rewardOf } from './json.ts'
import {
  agentOf,
  batchOf,
  episodeFrom,
  type ReadEpisode,
  type ReadEvent,
  type ReadHead,
  unknownFields,
} from './read-episode.ts'

const TRAJECTORY_VERSION = 1

/** Not z.record, which would drop a key named `__proto__`. */
const info = z.custom<Record<string, unknown>>(isFields, 'must be an object')
const remarks = {
  note: z.string().optional(),
  verdict: verdictSchema.optional(),
  tags: z.array(z.string()).optional(),
}
const answer = {
  latency_ms: z.number().nonnegative().optional(),
  ...remarks,
  /** Time of the answer, ISO 8601. */
  at: z.string().optional(),
  /** Number of steps omitted before this one. */
  missing: z.number().int().positive().optional(),
  /** In a tree: the line's number, from 0, and its parent's. */
  id: z.number().int().nonnegative().optional(),
  parent: z.number().int().nonnegative().optional(),
  by: actionSourceSchema.optional(),
  player: z.string().optional(),
  model: modelCallSchema.optional(),
  /** User-given name of the branch that ends here. */
  name: z.string().optional(),
  /** In a tree: number of the line that this one should have equalled. */
  differs_from: z.number().int().nonnegative().optional(),
  /** In a tree: the user removed the branch from here on. */
  removed: z.boolean().optional(),
  /** The environment failed: there was no answer. */
  failure: failureSchema.optional(),
}

const headerSchema = z.looseObject({
  kind: z.literal('header'),
  schema: z.literal('gem-trajectory'),
  version: z.literal(TRAJECTORY_VERSION),
  env_id: z.string().min(1),
  /** Null for an unseeded reset, which is not reproducible. */
  seed: z.number().int().min(0).max(MAX_SEED).nullable(),
  platform: z.enum(['embedded', 'remote']).optional(),
  /** Start of the episode, ISO 8601. */
  started: z.string().optional(),
  agent: z.unknown().optional(),
  batch: z.string().optional(),
  /** Program name and version. */
  writer: z.string().optional(),
  /** Other reviewers' annotations; `event` is a line number. */
  reviews: z.array(reviewSchema).optional(),
  ...remarks,
})
const resetSchema = z.looseObject({
  kind: z.literal('reset'),
  t: z.literal(0),
  observation: z.unknown(),
  info,
  ...answer,
})
const stepSchema = z.looseObject({
  kind: z.literal('step'),
  /** Turn number. */
  t: z.number().int().positive(),
  action: z.string(),
  observation: z.unknown(),
  /** Null or a non-JSON number of Python: unknown. */
  reward: z.union([z.number(), z.null(), z.enum(['NaN', 'Infinity', '-Infinity'])]),
  terminated: z.boolean(),
  truncated: z.boolean(),
  info,
  ...answer,
})
const summarySchema = z.looseObject({
  kind: z.literal('summary'),
  steps: z.number().optional(),
  /** Why the episode could not be completed. */
  failure: failureSchema.optional(),
})
const lineSchema = z.discriminatedUnion('kind', [headerSchema, resetSchema, stepSchema, summarySchema])

type Header = z.infer<typeof headerSchema>
type Step = z.infer<typeof stepSchema>
const answerSchema = z.object(answer)
type Answer = z.infer<typeof answerSchema>

const keysOf = (schema: z.ZodObject): ReadonlySet<string> => new Set(Object.keys(schema.shape))
const HEADER_KEYS = keysOf(headerSchema)
const STEP_KEYS = keysOf(stepSchema)

const bad = (reason: string, line: number, values: Record<string, string | number> = {}) =>
  workbenchError(`RECORDING_UNREADABLE.${reason as 'begin'}`, { line, ...values })

const KINDS = new Set(lineSchema.options.map(({ shape }) => shape.kind.value as string))
export const isOwn = (record: Fields): boolean =>
  record['kind'] === 'header' || ('t' in record && KINDS.has(record['kind'] as string))

/** Assembles lines into episodes, one per header. */
export class OwnShape {
  readonly isStrict = true
  readonly #name: string
  /** Episodes without a summary at the end of the file: the writer may have been killed. */
  cut = 0
  #header: Header | undefined
  #failure: ReadHead['failure']
  #events: ReadEvent[] = []
  /** Turn numbers of the events, and their indices by the file's own numbers. */
  #turns: number[] = []
  #places = new Map<number, number>()

  constructor(name: string) {
    this.#name = name
  }

  take(record: Fields, number: number): ReadEpisode[] {
    const line = read(record, number)
    if (line.kind === 'header') {
      if (this.#header && this.#events.length === 0) throw bad('reset', number)
      const before = this.end()
      this.#header = line
      return before
    }
    if (!this.#header) throw bad('begin', number)
    if (line.kind === 'summary') {
      if (this.#events.length === 0) throw bad('reset', number)
      this.#failure = line.failure
      const isShort = line.steps !== undefined && this.#turns.length <= line.steps
      return this.#finished(isShort)
    }
    if (line.kind === 'reset') {
      if (this.#events.length > 0) throw bad('secondReset', number)
      const { observation, info: about, id } = line
      this.#add({ observation, info: about, ...answerOf(line) }, id, 0)
    } else this.#step(line, number)
    return []
  }

  /** Handles a truncated last line: a header if no episode is open. */
  lost(): void {
    if (!this.#header) this.cut++
  }

  /** Finishes the last episode. */
  end(): ReadEpisode[] {
    if (!this.#header) return []
    if (this.#events.length === 0) {
      this.cut++
      return []
    }
    // An ended episode needs no summary; other programs omit it.
    const { terminated, truncated } = this.#events.at(-1) ?? {}
    return this.#finished(!terminated && !truncated)
  }

  #step(line: Step, number: number): void {
    if (this.#events.length === 0) throw bad('reset', number)
    const parent = line.parent === undefined ? this.#lastAnswer() : this.#places.get(line.parent)
    if (parent === undefined) throw bad('parent', number, { found: line.parent ?? 0 })
    const turn = (this.#turns[parent] ?? 0) + 1
    if (line.t !== turn) throw bad('order', number, { wanted: turn, found: line.t })
    // Listed one by one: rest destructuring over many lines costs more than parsing them.
    const { id, action, observation, info: about, reward, terminated, truncated } = line
    const given = { action, observation, info: about, terminated, truncated, parent }
    const differsFrom = line.differs_from === undefined ? undefined : this.#places.get(line.differs_from)
    if (line.differs_from !== undefined && differsFrom === undefined)
      throw bad('parent', number, { found: line.differs_from })
    const fields = { ...given, ...rewardOf(reward, 'reward', number), differsFrom }
    this.#add({ ...fields, ...answerOf(line) }, id, turn)
  }

  #lastAnswer(): number {
    return this.#events.findLastIndex(({ failure }) => !failure)
  }

  #add(event: ReadEvent, id: number | undefined, turn: number): void {
    this.#places.set(id ?? this.#events.length, this.#events.length)
    this.#events.push(event)
    this.#turns.push(turn)
  }

  #finished(isCut: boolean): ReadEpisode[] {
    const header = this.#header as Header
    // Drop annotations of lines that the file has lost.
    const reviews = header.reviews?.flatMap(({ event, ...assessment }) => {
      const place = event === undefined ? undefined : this.#places.get(event)
      return event !== undefined && place === undefined ? [] : [{ ...assessment, event: place }]
    })
    const head = { ...headOf(header, this.#name), failure: this.#failure, reviews }
    const episode = episodeFrom(head, this.#events)
    this.#header = undefined
    this.#failure = undefined
    this.#events = []
    this.#turns = []
    this.#places = new Map()
    if (isCut) this.cut++
    return [{ episode, fields: ANSWER_FIELDS }]
  }
}

function read(record: Fields, number: number): z.infer<typeof lineSchema> {
  const result = lineSchema.safeParse(record)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') ?? ''
  if (field === 'kind' || field === '') throw bad('kind', number)
  throw bad('field', number, { field, reason: issue?.message ?? '' })
}

const headOf = (header: Header, name: string): ReadHead => ({
  envId: header.env_id,
  seed: header.seed,
  platformKind: header.platform,
  started: header.started === undefined ? undefined : Date.parse(header.started),
  origin: [name, header.writer].filter(Boolean).join(' · '),
  note: header.note,
  verdict: header.verdict,
  tags: header.tags,
  agent: agentOf(header.agent),
  extra: extraOf(header),
})

function extraOf(header: Header): ReadHead['extra'] {
  const extra = unknownFields(header, HEADER_KEYS)
  return header.batch === undefined ? extra : { ...extra, batch: header.batch }
}

function answerOf(line: Partial<Answer>): Partial<ReadEvent> {
  const { latency_ms: latency, note, verdict, tags, by, player, model, name, removed, failure } = line
  const at = line.at === undefined ? Number.NaN : Date.parse(line.at)
  return {
    latency,
    at: Number.isNaN(at) ? undefined : at,
    missing: line.missing,
    note,
    verdict,
    tags,
    by: by ?? 'file',
    player,
    model,
    name,
    removed,
    failure,
    extra: unknownFields(line, STEP_KEYS),
  }
}

/** Yields an episode's lines: of the branch ending at `leaf` including failed attempts, or of the whole tree. */
export function* ownLines(episode: Episode, leaf: number | undefined, writer: string): Generator<object> {
  const { extra, envId, seed, platformKind, started, note, verdict, tags } = episode
  const isTree = leaf === undefined
  const path = isTree ? episode.events : pathTo(episode, leaf)
  const events = isTree ? path : path.flatMap((event) => [event, ...failuresAfter(episode, event.id)])
  yield {
    ...extra,
    kind: 'header',
    schema: 'gem-trajectory',
    version: TRAJECTORY_VERSION,
    env_id: envId,
    seed,
    platform: platformKind,
    started: new Date(started).toISOString(),
    writer,
    agent: playedBy(episode, leaf ?? leafOf(episode)),
    batch: batchOf(episode),
    note: note || undefined,
    verdict,
    tags,
    reviews: reviewsOf(episode, events),
  }
  const turns = new Map<number, number>()
  for (const event of events) {
    const turn = event.parent === null ? 0 : (turns.get(event.parent) ?? 0) + 1
    turns.set(event.id, turn)
    yield lineOf(event, turn, isTree ? placeOf(event) : {})
  }
  const last = isTree ? undefined : (endedAt(episode, leaf) ?? eventOf(episode, leaf))
  const failed = isTree ? undefined : failureAt(episode, leaf)?.failure
  yield {
    kind: 'summary',
    return: isTree ? undefined : knownReturn(episode, leaf),
    steps: events.length - 1,
    end: failed ? 'failed' : last && endIn(envId, last),
    failure: bare(isTree ? episode.failure : failed),
  }
}

const placeOf = ({ id, parent, differsFrom }: EpisodeEvent): object => ({
  id,
  parent: parent ?? undefined,
  differs_from: differsFrom,
})

/** Returns other reviewers' annotations of these events, with line numbers. */
function reviewsOf({ reviews }: Episode, events: readonly EpisodeEvent[]): Episode['reviews'] {
  const all = reviews?.flatMap(({ event, ...assessment }) => {
    const place = events.findIndex(({ id }) => id === event)
    return event !== undefined && place < 0
      ? []
      : [{ ...assessment, event: event === undefined ? undefined : place }]
  })
  return all?.length === 0 ? undefined : all
}

/** Removes details of a failure that only help in the live session. */
function bare(failure: EpisodeEvent['failure']): EpisodeEvent['failure'] {
  if (!failure) return undefined
  const { details: _, ...rest } = failure
  return rest
}

function lineOf(event: EpisodeEvent, t: number, tree: object): object {
  const { action, observation, info: about, terminated, truncated, latency, extra } = event
  const { note, verdict, tags, by, player, model, name, removed, failure, missing, at } = event
  const rest = {
    ...tree,
    latency_ms: latency === undefined ? undefined : Math.round(latency * 10) / 10,
    note: note || undefined,
    verdict,
    tags,
    by,
    player,
    model,
    name,
    removed: removed || undefined,
    failure: bare(failure),
    missing,
    at: new Date(at).toISOString(),
  }
  if (action === null)
    return { ...extra, kind: 'reset', t, observation: observation ?? null, info: about, ...rest }
  const given = {
    action,
    observation: observation ?? null,
    reward: rewardIn(event),
    terminated,
    truncated,
    info: about,
  }
  return { ...extra, kind: 'step', t, ...given, ...rest }
}
