import { describe, expect, it } from 'vitest'
import {
  isDisputed,
  reviewAt,
  reviewKey,
  reviewsOf,
  verdictsOf,
} from '../../../renderer/environments/recordings/review.ts'

const pressed = (key: string, tagName = 'DIV', held: object = {}) =>
  reviewKey({ key, ctrlKey: false, metaKey: false, altKey: false, target: { tagName }, ...held })

describe('the keys of a review', () => {
  it.each(['j', 'k', 'b', 'e', 'B', 'n', 't', 'f', 'l', 'ArrowDown'])(
    '%s works where a row of the list was clicked as in the steps',
    (key) => {
      expect(pressed(key, 'BUTTON')).toEqual(pressed(key))
      expect(pressed(key)).toBeDefined()
    },
  )

  it.each(['INPUT', 'TEXTAREA', 'SELECT'])('are letters in a field (%s)', (tag) => {
    expect(pressed('j', tag)).toBeUndefined()
  })

  it('leave Enter to a button that is in focus, and other shortcuts alone', () => {
    expect(pressed('Enter', 'BUTTON')).toBeUndefined()
    expect(pressed('Enter')).toEqual({ act: 'open' })
    expect(pressed('b', 'BUTTON', { ctrlKey: true })).toBeUndefined()
  })
})

describe('what was said of an episode', () => {
  const bug = { verdict: 'bug' as const }
  it.each([
    ['as a whole', [bug], ['bug'], false],
    ['of a step', [{ ...bug, event: 2 }], ['bug'], false],
    ['by nobody', [], [], false],
    ['by two who disagree', [bug, { reviewer: 'Bob', verdict: 'expected' as const }], ['bug'], true],
  ])('%s', (_, remarks, verdicts, disputed) => {
    const review = reviewAt(reviewsOf(remarks.map((remark) => ({ index: 0, remark }))), 0)
    expect([...verdictsOf(review)].filter(Boolean)).toEqual(verdicts)
    expect(isDisputed(review)).toBe(disputed)
  })
})
