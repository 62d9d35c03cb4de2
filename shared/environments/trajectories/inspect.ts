/**
 * Inspect's evaluation log (inspect.aisi.org.uk/eval-logs), version 2, as JSON: one sample per episode.
 * `.eval` files are archives of the same, which the core unpacks.
 */
import { type Fields, isFields } from '../../json/fields.ts'
import { type Episode, type EpisodeEvent, knownReturn, leafOf, pathTo, playedBy } from '../episode.ts'
import { actionsBeside, chatOf, seenText, turnsOf, withActions, withInfo, withRewards } from './chat.ts'
import { fieldsOf, flagOf, listOf, rewardIn, seedOf, textOf } from './json.ts'
import {
  agentOf,
  batchOf,
  episodeFrom,
  type ReadEpisode,
  type ReadEvent,
  recordedFailure,
  parseFailure,
  withFailure,
} from './read-episode.ts'
import { argumentsOf, madeCalls } from './tool-calls.ts'

export const isInspectLog = (record: Fields): boolean => isFields(record['eval']) && 'status' in record

/** Reads the log's common fields. */
export function inspectTask(log: Fields): { task: string; model: string | undefined } {
  const { task, model } = isFields(log['eval']) ? log['eval'] : ({} as Fields)
  return { task: textOf(task) ?? '', model: textOf(model) }
}

/** @param path of the sample in its file, for error messages. @throws WorkbenchError `RECORDING_UNREADABLE` */
export function readSample(
  sample: Fields,
  { task, model }: ReturnType<typeof inspectTask>,
  name: string,
  line: number,
  path: string,
): ReadEpisode {
  const { env_id, seed, rewards, terminated, truncated, infos, final_observation, ...rest } =
    fieldsOf(sample['metadata'], `${path}.metadata`, line) ?? {}
  const { actions, agent, failure: own, ...metadata } = rest
  const failure = parseFailure(own) ?? parseFailure(sample['error'])
  const isEmpty = failure !== undefined || (Array.isArray(rewards) && rewards.length === 0)
  const field = `${path}.messages`
  const { events } = turnsOf(listOf(sample['messages'], field, line), field, line, isEmpty)
  withActions(events, actions)
  const last = events.length - 1
  if (final_observation !== undefined)
    events[last] = { ...(events[last] as ReadEvent), observation: final_observation }
  const fields = withRewards(events, rewards ?? scoreOf(sample['scores']), `${path}.rewards`, line)
  const ends = {
    terminated: flagOf(terminated, 'terminated', line) ?? false,
    truncated: flagOf(truncated, 'truncated', line) ?? false,
  }
  if (terminated !== undefined) fields.push('terminated', 'truncated')
  const isWhole = Array.isArray(infos) && infos.length === events.length
  if (isWhole) fields.push('info')
  const output = isFields(sample['output']) ? textOf(sample['output']['model']) : undefined
  const player = [output, model].find((one) => one !== undefined && one !== '' && one !== NO_MODEL)
  const whole = events.map((event, i): ReadEvent => ({
    ...event,
    ...(i === last ? ends : {}),
    ...(isWhole ? withInfo(event, fieldsOf((infos as unknown[])[i], 'infos', line)) : {}),
    ...(i > 0 && player !== undefined ? { player } : {}),
  }))
  const head = {
    envId: textOf(env_id) ?? task,
    seed: seedOf(seed, 'seed', line),
    origin: name,
    agent: agentOf(agent) ?? agentOf({ name: player, model: player }),
    extra: { ...metadata, sample: sample['id'], epoch: sample['epoch'], scores: sample['scores'] },
  }
  const all = withFailure(head, whole, failure)
  return { episode: episodeFrom(all.head, all.events), fields }
}

/** Returns the only numeric score of a sample; Inspect writes C and I for correct and incorrect. */
function scoreOf(scores: unknown): number | undefined {
  const values = isFields(scores) ? Object.values(scores) : []
  const [value] = values.map((score) => (isFields(score) ? score['value'] : undefined))
  if (values.length !== 1) return undefined
  return value === 'C' ? 1 : value === 'I' ? 0 : typeof value === 'number' ? value : undefined
}

const NO_MODEL = 'none/none'

interface Usage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly total_tokens: number
}

/** Sums the token usage by model. */
function usageOf(events: readonly EpisodeEvent[]): Record<string, Usage> {
  const all: Record<string, Usage> = {}
  for (const { model } of events) {
    const { model: name = '', promptTokens = 0, completionTokens = 0 } = model ?? {}
    if (promptTokens + completionTokens > 0)
      all[name] = added(all[name], {
        input_tokens: promptTokens,
        output_tokens: completionTokens,
        total_tokens: promptTokens + completionTokens,
      })
  }
  return all
}

const added = (one: Usage | undefined, other: Usage): Usage => ({
  input_tokens: (one?.input_tokens ?? 0) + other.input_tokens,
  output_tokens: (one?.output_tokens ?? 0) + other.output_tokens,
  total_tokens: (one?.total_tokens ?? 0) + other.total_tokens,
})

/**
 * Builds the header and numbers the samples: a sample is an environment with a seed, and every further
 * attempt at it is another epoch.
 */
export class InspectLog {
  #count = 0
  #failed = 0
  readonly #envIds = new Set<string>()
  readonly #models = new Set<string>()
  readonly #agents = new Map<string, unknown>()
  readonly #usage: Record<string, Usage> = {}
  readonly #played = new Map<string, number>()

  /** Counts an episode; call for every episode before writing the head. */
  count(episode: Episode, leaf: number): void {
    this.#count++
    if (recordedFailure(episode, leaf)) this.#failed++
    this.#envIds.add(episode.envId)
    const agent = playedBy(episode, leaf)
    if (agent) this.#agents.set(agent.name, agent)
    if (agent?.model !== undefined) this.#models.add(agent.model)
    for (const [name, usage] of Object.entries(usageOf(pathTo(episode, leaf))))
      this.#usage[name] = added(this.#usage[name], usage)
    this.#number(episode)
  }

  head(writer: string): string {
    const created = new Date().toISOString().replace(/\.\d+Z$/, '+00:00')
    const task = this.#envIds.size === 1 ? [...this.#envIds].join('') : 'environments'
    const epochs = Math.max(1, ...this.#played.values())
    const isLost = this.#count > 0 && this.#failed === this.#count
    const message = 'Every sample failed.'
    const log = {
      version: 2,
      status: isLost ? 'error' : 'success',
      eval: {
        created,
        task,
        task_id: 'orrery',
        task_version: 0,
        run_id: `orrery-${created}`,
        eval_id: `orrery-${created}`,
        dataset: { name: task, samples: this.#played.size, shuffled: false },
        model: [...this.#models].join(',') || NO_MODEL,
        config: { epochs, fail_on_error: false },
        metadata: { writer, agents: [...this.#agents.values()] },
      },
      plan: { name: 'plan', steps: [], config: {} },
      results: { total_samples: this.#count, completed_samples: this.#count - this.#failed, scores: [] },
      stats: { started_at: created, completed_at: created, model_usage: this.#usage },
      ...(isLost ? { error: { message, traceback: '', traceback_ansi: '' } } : {}),
    }
    this.#played.clear()
    return `${JSON.stringify(log).slice(0, -1)},"samples":[\n`
  }

  sample(episode: Episode, leaf: number): object {
    return inspectSample(episode, leaf, this.#number(episode))
  }

  #number({ envId, seed }: Episode): { id: string; epoch: number } {
    const id = `${envId}#${seed ?? 'unseeded'}`
    const epoch = (this.#played.get(id) ?? 0) + 1
    this.#played.set(id, epoch)
    return { id, epoch }
  }
}

export const INSPECT_TAIL = '\n]}\n'

function inspectSample(
  episode: Episode,
  leaf: number = leafOf(episode),
  { id, epoch }: { readonly id: string; readonly epoch: number },
): object {
  const path = pathTo(episode, leaf)
  const turns = path.slice(1)
  const last = path.at(-1)
  const chat = chatOf(episode, leaf)
  const total = knownReturn(episode, leaf)
  const failure = recordedFailure(episode, leaf)
  const reply = turns.at(-1)?.action ?? ''
  const agent = playedBy(episode, leaf)
  const choice = { message: { role: 'assistant', content: reply, source: 'generate' }, stop_reason: 'stop' }
  return {
    id,
    epoch,
    input: textOf(path[0]?.observation) ?? '',
    target: '',
    messages: chat.map((message, i) => messageOf(message, `m-${id}-${epoch}-${i}`)),
    output: {
      model: agent?.model ?? NO_MODEL,
      choices: turns.length > 0 ? [choice] : [],
      completion: reply,
      error: failure?.message,
    },
    scores: total === null ? undefined : { return: { value: total, answer: reply } },
    error: failure && { message: failure.message, traceback: '', traceback_ansi: '' },
    metadata: {
      ...episode.extra,
      env_id: episode.envId,
      seed: episode.seed,
      agent,
      batch: batchOf(episode),
      failure,
      rewards: turns.map(rewardIn),
      actions: actionsBeside(chat, turns),
      terminated: last?.terminated ?? false,
      truncated: last?.truncated ?? false,
      infos: path.map(({ info }) => info),
      final_observation: last && turns.length > 0 ? seenText(last) : undefined,
      note: episode.note || undefined,
    },
    store: {},
    events: [],
    model_usage: usageOf(turns),
    attachments: {},
  }
}

/** Inspect stores reasoning as part of the message, and a call's arguments as an object. */
function messageOf(
  { tool_calls, reasoning_content: reasoning, content, ...message }: Fields,
  id: string,
): object {
  const calls = madeCalls(tool_calls)
  const text = textOf(content) ?? ''
  return {
    id,
    ...message,
    content:
      reasoning === undefined
        ? text
        : [
            { type: 'reasoning', reasoning },
            { type: 'text', text },
          ],
    tool_calls:
      calls.length === 0
        ? undefined
        : calls.map((call) => ({
            id: call.id,
            type: 'function',
            function: call.name,
            arguments: argumentsOf(call),
          })),
  }
}
