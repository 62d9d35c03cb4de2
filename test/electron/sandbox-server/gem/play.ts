import type { ResetResult, StepResult } from '../../../../shared/gem/episode.ts'
import { games } from '../../../../electron/sandbox-server/gem/games/index.ts'

/** An environment under test, stepped with the content of `\boxed{}` or with complete texts. */
export interface Played {
  readonly opening: ResetResult
  /** Steps with `\boxed{action}`. */
  move(action: string): StepResult
  /** Steps with the text unchanged. */
  say(text: string): StepResult
  reset(seed?: number): ResetResult
  /** The board in the last answer (the suffix). */
  suffix(): string
}

const definitions = new Map(games.map((definition) => [definition.entry.id, definition]))

/** A game by its short id, such as `Sokoban-v0-easy`, reset with a seed. */
export function play(name: string, seed = 0): Played {
  const environment = definitions.get(`game:${name}`)!.create({ seed: 99 })
  const opening = environment.reset(seed) as ResetResult
  let last: ResetResult = opening
  const say = (text: string) => {
    const result = environment.step(text) as StepResult
    last = result
    return result
  }
  return {
    opening,
    say,
    move: (action) => say(`\\boxed{${action}}`),
    reset: (newSeed) => (last = environment.reset(newSeed) as ResetResult),
    suffix: () => String(last.info.suffix),
  }
}

/** Reward and flags of a step, for tables of expectations. */
export function outcome({ reward, terminated, truncated }: StepResult): [number, boolean, boolean] {
  return [reward, terminated, truncated]
}

export const FORMAT_ERROR: [number, boolean, boolean] = [-0.1, true, false]
export const GOES_ON: [number, boolean, boolean] = [0, false, false]
