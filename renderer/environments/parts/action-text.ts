import { type ActionGrammar, boxed, lastBoxed } from '#shared/gem/boxed.ts'
import { checkAction, type GrammarCheck } from '#shared/gem/grammar-check.ts'
import type { EpisodeEvent } from '#shared/environments/episode.ts'

/** The action for a typed text: with `autoBox`, text without any `\boxed{}` is wrapped in one. */
export function boxedBy(autoBox: boolean, text: string): string {
  return autoBox && text.trim() !== '' && !/\\boxed/.test(text) ? boxed(text.trim()) : text
}

/** Validates the action that would be sent; no result for an empty text or without a grammar. */
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
    // A foreign pattern that is not a valid JavaScript regular expression cannot be checked.
    return null
  }
}

/** Suggested actions: all words of a choice grammar, otherwise its examples. */
export function presetsOf(grammar: ActionGrammar | undefined): string[] {
  if (!grammar) return []
  const choice = /^\\\\boxed\\?\{\(([a-z]+(?:\|[a-z]+)+)\)\\?\}$/.exec(grammar.pattern)?.[1]
  return choice ? choice.split('|').map((word) => boxed(word)) : [...grammar.examples]
}

/** Abbreviates an action: the content of its last `\boxed{}`, or the whole text without one. */
export const inShort = (action: string): string => lastBoxed(action) ?? action

/** The content of an action's `\boxed{}`, as a button label. */
export const insideOf = (action: string): string => /^\\boxed\{([^{}]*)\}$/.exec(action)?.[1] ?? action

/** Distinct actions sent in an episode, latest first. */
export const sentBefore = (events: readonly Pick<EpisodeEvent, 'action'>[]): string[] =>
  events
    .flatMap(({ action }) => (action === null ? [] : [action]))
    .filter((action, i, all) => all.lastIndexOf(action) === i)
    .toReversed()

/** A board's text without the question at its end, which nobody can answer once the episode has ended. */
export const withoutPrompt = (suffix: string): string => suffix.replace(/(?:^|\n+)[^\n]*\?\s*$/, '')
