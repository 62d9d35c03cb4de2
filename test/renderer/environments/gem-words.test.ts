import { describe, expect, it } from 'vitest'
import { builtInCatalogue } from '#shared/gem/catalogue/index.ts'
import { parameterLabel } from '../../../renderer/environments/parts/format.ts'
import { gemWordsZh } from '../../../renderer/i18n/gem-words.zh.ts'

/** All descriptions of a built-in environment. */
const said = new Set(
  builtInCatalogue.flatMap(({ title, summary, action, ends, notes, parameters }) => [
    title,
    summary,
    action.words,
    ...ends,
    ...notes,
    ...Object.keys(parameters).map(parameterLabel),
  ]),
)
/** Numbers, operators and boxed text: must occur in both languages. */
const figures = (text: string): string[] => text.match(/\d+(?:\.\d+)?|<\/?\w+>|terminated|truncated/g) ?? []

describe('what environments say', () => {
  it.each([...said].filter((english) => english !== '2048'))('%s is said in Chinese too', (english) => {
    expect(gemWordsZh[english]).toMatch(/\p{Script=Han}/u)
  })

  it('is all that is translated', () => {
    expect(Object.keys(gemWordsZh).filter((english) => !said.has(english))).toEqual([])
  })

  it.each(Object.entries(gemWordsZh))('%s has the same figures and marks in Chinese', (english, chinese) => {
    for (const figure of figures(english)) expect(chinese).toContain(figure)
  })
})
