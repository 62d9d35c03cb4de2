import type { ActionGrammar } from '#shared/gem/boxed.ts'
import type { EpisodeView } from '#shared/gem/players/index.ts'
import type { ProposeInput } from '#shared/workbench/areas/gem.ts'

type Messages = ProposeInput['messages']

/** Said to a model when the person wrote nothing else. */
export const DEFAULT_INSTRUCTIONS =
  'You play a text game. Think briefly, then write exactly one action in the form that the game asks for, inside \\boxed{…}.'

/**
 * The episode as a chat: events as the user's messages, actions as the assistant's; the board stands once, in the last
 * message, as the history wrapper builds it (docs/gem.md#what-an-agent-sees).
 */
export function agentMessages(
  instructions: string,
  entry: { readonly action: ActionGrammar } | undefined,
  { opening, turns }: EpisodeView,
): Messages {
  const rule = entry ? `${instructions}\n\n${entry.action.words}` : instructions
  const answers = [opening, ...turns.map(({ result }) => result)]
  return [
    { role: 'system', content: rule },
    ...answers.flatMap(({ observation, info }, i): Messages => {
      const event = typeof observation === 'string' ? observation : JSON.stringify(observation)
      const suffix = i === answers.length - 1 && typeof info.suffix === 'string' ? `\n${info.suffix}` : ''
      const action = turns[i]?.action
      return [
        { role: 'user', content: `${event}${suffix}` },
        ...(action === undefined ? [] : [{ role: 'assistant', content: action } as const]),
      ]
    }),
  ]
}
