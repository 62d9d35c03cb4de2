import { expect, it } from 'vitest'
import { queryMessages } from '../../../renderer/query/messages.en.ts'
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
  expect(shownTitle(title, inChinese)).toBe(shown)
})

it('knows the English title', () => {
  expect(queryMessages['query.tab.title'].replace('{number, number}', '7')).toBe('Query 7')
})
