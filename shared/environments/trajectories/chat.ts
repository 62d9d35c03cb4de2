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
  tellFailure,
  toldFailure,
  unknownFields,
  withFailure,
} from './read-episode.ts'
import { calledText, madeCalls, toolAction, type ToolCall } from './tool-calls.ts'

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

interface ChatMessage {
  readonly role: Message['role']
  readonly text: string
  /** What an assistant does: by a call, or in words. */
  readonly action: string
  readonly calls: readonly ToolCall[]
  /** The call that a tool answers. */
  readonly answers: string | undefined
  readonly reasoning?: string | undefined
}

/** Whether a value looks like a chat: a list of messages with a speaker each. */
export const isChat = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => isFields(one) && ('role' in one || 'from' in one))

function messageOf(value: unknown, field: string, line: number): ChatMessage {
  if (!isFields(value)) throw workbenchError('RECORDING_UNREADABLE.fields', { field, line })
  const role = ROLES[String(value['role'] ?? value['from'])]
  if (!role) {
    const found = String(value['role'] ?? value['from'])
    throw workbenchError('RECORDING_UNREADABLE.role', { field, line, found })
  }
  const parts = contentOf(value['content'] ?? value['value'])
  const calls = role === 'assistant' ? madeCalls(value['tool_calls']) : []
  const reasoning = textOf(value['reasoning_content'] ?? value['reasoning']) ?? parts.reasoning
  const action = toolAction(calls) ?? (parts.text || calls.map(calledText).join('\n'))
  return { role, text: parts.text, action, calls, answers: textOf(value['tool_call_id']), reasoning }
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

/** A chat as an opening and turns: what the assistant says are the actions, what others say afterwards is the answer. */
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
  let heard: string[] = []
  let acted: ChatMessage | undefined
  const answer = (): void => {
    const observation = heard.join('\n')
    if (!acted) events.push({ observation })
    else {
      const { action, text, reasoning, calls } = acted
      const model = modelFrom(text, { reasoning, toolCalls: calls.length > 0 ? [...calls] : undefined })
      events.push({ action, observation, model })
    }
    heard = []
  }
  for (const one of all) {
    if (one.role === 'system') continue
    if (one.role !== 'assistant') {
      if (!isBesideActing(one, acted)) heard.push(one.text)
    } else {
      answer()
      acted = one
    }
  }
  if (!acted && !mayBeEmpty) throw workbenchError('RECORDING_UNREADABLE.noAction', { field, line })
  answer()
  return { events, ...(system === '' ? {} : { system }) }
}

/** Whether something answers another call than the one that acted. */
function isBesideActing({ answers }: ChatMessage, acted: ChatMessage | undefined): boolean {
  const call = acted?.calls.find(({ name }) => name === ACT_TOOL)
  return call !== undefined && answers !== undefined && answers !== call.id
}

const KNOWN =
  'env_id seed rewards reward terminated truncated infos final_observation note model actions agent failure'.split(
    ' ',
  )

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
    const rewards = record[reward ?? ('rewards' in record ? 'rewards' : 'reward')]
    const failure = toldFailure(record['failure'])
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

/** Where what was done stands beside what was said. */
export function withActions(events: ReadEvent[], actions: unknown): void {
  if (!Array.isArray(actions) || actions.length !== events.length - 1) return
  for (const [i, action] of actions.entries())
    if (typeof action === 'string') events[i + 1] = { ...(events[i + 1] as ReadEvent), action }
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
      events[i + 1] = { ...(events[i + 1] as ReadEvent), ...rewardOf(value, `${field}.${i}`, line) }
  else if (steps > 0 && (typeof rewards === 'number' || typeof rewards === 'string' || rewards === null))
    events[steps] = { ...(events[steps] as ReadEvent), ...rewardOf(rewards, field, line) }
  else if (rewards !== undefined && rewards !== null)
    throw workbenchError('RECORDING_UNREADABLE.rewards', { field, line, wanted: steps })
  else return ['observation']
  return ['observation', ...(Array.isArray(rewards) || steps === 1 ? (['reward'] as const) : [])]
}

/**
 * What was said on the way to an event, with what a model said as it said it: as it was sent where a model played all of it, else as
 * an agent would be told.
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
  const told = agentMessages(system, undefined, view, { history: 'chat', act })
  // The answers to its calls name them, so both are taken as the turns have them.
  const said = isWhole && act === 'text' ? asSaid([...sent, { role: 'assistant', content: '' }], told) : told
  let turn = 0
  return said.map(({ role, content, toolCalls, toolCallId }) => ({
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

/** What was sent, with the assistant's words as the turns have them. */
function asSaid(sent: readonly Message[], told: readonly Message[]): Message[] {
  const own = told.filter(({ role }) => role === 'assistant')
  let turn = 0
  return sent.map((message) => (message.role === 'assistant' ? (own[turn++] ?? message) : message))
}

/** The episode with its board in every answer, and without the last one, which nobody acted on. */
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
      // Only a model makes calls.
      model: model ?? { reply: action },
      result: { ...result, ...shown(result) },
    })),
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
    failure: tellFailure(episode, leaf),
    note: episode.note || undefined,
  }
}

/** What was done, where a reader could not tell it from what was said. */
export function actionsBeside(
  messages: readonly unknown[],
  steps: readonly EpisodeEvent[],
): (string | null)[] | undefined {
  const { events } = turnsOf(messages, 'messages', 1, true)
  const isTold =
    events.length === steps.length + 1 && steps.every(({ action }, i) => events[i + 1]?.action === action)
  return isTold ? undefined : steps.map(({ action }) => action)
}
