import { type ActionGrammar, lastAction, lastBoxed } from './boxed.ts'

/**
 * What a check of an action text says before it is sent. A warning, never a block. `unboxed`: it only lacks `\boxed{}`, which is
 * the suggestion; `unclosed`: no `\boxed{}` is closed; `unreadable`: what is `inside` the last one is not an action.
 */
export type GrammarCheck =
  | { readonly ok: true; readonly groups: readonly string[] }
  | {
      readonly ok: false
      readonly problem: 'unboxed' | 'unclosed' | 'unreadable'
      readonly inside?: string
      readonly suggestion?: string
    }

/** Checks a text against an environment's grammar, exactly as the environment will read it. */
export function checkAction(grammar: ActionGrammar, text: string): GrammarCheck {
  const groups = lastAction(grammar, text)
  if (groups) return { ok: true, groups }
  const boxedAction = String.raw`\boxed{${text.trim()}}`
  if (lastAction(grammar, boxedAction)) return { ok: false, problem: 'unboxed', suggestion: boxedAction }
  const inside = lastBoxed(text)
  return inside === null ? { ok: false, problem: 'unclosed' } : { ok: false, problem: 'unreadable', inside }
}
