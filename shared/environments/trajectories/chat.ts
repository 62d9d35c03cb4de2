import { type Fields, isFields } from '../../json/fields.ts'
import { workbenchError } from '../../workbench/sentences/workbench-error.ts'
import type { AnswerField } from '../../gem/trajectory.ts'
import { ACT_TOOL, agentMessages, DEFAULT_INSTRUCTIONS } from '../agent-messages.ts'
import { type AgentView, type Episode, type EpisodeEvent, pathTo, playedBy, viewOf } from '../episode.ts'
import { type Message, messagesUpTo } from '../model-call.ts'
import { fieldsOf, flagOf, listOf, parseJson, plainText, rewardIn, rewardOf, seedOf, textOf } from './json.ts'
import {
  agentOf,
  batchOf,
  episodeFrom,
  modelFrom,
  type ReadEpisode,
  type ReadEvent,
  recordedFailure,
  parseFailure,
  unknownFields,
  withFailure,
} from './read-episode.ts'
import { calledText, madeCalls, toolAction, type ToolCall } from './tool-calls.ts'

/** Which column holds what in records that contain a chat. */
export interface ChatColumns {
  readonly messages: string
  readonly environment?: string | undefined
  readonly seed?: string | undefined
  readonly reward?: string | undefined
}

/** Roles in OpenAI's format and in the older ShareGPT one (human, gpt). */
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

interface ChatMessage {
  readonly role: Message['role']
  readonly text: string
  /** An assistant's action: a tool call or its text. */
  readonly action: string
  readonly calls: readonly ToolCall[]
  /** Id of the tool call that this message answers. */
  readonly answers: string | undefined
  readonly reasoning?: string | undefined
}

/** Whether a value is a chat: a list of messages with a role. */
export const isChat = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => isFields(one) && ('role' in one || 'from' in one))

function messageOf(value: unknown, field: string, line: number): ChatMessage {
  if (!isFields(value)) throw workbenchError('RECORDING_UNREADABLE.fields', { field, line })
  const given = value['role'] ?? value['from']
  const role = typeof given === 'string' && Object.hasOwn(ROLES, given) ? ROLES[given] : undefined
  if (!role) {
    const found = typeof given === 'string' ? given : JSON.stringify(given ?? null)
    throw workbenchError('RECORDING_UNREADABLE.role', { field, line, found })
  }
  const parts = contentOf(value['content'] ?? value['value'])
  const calls = role === 'assistant' ? madeCalls(value['tool_calls']) : []
  const reasoning = textOf(value['reasoning_content'] ?? value['reasoning']) ?? parts.reasoning
  const action = toolAction(calls) ?? (parts.text || calls.map(calledText).join('\n'))
  return { role, text: parts.text, action, calls, answers: textOf(value['tool_call_id']), reasoning }
}

/** Returns a text, or the text parts of a content list. */
function contentOf(content: unknown): { text: string; reasoning?: string | undefined } {
  if (!Array.isArray(content)) return { text: textOf(content) ?? '' }
  const texts = content.map((part: unknown) => (isFields(part) ? textOf(part['text']) : textOf(part)))
  const thoughts = content.map((part: unknown) => (isFields(part) ? textOf(part['reasoning']) : undefined))
  return {
    text: texts.filter((text) => text !== undefined).join('\n'),
    reasoning: thoughts.filter((text) => text !== undefined).join('\n') || undefined,
  }
}

/**
 * Splits a chat into an opening and turns: assistant messages are the actions, the following messages are the
 * answer.
 */
export function turnsOf(
  chat: readonly unknown[],
  field: string,
  line: number,
  mayBeEmpty = false,
): { system?: string; events: ReadEvent[] } {
  const all = chat.map((one, i) => messageOf(one, `${field}.${i}`, line))
  const system = all
    .filter(({ role }) => role === 'system')
    .map(({ text }) => text)
    .join('\n')
  const events: ReadEvent[] = []
  let received: string[] = []
  let acted: ChatMessage | undefined
  const answer = (): void => {
    const observation = received.join('\n')
    if (!acted) events.push({ observation })
    else {
      const { action, text, reasoning, calls } = acted
      const model = modelFrom(text, { reasoning, toolCalls: calls.length > 0 ? [...calls] : undefined })
      events.push({ action, observation, model })
    }
    received = []
  }
  for (const one of all) {
    if (one.role === 'system') continue
    if (one.role !== 'assistant') {
      if (!isBesideActing(one, acted)) received.push(one.text)
    } else {
      answer()
      acted = one
    }
  }
  if (!acted && !mayBeEmpty) throw workbenchError('RECORDING_UNREADABLE.noAction', { field, line })
  answer()
  return { events, ...(system === '' ? {} : { system }) }
}

/** Whether a message answers a tool call other than the acting one. */
function isBesideActing({ answers }: ChatMessage, acted: ChatMessage | undefined): boolean {
  const call = acted?.calls.find(({ name }) => name === ACT_TOOL)
  return call !== undefined && answers !== undefined && answers !== call.id
}

const KNOWN =
  'env_id seed rewards reward terminated truncated infos final_observation note model actions agent failure'.split(
    ' ',
  )

/** Parser for records that each contain a chat. */
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
    const rewards = record[reward ?? ('rewards' in record ? 'rewards' : 'reward')]
    const failure = parseFailure(record['failure'])
    const isEmpty = failure !== undefined || (Array.isArray(rewards) && rewards.length === 0)
    const { events, system } = turnsOf(listOf(list, messages, line), messages, line, isEmpty)
    withActions(events, record['actions'])
    const last = events.length - 1
    const final = record['final_observation']
    if (final !== undefined && events[last]?.observation === '')
      events[last] = { ...events[last], observation: final }
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
      agent: agentOf(record['agent']) ?? agentOf({ name: player }),
      extra: { ...unknownFields(record, known), ...(system === undefined ? {} : { system }) },
    }
    const all = withFailure(head, whole, failure)
    return [{ episode: episodeFrom(all.head, all.events), fields }]
  }

  end(): ReadEpisode[] {
    return []
  }
}

/** Sets actions from a column separate from the chat. */
export function withActions(events: ReadEvent[], actions: unknown): void {
  if (!Array.isArray(actions) || actions.length !== events.length - 1) return
  for (const [i, action] of actions.entries())
    if (typeof action === 'string') events[i + 1] = { ...(events[i + 1] as ReadEvent), action }
}

/** Assigns rewards to steps: one each, or a single one to the last step. */
export function withRewards(
  events: ReadEvent[],
  rewards: unknown,
  field: string,
  line: number,
): AnswerField[] {
  const steps = events.length - 1
  if (Array.isArray(rewards) && rewards.length === steps)
    for (const [i, value] of rewards.entries())
      events[i + 1] = { ...(events[i + 1] as ReadEvent), ...rewardOf(value, `${field}.${i}`, line) }
  else if (steps > 0 && (typeof rewards === 'number' || typeof rewards === 'string' || rewards === null))
    events[steps] = { ...(events[steps] as ReadEvent), ...rewardOf(rewards, field, line) }
  else if (rewards !== undefined && rewards !== null)
    throw workbenchError('RECORDING_UNREADABLE.rewards', { field, line, wanted: steps })
  else return ['observation']
  return ['observation', ...(Array.isArray(rewards) || steps === 1 ? (['reward'] as const) : [])]
}

/**
 * Returns the chat up to an event. If a model played the whole branch, messages are returned as sent;
 * otherwise as an agent would receive them.
 */
export function chatOf(episode: Episode, leaf: number): Fields[] {
  const path = pathTo(episode, leaf)
  const turns = path.slice(1)
  const sent = messagesUpTo(path)
  const reply = turns.at(-1)?.model
  const isWhole =
    reply &&
    sent.length > 0 &&
    turns.every(({ model }) => model) &&
    sent.filter(({ role }) => role === 'assistant').length === turns.length - 1
  const view = openEnded(episode, leaf)
  const act = turns.some(({ model }) => model?.toolCalls) ? 'tool' : 'text'
  const [first] = messagesUpTo(turns.slice(0, 1))
  const system = first?.role === 'system' ? first.content : DEFAULT_INSTRUCTIONS
  const expected = agentMessages(system, undefined, view, { history: 'chat', act })
  // Answers to tool calls refer to their ids, so take both from the turns.
  const messages =
    isWhole && act === 'text'
      ? withSentMessages([...sent, { role: 'assistant', content: '' }], expected)
      : expected
  let turn = 0
  return messages.map(({ role, content, toolCalls, toolCallId }) => ({
    role,
    content,
    ...(role === 'assistant' ? { reasoning_content: turns[turn++]?.model?.reasoning } : {}),
    tool_call_id: toolCallId,
    tool_calls: toolCalls?.map(({ id, name, arguments: text }) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    })),
  }))
}

/** Returns the sent messages, with the assistant's messages as in the turns. */
function withSentMessages(sent: readonly Message[], expected: readonly Message[]): Message[] {
  const own = expected.filter(({ role }) => role === 'assistant')
  let turn = 0
  return sent.map((message) => (message.role === 'assistant' ? (own[turn++] ?? message) : message))
}

/** Returns the episode with the board in every answer, and without the last answer, on which nobody acted. */
function openEnded(episode: Episode, leaf: number): AgentView {
  const { opening, turns } = viewOf(episode, leaf)
  const shown = <T extends { observation: unknown; info: EpisodeEvent['info'] }>({ info, ...rest }: T) => ({
    ...rest,
    observation: seenText({ ...rest, info }),
    info: {},
  })
  return {
    opening: shown(opening),
    turns: turns.map(({ action, model, result }) => ({
      action,
      // Only models make tool calls.
      model: model ?? { reply: action },
      result: { ...result, ...shown(result) },
    })),
  }
}

/** Returns what an agent sees of an answer. */
export function seenText({ observation, info }: Pick<EpisodeEvent, 'observation' | 'info'>): string {
  const [before, behind] = sides(info)
  return `${before}${plainText(observation)}${behind}`
}

/** The texts before and after an observation. */
const sides = ({ prefix, suffix }: EpisodeEvent['info']): [string, string] => [
  typeof prefix === 'string' ? `${prefix}\n` : '',
  typeof suffix === 'string' ? `\n${suffix}` : '',
]

/** Splits an answer that included its board back into observation and info. */
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

/** Converts a branch to a chat record: messages up to the agent's last one, plus the fields that trainers need. */
export function chatRecord(episode: Episode, leaf: number): object {
  const path = pathTo(episode, leaf)
  const steps = path.slice(1)
  const last = path.at(-1)
  const messages = chatOf(episode, leaf)
  while (messages.length > 0 && messages.at(-1)?.['role'] !== 'assistant' && steps.length > 0) messages.pop()
  const agent = playedBy(episode, leaf)
  return {
    messages,
    env_id: episode.envId,
    seed: episode.seed,
    rewards: steps.map(rewardIn),
    actions: actionsBeside(messages, steps),
    terminated: last?.terminated ?? false,
    truncated: last?.truncated ?? false,
    final_observation: last && steps.length > 0 ? seenText(last) : undefined,
    model: agent?.model ?? steps.find(({ player }) => player !== undefined)?.player,
    agent,
    batch: batchOf(episode),
    failure: recordedFailure(episode, leaf),
    note: episode.note || undefined,
  }
}

/** Returns the actions, if they cannot be derived from the messages. */
export function actionsBeside(
  messages: readonly unknown[],
  steps: readonly EpisodeEvent[],
): (string | null)[] | undefined {
  const { events } = turnsOf(messages, 'messages', 1, true)
  const isTold =
    events.length === steps.length + 1 && steps.every(({ action }, i) => events[i + 1]?.action === action)
  return isTold ? undefined : steps.map(({ action }) => action)
}
