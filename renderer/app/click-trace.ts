import { freshTrace, nextIn, type Trace, traceparentOf } from '#shared/net/trace.ts'

/** What a press or a key leads to at once is of one trace. */
const TOGETHER_MS = 1000

let last: { readonly trace: Trace; readonly at: number } | undefined

/** Begins a trace with each press and each key, before whatever it leads to. */
export function followClicks(target: EventTarget): void {
  const begin = ({ timeStamp }: Event): void => {
    last = { trace: freshTrace(), at: timeStamp }
  }
  for (const type of ['pointerdown', 'keydown']) target.addEventListener(type, begin, { capture: true })
}

/** Where a call that begins now is in a trace: that of the press that led to it, or one of its own. */
export function clickTrace(now = performance.now()): string {
  const isOfPress = last !== undefined && now - last.at < TOGETHER_MS
  return traceparentOf(isOfPress && last ? nextIn(last.trace) : freshTrace())
}
