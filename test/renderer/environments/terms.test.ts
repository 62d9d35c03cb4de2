import { expect, it } from 'vitest'
import { environmentsMessages } from '../../../renderer/environments/messages.en.ts'
import { environmentsMessagesZh } from '../../../renderer/environments/messages.zh.ts'

const texts = Object.entries(environmentsMessages).map(([key, english]) => ({
  key,
  // Names of values are no words.
  english: english.replaceAll(/\{\w+(?:, number[^{}]*)?\}/g, ''),
  chinese: environmentsMessagesZh[key as keyof typeof environmentsMessages] ?? '',
}))
/** “Return to any step” is no return. */
const IDIOMS = new Set(['environments.tour.branches.text'])

it.each([
  ['episode', /\bepisodes?\b/i, '回合'],
  ['turn', /\bturns?\b/i, '轮'],
  ['step', /\bsteps?\b/i, '步'],
  ['reward', /\brewards?\b/i, '奖励'],
  ['return', /\breturns?\b/i, '回报'],
  ['branch', /\bbranch(?:es)?\b/i, '分支'],
  ['verdict', /\bverdicts?\b/i, '结论'],
  ['token', /\btokens?\b/i, '词元'],
])('%s is one word in Chinese', (_, term, word) => {
  const said = texts.filter(({ key, english }) => term.test(english) && !IDIOMS.has(key))
  expect(said.length).toBeGreaterThan(1)
  expect(said.filter(({ chinese }) => !chinese.includes(word)).map(({ key }) => key)).toEqual([])
})

it.each(['轮次', '步骤', '令牌', '路线', '片段'])('no second word, %s, stands for one of them', (word) => {
  expect(texts.filter(({ chinese }) => chinese.includes(word)).map(({ key }) => key)).toEqual([])
})
