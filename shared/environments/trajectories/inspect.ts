/**
 * The evaluation log of Inspect (inspect.aisi.org.uk/eval-logs), version 2, as JSON: a sample an episode. Its `.eval` files are
 * archives of the same; the core unpacks them.
 */
import { type Episode, leafOf, pathTo, returnOf } from '../episode.ts'
import { chatOf, seenText, turnsOf, withInfo, withRewards } from './chat.ts'
import { type Fields, isFields } from '../../json/fields.ts'
import { fieldsOf, flagOf, listOf, seedOf, textOf } from './json.ts'
import { episodeFrom, type ReadEpisode, type ReadEvent } from './read-episode.ts'

export const isInspectLog = (record: Fields): boolean => isFields(record['eval']) && 'status' in record

/** What a log says of all its samples. */
export function inspectTask(log: Fields): { task: string; model: string | undefined } {
  const { task, model } = isFields(log['eval']) ? log['eval'] : ({} as Fields)
  return { task: textOf(task) ?? '', model: textOf(model) }
}

/** @throws WorkbenchError `RECORDING_UNREADABLE` */
export function readSample(
  sample: Fields,
  { task, model }: ReturnType<typeof inspectTask>,
  name: string,
  line: number,
): ReadEpisode {
  const { env_id, seed, rewards, terminated, truncated, infos, final_observation, ...metadata } =
    fieldsOf(sample['metadata'], 'metadata', line) ?? {}
  const { events } = turnsOf(listOf(sample['messages'], 'messages', line), 'messages', line)
  const last = events.length - 1
  if (final_observation !== undefined)
    events[last] = { ...(events[last] as ReadEvent), observation: final_observation }
  const fields = withRewards(events, rewards ?? scoreOf(sample['scores']), 'rewards', line)
  const ends = {
    terminated: flagOf(terminated, 'terminated', line) ?? false,
    truncated: flagOf(truncated, 'truncated', line) ?? false,
  }
  if (terminated !== undefined) fields.push('terminated', 'truncated')
  const isWhole = Array.isArray(infos) && infos.length === events.length
  if (isWhole) fields.push('info')
  const whole = events.map((event, i): ReadEvent => ({
    ...event,
    ...(i === last ? ends : {}),
    ...(isWhole ? withInfo(event, fieldsOf((infos as unknown[])[i], 'infos', line)) : {}),
    ...(i > 0 && model !== undefined && model !== NO_MODEL ? { player: model } : {}),
  }))
  const head = {
    envId: textOf(env_id) ?? task,
    seed: seedOf(seed, 'seed', line),
    origin: name,
    extra: { ...metadata, sample: sample['id'], epoch: sample['epoch'], scores: sample['scores'] },
  }
  return { episode: episodeFrom(head, whole), fields }
}

/** The one number among a sample's scores; Inspect writes C and I for right and wrong. */
function scoreOf(scores: unknown): number | undefined {
  const values = isFields(scores) ? Object.values(scores) : []
  const [value] = values.map((score) => (isFields(score) ? score['value'] : undefined))
  if (values.length !== 1) return undefined
  return value === 'C' ? 1 : value === 'I' ? 0 : typeof value === 'number' ? value : undefined
}

const NO_MODEL = 'none/none'

/** Parts of a log: what stands before its samples, each sample, and what ends it. */
export function inspectHead(writer: string, envIds: readonly string[], samples: number): string {
  const created = new Date().toISOString().replace(/\.\d+Z$/, '+00:00')
  const task = envIds.length === 1 ? (envIds[0] as string) : 'environments'
  const log = {
    version: 2,
    status: 'success',
    eval: {
      created,
      task,
      task_id: 'orrery',
      task_version: 0,
      run_id: `orrery-${created}`,
      eval_id: `orrery-${created}`,
      dataset: { name: task, samples, shuffled: false },
      model: NO_MODEL,
      config: {},
      metadata: { writer },
    },
    plan: { name: 'plan', steps: [], config: {} },
    results: { total_samples: samples, completed_samples: samples, scores: [] },
    stats: { started_at: created, completed_at: created, model_usage: {} },
  }
  return `${JSON.stringify(log).slice(0, -1)},"samples":[\n`
}

export const INSPECT_TAIL = '\n]}\n'

export function inspectSample(episode: Episode, leaf: number = leafOf(episode), number = 1): object {
  const path = pathTo(episode, leaf)
  const turns = path.slice(1)
  const last = path.at(-1)
  const chat = chatOf(episode, leaf).map(({ tool_calls, ...message }, i) => ({
    id: `m${number}-${i}`,
    ...message,
    tool_calls: Array.isArray(tool_calls) ? tool_calls.map(callAsInspect) : undefined,
  }))
  const total = returnOf(episode, leaf)
  const reply = turns.at(-1)?.action ?? ''
  const model = turns.find(({ player }) => player !== undefined)?.player ?? NO_MODEL
  const choice = { message: { role: 'assistant', content: reply, source: 'generate' }, stop_reason: 'stop' }
  return {
    id: number,
    epoch: 1,
    input: textOf(path[0]?.observation) ?? '',
    target: '',
    messages: chat,
    output: { model, choices: [choice], completion: reply },
    scores: { return: { value: total, answer: reply } },
    metadata: {
      ...episode.extra,
      env_id: episode.envId,
      seed: episode.seed,
      rewards: turns.map(({ reward }) => reward),
      terminated: last?.terminated ?? false,
      truncated: last?.truncated ?? false,
      infos: path.map(({ info }) => info),
      final_observation: last && turns.length > 0 ? seenText(last) : undefined,
      note: episode.note || undefined,
    },
    store: {},
    events: [],
    model_usage: {},
    attachments: {},
  }
}

/** Inspect has the arguments of a call as an object. */
function callAsInspect(call: unknown): object {
  const { id, function: inner } = call as { id: string; function: { name: string; arguments: string } }
  let given: unknown
  try {
    given = JSON.parse(inner.arguments)
  } catch {
    given = undefined
  }
  return {
    id,
    type: 'function',
    function: inner.name,
    arguments: isFields(given) ? given : { text: inner.arguments },
  }
}
