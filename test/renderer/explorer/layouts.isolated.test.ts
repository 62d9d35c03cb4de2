import { beforeEach, describe, expect, it, vi } from 'vitest'
import { layoutsOf } from '../../../renderer/explorer/view/layouts.ts'
import { runLayout, setGraph } from '../../../renderer/explorer/view/surface-actions.ts'
import { createSurface, placementOf } from '../../../renderer/explorer/view/surface.ts'
import type { LayoutProblem, LayoutResult } from '../../../renderer/graph/layout/layout.ts'
import { graphOf } from './sample.ts'

type Reason = 'deadline' | 'error'
type Answer = (problem: LayoutProblem) => Promise<LayoutResult>

const answers: Answer[] = []
const deadlines: number[] = []

vi.mock('../../../renderer/graph/layout/layout-client.ts', () => ({
  layoutInWorker: (problem: LayoutProblem) => {
    deadlines.push(problem.deadline)
    const answer = answers.shift()
    if (!answer) throw new Error('nobody expected this layout')
    return answer(problem)
  },
}))

const resultOf = ({ count }: LayoutProblem, at: number, reasons: readonly Reason[] = []): LayoutResult => ({
  xy: new Float32Array(2 * count).fill(at),
  ways: new Map(),
  fallbacks: reasons.map((reason) => ({ group: 0, reason })),
})
const good: Answer = (problem) => Promise.resolve(resultOf(problem, 7))
const partly =
  (reason: Reason): Answer =>
  (problem) =>
    Promise.resolve(resultOf(problem, 3, [reason]))
const fails =
  (why: string): Answer =>
  () =>
    Promise.reject(new Error(why))

beforeEach(() => {
  answers.length = 0
  deadlines.length = 0
})

describe('a layout', () => {
  const problem: LayoutProblem = {
    algorithm: 'layered',
    count: 2,
    width: Float32Array.of(80, 80),
    height: Float32Array.of(34, 34),
    from: new Uint32Array(),
    to: new Uint32Array(),
    groupOf: new Uint32Array(2),
    groups: 1,
    title: Float32Array.of(0),
    order: Uint32Array.of(0, 1),
    fixed: new Float32Array(4).fill(NaN),
    root: -1,
    deadline: 100,
  }

  it.each([
    ['in time is the only one', [good], [[undefined, 0]], [100]],
    [
      'that missed the deadline is tried again with more time',
      [fails('deadline'), good],
      [
        ['deadline', 0],
        [undefined, 0],
      ],
      [100, 400],
    ],
    [
      'of which a group missed the deadline as well',
      [partly('deadline'), good],
      [
        [undefined, 1],
        [undefined, 0],
      ],
      [100, 400],
    ],
    [
      'late again leaves what is shown',
      [fails('deadline'), fails('deadline')],
      [['deadline', 0]],
      [100, 400],
    ],
    ['that failed otherwise is not tried again', [fails('broken')], [['broken', 0]], [100]],
    ['of which a group failed otherwise neither', [partly('error')], [[undefined, 1]], [100]],
  ] as const)('%s', async (_, given, expected, times) => {
    answers.push(...given)
    const seen: unknown[] = []
    for await (const { result, error } of layoutsOf(problem, new AbortController().signal, () => undefined))
      seen.push([error, result.fallbacks.length])
    expect(seen).toEqual(expected)
    expect(deadlines).toEqual(times)
    expect(answers).toHaveLength(0)
  })
})

describe('the second try', () => {
  let finish: () => void

  beforeEach(() => {
    finish = () => undefined
  })

  async function startLate() {
    const surface = createSurface('model')
    answers.push(fails('deadline'), async (problem) => {
      await new Promise<void>((resolve) => (finish = resolve))
      return resultOf(problem, 7)
    })
    setGraph(surface, graphOf('p:a>p:b'))
    await vi.waitFor(() => expect(deadlines).toHaveLength(2))
    expect(surface.getState().layout).toMatchObject({ running: true, error: 'deadline' })
    return surface
  }

  it('takes the place of what was shown meanwhile', async () => {
    const surface = await startLate()
    finish()
    await vi.waitFor(() =>
      expect(surface.getState().layout).toMatchObject({ running: false, error: undefined }),
    )
    expect(placementOf(surface.getState()).xy[0]).toBe(7)
  })

  it('does not move what was put elsewhere meanwhile', async () => {
    const surface = await startLate()
    surface.setState(({ history }) => {
      const placement = { ...history.present.placement, xy: history.present.placement.xy.slice().fill(5) }
      return { history: { ...history, present: { ...history.present, placement } } }
    })
    finish()
    await vi.waitFor(() => expect(surface.getState().layout.running).toBe(false))
    expect(placementOf(surface.getState()).xy[0]).toBe(5)
  })

  it('ends with a layout that is asked for', async () => {
    const surface = await startLate()
    answers.push(good)
    await runLayout(surface)
    expect(surface.getState().layout).toMatchObject({ running: false, error: undefined })
  })
})
