/** Past, present and future states. `label` describes the step that led to a state. */
export interface History<S> {
  readonly past: readonly { readonly state: S; readonly label: string }[]
  readonly present: S
  readonly future: readonly { readonly state: S; readonly label: string }[]
}

/** Maximum undo steps. */
const DEPTH = 200

export const startHistory = <S>(present: S): History<S> => ({ past: [], present, future: [] })

/** Pushes a new state; an identical state changes nothing. */
export function change<S>(history: History<S>, state: S, label: string): History<S> {
  if (state === history.present) return history
  return {
    past: [...history.past, { state: history.present, label }].slice(-DEPTH),
    present: state,
    future: [],
  }
}

export function undo<S>(history: History<S>): History<S> {
  const last = history.past.at(-1)
  if (last === undefined) return history
  return {
    past: history.past.slice(0, -1),
    present: last.state,
    future: [{ state: history.present, label: last.label }, ...history.future],
  }
}

export function redo<S>(history: History<S>): History<S> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return {
    past: [...history.past, { state: history.present, label: next.label }],
    present: next.state,
    future,
  }
}
