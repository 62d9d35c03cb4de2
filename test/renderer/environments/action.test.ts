import { describe, expect, it } from 'vitest'
import { builtInEntry } from '#shared/gem/catalogue/index.ts'
import { agentMessages } from '#shared/environments/agent-messages.ts'
import { viewOf } from '#shared/environments/episode.ts'
import { readSeed } from '#shared/environments/tab.ts'
import { passagesOf } from '../../../renderer/environments/record/agent-view.tsx'
import {
  boxedBy,
  checkDraft,
  inShort,
  insideOf,
  presetsOf,
  sentBefore,
  withoutPrompt,
} from '../../../renderer/environments/parts/action-text.ts'
import { runsOf } from '../../../renderer/environments/parts/changed-text.tsx'
import { formatLatency, formatReward, oneLine } from '../../../renderer/environments/parts/format.ts'
import { freshEpisode, played } from '../../shared/environments/episodes.ts'

const sokoban = builtInEntry('game:Sokoban-v0-easy')!.action
const mines = builtInEntry('game:Minesweeper-v0-easy')!.action

describe('what is sent', () => {
  it.each([
    [true, 'up', '\\boxed{up}'],
    [true, ' up\n', '\\boxed{up}'],
    [true, 'I go \\boxed{up}', 'I go \\boxed{up}'],
    [true, '   ', '   '],
    [false, 'up', 'up'],
  ])('auto-box %s, %j becomes %j', (autoBox, text, sent) => {
    expect(boxedBy(autoBox, text)).toBe(sent)
  })

  it.each([
    [sokoban, true, 'up', false],
    [sokoban, true, 'north', true],
    [sokoban, false, 'up', true],
    [mines, true, 'reveal 1 2', false],
    [mines, true, 'reveal  1 2', true],
    [undefined, true, 'anything', false],
    [sokoban, true, '', false],
    [{ ...sokoban, pattern: '(?P<python>x)' }, true, 'up', false],
  ])('warns of what will not be read (%#)', (grammar, autoBox, text, warned) => {
    expect(checkDraft(grammar, autoBox, text) !== null).toBe(warned)
  })

  it('offers the choices of a grammar, else its examples', () => {
    expect(presetsOf(sokoban).map(insideOf)).toEqual(['up', 'down', 'left', 'right'])
    expect(presetsOf(mines)).toEqual(mines.examples)
    expect(presetsOf(undefined)).toEqual([])
  })

  it.each([
    ['think \\boxed{a} and \\boxed{b c}', 'b c'],
    ['no box', 'no box'],
  ])('%j in short is %j', (action, short) => expect(inShort(action)).toBe(short))

  it('is fetched back with the latest first, each text once', () => {
    expect(sentBefore(played(freshEpisode(), 'a', 'b', 'a', 'c').events)).toEqual(['c', 'a', 'b'])
    expect(sentBefore(freshEpisode().events)).toEqual([])
  })

  it.each([
    ['0', 0],
    [' 42 ', 42],
    ['4294967295', 4294967295],
    ['4294967296', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['', undefined],
  ])('seed %j is %j', (text, seed) => expect(readSeed(text)).toBe(seed))
})

describe('what an agent is shown', () => {
  const episode = played(freshEpisode(), 'a', 'b')
  const text = (withActions: boolean) =>
    passagesOf(episode, withActions)
      .map(({ text }) => text)
      .join('')

  it('is the history with the current board once, at the end', () => {
    expect(text(false)).toBe('Play.\ndid a\ndid b\nboard after b')
    expect(text(true)).toBe('Play.\na\ndid a\nb\ndid b\nboard after b')
  })

  it('becomes a chat that ends with the board', () => {
    const messages = agentMessages('Be brief.', { action: sokoban }, viewOf(episode))
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    expect(messages[0]?.content).toContain(sokoban.words)
    expect(messages.at(-1)?.content).toBe('did b\nboard after b')
    expect(messages[1]?.content).toBe('Play.')
  })
})

describe('how texts are shown', () => {
  it('marks changed characters, blanks excepted', () => {
    expect(runsOf('# P _', '# _ P')).toEqual([
      { text: '# ', changed: false },
      { text: 'P', changed: true },
      { text: ' ', changed: false },
      { text: '_', changed: true },
    ])
    expect(runsOf('same', 'same')).toEqual([{ text: 'same', changed: false }])
    expect(runsOf('first', undefined)).toEqual([{ text: 'first', changed: false }])
  })
  it('rounds rewards and names durations', () => {
    expect(formatReward(1.0000000000000002)).toBe('1')
    expect(formatReward(-0.1)).toBe('-0.1')
    expect(formatLatency(1234)).toBe('1.2 s')
    expect(formatLatency(undefined)).toBe('–')
    expect(oneLine('a\n b', 20)).toBe('a ⏎ b')
  })
})

it.each([
  ['Your guess?', ''],
  ['The board:\n1 2\nYour move?', 'The board:\n1 2'],
  ['The clues:\n1. Who? (4)\nYour letter?\n', 'The clues:\n1. Who? (4)'],
  ['The word:\n  _  _ ', 'The word:\n  _  _ '],
])('%j asks nothing after the end', (suffix, shown) => {
  expect(withoutPrompt(suffix)).toBe(shown)
})
