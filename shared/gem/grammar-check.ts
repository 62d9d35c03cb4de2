import { type ActionGrammar, lastAction, lastBoxed } from './boxed.ts'

/**
 * Result of checking an action before it is sent; a warning that never blocks. `unboxed`: only `\boxed{}` is
 * missing, which is suggested; `unclosed`: no `\boxed{}` is closed; `unreadable`: the content of the last one
 * (`inside`) is not an action.
 */
export type GrammarCheck =
  | { readonly ok: true; readonly groups: readonly string[] }
  | {
      readonly ok: false
      readonly problem: 'unboxed' | 'unclosed' | 'unreadable'
      readonly inside?: string
      readonly suggestion?: string
    }

/** Checks a text against an environment's grammar exactly as the environment will parse it. */
export function checkAction(grammar: ActionGrammar, text: string): GrammarCheck {
  const groups = lastAction(grammar, text)
  if (groups) return { ok: true, groups }
  const boxedAction = String.raw`\boxed{${text.trim()}}`
  if (lastAction(grammar, boxedAction)) return { ok: false, problem: 'unboxed', suggestion: boxedAction }
  const inside = lastBoxed(text)
  return inside === null ? { ok: false, problem: 'unclosed' } : { ok: false, problem: 'unreadable', inside }
}
