import { useSyncExternalStore } from 'react'
import { showAge, showExact, showInstant, showRange, showTime, timeZone } from '../i18n/moment.ts'

/** Milliseconds after which ages on screen are written anew. */
const BEAT_MS = 30_000

const listeners = new Set<() => void>()
let beat: ReturnType<typeof setInterval> | undefined
let now = Date.now()

/** One clock for all ages: a list of them needs no timer each, and none without any. */
function onBeat(listener: () => void): () => void {
  listeners.add(listener)
  if (beat === undefined) {
    now = Date.now()
    beat = setInterval(() => {
      now = Date.now()
      for (const one of listeners) one()
    }, BEAT_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(beat)
    beat = undefined
  }
}

/** How a moment is written where it stands. */
interface MomentProps {
  /** Unix milliseconds. */
  readonly at: number
}

/** When something happened, in full as a tooltip: in tables and facts. */
export function Moment({ at }: MomentProps) {
  return <Time at={at} words={showTime(at)} />
}

/** When something was logged, to the millisecond. */
export function Instant({ at }: MomentProps) {
  return <Time at={at} words={showInstant(at)} />
}

/** How long ago something was done, in lists of what people did or made. */
export function Age({ at }: MomentProps) {
  const then = useSyncExternalStore(onBeat, () => now)
  // What was done since the last beat would lie in the future.
  return <Time at={at} words={showAge(at, Math.max(then, at))} />
}

interface BetweenProps {
  /** Unix milliseconds. */
  readonly from: number
  readonly to: number
}

/** A time range, with the time zone as a tooltip. */
export function Between({ from, to }: BetweenProps) {
  return <span title={timeZone()}>{showRange(from, to)}</span>
}

function Time({ at, words }: MomentProps & { readonly words: string }) {
  // A platform may send what is no time.
  if (!Number.isFinite(at)) return null
  return (
    <time dateTime={new Date(at).toISOString()} title={showExact(at)}>
      {words}
    </time>
  )
}
