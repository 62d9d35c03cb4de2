import { expect, it } from 'vitest'
import { transcriptRows } from '../../../renderer/environments/record/transcript-rows.ts'
import '../../../renderer/environments/messages.en.ts'
import { append, event, freshEpisode } from '../../shared/environments/episodes.ts'

const wordle = 'Wordle.\nFind the secret word of 3 letters within 15 turns.'
const number = 'Guess the Number.\nI have picked a whole number between 1 and 10, both ends included.'

it.each([
  [
    'a word of another length',
    'game:Wordle-v0-easy',
    wordle,
    'ab',
    'AB has 2 letters; the word has 3.',
    true,
  ],
  ['a word', 'game:Wordle-v0-easy', wordle, 'ned', "Turn 1:\nN E D\n['X', 'X', 'X']", false],
  ['a number outside', 'game:GuessTheNumber-v0-easy', number, '99', 'Turn 1: 99 is out of range.', true],
  ['a number', 'game:GuessTheNumber-v0-easy', number, '5', 'Turn 1: the number is higher than 5.', false],
  ['an action in an unknown environment', 'my:Own', 'Guess.', 'a', 'No.', false],
])('%s used its turn and changed nothing', (_, envId, asked, action, observation, isIdle) => {
  const opening = { ...event(null, null), id: 0, at: 0, observation: asked }
  const step = event(`\\boxed{${action}}`, 0, { observation, reward: 0 })
  const episode = append(freshEpisode({ envId, events: [opening] }), step)
  expect(transcriptRows(episode)[1]?.isIdle).toBe(isIdle)
})

it('a letter that is not in the word is used up, and the same once more changes nothing', () => {
  const suffix = 'The word:\nC00 C01 C02\n  _   _   _\n\nYour guess?'
  const asked = 'Hangman.\nFind the hidden word of 3 letters within 10 turns.'
  const opening = { ...event(null, null), id: 0, at: 0, observation: asked, info: { suffix } }
  const miss = (parent: number, turn: number, said: string) =>
    event('\\boxed{a}', parent, { observation: `Turn ${turn}: ${said}`, reward: 0, info: { suffix } })
  const episode = freshEpisode({ envId: 'game:Hangman-v0-easy', events: [opening] })
  const once = append(episode, miss(0, 1, 'A is not in the word.'))
  const twice = append(once, miss(1, 2, 'you guessed A before.'))
  expect(transcriptRows(twice).map(({ isIdle }) => isIdle)).toEqual([false, false, true])
})
