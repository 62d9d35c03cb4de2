import { describe, expect, it } from 'vitest'
import { reviewKey } from '../../../renderer/environments/recordings/review.ts'

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
