import type { ResetResult, StepResult } from '../episode.ts'

/** One step as a player saw it. */
export interface Turn {
  readonly action: string
  readonly result: StepResult
}

/** An episode so far, as an agent sees it: the opening and every step with its answer. */
export interface EpisodeView {
  readonly opening: ResetResult
  readonly turns: readonly Turn[]
}

/**
 * Proposes actions from what an agent can see, and nothing else. A proposal depends on the episode alone, so a player
 * can join, be overridden, or follow a rewind at any turn.
 */
export interface Player {
  /** The next action, complete with its `\boxed{}`; null when the player has nothing to propose. */
  propose(episode: EpisodeView): string | null
  /** The answer to a question as far as what was seen tells it, where a proposal may be a search instead. */
  answer?(episode: EpisodeView): string | null
}

/** The current board and prompt: the suffix of the last answer. */
export function currentSuffix({ opening, turns }: EpisodeView): string {
  const suffix = (turns.at(-1)?.result ?? opening).info.suffix
  return typeof suffix === 'string' ? suffix : ''
}

/** The board that the episode began with: the suffix of the reset. */
export function openingSuffix({ opening }: EpisodeView): string {
  const { suffix } = opening.info
  return typeof suffix === 'string' ? suffix : ''
}

/** Keeps the result for the last key, so that what stays the same during an episode is worked out once. */
export function rememberLast<Result>(): (key: string, work: () => Result) => Result {
  let last: { readonly key: string; readonly result: Result } | null = null
  return (key, work) => {
    if (last?.key !== key) last = { key, result: work() }
    return last.result
  }
}

/** The opening text; empty when the environment's observations are not texts. */
export function openingText({ opening }: EpisodeView): string {
  return typeof opening.observation === 'string' ? opening.observation : ''
}

/** The turn limit that the opening names (`within 10 turns`, `have 25 turns`, `maximum of 20 turns`), or null. */
export function turnLimit(episode: EpisodeView): number | null {
  const turns = /(\d+) turns/.exec(openingText(episode))?.[1]
  return turns === undefined ? null : Number(turns)
}

/** All whole numbers in a text. */
export function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}
