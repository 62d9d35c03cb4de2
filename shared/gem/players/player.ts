import type { ResetResult, StepResult } from '../episode.ts'

/** One step as a player saw it. */
export interface Turn {
  readonly action: string
  readonly result: StepResult
}

/** An episode so far as an agent sees it: the opening, and each step with its answer. */
export interface EpisodeView {
  readonly opening: ResetResult
  readonly turns: readonly Turn[]
}

/**
 * Proposes actions from what an agent can see, and nothing else. A proposal depends only on the episode, so a
 * player can join, be overridden, or follow a rewind at any turn.
 */
export interface Player {
  /** Returns the next action including its `\boxed{}`; null when there is nothing to propose. */
  propose(episode: EpisodeView): string | null
  /** Returns the answer to a question as far as it is known, even where a proposal would be a search. */
  answer?(episode: EpisodeView): string | null
}

/** Current board and prompt: the suffix of the last answer. */
export function currentSuffix({ opening, turns }: EpisodeView): string {
  const suffix = (turns.at(-1)?.result ?? opening).info.suffix
  return typeof suffix === 'string' ? suffix : ''
}

/** The initial board: the suffix of the reset. */
export function openingSuffix({ opening }: EpisodeView): string {
  const { suffix } = opening.info
  return typeof suffix === 'string' ? suffix : ''
}

/** Caches the result for the last key, for values that stay the same during an episode. */
export function rememberLast<Result>(): (key: string, work: () => Result) => Result {
  let last: { readonly key: string; readonly result: Result } | null = null
  return (key, work) => {
    if (last?.key !== key) last = { key, result: work() }
    return last.result
  }
}

/** The opening text; empty when observations are not texts. */
export function openingText({ opening }: EpisodeView): string {
  return typeof opening.observation === 'string' ? opening.observation : ''
}

/**
 * Returns the turn limit stated in the opening (`within 10 turns`, `have 25 turns`, `maximum of 20 turns`),
 * or null.
 */
export function turnLimit(episode: EpisodeView): number | null {
  const turns = /(\d+) turns/.exec(openingText(episode))?.[1]
  return turns === undefined ? null : Number(turns)
}

/** Returns all integers in a text. */
export function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}
