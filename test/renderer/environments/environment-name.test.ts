import { expect, it } from 'vitest'
import { environmentName, recentName } from '../../../renderer/environments/parts/environment-name.ts'
import { nameNow } from '../../../renderer/environments/parts/game-name.ts'
import { environmentsMessages } from '../../../renderer/environments/messages.en.ts'
import type { Text } from '../../../renderer/i18n/text.ts'

const words: Text = (key, values = {}) =>
  (environmentsMessages as Record<string, string>)[key]!.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name]),
  )

it.each([
  ['game:Wordle-v0-easy', 'Wordle, easy'],
  ['game:Game2048-v0-extreme-hard', '2048, very hard'],
  ['game:GuessTheNumber-v0-random', 'Guess the number, random'],
  // A game that only another platform knows has no title here.
  ['game:Chess-v1-hard', 'Chess, hard'],
  ['rg:arc_1d', 'rg:arc_1d'],
  ['math:GSM8K', 'math:GSM8K'],
])('%s is called %s', (id, name) => expect(environmentName(words, id)).toBe(name))

const chinese: Text = (key, values = {}) =>
  key === 'environments.name' ? `${String(values['title'])}，${String(values['level'])}` : '简单'

it('a recent game is called as the page’s language calls it now', () => {
  const stored = recentName('game:Wordle-v0-easy')
  expect(stored).toBe('Wordle, easy')
  expect(nameNow(words, 'game:Wordle-v0-easy', stored)).toBe('Wordle, easy')
  expect(nameNow(chinese, 'game:Wordle-v0-easy', stored)).toBe('Wordle，简单')
  // Stored in Chinese by an earlier version.
  expect(nameNow(words, 'game:Wordle-v0-easy', 'Wordle 猜词，简单')).toBe('Wordle 猜词，简单')
  expect(nameNow(chinese, 'rg:arc_1d', recentName('rg:arc_1d'))).toBe('rg:arc_1d')
})
