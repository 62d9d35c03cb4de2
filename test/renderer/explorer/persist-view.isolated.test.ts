import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseView } from '../../../renderer/explorer/saved-views/parse-view.ts'
import { noteOpening, persistView } from '../../../renderer/explorer/saved-views/persist-view.ts'
import { nowhere } from '../../../renderer/explorer/view/placement.ts'
import { createSurface } from '../../../renderer/explorer/view/surface.ts'
import { changeView, setGraph, undoView } from '../../../renderer/explorer/view/surface-actions.ts'
import { assignStyles, domainHue } from '../../../renderer/graph/scene/kinds.ts'
import { graphOf } from './sample.ts'

const written = vi.hoisted(
  (): {
    positions: object
    entities: readonly string[]
    hues?: Record<string, number>
    untouched?: boolean
  }[] => [],
)

vi.mock('../../../renderer/app/document.ts', () => ({
  readDocument: () => Promise.resolve(undefined),
  writeDocument: (_: unknown, __: string, value: (typeof written)[number]) => {
    written.push(value)
    return Promise.resolve()
  },
}))
vi.mock('../../../renderer/graph/layout/layout-client.ts', () => ({
  layoutInWorker: () => new Promise(() => undefined),
}))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('positions are kept once the layout is done, not those of its draft; what is open is kept all the same', async () => {
  const graph = graphOf('a>b')
  const surface = createSurface('runtime')
  persistView(surface, () => 'view')
  setGraph(surface, graph)
  const placement = { ...nowhere(graph), xy: Float32Array.from([1, 2, 3, 4]) }
  const place = (running: boolean) =>
    surface.setState((state) => ({
      layout: { ...state.layout, running },
      history: { ...state.history, present: { ...state.history.present, placement } },
    }))
  place(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(Object.keys(written.at(-1)?.positions ?? { none: 0 })).toEqual([])
  expect(written.at(-1)?.entities).toHaveLength(2)
  surface.setState((state) => ({ layout: { ...state.layout, running: false } }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(Object.keys(written.at(-1)?.positions ?? {})).toHaveLength(2)
})

it('a step is written at once, and the changes of a drag once more at its end', async () => {
  const surface = createSurface('runtime')
  persistView(surface, () => 'view')
  setGraph(surface, graphOf('a>b'))
  await vi.advanceTimersByTimeAsync(1000)
  const before = written.length
  const settle = (): void => {
    surface.setState((state) => ({ layout: { ...state.layout, running: true } }))
    surface.setState((state) => ({ layout: { ...state.layout, running: false } }))
  }
  settle()
  await vi.advanceTimersByTimeAsync(0)
  expect(written).toHaveLength(before + 1)
  for (let move = 0; move < 5; move++) {
    settle()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(written).toHaveLength(before + 1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(written).toHaveLength(before + 2)
})

it('the hues of a model are kept with its view, for the next start', async () => {
  const met = (domains: readonly string[]) =>
    domains.map((domain) => ({ kind: 'log_set', domain, name: 'a' }))
  const first = ['devops', 'k8s', 'apm', 'game']
  assignStyles(met(first))
  const before = first.map(domainHue)
  const surface = createSurface('model')
  persistView(surface, () => 'view')
  setGraph(surface, graphOf('a>b'))
  await vi.advanceTimersByTimeAsync(1000)
  const kept: unknown = JSON.parse(JSON.stringify({ hues: written.at(-1)?.hues }))
  const grown = [...Array.from({ length: 12 }, (_, place) => `domain ${place}`), ...first]
  assignStyles(met(grown), parseView(kept)?.hues)
  expect(first.map(domainHue)).toEqual(before)
  expect(new Set(grown.map(domainHue)).size).toBe(16)
})

it('what nobody has changed is told from what somebody has, who may have taken it back', async () => {
  const surface = createSurface('model')
  persistView(surface, () => 'view')
  noteOpening(surface, true)
  setGraph(surface, graphOf('a>b'))
  const told = async (): Promise<unknown> => {
    await vi.advanceTimersByTimeAsync(1000)
    return parseView(JSON.parse(JSON.stringify(written.at(-1))))?.isUntouched
  }
  expect(await told()).toBe(true)
  changeView(surface, 'hide', (view) => ({ ...view, hidden: new Set(['/a/entity_set']) }))
  expect(await told()).toBe(false)
  undoView(surface)
  expect(await told()).toBe(false)
})

it("a topology's time range comes back with it", async () => {
  const surface = createSurface('runtime')
  persistView(surface, () => 'view')
  setGraph(surface, graphOf('a>b'))
  const range = { from: '2024-06-18T09:00:00.000Z', to: '2024-06-18T11:00:00.000Z' }
  changeView(surface, 'time', (view) => ({ ...view, range }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(parseView(JSON.parse(JSON.stringify(written.at(-1))))?.view.range).toEqual(range)
})
