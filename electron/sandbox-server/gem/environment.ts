import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import type { ResetResult, StepResult } from '#shared/gem/episode.ts'

/**
 * One running environment. The service calls it one request at a time, so it may keep plain mutable state.
 * (env id, seed, actions) must give the same transcript on every machine: draw only from a generator of your own.
 */
export interface Environment {
  /**
   * Starts an episode. With a seed the start is reproducible; without one the instance's own stream goes on.
   * @param seed 0 … 2^32 − 1, checked by the service.
   */
  reset(seed?: number): ResetResult | Promise<ResetResult>

  /**
   * Takes one action: an agent's free text. Called also before the first reset (the environment then starts one of
   * its own, or throws a sentence) and after the end of an episode, where it answers by its usual rules.
   */
  step(action: string): StepResult | Promise<StepResult>

  /** Releases what the environment holds. Called once. */
  close?(): void | Promise<void>
}

/** What a new environment gets from the server. */
export interface EnvironmentContext {
  /** Fresh entropy for the stream that unseeded resets draw from, 0 … 2^32 − 1. */
  readonly seed: number
}

/** An environment that can be made: its catalogue entry and how to make one. */
export interface EnvironmentDefinition {
  readonly entry: CatalogueEntry
  create(context: EnvironmentContext): Environment
}

/** Definitions of a family: one environment class for all its catalogue entries. */
export function defineFamily(
  entries: readonly CatalogueEntry[],
  Kind: new (context: EnvironmentContext, entry: CatalogueEntry) => Environment,
): readonly EnvironmentDefinition[] {
  return entries.map((entry) => ({ entry, create: (context) => new Kind(context, entry) }))
}

/** Goes on with an answer, at once where it is there: an environment that waits for nothing else answers in the same turn. */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  then: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(then) : then(value)
}
