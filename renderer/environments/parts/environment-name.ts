import { builtInEntry } from '#shared/gem/catalogue/index.ts'
import type { Text } from '../../i18n/text.ts'
import { shortId } from './format.ts'
import { gameName, gameOf, storedName } from './game-name.ts'

/** What an environment is called: a game by its title and level, others by their id. */
export function environmentName(t: Text, id: string, entry = builtInEntry(id)): string {
  const game = gameOf(id)
  return game ? gameName(t, entry?.title ?? game.name, game.level) : shortId(id)
}

/** {@link environmentName} as a recent item stores it. */
export function recentName(id: string): string {
  const game = gameOf(id)
  return game ? storedName(builtInEntry(id)?.title ?? game.name, game.level) : shortId(id)
}
