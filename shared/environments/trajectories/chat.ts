import { type Fields, isFields } from '../../json/fields.ts'
import { workbenchError } from '../../workbench/sentences/workbench-error.ts'
import type { AnswerField } from '../../gem/trajectory.ts'
import { ACT_TOOL, agentMessages, DEFAULT_INSTRUCTIONS } from '../agent-messages.ts'
import { type Episode, type EpisodeEvent, pathTo, viewOf } from '../episode.ts'
import { type Message, messagesUpTo } from '../model-call.ts'
import { fieldsOf, flagOf, listOf, numberOf, parseJson, plainText, seedOf, textOf } from './json.ts'
import { episodeFrom, modelFrom, type ReadEpisode, type ReadEvent, unknownFields } from './read-episode.ts'

/** Where in a record what is. */
export interface ChatColumns {
  readonly messages: string
  readonly environment?: string | undefined
  readonly seed?: string | undefined
  readonly reward?: string | undefined
}

/** The speakers of OpenAI's form, and of the older one that names them human and gpt. */
const ROLES: Readonly<Record<string, Message['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  gpt: 'assistant',
  model: 'assistant',
  tool: 'tool',
  function: 'tool',
  observation: 'tool',
}

interface Said {
  readonly role: Message['role']
  readonly text: string
  readonly reasoning?: string | undefined
}

/** Whether a value looks like a chat: a list of messages with a speaker each. */
export const isChat = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => isFields(one) && ('role' in one || 'from' in one))

function said(value: unknown, field: string, line: number): Said {
  if (!isFields(value)) throw workbenchError('RECORDING_UNREADABLE.fields', { field, line })
  const role = ROLES[String(value['role'] ?? value['from'])]
  if (!role) {
    const found = String(value['role'] ?? value['from'])
    throw workbenchError('RECORDING_UNREADABLE.role', { field, line, found })
  }
  const parts = contentOf(value['content'] ?? value['value'])
  const called = role === 'assistant' ? calledWith(value['tool_calls']) : undefined
  const reasoning = textOf(value['reasoning_content'] ?? value['reasoning']) ?? parts.reasoning
  return { role, text: parts.text || (called ?? ''), reasoning }
}

/** A text, or parts of which only the texts can be shown. */
function contentOf(content: unknown): { text: string; reasoning?: string | undefined } {
  if (!Array.isArray(content)) return { text: textOf(content) ?? '' }
  const texts = content.map((part: unknown) => (isFields(part) ? textOf(part['text']) : textOf(part)))
  const thoughts = content.map((part: unknown) => (isFields(part) ? textOf(part['reasoning']) : undefined))
  return {
    text: texts.filter((text) => text !== undefined).join('\n'),
    reasoning: thoughts.filter((text) => text !== undefined).join('\n') || undefined,
  }
}

/** What a model acted with: the argument of our own tool, else the call as it stands. */
function calledWith(calls: unknown): string | undefined {
  if (!Array.isArray(calls) || calls.length === 0) return undefined
  const texts = calls.map((call: unknown) => {
    const {
      function: inner,
      name,
      arguments: given,
    } = (isFields(call) ? call : {}) as Record<string, unknown>
    // Inspect has the name alone where OpenAI has an object.
    const { name: called = name, arguments: text = given } = isFields(inner) ? inner : { name: inner ?? name }
    const action = called === ACT_TOOL ? actionIn(text) : undefined
    return action ?? `${String(called)}(${textOf(text) ?? ''})`
  })
  return texts.join('\n')
}

function actionIn(text: unknown): string | undefined {
  try {
    const fields: unknown = typeof text === 'string' ? JSON.parse(text) : text
    return isFields(fields) && typeof fields['action'] === 'string' ? fields['action'] : undefined
  } catch {
    return undefined
  }
}

/** A chat as an opening and turns: what the assistant says are the actions, what others say afterwards is the answer. */
export function turnsOf(
  chat: readonly unknown[],
  field: string,
  line: number,
): { system?: string; events: ReadEvent[] } {
  const all = chat.map((one, i) => said(one, `${field}.${i}`, line))
  const system = all
    .filter(({ role }) => role === 'system')
    .map(({ text }) => text)
    .join('\n')
  const events: ReadEvent[] = []
  let heard: string[] = []
  let acted: Said | undefined
  const answer = (): void => {
    const observation = heard.join('\n')
    const model = acted && modelFrom(acted.text, { reasoning: acted.reasoning })
    events.push(acted ? { action: acted.text, observation, model } : { observation })
    heard = []
  }
  for (const one of all) {
    if (one.role === 'system') continue
    if (one.role !== 'assistant') heard.push(one.text)
    else {
      answer()
      acted = one
    }
  }
  if (!acted) throw workbenchError('RECORDING_UNREADABLE.noAction', { field, line })
  answer()
  return { events, ...(system === '' ? {} : { system }) }
}

const KNOWN = 'env_id seed rewards reward terminated truncated infos final_observation note model'.split(' ')

/** Records that hold a chat each. */
export class ChatShape {
  readonly #name: string
  readonly #columns: ChatColumns

  constructor(name: string, columns: ChatColumns) {
    this.#name = name
    this.#columns = columns
  }

  take(record: Fields, line: number): ReadEpisode[] {
    const { messages, environment = 'env_id', seed = 'seed', reward } = this.#columns
    const chat = record[messages]
    const list = typeof chat === 'string' ? parseJson(chat, line) : chat
    const { events, system } = turnsOf(listOf(list, messages, line), messages, line)
    const last = events.length - 1
    const final = record['final_observation']
    if (final !== undefined && events[last]?.observation === '')
      events[last] = { ...events[last], observation: final }
    const rewards = record[reward ?? ('rewards' in record ? 'rewards' : 'reward')]
    const fields = withRewards(events, rewards, reward ?? 'rewards', line)
    const terminated = flagOf(record['terminated'], 'terminated', line)
    const truncated = flagOf(record['truncated'], 'truncated', line)
    if (terminated !== undefined) fields.push('terminated', 'truncated')
    const infos = Array.isArray(record['infos']) ? record['infos'] : undefined
    if (infos?.length === events.length) fields.push('info')
    const player = textOf(record['model'])
    const whole = events.map((event, i): ReadEvent => ({
      ...event,
      ...(i === last ? { terminated, truncated } : {}),
      ...(infos?.length === events.length ? withInfo(event, fieldsOf(infos[i], 'infos', line)) : {}),
      player: i === 0 ? undefined : player,
    }))
    const known = new Set([...KNOWN, messages, environment, seed, ...(reward === undefined ? [] : [reward])])
    const head = {
      envId: textOf(record[environment]) ?? '',
      seed: seedOf(record[seed], seed, line),
      note: textOf(record['note']),
      origin: this.#name,
      extra: { ...unknownFields(record, known), ...(system === undefined ? {} : { system }) },
    }
    return [{ episode: episodeFrom(head, whole), fields }]
  }

  end(): ReadEpisode[] {
    return []
  }
}

/** Puts rewards to their steps: one for each, or one for all of them, which is the last one's. */
export function withRewards(
  events: ReadEvent[],
  rewards: unknown,
  field: string,
  line: number,
): AnswerField[] {
  const steps = events.length - 1
  if (Array.isArray(rewards) && rewards.length === steps)
    for (const [i, value] of rewards.entries())
      events[i + 1] = { ...(events[i + 1] as ReadEvent), reward: numberOf(value, `${field}.${i}`, line) ?? 0 }
  else if (typeof rewards === 'number' || typeof rewards === 'string')
    events[steps] = { ...(events[steps] as ReadEvent), reward: numberOf(rewards, field, line) ?? 0 }
  else if (rewards !== undefined && rewards !== null)
    throw workbenchError('RECORDING_UNREADABLE.rewards', { field, line, wanted: steps })
  else return ['observation']
  return ['observation', ...(Array.isArray(rewards) || steps === 1 ? (['reward'] as const) : [])]
}

/** What was said on the way to an event: as it was sent where a model played all of it, else as an agent would be told. */
export function chatOf(episode: Episode, leaf: number): Fields[] {
  const path = pathTo(episode, leaf)
  const sent = messagesUpTo(path)
  const reply = path.at(-1)?.model
  const isWhole = reply && sent.filter(({ role }) => role === 'assistant').length === path.length - 2
  const said: Message[] = isWhole
    ? [...sent, { role: 'assistant', content: reply.reply, toolCalls: reply.toolCalls }]
    : agentMessages(DEFAULT_INSTRUCTIONS, undefined, openEnded(episode, leaf))
  return said.map(({ role, content, toolCalls, toolCallId }) => ({
    role,
    content,
    tool_call_id: toolCallId,
    tool_calls: toolCalls?.map(({ id, name, arguments: text }) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    })),
  }))
}

/** The episode with its board in every answer, and without the last one, which nobody acted on. */
function openEnded(episode: Episode, leaf: number): ReturnType<typeof viewOf> {
  const { opening, turns } = viewOf(episode, leaf)
  const shown = <T extends { observation: unknown; info: EpisodeEvent['info'] }>({ info, ...rest }: T) => ({
    ...rest,
    observation: seenText({ ...rest, info }),
    info: {},
  })
  return {
    opening: shown(opening),
    turns: turns.map(({ action, result }) => ({ action, result: { ...result, ...shown(result) } })),
  }
}

/** What an agent sees of an answer. */
export function seenText({ observation, info }: Pick<EpisodeEvent, 'observation' | 'info'>): string {
  const [before, behind] = sides(info)
  return `${before}${plainText(observation)}${behind}`
}

/** What stands before an observation and behind it. */
const sides = ({ prefix, suffix }: EpisodeEvent['info']): [string, string] => [
  typeof prefix === 'string' ? `${prefix}\n` : '',
  typeof suffix === 'string' ? `\n${suffix}` : '',
]

/** An answer whose board was shown with it, apart again. */
export function withInfo(
  { observation }: ReadEvent,
  info: EpisodeEvent['info'] = {},
): Pick<ReadEvent, 'observation' | 'info'> {
  const [before, behind] = sides(info)
  const isShown =
    typeof observation === 'string' &&
    observation.length >= before.length + behind.length &&
    observation.startsWith(before) &&
    observation.endsWith(behind)
  if (!isShown) return { info, observation }
  return { info, observation: observation.slice(before.length, observation.length - behind.length) }
}

/** A line of the messages' form: the chat up to the last thing that the agent said, and beside it what trainers ask for. */
export function chatRecord(episode: Episode, leaf: number): object {
  const path = pathTo(episode, leaf)
  const steps = path.slice(1)
  const last = path.at(-1)
  const messages = chatOf(episode, leaf)
  while (messages.length > 0 && messages.at(-1)?.['role'] !== 'assistant' && steps.length > 0) messages.pop()
  return {
    messages,
    env_id: episode.envId,
    seed: episode.seed,
    rewards: steps.map(({ reward }) => reward),
    terminated: last?.terminated ?? false,
    truncated: last?.truncated ?? false,
    final_observation: last && steps.length > 0 ? seenText(last) : undefined,
    model: steps.find(({ player }) => player !== undefined)?.player,
    note: episode.note || undefined,
  }
}
