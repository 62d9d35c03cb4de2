import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isWithin } from '../../../renderer/explorer/view/anchor.ts'
import { lookAt } from '../../../renderer/explorer/view/arrival.ts'
import { viewCommands } from '../../../renderer/explorer/view/commands-on-view.ts'
import { goToNode, goToNodes } from '../../../renderer/explorer/view/go-to.ts'
import { heatOf } from '../../../renderer/explorer/view/heat.ts'
import { nowhere } from '../../../renderer/explorer/view/placement.ts'
import { changeView, runLayout, setGraph, undoView } from '../../../renderer/explorer/view/surface-actions.ts'
import { createSurface, placementOf, type Surface } from '../../../renderer/explorer/view/surface.ts'
import type { ViewState } from '../../../renderer/explorer/view/view-state.ts'
import { withRoom } from '../../../renderer/explorer/view/room.ts'
import { type Camera, visibleBounds } from '../../../renderer/graph/scene/camera.ts'
import { cardWidth } from '../../../renderer/graph/scene/card.ts'
import { graphOf } from './sample.ts'

/** Ends the layout that runs. */
let finish = (): void => undefined

vi.mock('../../../renderer/graph/layout/layout-client.ts', async () => {
  const { solveLayout } = await import('../../../renderer/graph/layout/solve.ts')
  const noKernel = () => Promise.reject(new Error('the grid needs no kernel'))
  return {
    layoutInWorker: async (problem: Parameters<typeof solveLayout>[0]) => {
      await new Promise<void>((resolve) => (finish = resolve))
      return solveLayout({ ...problem, algorithm: 'grid' }, noKernel, () => undefined)
    },
  }
})

const begun = (surface: Surface): Promise<void> =>
  vi.waitFor(() => expect(surface.getState().layout.running).toBe(true))
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20))

/** Ends the layout; tells whether it asked for a fit of the whole. */
async function fitsAtTheEnd(surface: Surface): Promise<boolean> {
  const before = surface.getState().fitRequest
  await nextTask()
  // A layout of many nodes may ask for its end later.
  await vi.waitFor(() => {
    finish()
    expect(surface.getState().layout.running).toBe(false)
  }, 10_000)
  return surface.getState().fitRequest > before
}

const look = (surface: Surface, x: number, y: number): void =>
  surface.setState(({ camera }) => ({ camera: { ...camera, x, y, zoom: 2 } }))

describe('at the end of a layout', () => {
  let surface: Surface

  beforeEach(async () => {
    surface = createSurface('model')
    surface.setState({ size: { width: 900, height: 600 } })
    setGraph(surface, graphOf('p:a>p:b p:b>p:c p:c>q:d'))
    await begun(surface)
  })

  it('the first picture is fitted, wherever the empty canvas was moved to', async () => {
    look(surface, 5, 5)
    expect(await fitsAtTheEnd(surface)).toBe(true)
  })

  it.each([
    ['is fitted if nobody moved it', undefined, true],
    ['stays where it was moved to meanwhile', { x: 40, y: 20 }, false],
    ['is fitted if nothing would be in view', { x: 90_000, y: 20 }, true],
  ] as const)('a picture %s', async (_, place, fitted) => {
    await fitsAtTheEnd(surface)
    void runLayout(surface)
    await begun(surface)
    await nextTask()
    if (place) look(surface, place.x, place.y)
    expect(await fitsAtTheEnd(surface)).toBe(fitted)
  })

  it('a state that was brought back meanwhile is as it was', async () => {
    await fitsAtTheEnd(surface)
    const { placement } = surface.getState().history.present
    changeView(surface, 'layout', (view) => ({ ...view, layout: 'grid' }))
    await begun(surface)
    await nextTask()
    undoView(surface)
    const { camera, fitRequest } = surface.getState()
    await fitsAtTheEnd(surface)
    expect(placementOf(surface.getState()).xy).toEqual(placement.xy)
    expect(surface.getState()).toMatchObject({ camera, fitRequest, layout: { running: false } })
  })
})

describe('a picture that was moved', () => {
  it.each([
    ['shows what is isolated', (view) => view.hideOthers(['p/a/entity_set', 'p/b/entity_set']), true],
    [
      'shows what alone is left of a filter',
      (view) => view.addFilter({ by: 'domain', value: 'p', exclude: false }),
      true,
    ],
    ['shows what was not drawn before', (view) => view.invert(), true],
    ['stays where something is taken away', (view) => view.hide(['p/a/entity_set']), false],
    [
      'stays where a filter takes something away',
      (view) => view.addFilter({ by: 'domain', value: 'q', exclude: true }),
      false,
    ],
  ] as [string, (view: ReturnType<typeof viewCommands>) => void, boolean][])('%s', async (_, act, fitted) => {
    const surface = createSurface('model')
    surface.setState({ size: { width: 900, height: 600 } })
    setGraph(surface, graphOf('p:a>p:b p:b>p:c p:c>q:d'))
    await begun(surface)
    await fitsAtTheEnd(surface)
    viewCommands(surface).hide(['q/d/entity_set'])
    const [x, y] = placementOf(surface.getState()).xy
    look(surface, (x ?? 0) + 400, y ?? 0)
    const { fitRequest } = surface.getState()
    act(viewCommands(surface))
    await nextTask()
    expect(surface.getState().fitRequest > fitRequest).toBe(fitted)
  })
})

describe('what is isolated', () => {
  /** A chain of nodes over three groups, laid out. */
  async function chain(length: number): Promise<{ surface: Surface; keys: string[] }> {
    const name = (n: number): string => `${'pqr'[n % 3]}:n${n}`
    const surface = createSurface('model')
    surface.setState({ size: { width: 900, height: 600 } })
    setGraph(surface, graphOf(Array.from({ length }, (_, n) => `${name(n)}>${name(n + 1)}`).join(' ')))
    await begun(surface)
    await fitsAtTheEnd(surface)
    return { surface, keys: surface.getState().graph.nodes.map(({ key }) => key) }
  }

  it.each([
    ['few of many', 220, 20, true],
    ['most of many', 220, 210, false],
    ['few of a few', 30, 4, false],
  ])('is laid out anew: %s', async (_, length, kept, anew) => {
    const { surface, keys } = await chain(length)
    viewCommands(surface).hideOthers(keys.slice(0, kept))
    expect(surface.getState().layout.running).toBe(anew)
    await fitsAtTheEnd(surface)
  })

  it('goes back where it was with an undo, and when the others are shown again', async () => {
    const { surface, keys } = await chain(220)
    const { xy } = placementOf(surface.getState())
    viewCommands(surface).hideOthers(keys.slice(0, 20))
    expect(await fitsAtTheEnd(surface)).toBe(true)
    expect(placementOf(surface.getState()).xy).not.toEqual(xy)
    undoView(surface)
    expect(placementOf(surface.getState()).xy).toEqual(xy)
    viewCommands(surface).hideOthers(keys.slice(0, 20))
    await fitsAtTheEnd(surface)
    viewCommands(surface).showAll()
    await nextTask()
    expect(surface.getState().layout.running).toBe(false)
    expect(placementOf(surface.getState()).xy).toEqual(xy)
  })
})

it('leads back to where the camera was when a step is taken back, and to the whole if it showed that', async () => {
  const surface = createSurface('model')
  surface.setState({ size: { width: 900, height: 600 } })
  setGraph(surface, graphOf('p:a>p:b p:b>q:c q:c>q:d'))
  await begun(surface)
  await fitsAtTheEnd(surface)
  const near = { x: 30, y: 40, zoom: 1.3 }
  const fitted = { x: 0, y: 0, zoom: 0.5 }
  const undone = async (camera: Camera, fittedCamera: Camera | undefined): Promise<boolean> => {
    surface.setState({ camera, fittedCamera })
    viewCommands(surface).hide(['p/a/entity_set'])
    await nextTask()
    // What the step shows was fitted.
    surface.setState({ camera: fitted, fittedCamera: fitted })
    const { fitRequest } = surface.getState()
    undoView(surface)
    await nextTask()
    return surface.getState().fitRequest > fitRequest
  }
  expect(await undone(near, undefined)).toBe(false)
  expect(surface.getState().camera).toEqual(near)
  expect(await undone(near, near)).toBe(true)
})

describe('a node that is gone to', () => {
  /** A node with two that are linked with it, both on its right. */
  const fan = (): Surface => {
    const surface = createSurface('model')
    const graph = graphOf('a>b a>c')
    surface.setState({ size: { width: 900, height: 600 } })
    setGraph(surface, graph)
    surface.setState(({ history }) => {
      const placement = { ...nowhere(graph), xy: Float32Array.from([0, 0, 400, -60, 400, 60]) }
      return { history: { ...history, present: { ...history.present, placement } } }
    })
    look(surface, 9000, 0)
    return surface
  }

  it('is shown in the midst of what is linked with it, so that no half of the view is empty', () => {
    const surface = fan()
    lookAt(surface, '/a/entity_set')
    expect(surface.getState().camera).toMatchObject({ x: 200, y: 0 })
  })

  it.each([
    [
      'most of what is linked with it in view, where not all has room',
      [0, 0, 2000, -300, 1100, 0, 1100, 300, -3000, 0],
    ],
    [
      'the middle of the view, if nothing near it is linked with it',
      [0, 0, 9000, 0, 9000, 60, -9000, 0, -9000, 60],
    ],
  ])('is shown with %s', (_, places) => {
    const surface = createSurface('model')
    const graph = graphOf('a>b a>c a>d a>e')
    surface.setState({ size: { width: 900, height: 600 } })
    setGraph(surface, graph)
    surface.setState(({ history }) => {
      const placement = { ...nowhere(graph), xy: Float32Array.from(places) }
      return { history: { ...history, present: { ...history.present, placement } } }
    })
    surface.setState({ camera: { x: 9000, y: 9000, zoom: 0.2 } })
    lookAt(surface, '/a/entity_set')
    const { camera, size } = surface.getState()
    const seen = Array.from({ length: 5 }, (_, node) => node).filter((node) =>
      isWithin({ x: places[2 * node] ?? 0, y: places[2 * node + 1] ?? 0 }, visibleBounds(camera, size)),
    )
    expect(seen).toEqual(places[2] === 2000 ? [0, 2, 3] : [0])
    if (seen.length === 1) expect(camera).toMatchObject({ x: 0, y: 0 })
  })

  it('is shown with the collapsed groups that it is linked with', async () => {
    const surface = createSurface('model')
    surface.setState({ size: { width: 900, height: 600 } })
    setGraph(surface, graphOf('p:a>q:b'))
    await begun(surface)
    await fitsAtTheEnd(surface)
    viewCommands(surface).toggleGroup('q')
    await nextTask()
    surface.setState(({ history }) => {
      const { placement } = history.present
      const groups = new Map([...placement.groups, ['q', { x: (placement.xy[0] ?? 0) + 900, y: 0 }]])
      return { history: { ...history, present: { ...history.present, placement: { ...placement, groups } } } }
    })
    surface.setState({ camera: { x: 9000, y: 9000, zoom: 0.2 } })
    lookAt(surface, 'p/a/entity_set')
    const { camera, size, history } = surface.getState()
    const { x, y } = history.present.placement.groups.get('q') ?? { x: Number.NaN, y: Number.NaN }
    expect(isWithin({ x, y }, visibleBounds(camera, size))).toBe(true)
  })

  it('is opened and selected with others that are new', async () => {
    const surface = createSurface('model')
    surface.setState({ size: { width: 900, height: 600 } })
    setGraph(surface, graphOf('p:a>p:b q:c>q:d'))
    await begun(surface)
    await fitsAtTheEnd(surface)
    viewCommands(surface).collapseAll()
    await fitsAtTheEnd(surface)
    const keys = ['p/a/entity_set', 'q/d/entity_set']
    goToNodes(surface, keys)
    await fitsAtTheEnd(surface)
    const { selection, awaited, projection } = surface.getState()
    expect({ selection, awaited, collapsed: projection.collapsed }).toEqual({
      selection: keys,
      awaited: undefined,
      collapsed: [],
    })
  })
})

describe('an undo of a step that led to a node', () => {
  /** A picture with collapsed groups, and the camera at the node that a search has opened. */
  async function searched(): Promise<{ surface: Surface; start: Camera }> {
    const surface = createSurface('model')
    surface.setState({ size: { width: 900, height: 600 } })
    setGraph(surface, graphOf('p:a>p:b p:b>p:c p:c>q:d'))
    await begun(surface)
    await fitsAtTheEnd(surface)
    viewCommands(surface).collapseAll()
    await fitsAtTheEnd(surface)
    look(surface, 7, 7)
    const start = surface.getState().camera
    goToNode(surface, 'p/a/entity_set')
    await fitsAtTheEnd(surface)
    expect(surface.getState().camera).not.toEqual(start)
    return { surface, start }
  }
  const undone = async (surface: Surface): Promise<Camera> => {
    undoView(surface)
    await nextTask()
    return surface.getState().camera
  }

  it('leads back to where one was', async () => {
    const { surface, start } = await searched()
    expect(await undone(surface)).toBe(start)
  })

  it('leads back over several moves of the same step', async () => {
    const { surface, start } = await searched()
    surface.setState(({ camera }) => ({ camera, size: { width: 300, height: 200 } }))
    lookAt(surface, 'p/c/entity_set')
    expect(await undone(surface)).toBe(start)
  })

  it('fits the whole if that was seen before, since the window may have changed', async () => {
    const { surface, start } = await searched()
    surface.setState({ fittedCamera: start })
    const { fitRequest } = surface.getState()
    await undone(surface)
    expect(surface.getState().fitRequest).toBe(fitRequest + 1)
  })

  it('stays where somebody has gone since', async () => {
    const { surface } = await searched()
    look(surface, 10, 10)
    const { camera } = surface.getState()
    expect(await undone(surface)).toBe(camera)
  })
})

describe('a heat map, whose cards are larger', () => {
  let surface: Surface
  const show = (heat: ViewState['heat']): void => changeView(surface, 'Heat', (view) => ({ ...view, heat }))
  const places = (): readonly number[] => [...placementOf(surface.getState()).xy]
  /** The least value has a card of the usual size, the most one half as large again. */
  const values = new Map(['a', 'b'].map((name, value) => [`p/${name}/entity_set`, value]))
  const hot = { ...heatOf('Latency', 'ms', values), from: 0, to: 1 }

  beforeEach(async () => {
    surface = createSurface('model')
    surface.setState({ size: { width: 900, height: 600 } })
    setGraph(surface, graphOf('p:a>p:b p:b>p:c'))
    await begun(surface)
    await fitsAtTheEnd(surface)
  })

  it.each([
    ['leaves all cards where they are if these have room', 900, false],
    ['lays them out anew if they have none', 0, true],
  ])('%s', async (_, apart, isLaidOut) => {
    places().forEach((at, place) => {
      placementOf(surface.getState()).xy[place] = place % 2 === 0 ? at + place * apart : 0
    })
    const before = places()
    show(hot)
    await nextTask()
    expect(surface.getState().layout.running).toBe(isLaidOut)
    if (isLaidOut) await fitsAtTheEnd(surface)
    else expect(places()).toEqual(before)
  })

  it.each([
    ['as far as they have room', 12, 1.05, 1.49],
    ['as usual where they have much', 900, 1.48, 1.5],
    ['not at all where they have none', 0, 1, 1],
  ])('makes cards larger %s, so that all stay where they are', async (_, apart, least, most) => {
    const { xy } = placementOf(surface.getState())
    const width = cardWidth('b', 'entity_set')
    places().forEach((_at, place) => (xy[place] = place % 2 === 0 ? (place / 2) * (width + 16 + apart) : 0))
    const before = places()
    const heat = withRoom(hot, surface.getState())
    expect(heat.growth).toBeGreaterThanOrEqual(least)
    expect(heat.growth).toBeLessThanOrEqual(most)
    show({ ...hot, ...heat })
    await nextTask()
    expect(surface.getState().layout.running).toBe(false)
    expect(places()).toEqual(before)
  })

  it('leaves all cards where they are when it is taken off', async () => {
    show(hot)
    await fitsAtTheEnd(surface)
    const before = places()
    show(undefined)
    await nextTask()
    expect(surface.getState().layout.running).toBe(false)
    expect(places()).toEqual(before)
  })
})
