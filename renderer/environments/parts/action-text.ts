import { type ActionGrammar, boxed, lastBoxed } from '#shared/gem/boxed.ts'
import { checkAction, type GrammarCheck } from '#shared/gem/grammar-check.ts'
import type { EpisodeEvent } from '#shared/environments/episode.ts'

/** What is sent for a typed text: with `autoBox` on, a text without any `\boxed{}` is put into one. */
export function boxedBy(autoBox: boolean, text: string): string {
  return autoBox && text.trim() !== '' && !/\\boxed/.test(text) ? boxed(text.trim()) : text
}

/** Checks what would be sent; nothing is said of an empty text, or where no grammar is known. */
export function checkDraft(
  grammar: ActionGrammar | undefined,
  autoBox: boolean,
  text: string,
): Extract<GrammarCheck, { ok: false }> | null {
  if (!grammar || text.trim() === '') return null
  try {
    const check = checkAction(grammar, boxedBy(autoBox, text))
    return check.ok ? null : check
  } catch {
    // A foreign catalogue's pattern that is not a JavaScript expression cannot warn.
    return null
  }
}

/** Actions to choose from: every word of a grammar that is a choice, else its examples. */
export function presetsOf(grammar: ActionGrammar | undefined): string[] {
  if (!grammar) return []
  const choice = /^\\\\boxed\\?\{\(([a-z]+(?:\|[a-z]+)+)\)\\?\}$/.exec(grammar.pattern)?.[1]
  return choice ? choice.split('|').map((word) => boxed(word)) : [...grammar.examples]
}

/** What an action says in short: the inside of its last `\boxed{}`, or the whole text where there is none. */
export const inShort = (action: string): string => lastBoxed(action) ?? action

/** What an action has in `\boxed{}`, for a button's face. */
export const insideOf = (action: string): string => /^\\boxed\{([^{}]*)\}$/.exec(action)?.[1] ?? action

/** What was sent in an episode, each text once, the latest first. */
export const sentBefore = (events: readonly Pick<EpisodeEvent, 'action'>[]): string[] =>
  events
    .flatMap(({ action }) => (action === null ? [] : [action]))
    .filter((action, i, all) => all.lastIndexOf(action) === i)
    .toReversed()
