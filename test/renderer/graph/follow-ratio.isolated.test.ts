import { afterEach, expect, it, vi } from 'vitest'
import { followRatio } from '../../../renderer/graph/canvas/follow-ratio.ts'

afterEach(() => vi.unstubAllGlobals())

it('every change of the ratio is heard, until it ends', () => {
  const lists = new Map<string, EventTarget>()
  const page = {
    devicePixelRatio: 1,
    matchMedia: (query: string) => {
      const list = lists.get(query) ?? new EventTarget()
      lists.set(query, list)
      return list
    },
  }
  vi.stubGlobal('window', page)
  const heard: number[] = []
  const stop = followRatio(() => heard.push(page.devicePixelRatio))
  const moveTo = (ratio: number): void => {
    const before = page.devicePixelRatio
    page.devicePixelRatio = ratio
    lists.get(`(resolution: ${before}dppx)`)?.dispatchEvent(new Event('change'))
  }
  for (const ratio of [1.25, 2, 1]) moveTo(ratio)
  expect(heard).toEqual([1.25, 2, 1])
  stop()
  moveTo(3)
  expect(heard).toEqual([1.25, 2, 1])
})
