import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { arrivalOf } from '../../../renderer/app/arrival.ts'
import { lazyView } from '../../../renderer/app/lazy-view.tsx'
import { useWorkbench } from '../../../renderer/app/workbench.ts'

const View = () => null

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { querySelectorAll: () => [] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Fails the given number of times, then returns the view. */
const failing = (times: number) => {
  let left = times
  return vi.fn(() => (left-- > 0 ? Promise.reject(new Error('ERR_NETWORK_CHANGED')) : Promise.resolve(View)))
}

describe('code that is fetched when it is first shown', () => {
  test('is fetched once for all who ask', async () => {
    const fetchView = failing(0)
    const { load } = lazyView(fetchView)
    expect(await Promise.all([load(), load()])).toEqual([View, View])
    expect(fetchView).toHaveBeenCalledTimes(1)
  })

  test('is fetched again when the network failed for a moment', async () => {
    const fetchView = failing(1)
    const loaded = lazyView(fetchView).load()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await loaded).toBe(View)
    expect(fetchView).toHaveBeenCalledTimes(2)
  })

  test('fails when the second attempt fails as well, and is fetched again on the next request', async () => {
    const fetchView = failing(2)
    const { load } = lazyView(fetchView)
    const loaded = load().catch(({ message }: Error) => message)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await loaded).toBe('ERR_NETWORK_CHANGED')
    expect(await load()).toBe(View)
  })
})

test('code that cannot be fetched since the core is gone is fetched once it is back', async () => {
  useWorkbench.setState({ link: 'lost' })
  const fetchView = failing(1)
  const loaded = lazyView(fetchView).load()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchView).toHaveBeenCalledTimes(1)
  useWorkbench.setState({ link: 'open' })
  expect(await loaded).toBe(View)
})

describe('the arrival of a bench', () => {
  test('is waited for as long as its code is on its way', async () => {
    const said = vi.fn()
    const slow = new Promise((resolve) => setTimeout(resolve, 60_000))
    const arrived = arrivalOf('slow', slow).catch(said)
    await vi.advanceTimersByTimeAsync(65_000)
    expect(said).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000)
    await arrived
    expect(said).toHaveBeenCalledOnce()
  })

  test('fails with its code', async () => {
    await expect(arrivalOf('broken', Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  })
})
