import { describe, expect, it } from 'vitest'
import { KINDS, schemaOf } from '#shared/model/kinds/index.ts'
import { kindWordsZh } from '../../../renderer/i18n/kind-words.zh.ts'

/** All descriptions in a schema. */
function abouts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'about' && typeof member === 'string' ? [member] : abouts(member),
  )
}

const said = new Set(KINDS.flatMap((kind) => abouts(schemaOf(kind))))

describe('what the schemas of kinds say', () => {
  it.each([...said])('%s is said in Chinese too', (english) => {
    expect(kindWordsZh[english]).toMatch(/\p{Script=Han}/u)
  })

  it('is all that is translated', () => {
    expect(Object.keys(kindWordsZh).filter((english) => !said.has(english))).toEqual([])
  })
})
