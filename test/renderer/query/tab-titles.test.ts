import { describe, expect, it } from 'vitest'
import { queryMessages } from '../../../renderer/query/messages.en.ts'
import { registerMessages } from '../../../renderer/i18n/text.ts'
import { shownTitle } from '../../../renderer/query/tabs/tab.ts'

const inChinese = (number: number): string => `查询 ${number}`

it.each([
  ['Query 1', '查询 1'],
  ['Query 12', '查询 12'],
  ['查询 3', '查询 3'],
  ['Query 1 of the night', 'Query 1 of the night'],
  ['My query', 'My query'],
  ['', ''],
])('the tab %j is shown as %j', (title, shown) => {
  expect(shownTitle({ title }, inChinese)).toBe(shown)
})

it('knows the English title', () => {
  expect(queryMessages['query.tab.title'].replace('{number, number}', '7')).toBe('Query 7')
})

describe('a title of ours', () => {
  const called = { key: 'query.hello', values: { name: 'Orion' } }
  registerMessages([{ en: { 'query.hello': 'Hello {name}' }, zh: async () => ({}) }])

  it('is in the language of the page, not in the one in which it was stored', () => {
    expect(shownTitle({ title: '你好 Orion', called }, inChinese)).toBe('Hello Orion')
  })

  it('stays as it was stored once its text is no more', () => {
    const gone = { ...called, key: 'query.gone' }
    expect(shownTitle({ title: '你好 Orion', called: gone }, inChinese)).toBe('你好 Orion')
  })
})
