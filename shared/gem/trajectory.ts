/**
 * Trajectories as files: JSON Lines that any program can read. The first line is the header, then the reset and one line a
 * step, last the summary. Fields that a reader does not know are kept (docs/gem.md#trajectories).
 *
 *     {"kind":"header","schema":"gem-trajectory","version":1,"env_id":"game:Wordle-v0-easy","seed":7,…}
 *     {"kind":"reset","t":0,"observation":"…","info":{"suffix":"…"},"latency_ms":3}
 *     {"kind":"step","t":1,"action":"\\boxed{sun}","observation":"…","reward":0,"terminated":false,"truncated":false,"info":{…}}
 *     {"kind":"summary","return":1,"steps":4,"end":"solved"}
 */
import * as z from 'zod'
import { type EndState, endState, episodeReturn } from './episode.ts'
import { MAX_SEED } from './seed.ts'

export const TRAJECTORY_VERSION = 1

/** Taken as it is: a record of zod's would lose a key named `__proto__`. */
const info = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an object is expected',
)
const remarks = {
  latency_ms: z.number().nonnegative().optional(),
  /** What a tester wrote about this line. */
  note: z.string().optional(),
  verdict: z.enum(['bug', 'expected']).optional(),
}

export const trajectoryHeader = z.looseObject({
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
  note: z.string().optional(),
})

export const trajectoryReset = z.looseObject({
  kind: z.literal('reset'),
  t: z.literal(0),
  observation: z.unknown(),
  info,
  ...remarks,
})

export const trajectoryStep = z.looseObject({
  kind: z.literal('step'),
  /** Steps are counted from 1 without gaps. */
  t: z.number().int().positive(),
  action: z.string(),
  observation: z.unknown(),
  reward: z.number(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  info,
  ...remarks,
})

export const trajectorySummary = z.looseObject({
  kind: z.literal('summary'),
  return: z.number(),
  steps: z.number().int().nonnegative(),
  end: z.enum(['running', 'solved', 'over', 'answered', 'format-error', 'turn-limit']),
})

const line = z.discriminatedUnion('kind', [
  trajectoryHeader,
  trajectoryReset,
  trajectoryStep,
  trajectorySummary,
])

export type TrajectoryHeader = z.infer<typeof trajectoryHeader>
export type TrajectoryReset = z.infer<typeof trajectoryReset>
export type TrajectoryStep = z.infer<typeof trajectoryStep>
export type TrajectorySummary = z.infer<typeof trajectorySummary>

/** One episode. `reset` is null when the file ends before it. */
export interface Trajectory {
  readonly header: TrajectoryHeader
  readonly reset: TrajectoryReset | null
  readonly steps: readonly TrajectoryStep[]
}

/** Why a file is no trajectory; `line` counts from 1. */
export class TrajectoryError extends Error {
  readonly line: number

  constructor(lineNumber: number, reason: string) {
    super(`Line ${lineNumber}: ${reason}`)
    this.name = 'TrajectoryError'
    this.line = lineNumber
  }
}

/**
 * Reads a file. A missing summary is no fault (the writer may have been killed), and neither is a last line that was cut
 * off; a summary that is there is not trusted but worked out anew.
 * @throws TrajectoryError with the first line that is wrong.
 */
export function parseTrajectory(text: string): Trajectory {
  const lines = text.split(/\r?\n/)
  let header: TrajectoryHeader | null = null
  let reset: TrajectoryReset | null = null
  const steps: TrajectoryStep[] = []
  let ended = false
  for (const [i, raw] of lines.entries()) {
    if (raw.trim() === '') continue
    const parsed = parseLine(raw, i + 1, i === lines.length - 1 && header !== null)
    if (!parsed) break
    if (ended) throw new TrajectoryError(i + 1, 'nothing may follow the summary.')
    if (!header) {
      if (parsed.kind !== 'header') throw new TrajectoryError(i + 1, 'the first line must be the header.')
      header = parsed
    } else if (parsed.kind === 'header') throw new TrajectoryError(i + 1, 'there is a second header.')
    else if (parsed.kind === 'summary') ended = true
    else if (parsed.kind === 'reset') {
      if (reset) throw new TrajectoryError(i + 1, 'there is a second reset; one file holds one episode.')
      reset = parsed
    } else {
      if (!reset) throw new TrajectoryError(i + 1, 'the reset must come before the first step.')
      if (parsed.t !== steps.length + 1) {
        throw new TrajectoryError(i + 1, `t must be ${steps.length + 1}, not ${parsed.t}.`)
      }
      steps.push(parsed)
    }
  }
  if (!header) throw new TrajectoryError(1, 'the file is empty.')
  return { header, reset, steps }
}

/** A parsed line; null for a last line that was cut off while it was written. */
function parseLine(raw: string, number: number, mayBeCut: boolean): z.infer<typeof line> | null {
  let value: unknown
  try {
    value = JSON.parse(raw)
  } catch (error) {
    if (mayBeCut) return null
    throw new TrajectoryError(
      number,
      `it is no JSON (${error instanceof Error ? error.message : String(error)}).`,
    )
  }
  const result = line.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  throw new TrajectoryError(number, `${issue.path.join('.') || 'the value'}: ${issue.message}`)
}

/** The file's text, with a summary worked out from the steps. */
export function formatTrajectory({ header, reset, steps }: Trajectory): string {
  const all = [header, ...(reset ? [reset] : []), ...steps, summarize(steps)]
  return all.map((value) => `${JSON.stringify(value)}\n`).join('')
}

/** Return, length and end of an episode's steps. */
export function summarize(steps: readonly TrajectoryStep[]): TrajectorySummary {
  const last = steps.at(-1)
  const end: EndState = last ? endState(last) : 'running'
  return { kind: 'summary', return: episodeReturn(steps), steps: steps.length, end }
}

/** Where two runs of an episode part: the event's number (0 is the reset) and the field. */
export interface Divergence {
  readonly t: number
  readonly field: 'observation' | 'reward' | 'terminated' | 'truncated' | 'info' | 'missing'
}

const FIELDS = ['observation', 'reward', 'terminated', 'truncated', 'info'] as const

/** The first difference between two runs, or null when each event of both is the same. Latency and remarks do not count. */
export function firstDivergence(a: Trajectory, b: Trajectory): Divergence | null {
  const left: Events = [a.reset, ...a.steps]
  const right: Events = [b.reset, ...b.steps]
  for (let t = 0; t < Math.max(left.length, right.length); t++) {
    const [one, other] = [left[t], right[t]]
    if (!one || !other) {
      if (!one && !other) continue
      return { t, field: 'missing' }
    }
    const [field] = differingFields(one, other)
    if (field) return { t, field }
  }
  return null
}

/** The fields in which two answers differ; a field that only one of them has counts. */
export function differingFields(one: Answer, other: Answer): Exclude<Divergence['field'], 'missing'>[] {
  return FIELDS.filter((name) => canonical(one[name]) !== canonical(other[name]))
}

type Answer = Readonly<Partial<Record<(typeof FIELDS)[number], unknown>>>

type Events = readonly (TrajectoryReset | TrajectoryStep | null)[]

/** JSON with the keys of objects in order. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      inner && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([x], [y]) => (x < y ? -1 : 1)))
        : inner,
    ) ?? 'undefined'
  )
}
