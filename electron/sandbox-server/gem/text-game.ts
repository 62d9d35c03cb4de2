import { lastAction } from '#shared/gem/boxed.ts'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { type Info, type ResetResult, REWARD, type StepResult } from '#shared/gem/episode.ts'
import { PythonRandom } from '#shared/gem/python-random.ts'
import type { Environment, EnvironmentContext } from './environment.ts'

/** The result of a legal or illegal move. `over` ends the episode immediately, before the turn limit is checked. */
export interface Outcome {
  readonly event: string
  readonly reward: number
  readonly over?: boolean
}

/**
 * The common part of all multi-turn language games (docs/gem.md#frame): count the turn, parse, apply, check for the end,
 * check the turn limit. A game defines its start, its texts, and the effect of an action.
 * The end of an episode is not enforced: a further step follows the same rules (docs/gem.md#contract).
 */
export abstract class TextGame implements Environment {
  protected readonly random: PythonRandom
  /** Steps of this episode, including malformed ones. */
  protected turn = 0
  /** The entry's limit, or the one drawn by `deal`. */
  protected maxTurns: number
  protected readonly entry: CatalogueEntry
  #started = false

  constructor(context: EnvironmentContext, entry: CatalogueEntry) {
    this.random = new PythonRandom(context.seed)
    this.entry = entry
    this.maxTurns = entry.maxTurns ?? 0
  }

  reset(seed?: number): ResetResult {
    if (seed !== undefined) this.random.seed(seed)
    this.turn = 0
    this.#started = true
    this.deal()
    return { observation: this.instructions(), info: this.openingInfo() }
  }

  /** A step before any reset starts the game, as upstream's constructors do. */
  step(action: string): StepResult {
    if (!this.#started) this.reset()
    return this.#take(action)
  }

  /** Draws parameters and start state, in upstream's order. */
  protected abstract deal(): void
  /** The instructions; generated after the start state, since their example may use the random stream. */
  protected abstract instructions(): string
  /** The board, if any, and the prompt line. */
  protected abstract suffix(): string
  /** Applies an action, given the groups of the grammar's match; null if the text is a format error after all. */
  protected abstract play(groups: readonly string[]): Outcome | null

  /** A numeric parameter of the catalogue entry. */
  protected parameter(name: string): number {
    return Number(this.entry.parameters[name])
  }

  /** Reward of a turn at the limit; most games use the step's own. */
  protected cappedReward(outcome: Outcome): number {
    return outcome.reward
  }

  /** Info of a reset; only Mastermind has none. */
  protected openingInfo(): Info {
    return { suffix: this.suffix() }
  }

  #take(action: string): StepResult {
    this.turn++
    const groups = lastAction(this.entry.action, action)
    const outcome = groups && this.play(groups)
    if (!outcome) {
      const event = `Turn ${this.turn}: no readable action. ${this.entry.action.words}`
      return this.#result(event, REWARD.formatError, true, this.turn === this.maxTurns)
    }
    if (outcome.over) return this.#result(outcome.event, outcome.reward, true, false)
    if (this.turn < this.maxTurns) return this.#result(outcome.event, outcome.reward, false, false)
    const event = `That was turn ${this.turn}: the limit of ${this.maxTurns} turns is reached.`
    return this.#result(event, this.cappedReward(outcome), true, true)
  }

  #result(observation: string, reward: number, terminated: boolean, truncated: boolean): StepResult {
    return { observation, reward, terminated, truncated, info: { suffix: this.suffix() } }
  }
}

/** A move that ends the episode, solved or lost. */
export function over(event: string, reward: number): Outcome {
  return { event, reward, over: true }
}

/** A well-formed but illegal move: costs a turn, without reward. */
export function invalid(event: string): Outcome {
  return { event, reward: REWARD.invalid }
}

/** A legal move without a reward that does not end the episode. */
export function legal(event: string): Outcome {
  return { event, reward: REWARD.internal }
}
