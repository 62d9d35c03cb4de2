import { lastBoxed } from '#shared/gem/boxed.ts'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { type Info, type ResetResult, type StepResult, TERMINAL_STATE } from '#shared/gem/episode.ts'
import { PythonRandom } from '#shared/gem/python-random.ts'
import {
  after,
  type Environment,
  type EnvironmentContext,
  type EnvironmentDefinition,
} from './environment.ts'
import { GemError } from './gem-error.ts'

/** A question with a verifiable answer. */
export interface Question {
  readonly text: string
  /** An answer that scores 1. */
  readonly gold: string
  /** Scores the answer from 0 to 1; `null` if the reply contains none. */
  score(answer: string | null): number | Promise<number>
}

/** Generates questions deterministically from a random stream. */
export interface QuestionSource {
  /** The id, such as rg:gcd. */
  readonly id: string
  generate(random: PythonRandom): Question
  /** Extracts the answer from a reply. Default: the content of the last `\boxed{}`. */
  read?(reply: string): string | null
  /** Info of the step, such as whether a math answer was correct. Default: none. */
  info?(score: number): Info
}

/** Number of different items per source, and the seed of the first one. */
const ITEMS = 500
const FIRST_ITEM_SEED = 42

/**
 * A single-turn environment (docs/gem.md#questions): reset asks, one step ends the episode with both flags and the terminal
 * sentinel. A seed picks an item at random; without one the items come in order.
 */
export class QuestionEnvironment implements Environment {
  readonly #source: QuestionSource
  readonly #random: PythonRandom
  #next = 0
  #question: Question | null = null

  constructor(context: EnvironmentContext, source: QuestionSource) {
    this.#source = source
    this.#random = new PythonRandom(context.seed)
  }

  reset(seed?: number): ResetResult {
    this.#question = this.#source.generate(new PythonRandom(FIRST_ITEM_SEED + this.#pick(seed)))
    return { observation: this.#question.text, info: {} }
  }

  #pick(seed?: number): number {
    if (seed === undefined) return this.#next++ % ITEMS
    this.#random.seed(seed)
    return this.#random.below(ITEMS)
  }

  /** @throws GemError RESET_REQUIRED before the first reset, when there is no question */
  step(action: string): StepResult | Promise<StepResult> {
    if (!this.#question)
      throw new GemError('RESET_REQUIRED', 'There is no question yet: reset the environment first.')
    const answer = (this.#source.read ?? lastBoxed)(action)
    return after(this.#question.score(answer), (reward) => {
      const info = this.#source.info?.(reward) ?? {}
      return { observation: TERMINAL_STATE, reward, terminated: true, truncated: true, info }
    })
  }
}

/** Definitions for the sources that have a catalogue entry. Every entry must have a source. */
export function defineQuestions(
  entries: readonly CatalogueEntry[],
  sources: readonly QuestionSource[],
): readonly EnvironmentDefinition[] {
  const byId = new Map(sources.map((source) => [source.id, source]))
  return entries.map((entry) => {
    const source = byId.get(entry.id)
    if (!source) throw new Error(`No question source for ${entry.id}.`)
    return { entry, create: (context) => new QuestionEnvironment(context, source) }
  })
}
