import type { Agent } from '#shared/environments/agent.ts'
import {
  type BatchEnd,
  type BatchPlace,
  type BatchPlan,
  type BatchRow,
  rowKey,
} from '#shared/environments/batch.ts'
import { endIn, type Episode, type EpisodeEvent, viewOf } from '#shared/environments/episode.ts'
import { messagesUpTo, withoutRepeated } from '#shared/environments/model-call.ts'
import type { ResetResult, StepResult } from '#shared/gem/episode.ts'
import { toFailure } from '#shared/workbench/failure.ts'
import type { GemClient } from './gem-client.ts'
import type { Choice, Players } from './players.ts'

/**
 * Failures to reach the platform: they are no result of the episode, and other episodes would fail as well.
 */
export const CONNECTION_FAILURES = new Set([
  'CANCELLED',
  'DISCONNECTED',
  'GEM_GONE',
  'GEM_UNREACHABLE',
  'NOT_CONNECTED',
  'UNAUTHORIZED',
])

export interface BatchEpisode {
  readonly row: BatchRow
  readonly episode: Episode
}

interface Parts {
  readonly client: Pick<GemClient, 'reset' | 'step'>
  readonly players: Pick<Players, 'choose'>
}

/**
 * Plays one seed with one agent, once. @throws WorkbenchError when the platform cannot be reached; any other failure becomes the row's
 * result
 */
export async function playSeed(
  { client, players }: Parts,
  batch: { readonly id: string; readonly plan: BatchPlan; readonly platformKind: Episode['platformKind'] },
  sandboxId: string,
  { agent: index, seed, attempt }: BatchPlace,
  signal: AbortSignal,
): Promise<BatchEpisode> {
  const { platform, envId, stepLimit, agents } = batch.plan
  const agent = agents[index] as Agent
  const started = Date.now()
  const clock = performance.now()
  const key = rowKey({ agent: index, seed, attempt })
  const id = `b-${batch.id.slice(0, 8)}-${key}`
  let end: BatchEnd = 'stopped'
  let problem: string | undefined
  let failure: Episode['failure']
  const opening = await client.reset(platform, sandboxId, seed, signal).catch(refuseLost)
  if ('problem' in opening) ({ problem, failure } = opening)
  const { observation, info } = 'problem' in opening ? { observation: null, info: {} } : opening
  const first = eventOf(0, null, null, { observation, info })
  const events: EpisodeEvent[] = [first]
  const episode = (): Episode => ({
    version: 1,
    id,
    envId,
    platform,
    platformKind: batch.platformKind,
    seed,
    started,
    source: 'batch',
    batch: batch.id,
    failure,
    changed: Date.now(),
    events,
    current: events.findLast(({ failure }) => !failure)?.id ?? 0,
    visited: {},
  })
  const place = { platform, envId, seed, key: `${batch.id}/${key}`, attempt }
  for (let step = 0; problem === undefined; step++) {
    if (step >= stepLimit) {
      end = 'step-limit'
      break
    }
    const parent = events.length - 1
    const choice = await players.choose(agent, place, viewOf(episode()), signal).catch(refuseLost)
    if ('problem' in choice) {
      ;({ problem, failure } = choice)
      break
    }
    if (choice.text === null) break
    const by = { by: agent.agent, player: choice.player, model: modelOf(choice, events) }
    const answer = await client.step(platform, sandboxId, choice.text, signal).catch(refuseLost)
    if ('problem' in answer) {
      ;({ problem, failure } = answer)
      const failed = eventOf(events.length, parent, choice.text, { observation: null, info: {} })
      events.push({ ...failed, ...by, failure: answer.failure })
      break
    }
    const event = { ...eventOf(events.length, parent, choice.text, answer), ...by }
    events.push({ ...event, latency: answer.exchange.milliseconds })
    const state = endIn(envId, event)
    if (state !== 'running') {
      end = state
      break
    }
  }
  return {
    episode: episode(),
    row: {
      agent: index,
      seed,
      attempt,
      ...figures(events),
      end: problem === undefined ? end : 'failed',
      milliseconds: performance.now() - clock,
      problem,
    },
  }
}

const modelOf = ({ model }: Choice, events: readonly EpisodeEvent[]): EpisodeEvent['model'] =>
  model && withoutRepeated(model, messagesUpTo(events))

function refuseLost(error: unknown): { problem: string; failure: EpisodeEvent['failure'] } {
  const { details: _, ...failure } = toFailure(error)
  if (CONNECTION_FAILURES.has(failure.code)) throw error
  return { problem: failure.message, failure }
}

function eventOf(
  id: number,
  parent: number | null,
  action: string | null,
  answer: ResetResult & Partial<StepResult>,
): EpisodeEvent {
  const { observation, info, reward = 0, terminated = false, truncated = false } = answer
  const at = Date.now()
  return { id, parent, action, observation, info: { ...info }, reward, terminated, truncated, by: 'file', at }
}

/** Return, length and the model's usage. */
function figures(
  events: readonly EpisodeEvent[],
): Pick<BatchRow, 'return' | 'steps' | 'cost'> & Partial<BatchRow> {
  const steps = events.filter(({ action, failure }) => action !== null && !failure)
  const sum = (of: (event: EpisodeEvent) => number | undefined): number | undefined =>
    events.some((event) => of(event) !== undefined)
      ? events.reduce((total, event) => total + (of(event) ?? 0), 0)
      : undefined
  return {
    return: steps.reduce((total, { reward }) => total + reward, 0),
    steps: steps.length,
    promptTokens: sum(({ model }) => model?.promptTokens),
    completionTokens: sum(({ model }) => model?.completionTokens),
    cost: sum(({ model }) => model?.cost),
    currency: events.find(({ model }) => model?.currency !== undefined)?.model?.currency,
  }
}
