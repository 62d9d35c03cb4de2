import { builtInEntry } from '#shared/gem/catalogue/index.ts'
import { type Text, translateServerText } from '../../i18n/text.ts'
import { shortId } from './format.ts'

/** Game ids have the form `game:Wordle-v0-easy`: name and difficulty. */
const GAME = /^(?:game:)?(.+)-v\d+-(easy|hard|extreme-hard|random)$/

export function gameOf(id: string): { readonly name: string; readonly level: Level } | undefined {
  const [, name, level] = GAME.exec(id) ?? []
  return name && level ? { name, level: level as Level } : undefined
}

export type Level = 'easy' | 'hard' | 'extreme-hard' | 'random'

/** What an environment is called: a game by its title and level, others by their id. */
export function environmentName(t: Text, id: string, entry = builtInEntry(id)): string {
  const game = gameOf(id)
  if (!game) return shortId(id)
  const level = t(`environments.level.${game.level}`).toLowerCase()
  return t('environments.name', { title: translateServerText(entry?.title ?? game.name), level })
}
