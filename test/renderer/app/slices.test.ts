import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce, inSlices, mapSteps, sortSteps, type Steps } from '../../../renderer/app/slices.ts'

describe('a computation in slices', () => {
  it('sorts as the language does, and keeps equals in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 3000, size: 'max' }), (values) => {
        const places = Uint32Array.from(values, (_, place) => place)
        const by = (a: number, b: number): number => (values[a] ?? 0) - (values[b] ?? 0)
        expect([...atOnce(sortSteps(places, by))]).toEqual([...places].sort(by))
      }),
      { numRuns: 40 },
    )
  })

  it('leaves out what a map gives nothing for', () => {
    const even = (value: number): number | undefined => (value % 2 === 0 ? value : undefined)
    expect(atOnce(mapSteps([1, 2, 3, 4], even))).toEqual([2, 4])
  })

  it('gives the page its turn, and the same result', async () => {
    let turns = 0
    function* busy(): Steps<string> {
      const end = performance.now() + 60
      while (performance.now() < end) yield
      return 'done'
    }
    const timer = setInterval(() => turns++, 0)
    expect(await inSlices(busy())).toBe('done')
    clearInterval(timer)
    expect(turns).toBeGreaterThan(0)
  })

  it('ends when it is cancelled', async () => {
    const abort = new AbortController()
    function* endless(): Steps<never> {
      for (;;) yield
    }
    const work = inSlices(endless(), abort.signal)
    abort.abort()
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
  })
})
