import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Soon } from '../../../renderer/app/soon.ts'

let page: EventTarget
let done: string[]

beforeEach(() => {
  page = new EventTarget()
  done = []
  vi.stubGlobal('window', page)
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const note = (what: string) => () => void done.push(what)

it('does the latest work of a name, once, a pause after it was asked for', () => {
  const soon = new Soon(400)
  soon.do('a', note('a 1'))
  vi.advanceTimersByTime(399)
  soon.do('a', note('a 2'))
  soon.do('b', note('b'))
  vi.advanceTimersByTime(399)
  expect(done).toEqual([])
  expect(soon.has('a')).toBe(true)
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['a 2', 'b'])
  expect(soon.has('a')).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(done).toHaveLength(2)
})

it('does what waits when the page goes, and not again', () => {
  const soon = new Soon(400)
  for (const name of ['a', 'b', 'c']) soon.do(name, note(name))
  soon.drop('b')
  page.dispatchEvent(new Event('pagehide'))
  vi.advanceTimersByTime(1000)
  expect(done).toEqual(['a', 'c'])
})
