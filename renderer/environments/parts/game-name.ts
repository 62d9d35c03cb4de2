import { type Text, translateServerText } from '../../i18n/text.ts'

/** Game ids have the form `game:Wordle-v0-easy`: name and difficulty. */
const GAME = /^(?:game:)?(.+)-v\d+-(easy|hard|extreme-hard|random)$/

export function gameOf(id: string): { readonly name: string; readonly level: Level } | undefined {
  const [, name, level] = GAME.exec(id) ?? []
  return name && level ? { name, level: level as Level } : undefined
}

export type Level = 'easy' | 'hard' | 'extreme-hard' | 'random'

/** What a game is called in the page's language, by its English title. */
export const gameName = (t: Text, title: string, level: Level): string =>
  t('environments.name', {
    title: translateServerText(title),
    level: t(`environments.level.${level}`).toLowerCase(),
  })

const ENGLISH: Readonly<Record<Level, string>> = {
  easy: 'easy',
  hard: 'hard',
  'extreme-hard': 'very hard',
  random: 'random',
}

const englishLevel = (level: Level): string => `, ${ENGLISH[level]}`

/** A game's title as it is stored: in English, whatever the language. */
export const storedName = (title: string, level: Level): string => `${title}${englishLevel(level)}`

/** The stored title of an environment in the page's language; one that was stored in another stays. */
export function nameNow(t: Text, id: string, stored: string): string {
  const game = gameOf(id)
  if (!game || !stored.endsWith(englishLevel(game.level))) return stored
  return gameName(t, stored.slice(0, -englishLevel(game.level).length), game.level)
}
