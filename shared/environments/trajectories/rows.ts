import { ANSWER_FIELDS, type AnswerField } from '../../gem/trajectory.ts'
import { workbenchError } from '../../workbench/sentences/workbench-error.ts'
import { type Episode, pathTo } from '../episode.ts'
import type { Fields } from '../../json/fields.ts'
import { fieldsOf, flagOf, numberOf, seedOf, textOf } from './json.ts'
import { episodeFrom, type ReadEpisode, type ReadEvent, unknownFields, verdictOf } from './read-episode.ts'

/** What a column of a file with one row a step can hold. */
export const ROW_FIELDS = [
  'episode',
  'environment',
  'seed',
  'step',
  'action',
  'observation',
  'nextObservation',
  'reward',
  'terminated',
  'truncated',
  'done',
  'info',
] as const
export type RowField = (typeof ROW_FIELDS)[number]

/** Which column holds what. An `observation` was seen before the action of its row, unless a row without an action begins each episode. */
export type RowColumns = Partial<Record<RowField, string>>

interface Open {
  readonly key: string
  readonly head: { envId: string; seed: number | null; extra?: Record<string, unknown> | undefined }
  readonly events: ReadEvent[]
  /** What the row before will have been answered, which the next row tells. */
  lastStep: number
  /** Rows hold what was seen before their action. */
  readonly isBefore: boolean
}

/** Rows that become episodes: those of the same episode need not stand together until it ends. */
export class RowShape {
  readonly #name: string
  readonly #columns: RowColumns
  readonly #fields: readonly AnswerField[]
  readonly #known: ReadonlySet<string>
  readonly #open = new Map<string, Open>()
  /** The one whose row was the last. */
  #last: Open | undefined

  constructor(name: string, columns: RowColumns) {
    this.#name = name
    this.#columns = columns
    this.#known = new Set([...Object.values(columns), ...OWN_COLUMNS])
    const { done, observation, nextObservation, ...rest } = columns
    const held: Partial<Record<AnswerField, unknown>> = {
      ...rest,
      observation: observation ?? nextObservation,
      terminated: rest.terminated ?? done,
    }
    this.#fields = ANSWER_FIELDS.filter((name) => held[name] !== undefined)
  }

  take(row: Fields, line: number): ReadEpisode[] {
    const at = (field: RowField): unknown => {
      const column = this.#columns[field]
      return column === undefined ? undefined : row[column]
    }
    const action = at('action')
    const isReset = action === undefined || action === null || (action === '' && isFirst(at('step')))
    const step = this.#columns.step === undefined ? undefined : numberOf(at('step'), 'step', line)
    const key = textOf(at('episode')) ?? ''
    const finished: ReadEpisode[] = []
    // An episode with a name is over when it ended and another one goes on: it may have been stepped after its end.
    if (this.#last && this.#last.key !== key && isOver(this.#last)) finished.push(this.#finish(this.#last))
    let open = this.#open.get(key)
    if (open && (isReset || (step !== undefined && step <= open.lastStep))) {
      finished.push(this.#finish(open))
      open = undefined
    }
    const event = this.#answer(row, at, line)
    if (!open) {
      open = this.#begin(at, key, isReset, line)
      if (isReset) {
        open.events.push(event)
        open.lastStep = step ?? 0
        this.#last = open
        return finished
      }
      open.events.push({ observation: at('observation') ?? '' })
    } else if (open.isBefore && this.#columns.nextObservation === undefined) {
      const last = open.events.at(-1) as ReadEvent
      open.events[open.events.length - 1] = { ...last, observation: at('observation') ?? '' }
    }
    open.lastStep = step ?? open.lastStep
    const observation = open.isBefore ? (at('nextObservation') ?? '') : event.observation
    open.events.push({ ...event, observation, action: textOf(action) ?? '' })
    if (this.#columns.episode === undefined && isOver(open)) finished.push(this.#finish(open))
    else this.#last = open
    return finished
  }

  end(): ReadEpisode[] {
    return [...this.#open.values()].map((open) => this.#finish(open))
  }

  #begin(at: (field: RowField) => unknown, key: string, isReset: boolean, line: number): Open {
    const extra = key === '' ? undefined : { episode: key }
    const head = { envId: textOf(at('environment')) ?? '', seed: seedOf(at('seed'), 'seed', line), extra }
    const open: Open = { key, head, events: [], lastStep: -1, isBefore: !isReset }
    this.#open.set(key, open)
    return open
  }

  #answer(row: Fields, at: (field: RowField) => unknown, line: number): ReadEvent {
    const done = flagOf(at('done'), this.#columns.done ?? 'done', line)
    const tags = textOf(row['tags'])
    return {
      observation: at('nextObservation') ?? at('observation') ?? '',
      reward: numberOf(at('reward'), this.#columns.reward ?? 'reward', line),
      terminated: flagOf(at('terminated'), this.#columns.terminated ?? 'terminated', line) ?? done,
      truncated: flagOf(at('truncated'), this.#columns.truncated ?? 'truncated', line),
      info: fieldsOf(at('info'), this.#columns.info ?? 'info', line),
      note: textOf(row['note']) || undefined,
      verdict: verdictOf(row['verdict']),
      tags: tags ? tags.split(' ') : undefined,
      player: textOf(row['player']) || undefined,
      latency: numberOf(row['latency_ms'], 'latency_ms', line),
      extra: unknownFields(row, this.#known),
    }
  }

  #finish({ key, head, events, isBefore }: Open): ReadEpisode {
    this.#open.delete(key)
    if (this.#last?.key === key) this.#last = undefined
    // What the last action led to stands in no row of such a file.
    const fields = this.#fields.filter(
      (name) => name !== 'observation' || !isBefore || this.#columns.nextObservation,
    )
    return { episode: episodeFrom({ ...head, origin: this.#name }, events), fields }
  }
}

const isOver = ({ events }: Open): boolean =>
  events.some(({ terminated, truncated }) => terminated === true || truncated === true)

const isFirst = (step: unknown): boolean => step === undefined || step === null || Number(step) === 0

const NAMES: Readonly<Record<RowField, readonly string[]>> = {
  episode: [
    'episode',
    'episode_id',
    'ep',
    'ep_id',
    'traj_id',
    'trajectory_id',
    'rollout_id',
    'rollout',
    'uid',
  ],
  environment: ['environment', 'env_id', 'env', 'environment_id', 'task', 'task_id', 'env_name'],
  seed: ['seed'],
  step: ['step', 't', 'turn', 'step_id', 'timestep', 'step_index', 'time_step'],
  action: ['action', 'act', 'actions', 'response', 'completion', 'model_output'],
  observation: ['observation', 'obs', 'state', 'prompt'],
  nextObservation: ['next_observation', 'next_obs', 'next_state'],
  reward: ['reward', 'rew', 'rewards', 'r', 'score'],
  terminated: ['terminated', 'terminal', 'termination'],
  truncated: ['truncated', 'truncation', 'timeout'],
  done: ['done', 'is_done', 'dones'],
  info: ['info', 'infos'],
}

/** Columns by their names, and the fields for which there is more than one or, where it is needed, none. */
export function guessRows(columns: readonly string[]): { columns: RowColumns; unclear: RowField[] } {
  const plain = new Map(columns.map((name) => [name.toLowerCase(), name]))
  const guessed: RowColumns = {}
  const unclear: RowField[] = []
  for (const field of ROW_FIELDS) {
    const found = NAMES[field].flatMap((name) => plain.get(name) ?? [])
    if (found[0] !== undefined) guessed[field] = found[0]
    if (found.length > 1) unclear.push(field)
  }
  if (guessed.action === undefined) unclear.push('action')
  if (guessed.observation === undefined && guessed.nextObservation === undefined) unclear.push('observation')
  return { columns: guessed, unclear }
}

/** The columns that Orrery writes, in their order. */
export const OWN_COLUMNS = [
  'episode',
  'environment',
  'seed',
  'step',
  'action',
  'observation',
  'reward',
  'terminated',
  'truncated',
  'info',
  'player',
  'latency_ms',
  'note',
  'verdict',
  'tags',
] as const
export type OwnRow = Readonly<Record<(typeof OWN_COLUMNS)[number], unknown>>

/** A row a step of the line that ends at `leaf`; the first is the reset, which has no action. */
export function* ownRows(episode: Episode, leaf: number, number: number): Generator<OwnRow> {
  for (const [step, event] of pathTo(episode, leaf).entries()) {
    const { action, observation, reward, terminated, truncated, info, player, latency, note, verdict, tags } =
      event
    yield {
      episode: number,
      environment: episode.envId,
      seed: episode.seed,
      step,
      action,
      observation: observation ?? null,
      reward,
      terminated,
      truncated,
      info,
      player: player ?? null,
      latency_ms: latency === undefined ? null : Math.round(latency * 10) / 10,
      note: note || null,
      verdict: verdict ?? null,
      tags: tags && tags.length > 0 ? tags.join(' ') : null,
    }
  }
}

/** @throws WorkbenchError where a file has no actions */
export function checkedRows(columns: RowColumns): RowColumns {
  if (columns.action === undefined) throw workbenchError('RECORDING_UNREADABLE.actionColumn')
  return columns
}
