import { guessTheNumber } from '#shared/gem/catalogue/guess-the-number.ts'
import type { EnvironmentDefinition } from '../environment.ts'
import { GuessTheNumber } from './guess-the-number.ts'

/** Every game, all variants. */
export const games: readonly EnvironmentDefinition[] = guessTheNumber.map((entry) => ({
  entry,
  create: (context) =>
    new GuessTheNumber(
      context,
      entry.drawn
        ? null
        : { min: Number(entry.parameters.min), max: Number(entry.parameters.max), turns: entry.maxTurns! },
    ),
}))
