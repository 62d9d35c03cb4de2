import {
  formatTrajectory,
  parseTrajectory,
  type Trajectory,
  TRAJECTORY_VERSION,
  TrajectoryError,
  type TrajectoryStep,
} from '#shared/gem/trajectory.ts'
import { type Episode, type EpisodeEvent, leafOf, pathTo } from '#shared/environments/episode.ts'

/** The line of an episode that ends at `leaf`, as a trajectory. */
export function toTrajectory(episode: Episode, leaf: number, writer: string): Trajectory {
  const [opening, ...steps] = pathTo(episode, leaf)
  return {
    header: {
      ...episode.extra,
      kind: 'header',
      schema: 'gem-trajectory',
      version: TRAJECTORY_VERSION,
      env_id: episode.envId,
      seed: episode.seed,
      platform: episode.platformKind,
      started: new Date(episode.started).toISOString(),
      writer,
      ...(episode.note ? { note: episode.note } : {}),
    },
    reset: opening
      ? {
          kind: 'reset',
          t: 0,
          observation: opening.observation,
          info: opening.info,
          ...remarks(opening),
        }
      : null,
    steps: steps.map((event, i) => toStep(event, i + 1)),
  }
}

function toStep(event: EpisodeEvent, t: number): TrajectoryStep {
  const { observation, reward, terminated, truncated, info } = event
  const action = event.action ?? ''
  return { kind: 'step', t, action, observation, reward, terminated, truncated, info, ...remarks(event) }
}

function remarks({ latency, note, verdict, extra }: EpisodeEvent) {
  return {
    ...extra,
    ...(latency === undefined ? {} : { latency_ms: Math.round(latency * 10) / 10 }),
    ...(note ? { note } : {}),
    ...(verdict ? { verdict } : {}),
  }
}

/** The text of a file for the branch that is looked at, to its end. */
export function exportText(episode: Episode, writer: string): string {
  return formatTrajectory(toTrajectory(episode, leafOf(episode), writer))
}

/** `Sokoban-v0-easy-seed-42.jsonl`: what a file of this episode is called. */
export function fileName({ envId, seed }: Pick<Episode, 'envId' | 'seed'>, extension = 'jsonl'): string {
  const name = envId.replace(/^[a-z]+:/, '').replaceAll(/[^\w.-]+/g, '-')
  return `${name}-${seed === null ? 'unseeded' : `seed-${seed}`}.${extension}`
}

/**
 * Reads a file into an episode of its own, which looks at its last event.
 * @throws TrajectoryError with the first line that is wrong, or when the file ends before the reset.
 */
export function importEpisode(text: string, name: string): Episode {
  const { header, reset, steps } = parseTrajectory(text)
  if (!reset) throw new TrajectoryError(2, 'the file ends before the reset; there is nothing to show.')
  const started = header.started === undefined ? Number.NaN : Date.parse(header.started)
  const at = Number.isNaN(started) ? Date.now() : started
  const common = { by: 'file', at } as const
  const opening = { action: null, reward: 0, terminated: false, truncated: false, parent: null }
  const events: EpisodeEvent[] = [
    {
      ...common,
      ...opening,
      id: 0,
      observation: reset.observation,
      info: reset.info,
      ...kept(reset),
      ...unknownFields(reset, EVENT_FIELDS),
    },
    ...steps.map(({ action, observation, info, reward, terminated, truncated, ...rest }, i) => {
      const fields = { action, observation, info, reward, terminated, truncated }
      return {
        ...common,
        ...fields,
        id: i + 1,
        parent: i,
        ...kept(rest),
        ...unknownFields(rest, EVENT_FIELDS),
      }
    }),
  ]
  const episode: Episode = {
    version: 1,
    id: crypto.randomUUID(),
    envId: header.env_id,
    platform: 'file',
    platformKind: header.platform ?? 'remote',
    seed: header.seed,
    started: at,
    changed: Date.now(),
    source: 'file',
    origin: [name, header.writer].filter(Boolean).join(' · '),
    ...(header.note ? { note: header.note } : {}),
    ...unknownFields(header, HEADER_FIELDS),
    events,
    current: events.length - 1,
    visited: Object.fromEntries(steps.map((_, i) => [i, i + 1])),
  }
  return episode
}

const HEADER_FIELDS = 'kind schema version env_id seed platform started writer note'.split(' ')
const EVENT_FIELDS =
  'kind t action observation info reward terminated truncated latency_ms note verdict'.split(' ')

/** What another program wrote and we do not know is kept for whoever reads the file after us. */
function unknownFields(line: object, known: readonly string[]): { extra?: Record<string, unknown> } {
  const extra = Object.entries(line).filter(([name]) => !known.includes(name))
  return extra.length > 0 ? { extra: Object.fromEntries(extra) } : {}
}

function kept(remarks: {
  latency_ms?: number | undefined
  note?: string | undefined
  verdict?: 'bug' | 'expected' | undefined
}) {
  const { latency_ms: latency, note, verdict } = remarks
  return {
    ...(latency === undefined ? {} : { latency }),
    ...(note ? { note } : {}),
    ...(verdict ? { verdict } : {}),
  }
}
