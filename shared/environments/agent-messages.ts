import type { ActionGrammar } from '../gem/boxed.ts'
import type { AgentView } from './episode.ts'
import type { Message } from './model-call.ts'

/** Said to a model when the person wrote nothing else. */
export const DEFAULT_INSTRUCTIONS =
  'You play a text game. Think briefly, then write exactly one action in the form that the environment asks for.'

/** Name of the tool by which a model may act. */
export const ACT_TOOL = 'act'

export interface HistoryFormat {
  readonly history: 'chat' | 'concat'
  readonly act: 'text' | 'tool'
}

/**
 * The episode as a chat: events as the user's messages, actions as the assistant's; prefix and board stand once, in the last
 * message, as the history wrapper builds it (docs/gem.md#what-an-agent-sees). A model reads what it said itself, with the calls as it
 * made them. `concat` puts all of it into one message.
 */
export function agentMessages(
  instructions: string,
  entry: { readonly action: ActionGrammar } | undefined,
  { opening, turns }: AgentView,
  { history, act }: HistoryFormat = { history: 'chat', act: 'text' },
): Message[] {
  const rule = entry ? `${instructions}\n\n${entry.action.words}` : instructions
  const answers = [opening, ...turns.map(({ result }) => result)]
  const last = answers.length - 1
  const texts = answers.map(({ observation, info }, i) => {
    const event = typeof observation === 'string' ? observation : JSON.stringify(observation)
    const prefix = i === last && typeof info.prefix === 'string' ? `${info.prefix}\n` : ''
    const suffix = i === last && typeof info.suffix === 'string' ? `\n${info.suffix}` : ''
    return `${prefix}${event}${suffix}`
  })
  const system: Message = { role: 'system', content: rule }
  if (history === 'concat') {
    const content = texts.flatMap((text, i) => [text, ...wordsOf(turns[i])]).join('\n')
    return [system, { role: 'user', content }]
  }
  return [
    system,
    ...texts.flatMap((content, i): Message[] => {
      const calls = act === 'tool' ? callsOf(turns[i - 1], i - 1) : []
      return [...answersTo(calls, content), ...saidAt(turns[i], i, act)]
    }),
  ]
}

type Turn = AgentView['turns'][number]

/** What was said in a turn, in words: the prose beside a call, then what was done. */
const wordsOf = (turn: Turn | undefined): string[] => {
  if (!turn) return []
  const { action, model } = turn
  return model && model.reply !== '' && model.reply !== action && model.toolCalls
    ? [model.reply, action]
    : [action]
}

/** The calls of a turn as the model made them; where there was none, one that stands for the action. */
function callsOf(turn: Turn | undefined, place: number): NonNullable<Message['toolCalls']> {
  if (!turn) return []
  const { action, model } = turn
  if (!model) return [{ id: `turn-${place}`, name: ACT_TOOL, arguments: JSON.stringify({ action }) }]
  return (model.toolCalls ?? []).map((call, i) => ({ ...call, id: call.id || `turn-${place}-${i}` }))
}

function saidAt(turn: Turn | undefined, place: number, act: HistoryFormat['act']): Message[] {
  if (!turn) return []
  const { action, model } = turn
  if (act === 'text') return [{ role: 'assistant', content: model?.reply || action }]
  const toolCalls = callsOf(turn, place)
  return [{ role: 'assistant', content: model?.reply ?? '', ...(toolCalls.length > 0 ? { toolCalls } : {}) }]
}

/** Every call wants an answer of its own; only one of them was carried out. */
function answersTo(calls: NonNullable<Message['toolCalls']>, content: string): Message[] {
  if (calls.length === 0) return [{ role: 'user', content }]
  const acted = Math.max(
    0,
    calls.findIndex(({ name }) => name === ACT_TOOL),
  )
  return calls.map(({ id }, i) => ({
    role: 'tool',
    content: i === acted ? content : 'Not carried out: one action a turn.',
    toolCallId: id,
  }))
}
