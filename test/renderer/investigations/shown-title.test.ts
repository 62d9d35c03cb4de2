import '../messages.ts'
import { expect, it } from 'vitest'
import { investigationsMessages } from '../../../renderer/investigations/messages.en.ts'
import { investigationsMessagesZh } from '../../../renderer/investigations/messages.zh.ts'
import { shownTitle } from '../../../renderer/investigations/shown-title.ts'

it.each([
  ['调查 3', 'Investigation 3'],
  ['Investigation 12', 'Investigation 12'],
  ['Investigation 1 of the night', 'Investigation 1 of the night'],
  ['故障 3', '故障 3'],
])('%s is shown as %s on an English page', (title, shown) => {
  expect(shownTitle(title)).toBe(shown)
})

it.each([investigationsMessages, investigationsMessagesZh])(
  'knows the title of each language',
  (messages) => {
    const title = messages['investigations.untitled'].replace('{number, number}', '7')
    expect(shownTitle(title)).toBe('Investigation 7')
  },
)
