import { type ActionGrammar, lastAction, lastBoxed } from './boxed.ts'

/** What a check of an action text says before it is sent. A warning, never a block. */
export type GrammarCheck =
  | { readonly ok: true; readonly groups: readonly string[] }
  | { readonly ok: false; readonly reason: string; readonly suggestion?: string }

/**
 * Checks a text against an environment's grammar, exactly as the environment will read it. A text that only lacks the
 * box gets the boxed form as a suggestion.
 */
export function checkAction(grammar: ActionGrammar, text: string): GrammarCheck {
  const groups = lastAction(grammar, text)
  if (groups) return { ok: true, groups }
  const box = String.raw`\boxed{${text.trim()}}`
  if (lastAction(grammar, box)) {
    return { ok: false, reason: 'The action is not inside \\boxed{…}.', suggestion: box }
  }
  const inside = lastBoxed(text)
  const found = inside === null ? 'no \\boxed{…} that is closed' : `a box that holds “${inside}”`
  return { ok: false, reason: `The text has ${found}. ${grammar.words}` }
}
