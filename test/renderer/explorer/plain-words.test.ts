import { expect, it } from 'vitest'
import '../../../renderer/explorer/messages.en.ts'
import '../messages.ts'
import { text } from '../../../renderer/i18n/text.ts'
import { EVER, topologyRangeWords } from '../../../renderer/explorer/topology/time-range.ts'

it('says how many paths there are, and how long', () => {
  expect(text('explorer.path.found', { count: 1, steps: 2 })).toBe('A path with 2 steps.')
  expect(text('explorer.path.found', { count: 3, steps: 1 })).toBe('3 paths. The shortest has 1 step.')
})

it('tells what is there now from what ever was', () => {
  const words = [undefined, {}, EVER].map((range) => topologyRangeWords(range, text))
  expect(words).toEqual(['What is there now', 'What is there now', 'All time, including what is gone'])
})
