import { asText, type Episode, type EpisodeEvent, pathTo } from '#shared/environments/episode.ts'
import type { RecordingRow, ReplayResult } from '#shared/environments/recordings.ts'
import { seenText } from '#shared/environments/trajectories/chat.ts'
import { plainText } from '#shared/environments/trajectories/json.ts'
import type { ResetResult, StepResult } from '#shared/gem/episode.ts'
import { type AnswerField, differingFields } from '#shared/gem/trajectory.ts'
import { toFailure } from '#shared/workbench/failure.ts'
import { CONNECTION_FAILURES } from './batch-episode.ts'
import type { GemClient } from './gem-client.ts'

type Client = Pick<GemClient, 'make' | 'reset' | 'step' | 'close'>

/** Tolerance for rewards that another program has rounded. */
const MAX_ROUNDING = 1e-9

interface ReplayOptions {
  readonly client: Client
  readonly platform: string
  /** For files that name no environment. */
  readonly envId: string | undefined
  readonly parallel: number
  episode(row: RecordingRow): Promise<Episode>
  tell(result: ReplayResult): void
}

/**
 * Replays the actions of recorded episodes, in as many parallel environments as requested. @throws WorkbenchError when the platform
 * cannot be reached
 */
export async function replayAll(
  rows: readonly RecordingRow[],
  options: ReplayOptions,
  signal: AbortSignal,
): Promise<void> {
  const queue = [...rows]
  const stop = new AbortController()
  const unknown = new Map<string, string>()
  const either = AbortSignal.any([signal, stop.signal])
  const workers = Array.from({ length: Math.min(options.parallel, rows.length) }, () =>
    work(queue, unknown, options, either).catch((error: unknown) => {
      stop.abort()
      throw error
    }),
  )
  const outcomes = await Promise.allSettled(workers)
  const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  // The others were cancelled because of the first failure.
  const first = failures.find((error) => toFailure(error).code !== 'CANCELLED') ?? failures[0]
  if (first !== undefined) throw first
}

/**
 * @param unknown cached failures for environments that the platform does not have, so that each is requested
 * once
 */
async function work(
  queue: RecordingRow[],
  unknown: Map<string, string>,
  options: ReplayOptions,
  signal: AbortSignal,
): Promise<void> {
  const { client, platform } = options
  let made: { envId: string; sandboxId: string } | undefined
  const close = async (): Promise<void> => {
    const { signal: never } = new AbortController()
    if (made) await client.close(platform, made.sandboxId, never).catch(() => undefined)
    made = undefined
  }
  try {
    for (let row = queue.shift(); row; row = queue.shift()) {
      signal.throwIfAborted()
      const envId = row.envId || options.envId || ''
      if (row.seed === null || envId === '') {
        options.tell({ index: row.index, platform, outcome: 'unseeded', divergences: [] })
        continue
      }
      const { index } = row
      const missing = unknown.get(envId)
      if (missing !== undefined) {
        options.tell({ index, platform, outcome: 'failed', divergences: [], problem: missing })
        continue
      }
      const episode = await options.episode(row)
      try {
        if (made?.envId !== envId) {
          await close()
          made = { envId, sandboxId: await client.make(platform, envId, signal) }
        }
        options.tell(await replayed(episode, row, made.sandboxId, options, signal))
      } catch (error) {
        const { code, message } = toFailure(error)
        if (CONNECTION_FAILURES.has(code) || signal.aborted) throw error
        if (code === 'GEM_NO_ENVIRONMENT') unknown.set(envId, message)
        options.tell({ index, platform, outcome: 'failed', divergences: [], problem: message })
      }
    }
  } finally {
    await close()
  }
}

async function replayed(
  episode: Episode,
  { index, fields }: RecordingRow,
  sandboxId: string,
  { client, platform }: ReplayOptions,
  signal: AbortSignal,
): Promise<ReplayResult> {
  const divergences: ReplayResult['divergences'] = []
  const path = pathTo(episode).filter(({ failure }) => !failure)
  for (const [turn, event] of path.entries()) {
    const answer =
      turn === 0
        ? await client.reset(platform, sandboxId, episode.seed, signal)
        : await client.step(platform, sandboxId, event.action ?? '', signal)
    const different = differences(event, answer, turn === 0 ? fields.filter(isOfReset) : fields)
    if (different.length === 0) continue
    const isFirst = divergences.length === 0
    divergences.push({
      event: event.id,
      turn,
      fields: different,
      now: isFirst ? shown(answer, different) : undefined,
    })
  }
  return { index, platform, outcome: divergences.length > 0 ? 'differs' : 'same', divergences }
}

/** Maximum characters of an answer stored with the comparison. */
const MAX_SHOWN_CHARACTERS = 2000

function shown(
  answer: ResetResult & Partial<StepResult>,
  fields: readonly AnswerField[],
): Record<string, string> {
  return Object.fromEntries(
    fields.map((field) => [field, asText(answer[field]).slice(0, MAX_SHOWN_CHARACTERS)]),
  )
}

const isOfReset = (field: AnswerField): boolean => field === 'observation' || field === 'info'

/** Compares an answer with the record. A file that contains the board in its texts has no separate board. */
function differences(
  event: EpisodeEvent,
  answer: ResetResult & Partial<StepResult>,
  fields: readonly AnswerField[],
): AnswerField[] {
  return differingFields(event, answer, fields).filter((field) => {
    if (field === 'reward') return Math.abs(event.reward - (answer.reward ?? 0)) > MAX_ROUNDING
    if (field !== 'observation') return true
    const seen = seenText({ observation: answer.observation, info: { ...answer.info } })
    return (
      fields.includes('info') ||
      (event.observation !== seen && plainText(event.observation) !== plainText(answer.observation))
    )
  })
}
