import type { ActionGrammar } from '../gem/boxed.ts'
import type { AgentView } from './episode.ts'
import type { Message } from './model-call.ts'

/** Default instructions for a model. */
export const DEFAULT_INSTRUCTIONS =
  'You play a text game. Think briefly, then write exactly one action in the form that the environment asks for.'

/** Name of the tool that a model calls to act. */
export const ACT_TOOL = 'act'

export interface HistoryFormat {
  readonly history: 'chat' | 'concat'
  readonly act: 'text' | 'tool'
}

/**
 * Converts an episode to chat messages: answers of the environment as user messages, actions as assistant
 * messages. Prefix and board appear once, in the last message, as the history wrapper does it
 * (docs/gem.md#what-an-agent-sees). The model sees its own replies verbatim, including its tool calls.
 * `concat` merges everything into one message.
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

/** Returns what was said in a turn as text: the prose beside a call, then the action. */
const wordsOf = (turn: Turn | undefined): string[] => {
  if (!turn) return []
  const { action, model } = turn
  return model && model.reply !== '' && model.reply !== action && model.toolCalls
    ? [model.reply, action]
    : [action]
}

/** Returns a turn's tool calls as the model made them, or a synthetic one for the action. */
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

/** Every tool call needs its own answer, although only one was executed. */
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
