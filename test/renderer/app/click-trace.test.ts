import { expect, it } from 'vitest'
import { readTraceparent } from '#shared/net/trace.ts'
import { clickTrace, followClicks } from '../../../renderer/app/click-trace.ts'

const traceAt = (now: number): string | undefined => readTraceparent(clickTrace(now))?.trace

it('what a click causes shares one trace, other calls have their own, and the next click starts another', () => {
  const page = new EventTarget()
  followClicks(page)
  const press = (type: string): number => {
    const event = new Event(type)
    page.dispatchEvent(event)
    return event.timeStamp
  }
  expect(traceAt(0)).not.toBe(traceAt(0))
  const first = press('pointerdown')
  const trace = traceAt(first)
  expect(traceAt(first + 900)).toBe(trace)
  expect(clickTrace(first)).not.toBe(clickTrace(first))
  expect(traceAt(first + 1100)).not.toBe(trace)
  const second = press('keydown')
  expect(traceAt(second)).not.toBe(trace)
  expect(traceAt(second)).toBe(traceAt(second))
})
