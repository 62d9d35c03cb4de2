import { expect, it } from 'vitest'
import { sentencesEn } from '#shared/workbench/sentences/en.ts'
import { errorWords } from '../../../renderer/start/help/error-words.ts'
import '../messages.ts'

const wordsOf = (code: string): string | undefined => errorWords().find((one) => one.code === code)?.words

it('says what a code means in general, not of one case', () => {
  expect(wordsOf('INVALID_INPUT')).toMatch(/^A value doesn’t have the form that is wanted/)
  expect(wordsOf('INVALID_INPUT')).not.toContain('Too long')
  expect(wordsOf('START')).toMatch(/^A connection’s server didn’t start.*For an address, check/)
  // What to do in one case, without the case.
  expect(wordsOf('START')).not.toContain('Set it, or change the connection.')
})

it('leaves the reason out of a sentence that reads well without', () => {
  expect(wordsOf('AGENT_FAILED')).toBe('The agent stopped.')
  expect(wordsOf('FILE_EXISTS')).toBe('The path already exists.')
})

it('explains every code, without holes', () => {
  const codes = Object.keys(sentencesEn).map((key) => key.split('.')[0])
  const words = errorWords()
  const explained = new Set(words.map(({ code }) => code))
  expect([...new Set(codes)].filter((code) => code !== 'CANCELLED' && !explained.has(code ?? ''))).toEqual([])
  expect(words.filter(({ words }) => /\{\w+\}/.test(words))).toEqual([])
  // Nor with dots in their place.
  expect(words.filter(({ words }) => /(?:^| )…[ .]/m.test(words))).toEqual([])
})
