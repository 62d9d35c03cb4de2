/** Steps back that are kept. */
const DEPTH = 200
/** Changes of the same thing closer together than this are one step, in milliseconds. */
const ONE_STEP = 1000

/** A value with the way back and forth. */
export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** What was changed last and when (Unix ms), so that typing is undone by the stretch, not by the letter. */
  readonly last?: { readonly what: string; readonly at: number }
}

export function historyOf<T>(present: T): History<T> {
  return { past: [], present, future: [] }
}

/** Makes `next` the present. `what` names the thing that was changed; nothing happens when nothing changed. */
export function commit<T>(history: History<T>, next: T, what: string, at: number): History<T> {
  const { past, present, last } = history
  if (next === present) return history
  const same = last !== undefined && last.what === what && at - last.at < ONE_STEP && past.length > 0
  return {
    past: same ? past : [...past, present].slice(-DEPTH),
    present: next,
    future: [],
    last: { what, at },
  }
}

export function undo<T>({ past, present, future }: History<T>): History<T> {
  const before = past.at(-1)
  if (before === undefined) return { past, present, future }
  return { past: past.slice(0, -1), present: before, future: [present, ...future] }
}

export function redo<T>({ past, present, future }: History<T>): History<T> {
  const [next, ...rest] = future
  if (next === undefined) return { past, present, future }
  return { past: [...past, present], present: next, future: rest }
}
