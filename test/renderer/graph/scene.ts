import { emptyScene, type Scene } from '../../../renderer/graph/scene/scene.ts'
import type { Frame } from '../../../renderer/graph/routing/ends.ts'
import { routeSteps, type RouteInput, type Routes } from '../../../renderer/graph/routing/route.ts'

/** Runs a pausable computation to its end. */
export function finish<T>(steps: Generator<void, T, void>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

interface Cards {
  /** Centres and sizes. */
  readonly cards: readonly (readonly [x: number, y: number, width: number, height: number])[]
  readonly edges: readonly (readonly [from: number, to: number])[]
  readonly frames?: readonly Frame[]
  readonly frameOf?: readonly number[]
  readonly flowing?: boolean
}

export function routeInput({ cards, edges, frames = [], frameOf, flowing = true }: Cards): RouteInput {
  const column = (place: 0 | 1 | 2 | 3): Float32Array => Float32Array.from(cards, (card) => card[place])
  return {
    count: cards.length,
    x: column(0),
    y: column(1),
    width: column(2),
    height: column(3),
    from: Uint32Array.from(edges, ([from]) => from),
    to: Uint32Array.from(edges, ([, to]) => to),
    frames,
    frameOf: Int32Array.from(frameOf ?? cards.map(() => -1)),
    flowing,
  }
}

/** A scene of cards and routed edges. */
export function sceneOf(given: Cards, over: Partial<Scene> = {}): Scene {
  const input = routeInput(given)
  const routes: Routes = finish(routeSteps(input))
  const count = input.count
  const edges = input.from.length
  return {
    ...emptyScene,
    count,
    nodes: Uint32Array.from({ length: count }, (_, row) => row),
    x: Float32Array.from(input.x),
    y: Float32Array.from(input.y),
    width: Float32Array.from(input.width),
    height: Float32Array.from(input.height),
    hue: new Uint8Array(count),
    tint: new Uint8Array(count),
    mark: new Uint8Array(count),
    groupOf: new Int32Array(count).fill(-1),
    from: Uint32Array.from(input.from),
    to: Uint32Array.from(input.to),
    edgeMark: new Uint8Array(edges),
    weight: new Uint32Array(edges).fill(1),
    shared: new Uint8Array(edges),
    wayStart: routes.start,
    wayPoints: routes.points,
    ...over,
  }
}
