/**
 * The Agent Trajectory Interchange Format 1.7 (harborframework.com/docs/trajectory-format): one JSON object
 * per episode. Data that the format lacks goes to its `extra` fields: at the root environment, seed, agent,
 * failure and batch; at a step reward, flags, info, and the cost with its currency.
 */
import { ANSWER_FIELDS, type AnswerField } from '../../gem/trajectory.ts'
import { type Fields, isFields } from '../../json/fields.ts'
import { type Episode, type EpisodeEvent, knownReturn, pathTo, playedBy } from '../episode.ts'
import { ACT_TOOL } from '../agent-messages.ts'
import type { ModelCall } from '../model-call.ts'
import { argumentsOf, calledText, madeCalls, toolAction } from './tool-calls.ts'
import { fieldsOf, flagOf, listOf, numberOf, plainText, rewardIn, rewardOf, seedOf, textOf } from './json.ts'
import {
  agentOf,
  batchOf,
  episodeFrom,
  modelFrom,
  type ReadEpisode,
  type ReadEvent,
  recordedFailure,
  parseFailure,
  verdictOf,
  withFailure,
} from './read-episode.ts'

const SCHEMA = 'ATIF-v1.7'

export const isAtif = ({ schema_version: version }: Fields): boolean =>
  typeof version === 'string' && version.startsWith('ATIF-')

/** Joins the texts of a message or of results. */
function textIn(value: unknown): string {
  if (!Array.isArray(value)) return textOf(value) ?? ''
  return value
    .map((part: unknown) =>
      isFields(part) ? (textOf(part['text']) ?? textIn(part['content'])) : textOf(part),
    )
    .filter((text) => text !== undefined && text !== '')
    .join('\n')
}

/** @throws WorkbenchError `RECORDING_UNREADABLE` */
export function readAtif(record: Fields, name: string, line: number): ReadEpisode {
  const agent = fieldsOf(record['agent'], 'agent', line) ?? {}
  const extra = fieldsOf(record['extra'], 'extra', line) ?? {}
  const {
    env_id,
    seed,
    started,
    verdict,
    tags,
    writer: program,
    agent: recordedAgent,
    failure,
    ...others
  } = extra
  const named = [agent['name'], agent['version']].filter((part) => typeof part === 'string').join(' ')
  const writer = textOf(program) ?? named
  const ids = { trajectory_id: textOf(record['trajectory_id']) ?? textOf(record['session_id']) }
  const events: ReadEvent[] = []
  const received: string[] = []
  let held = new Set<AnswerField>(['observation'])
  let opening: Partial<ReadEvent> = {}
  for (const [i, value] of listOf(record['steps'], 'steps', line).entries()) {
    const step = fieldsOf(value, `steps.${i}`, line) ?? {}
    const more = fieldsOf(step['extra'], `steps.${i}.extra`, line) ?? {}
    const at = typeof step['timestamp'] === 'string' ? Date.parse(step['timestamp']) : Number.NaN
    if (step['source'] !== 'agent') {
      // Output before the agent's next action belongs to the previous answer.
      if (events.length === 0) {
        received.push(textIn(step['message']))
        if (i === 0) {
          const { unknownReward: _, ...rest } = answerOf(more, 'steps.0.extra', line)
          opening = { ...rest, at: Number.isNaN(at) ? undefined : at }
        }
      } else {
        const last = events.at(-1) as ReadEvent
        const texts = [last.observation, textIn(step['message'])].filter((text) => text !== '')
        events[events.length - 1] = { ...last, observation: texts.join('\n') }
      }
      continue
    }
    if (events.length === 0) events.push({ observation: received.join('\n'), ...opening })
    const results = fieldsOf(step['observation'], `steps.${i}.observation`, line)?.['results']
    const calls = madeCalls(step['tool_calls'])
    const message = textIn(step['message'])
    const acted = toolAction(calls) ?? (message || calls.map(calledText).join('\n'))
    const answer = answerOf(more, `steps.${i}.extra`, line)
    if (!('reward' in more)) held = new Set(['observation'])
    else if (events.length === 1)
      held = new Set(ANSWER_FIELDS.filter((field) => field === 'observation' || field in more))
    events.push({
      action: acted,
      observation: textIn(results),
      at: Number.isNaN(at) ? undefined : at,
      player: textOf(more['player']) ?? textOf(step['model_name']) ?? textOf(agent['model_name']),
      model: modelOf(step, message, calls),
      ...answer,
    } as ReadEvent)
  }
  if (events.length === 0) events.push({ observation: received.join('\n'), ...opening })
  const begun = typeof started === 'string' ? Date.parse(started) : Number.NaN
  const head = {
    envId: textOf(env_id) ?? textOf(record['session_id']) ?? '',
    seed: seedOf(seed, 'extra.seed', line),
    started: Number.isNaN(begun) ? undefined : begun,
    origin: [name, writer].filter(Boolean).join(' · '),
    note: textOf(record['notes']),
    verdict: verdictOf(verdict),
    tags: Array.isArray(tags) ? tags.map(String) : undefined,
    agent: agentOf(recordedAgent) ?? agentOf({ name: agent['name'], model: agent['model_name'] }),
    extra: { ...ids, ...others },
  }
  const whole = withFailure(head, events, parseFailure(failure))
  return {
    episode: episodeFrom(whole.head, whole.events),
    fields: ANSWER_FIELDS.filter((field) => held.has(field)),
  }
}

/** Reads the fields that Orrery added to a step. */
function answerOf(extra: Fields, field: string, line: number): Partial<ReadEvent> {
  const { reward, terminated, truncated, info, observation, note, verdict, tags, name, latency_ms, ...more } =
    extra
  const { action, player: _, missing, ...rest } = more
  return {
    ...(observation === undefined ? {} : { observation }),
    ...(typeof action === 'string' ? { action } : {}),
    ...('reward' in extra ? rewardOf(reward, `${field}.reward`, line) : {}),
    missing: typeof missing === 'number' ? missing : undefined,
    terminated: flagOf(terminated, `${field}.terminated`, line),
    truncated: flagOf(truncated, `${field}.truncated`, line),
    info: fieldsOf(info, `${field}.info`, line),
    note: textOf(note),
    verdict: verdictOf(verdict),
    tags: Array.isArray(tags) ? tags.map(String) : undefined,
    name: textOf(name),
    latency: numberOf(latency_ms, `${field}.latency_ms`, line),
    extra: Object.keys(rest).length > 0 ? rest : undefined,
  }
}

function modelOf(step: Fields, reply: string, calls: ReturnType<typeof madeCalls>): EpisodeEvent['model'] {
  const metrics: Fields = isFields(step['metrics']) ? step['metrics'] : {}
  const {
    cost,
    currency,
    reasoning_tokens: thought,
  }: Fields = isFields(metrics['extra']) ? metrics['extra'] : {}
  const number = (name: string): number | undefined =>
    typeof metrics[name] === 'number' ? metrics[name] : undefined
  return modelFrom(reply, {
    model: textOf(step['model_name']),
    reasoning: textOf(step['reasoning_content']),
    promptTokens: number('prompt_tokens'),
    completionTokens: number('completion_tokens'),
    cachedTokens: number('cached_tokens'),
    reasoningTokens: typeof thought === 'number' ? thought : undefined,
    cost: typeof cost === 'number' ? cost : number('cost_usd'),
    currency:
      typeof cost === 'number' ? textOf(currency) : number('cost_usd') === undefined ? undefined : 'USD',
    toolCalls: calls.length > 0 ? calls : undefined,
  })
}

/** Returns the metrics for which ATIF has no field. */
function metricsBeside({ cost, currency, reasoningTokens }: ModelCall): object | undefined {
  const beside = { cost, currency, reasoning_tokens: reasoningTokens }
  return Object.values(beside).some((value) => value !== undefined) ? beside : undefined
}

/** Converts one branch of an episode to an ATIF record. */
export function atifRecord(episode: Episode, leaf: number, writer: string): object {
  const [opening, ...turns] = pathTo(episode, leaf)
  const [program, version = '0'] = writer.split(' ')
  const agent = playedBy(episode, leaf)
  const sum = (of: (event: EpisodeEvent) => number | undefined): number | undefined => {
    const all = turns.map(of).filter((value) => value !== undefined)
    return all.length > 0 ? all.reduce((total, value) => total + value, 0) : undefined
  }
  return {
    schema_version: SCHEMA,
    session_id: episode.id,
    trajectory_id: `${episode.id}-${leaf}`,
    agent: { name: agent?.name ?? (program || 'Orrery'), version, model_name: agent?.model },
    steps: [...(opening ? [openingStep(opening)] : []), ...turns.map((event, i) => agentStep(event, i + 2))],
    notes: episode.note || undefined,
    final_metrics: {
      total_prompt_tokens: sum(({ model }) => model?.promptTokens),
      total_completion_tokens: sum(({ model }) => model?.completionTokens),
      total_steps: turns.length + 1,
      // ATIF's prices are in dollars and ours have any currency, so its own fields are not used.
      extra: { return: knownReturn(episode, leaf), total_cost: sum(({ model }) => model?.cost) },
    },
    extra: {
      ...episode.extra,
      trajectory_id: undefined,
      writer,
      env_id: episode.envId,
      seed: episode.seed,
      agent,
      batch: batchOf(episode),
      failure: recordedFailure(episode, leaf),
      started: new Date(episode.started).toISOString(),
      verdict: episode.verdict,
      tags: episode.tags,
    },
  }
}

function beside(event: EpisodeEvent): object {
  const { observation, terminated, truncated, info, note, verdict, tags, name, latency, extra, missing } =
    event
  return {
    ...extra,
    // Keep a non-text value as it was.
    observation: typeof observation === 'string' ? undefined : (observation ?? null),
    reward: rewardIn(event),
    terminated,
    truncated,
    info,
    note: note || undefined,
    verdict,
    tags,
    name,
    missing,
    latency_ms: latency === undefined ? undefined : Math.round(latency * 10) / 10,
  }
}

const openingStep = (event: EpisodeEvent): object => ({
  step_id: 1,
  timestamp: new Date(event.at).toISOString(),
  source: 'user',
  message: plainText(event.observation),
  extra: beside(event),
})

function agentStep(event: EpisodeEvent, id: number): object {
  const { action, observation, player, model, at } = event
  const message = model?.reply ?? action ?? ''
  const calls = model?.toolCalls ?? []
  const call = calls.find(({ name }) => name === ACT_TOOL) ?? calls[0]
  const acted = toolAction(calls) ?? (message || calls.map(calledText).join('\n'))
  return {
    step_id: id,
    timestamp: new Date(at).toISOString(),
    source: 'agent',
    model_name: model?.model || undefined,
    message,
    reasoning_content: model?.reasoning,
    tool_calls:
      calls.length === 0
        ? undefined
        : calls.map((one) => ({
            tool_call_id: one.id,
            function_name: one.name,
            arguments: argumentsOf(one),
          })),
    observation: { results: [{ source_call_id: call?.id, content: plainText(observation) }] },
    metrics: model && {
      prompt_tokens: model.promptTokens,
      completion_tokens: model.completionTokens,
      cached_tokens: model.cachedTokens,
      extra: metricsBeside(model),
    },
    llm_call_count: model ? 1 : 0,
    extra: { ...beside(event), player, action: acted === action ? undefined : action },
  }
}
