import { freshTrace, nextIn, type Trace, traceparentOf } from '#shared/net/trace.ts'

/** Calls within this many milliseconds of a click or key press belong to its trace. */
const TOGETHER_MS = 1000

let last: { readonly trace: Trace; readonly at: number } | undefined

/** Starts a trace on each click and key press, before any handler runs. */
export function followClicks(target: EventTarget): void {
  const begin = ({ timeStamp }: Event): void => {
    last = { trace: freshTrace(), at: timeStamp }
  }
  for (const type of ['pointerdown', 'keydown']) target.addEventListener(type, begin, { capture: true })
}

/** The trace id for a call made now: that of the input event that caused it, or a new one. */
export function clickTrace(now = performance.now()): string {
  const isOfPress = last !== undefined && now - last.at < TOGETHER_MS
  return traceparentOf(isOfPress && last ? nextIn(last.trace) : freshTrace())
}
