import type { ActionGrammar } from '../gem/boxed.ts'
import type { EpisodeView } from '../gem/players/player.ts'
import type { Message } from './model-call.ts'

/** Said to a model when the person wrote nothing else. */
export const DEFAULT_INSTRUCTIONS =
  'You play a text game. Think briefly, then write exactly one action in the form that the game asks for, inside \\boxed{…}.'

/** Name of the tool by which a model may act. */
export const ACT_TOOL = 'act'

export interface HistoryFormat {
  readonly history: 'chat' | 'concat'
  readonly act: 'text' | 'tool'
}

/**
 * The episode as a chat: events as the user's messages, actions as the assistant's; prefix and board stand once, in the last
 * message, as the history wrapper builds it (docs/gem.md#what-an-agent-sees). `concat` puts all of it into one message.
 */
export function agentMessages(
  instructions: string,
  entry: { readonly action: ActionGrammar } | undefined,
  { opening, turns }: EpisodeView,
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
    const content = texts.flatMap((text, i) => [text, turns[i]?.action ?? []].flat()).join('\n')
    return [system, { role: 'user', content }]
  }
  return [
    system,
    ...texts.flatMap((content, i): Message[] => {
      const id = `turn-${i}`
      const said: Message =
        act === 'tool' && i > 0
          ? { role: 'tool', content, toolCallId: `turn-${i - 1}` }
          : { role: 'user', content }
      const action = turns[i]?.action
      if (action === undefined) return [said]
      if (act === 'text') return [said, { role: 'assistant', content: action }]
      const toolCalls = [{ id, name: ACT_TOOL, arguments: JSON.stringify({ action }) }]
      return [said, { role: 'assistant', content: '', toolCalls }]
    }),
  ]
}
