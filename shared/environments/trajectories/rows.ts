import { ANSWER_FIELDS, type AnswerField } from '../../gem/trajectory.ts'
import { workbenchError } from '../../workbench/sentences/workbench-error.ts'
import type { Fields } from '../../json/fields.ts'
import { type Episode, pathTo, playedBy } from '../episode.ts'
import { fieldsOf, flagOf, numberOf, rewardIn, rewardOf, seedOf, textOf } from './json.ts'
import {
  agentOf,
  episodeFrom,
  type ReadEpisode,
  type ReadEvent,
  type ReadHead,
  batchOf,
  recordedFailure,
  parseFailure,
  type RecordedFailure,
  unknownFields,
  verdictOf,
  withFailure,
} from './read-episode.ts'

/** Meanings of columns in a file with one row per step. */
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

/**
 * Which column holds what. An `observation` was seen before the row's action, unless each episode begins with
 * a row without an action.
 */
export type RowColumns = Partial<Record<RowField, string>>

interface Open {
  readonly key: string
  head: ReadHead
  readonly events: ReadEvent[]
  /** Step number of the previous row; undefined if absent. */
  lastStep: number | undefined
  /** Unreadable rows since then. */
  unread: number
  failure: RecordedFailure | undefined
  /** Number of episodes that began earlier. */
  readonly place: number
  /** Whether a row's observation precedes its action. */
  readonly isBefore: boolean
}

/** Assembles rows into episodes; rows of different episodes may interleave. */
export class RowShape {
  readonly #name: string
  readonly #columns: RowColumns
  readonly #fields: readonly AnswerField[]
  readonly #known: ReadonlySet<string>
  readonly #open = new Map<string, Open>()
  #begun = 0
  /** The episode of the previous row. */
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

  /** Counts an unreadable row as missing in its episode, or in the current one if the row has no key. */
  lost(row?: Fields): void {
    const { episode } = this.#columns
    if (row && episode !== undefined) {
      const open = this.#open.get(textOf(row[episode]) ?? '')
      if (open) open.unread++
    } else if (this.#last && !isOver(this.#last)) this.#last.unread++
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
    // Validate the row completely before changing any state.
    const event = this.#answer(row, at, line)
    const seed = seedOf(at('seed'), 'seed', line)
    const finished: ReadEpisode[] = []
    // A named episode is complete when it has ended and another one continues; it may have been stepped after its end.
    if (this.#last && this.#last.key !== key && isOver(this.#last)) finished.push(this.#finish(this.#last))
    let open = this.#open.get(key)
    if (open && (isReset || (step !== undefined && step <= (open.lastStep ?? -1)))) {
      finished.push(this.#finish(open))
      open = undefined
    }
    if (!open) {
      open = this.#begin(row, at, key, isReset, seed)
      this.#tell(open, row)
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
    this.#tell(open, row)
    const missing = missingBefore(open, step)
    open.unread = 0
    open.lastStep = step ?? open.lastStep
    const observation = open.isBefore ? (at('nextObservation') ?? '') : event.observation
    open.events.push({
      ...event,
      ...this.#reward(at, line),
      missing,
      observation,
      action: textOf(action) ?? '',
    })
    if (this.#columns.episode === undefined && isOver(open)) finished.push(this.#finish(open))
    else this.#last = open
    return finished
  }

  end(): ReadEpisode[] {
    return [...this.#open.values()].map((open) => this.#finish(open))
  }

  #begin(
    row: Fields,
    at: (field: RowField) => unknown,
    key: string,
    isReset: boolean,
    seed: number | null,
  ): Open {
    const { agent, agent_kind: kind, model, agent_seed: own, batch } = row
    const extra = { ...(key === '' ? {} : { episode: key }), ...(batch ? { batch } : {}) }
    const head = {
      envId: textOf(at('environment')) ?? '',
      seed,
      agent: agentOf({ name: agent, kind, model, seed: Number(own ?? Number.NaN) }),
      extra: Object.keys(extra).length > 0 ? extra : undefined,
    }
    const place = this.#begun++
    const failure = undefined
    const open: Open = {
      key,
      head,
      events: [],
      lastStep: undefined,
      unread: 0,
      failure,
      place,
      isBefore: !isReset,
    }
    this.#open.set(key, open)
    return open
  }

  /** Reads a row's information about the end of its episode. */
  #tell(open: Open, { failure: message, failure_code: code, failed_action: action }: Fields): void {
    // Only in our own files: elsewhere `failure` may mean anything.
    if (typeof code === 'string') open.failure = parseFailure({ message, code, action }) ?? open.failure
  }

  /** Empty if there is no reward column. */
  #reward(at: (field: RowField) => unknown, line: number): Partial<ReadEvent> {
    const { reward } = this.#columns
    return reward === undefined ? {} : rewardOf(at('reward'), reward, line)
  }

  #answer(row: Fields, at: (field: RowField) => unknown, line: number): ReadEvent {
    const done = flagOf(at('done'), this.#columns.done ?? 'done', line)
    const tags = textOf(row['tags'])
    return {
      observation: at('nextObservation') ?? at('observation') ?? '',
      ...this.#reward(at, line),
      unknownReward: undefined,
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

  #finish({ key, head: known, events: told, failure, isBefore, place }: Open): ReadEpisode {
    this.#open.delete(key)
    if (this.#last?.key === key) this.#last = undefined
    // Such a file does not contain the answer to the last action.
    const fields = this.#fields.filter(
      (name) => name !== 'observation' || !isBefore || this.#columns.nextObservation,
    )
    const { head, events } = withFailure({ ...known, origin: this.#name }, told, failure)
    return { episode: episodeFrom(head, events), fields, place }
  }
}

/** Returns how many steps are missing between the previous row and this one. */
function missingBefore({ lastStep, unread }: Open, step: number | undefined): number | undefined {
  const left = step === undefined || lastStep === undefined ? unread : Math.round(step - lastStep - 1)
  return left > 0 ? left : undefined
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

/** Maps columns by name; returns also the fields with several candidates, or with none if required. */
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

/** Columns of Orrery's own files, in order. */
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
  'agent',
  'agent_kind',
  'model',
  'agent_seed',
  'batch',
  'latency_ms',
  'note',
  'verdict',
  'tags',
  'failure',
  'failure_code',
  'failed_action',
] as const
export type OwnRow = Readonly<Record<(typeof OWN_COLUMNS)[number], unknown>>

/**
 * Yields one row per step of the branch ending at `leaf`. The first is the reset, without an action; the last
 * carries the failure, if any.
 */
export function* ownRows(episode: Episode, leaf: number, number: number): Generator<OwnRow> {
  const agent = playedBy(episode, leaf)
  const failure = recordedFailure(episode, leaf)
  let skipped = 0
  for (const [step, event] of pathTo(episode, leaf).entries()) {
    const { action, observation, terminated, truncated, info, player, latency, note, verdict, tags } = event
    const failed = event.id === leaf ? failure : undefined
    yield {
      episode: number,
      environment: episode.envId,
      seed: episode.seed,
      step: (skipped += event.missing ?? 0) + step,
      action,
      observation: observation ?? null,
      reward: action === null ? null : rewardIn(event),
      terminated,
      truncated,
      info,
      player: player ?? null,
      agent: agent?.name ?? null,
      agent_kind: agent?.kind ?? null,
      model: agent?.model ?? null,
      agent_seed: agent?.seed ?? null,
      batch: batchOf(episode) ?? null,
      latency_ms: latency === undefined ? null : Math.round(latency * 10) / 10,
      note: note || null,
      verdict: verdict ?? null,
      tags: tags && tags.length > 0 ? tags.join(' ') : null,
      failure: failed?.message ?? null,
      failure_code: failed?.code ?? null,
      failed_action: failed?.action ?? null,
    }
  }
}

/** @throws WorkbenchError when there is no action column */
export function checkedRows(columns: RowColumns): RowColumns {
  if (columns.action === undefined) throw workbenchError('RECORDING_UNREADABLE.actionColumn')
  return columns
}
