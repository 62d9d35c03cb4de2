/**
 * The Agent Trajectory Interchange Format 1.7 (harborframework.com/docs/trajectory-format): one JSON object an episode. What it has
 * no place for stands in its `extra` fields: environment and seed at the root; reward, flags and info at a step.
 */
import { ANSWER_FIELDS, type AnswerField } from '../../gem/trajectory.ts'
import { type Episode, type EpisodeEvent, pathTo, returnOf } from '../episode.ts'
import { type Fields, isFields } from '../../json/fields.ts'
import { fieldsOf, flagOf, listOf, numberOf, plainText, seedOf, textOf } from './json.ts'
import { episodeFrom, modelFrom, type ReadEpisode, type ReadEvent, verdictOf } from './read-episode.ts'

const SCHEMA = 'ATIF-v1.7'

export const isAtif = ({ schema_version: version }: Fields): boolean =>
  typeof version === 'string' && version.startsWith('ATIF-')

/** The texts of a message or of results. */
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
  const { env_id, seed, started, verdict, tags, ...others } = extra
  const writer = [agent['name'], agent['version']].filter((part) => typeof part === 'string').join(' ')
  const events: ReadEvent[] = []
  const heard: string[] = []
  let held = new Set<AnswerField>(['observation'])
  let opening: Partial<ReadEvent> = {}
  for (const [i, value] of listOf(record['steps'], 'steps', line).entries()) {
    const step = fieldsOf(value, `steps.${i}`, line) ?? {}
    const more = fieldsOf(step['extra'], `steps.${i}.extra`, line) ?? {}
    const at = typeof step['timestamp'] === 'string' ? Date.parse(step['timestamp']) : Number.NaN
    if (step['source'] !== 'agent') {
      // What was said before the agent acted again belongs to the answer before.
      if (events.length === 0) {
        heard.push(textIn(step['message']))
        if (i === 0) opening = answerOf(more, 'steps.0.extra', line)
      } else {
        const last = events.at(-1) as ReadEvent
        const texts = [last.observation, textIn(step['message'])].filter((text) => text !== '')
        events[events.length - 1] = { ...last, observation: texts.join('\n') }
      }
      continue
    }
    if (events.length === 0) events.push({ observation: heard.join('\n'), ...opening })
    const results = fieldsOf(step['observation'], `steps.${i}.observation`, line)?.['results']
    const calls = Array.isArray(step['tool_calls']) ? step['tool_calls'] : []
    const message = textIn(step['message'])
    const answer = answerOf(more, `steps.${i}.extra`, line)
    if (!('reward' in more)) held = new Set(['observation'])
    else if (events.length === 1)
      held = new Set(ANSWER_FIELDS.filter((field) => field === 'observation' || field in more))
    events.push({
      action: message || calls.map(calledWith).join('\n'),
      observation: textIn(results),
      at: Number.isNaN(at) ? undefined : at,
      player: textOf(step['model_name']) ?? textOf(agent['model_name']),
      model: modelOf(step, message),
      ...answer,
    } as ReadEvent)
  }
  if (events.length === 0) events.push({ observation: heard.join('\n'), ...opening })
  const begun = typeof started === 'string' ? Date.parse(started) : Number.NaN
  const head = {
    envId: textOf(env_id) ?? textOf(record['session_id']) ?? '',
    seed: seedOf(seed, 'extra.seed', line),
    started: Number.isNaN(begun) ? undefined : begun,
    origin: [name, writer].filter(Boolean).join(' · '),
    note: textOf(record['notes']),
    verdict: verdictOf(verdict),
    tags: Array.isArray(tags) ? tags.map(String) : undefined,
    extra: Object.keys(others).length > 0 ? others : undefined,
  }
  return {
    episode: episodeFrom(head, events),
    fields: ANSWER_FIELDS.filter((field) => held.has(field)),
  }
}

function calledWith(call: unknown): string {
  const { function_name: name, arguments: given } = (isFields(call) ? call : {}) as Record<string, unknown>
  const action = isFields(given) ? given['action'] : undefined
  return name === 'act' && typeof action === 'string'
    ? action
    : `${textOf(name) ?? ''}(${textOf(given) ?? ''})`
}

/** What Orrery wrote beside a step. */
function answerOf(extra: Fields, field: string, line: number): Partial<ReadEvent> {
  const { reward, terminated, truncated, info, observation, note, verdict, tags, name, latency_ms, ...rest } =
    extra
  return {
    ...(observation === undefined ? {} : { observation }),
    reward: numberOf(reward, `${field}.reward`, line),
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

function modelOf(step: Fields, reply: string): EpisodeEvent['model'] {
  const metrics = isFields(step['metrics']) ? step['metrics'] : {}
  const number = (name: string): number | undefined =>
    typeof metrics[name] === 'number' ? metrics[name] : undefined
  return modelFrom(reply, {
    model: textOf(step['model_name']),
    reasoning: textOf(step['reasoning_content']),
    promptTokens: number('prompt_tokens'),
    completionTokens: number('completion_tokens'),
    cost: number('cost_usd'),
  })
}

/** An episode's line as ATIF has it. */
export function atifRecord(episode: Episode, leaf: number, writer: string): object {
  const [opening, ...turns] = pathTo(episode, leaf)
  const [name, version = '0'] = writer.split(' ')
  const models = turns.map(({ player }) => player).filter((player) => player !== undefined)
  const sum = (of: (event: EpisodeEvent) => number | undefined): number | undefined => {
    const all = turns.map(of).filter((value) => value !== undefined)
    return all.length > 0 ? all.reduce((total, value) => total + value, 0) : undefined
  }
  return {
    schema_version: SCHEMA,
    session_id: episode.id,
    trajectory_id: `${episode.id}-${leaf}`,
    agent: {
      name: name || 'Orrery',
      version,
      model_name: new Set(models).size === 1 ? models[0] : undefined,
    },
    steps: [...(opening ? [openingStep(opening)] : []), ...turns.map((event, i) => agentStep(event, i + 2))],
    notes: episode.note || undefined,
    final_metrics: {
      total_prompt_tokens: sum(({ model }) => model?.promptTokens),
      total_completion_tokens: sum(({ model }) => model?.completionTokens),
      total_cost_usd: sum(({ model }) => model?.cost),
      total_steps: turns.length + 1,
      extra: { return: returnOf(episode, leaf) },
    },
    extra: {
      ...episode.extra,
      env_id: episode.envId,
      seed: episode.seed,
      started: new Date(episode.started).toISOString(),
      verdict: episode.verdict,
      tags: episode.tags,
    },
  }
}

function beside(event: EpisodeEvent): object {
  const { observation, reward, terminated, truncated, info, note, verdict, tags, name, latency, extra } =
    event
  return {
    ...extra,
    // A value that is no text, as it was.
    observation: typeof observation === 'string' ? undefined : (observation ?? null),
    reward,
    terminated,
    truncated,
    info,
    note: note || undefined,
    verdict,
    tags,
    name,
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
  return {
    step_id: id,
    timestamp: new Date(at).toISOString(),
    source: 'agent',
    model_name: player,
    message: action ?? '',
    reasoning_content: model?.reasoning,
    observation: { results: [{ content: plainText(observation) }] },
    metrics: model && {
      prompt_tokens: model.promptTokens,
      completion_tokens: model.completionTokens,
      cost_usd: model.cost,
    },
    llm_call_count: model ? 1 : 0,
    extra: beside(event),
  }
}
