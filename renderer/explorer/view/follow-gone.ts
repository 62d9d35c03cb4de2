import { inSlices, PIECE, type Steps } from '../../app/slices.ts'
import type { Graph } from '../graph/graph.ts'
import { lifetimeOf } from '../graph/lifetime.ts'
import type { Surface } from './surface.ts'
import { refreshScene } from './surface-actions.ts'

/** The longest wait that a timer can have, in milliseconds. */
const MAX_WAIT_MS = 2 ** 31 - 1

/** When the next of the nodes ends, in Unix seconds; infinite if none does. */
function* nextEnd({ nodes }: Graph, now: number): Steps<number> {
  let next = Infinity
  for (const [place, node] of nodes.entries()) {
    const end = lifetimeOf(node)?.[1] ?? Infinity
    if (end >= now && end < next) next = end
    if (place % PIECE === PIECE - 1) yield
  }
  return next
}

/** Draws what ends while it is looked at as gone. */
export function followGone(surface: Surface): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let abort = new AbortController()
  const plan = (graph: Graph): void => {
    clearTimeout(timer)
    abort.abort()
    abort = new AbortController()
    const now = Date.now() / 1000
    inSlices(nextEnd(graph, now), abort.signal).then(
      (next) => {
        if (next === Infinity) return
        const wait = Math.min(MAX_WAIT_MS, (next - now + 1) * 1000)
        timer = setTimeout(() => {
          void refreshScene(surface)
          plan(graph)
        }, wait)
      },
      () => undefined,
    )
  }
  surface.subscribe(({ graph }, before) => {
    if (graph !== before.graph) plan(graph)
  })
}
