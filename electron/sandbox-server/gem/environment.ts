import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import type { ResetResult, StepResult } from '#shared/gem/episode.ts'

/**
 * A running environment. The service calls it one request at a time, so it may have plain mutable state. (env id, seed,
 * actions) must give the same transcript on every machine: use only your own random generator.
 */
export interface Environment {
  /**
   * Starts an episode. With a seed the start is reproducible; without one the instance's own random stream continues.
   * @param seed 0 … 2^32 − 1, checked by the service
   */
  reset(seed?: number): ResetResult | Promise<ResetResult>

  /**
   * Takes one action: an agent's free text. May be called before the first reset (the environment then starts an episode,
   * or throws a message), and after the end of an episode, where its usual rules apply.
   */
  step(action: string): StepResult | Promise<StepResult>

  /** Releases resources. Called once. */
  close?(): void | Promise<void>
}

/** What the server passes to a new environment. */
export interface EnvironmentContext {
  /** Entropy for the random stream of unseeded resets, 0 … 2^32 − 1. */
  readonly seed: number
}

/** A catalogue entry and the factory of its environment. */
export interface EnvironmentDefinition {
  readonly entry: CatalogueEntry
  create(context: EnvironmentContext): Environment
}

/** Definitions for a family: one environment class for all its catalogue entries. */
export function defineFamily(
  entries: readonly CatalogueEntry[],
  Kind: new (context: EnvironmentContext, entry: CatalogueEntry) => Environment,
): readonly EnvironmentDefinition[] {
  return entries.map((entry) => ({ entry, create: (context) => new Kind(context, entry) }))
}

/** Like `then`, but synchronous for a value that is not a promise, so that such an environment answers in the same turn. */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  then: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(then) : then(value)
}
