/**
 * Trajectories as Orrery writes them: JSON Lines that any program can read. An episode is a header, then the reset and one line a
 * step, last a summary; a file holds any number of them. A whole tree has `parent` in its lines, and its `t` is the turn. Fields
 * that a reader does not know are kept (docs/gem.md#trajectories).
 *
 *     {"kind":"header","schema":"gem-trajectory","version":1,"env_id":"game:Wordle-v0-easy","seed":7,…}
 *     {"kind":"reset","t":0,"observation":"…","info":{"suffix":"…"},"latency_ms":3}
 *     {"kind":"step","t":1,"action":"\\boxed{sun}","observation":"…","reward":0,"terminated":false,"truncated":false,"info":{…}}
 *     {"kind":"summary","return":1,"steps":4,"end":"solved"}
 */
import * as z from 'zod'
import { failureSchema } from '../../workbench/failure.ts'
import { workbenchError } from '../../workbench/sentences/workbench-error.ts'
import { episodeReturn } from '../../gem/episode.ts'
import { MAX_SEED } from '../../gem/seed.ts'
import { ANSWER_FIELDS } from '../../gem/trajectory.ts'
import {
  actionSourceSchema,
  endedAt,
  endOf,
  type Episode,
  type EpisodeEvent,
  eventOf,
  failuresAfter,
  pathTo,
  verdictSchema,
} from '../episode.ts'
import { modelCallSchema } from '../model-call.ts'
import { type Fields, isFields } from '../../json/fields.ts'
import {
  episodeFrom,
  type ReadEpisode,
  type ReadEvent,
  type ReadHead,
  unknownFields,
} from './read-episode.ts'

export const TRAJECTORY_VERSION = 1

/** Taken as it is: a record of zod's would lose a key named `__proto__`. */
const info = z.custom<Record<string, unknown>>(isFields, 'must be an object')
const remarks = {
  note: z.string().optional(),
  verdict: verdictSchema.optional(),
  tags: z.array(z.string()).optional(),
}
const answer = {
  latency_ms: z.number().nonnegative().optional(),
  ...remarks,
  /** In a tree: the line's own number, counted from 0, and that of the one before it. */
  id: z.number().int().nonnegative().optional(),
  parent: z.number().int().nonnegative().optional(),
  by: actionSourceSchema.optional(),
  player: z.string().optional(),
  model: modelCallSchema.optional(),
  /** What a person calls the line that ends here. */
  name: z.string().optional(),
  /** The environment failed: there was no answer. */
  failure: failureSchema.optional(),
}

const headerSchema = z.looseObject({
  kind: z.literal('header'),
  schema: z.literal('gem-trajectory'),
  version: z.literal(TRAJECTORY_VERSION),
  env_id: z.string().min(1),
  /** Null for an unseeded reset: the episode cannot be reproduced. */
  seed: z.number().int().min(0).max(MAX_SEED).nullable(),
  platform: z.enum(['embedded', 'remote']).optional(),
  /** When the episode began, ISO 8601. */
  started: z.string().optional(),
  /** Program and version that wrote the file. */
  writer: z.string().optional(),
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
  /** The turn. */
  t: z.number().int().positive(),
  action: z.string(),
  observation: z.unknown(),
  reward: z.number(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  info,
  ...answer,
})
const summarySchema = z.looseObject({ kind: z.literal('summary'), steps: z.number().optional() })
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
  record['kind'] === 'header' || ('t' in record && KINDS.has(String(record['kind'])))

/** Lines that become episodes, as many as there are headers. */
export class OwnShape {
  readonly #name: string
  /** Episodes whose file ends before their summary: the writer may have been killed. */
  cut = 0
  #header: Header | undefined
  #events: ReadEvent[] = []
  /** Turns of the events, and their places by the file's own numbers. */
  #turns: number[] = []
  #places = new Map<number, number>()

  constructor(name: string) {
    this.#name = name
  }

  take(record: Fields, number: number): ReadEpisode[] {
    const line = read(record, number)
    if (line.kind === 'header') {
      const before = this.end()
      this.#header = line
      return before
    }
    if (!this.#header) throw bad('begin', number)
    if (line.kind === 'summary') {
      if (this.#events.length === 0) throw bad('reset', number)
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

  /** What is left at the end of the file. */
  end(): ReadEpisode[] {
    if (!this.#header) return []
    if (this.#events.length === 0) throw bad('reset', 0)
    // What ended needs no summary, which other programs leave out.
    const { terminated, truncated } = this.#events.at(-1) ?? {}
    return this.#finished(!terminated && !truncated)
  }

  #step(line: Step, number: number): void {
    if (this.#events.length === 0) throw bad('reset', number)
    const parent = line.parent === undefined ? this.#lastAnswer() : this.#places.get(line.parent)
    if (parent === undefined) throw bad('parent', number, { found: line.parent ?? 0 })
    const turn = (this.#turns[parent] ?? 0) + 1
    if (line.t !== turn) throw bad('order', number, { wanted: turn, found: line.t })
    // Taken one by one: a rest of many lines costs more than reading them.
    const { id, action, observation, info: about, reward, terminated, truncated } = line
    const fields = { action, observation, info: about, reward, terminated, truncated, parent }
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
    const episode = episodeFrom(headOf(header, this.#name), this.#events)
    this.#header = undefined
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
  extra: unknownFields(header, HEADER_KEYS),
})

function answerOf(line: Partial<Answer>): Partial<ReadEvent> {
  const { latency_ms: latency, note, verdict, tags, by, player, model, name, failure } = line
  return {
    latency,
    note,
    verdict,
    tags,
    by: by ?? 'file',
    player,
    model,
    name,
    failure,
    extra: unknownFields(line, STEP_KEYS),
  }
}

/** The lines of an episode: of the one that ends at `leaf`, with what failed on the way, or of the whole tree. */
export function* ownLines(episode: Episode, leaf: number | undefined, writer: string): Generator<object> {
  const { extra, envId, seed, platformKind, started, note, verdict, tags } = episode
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
    note: note || undefined,
    verdict,
    tags,
  }
  const isTree = leaf === undefined
  const path = isTree ? episode.events : pathTo(episode, leaf)
  const events = isTree ? path : path.flatMap((event) => [event, ...failuresAfter(episode, event.id)])
  const turns = new Map<number, number>()
  for (const event of events) {
    const turn = event.parent === null ? 0 : (turns.get(event.parent) ?? 0) + 1
    turns.set(event.id, turn)
    yield lineOf(event, turn, isTree ? { id: event.id, parent: event.parent ?? undefined } : {})
  }
  const answers = isTree ? [] : path.slice(1)
  const last = isTree ? undefined : (endedAt(episode, leaf) ?? eventOf(episode, leaf))
  yield {
    kind: 'summary',
    return: last && episodeReturn(answers),
    steps: events.length - 1,
    end: last && endOf(last),
  }
}

function lineOf(event: EpisodeEvent, t: number, tree: object): object {
  const { action, observation, info: about, reward, terminated, truncated, latency, extra } = event
  const { note, verdict, tags, by, player, model, name, failure } = event
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
    failure: failure && { code: failure.code, message: failure.message },
  }
  if (action === null)
    return { ...extra, kind: 'reset', t, observation: observation ?? null, info: about, ...rest }
  const given = { action, observation: observation ?? null, reward, terminated, truncated, info: about }
  return { ...extra, kind: 'step', t, ...given, ...rest }
}
