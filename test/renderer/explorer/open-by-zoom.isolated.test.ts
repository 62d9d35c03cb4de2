import { beforeEach, describe, expect, it, vi } from 'vitest'
import { anchored, groupBounds, isWithin, timesCollapsed } from '../../../renderer/explorer/view/anchor.ts'
import { viewCommands } from '../../../renderer/explorer/view/commands-on-view.ts'
import {
  followZoom,
  isToClose,
  opensAt,
  zoomsOnceOpen,
  zoomedAround,
} from '../../../renderer/explorer/view/open-by-zoom.ts'
import { overviewOf } from '../../../renderer/explorer/view/overview.ts'
import { select } from '../../../renderer/explorer/view/selection.ts'
import { NO_PLACES } from '../../../renderer/explorer/view/positions.ts'
import { restoreView } from '../../../renderer/explorer/view/surface-actions.ts'
import { createSurface, placementOf, viewOf, type Surface } from '../../../renderer/explorer/view/surface.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import { zoomed } from '../../../renderer/graph/canvas/stage.ts'
import {
  type Bounds,
  type Camera,
  fit,
  holds,
  toScreen,
  zoomAt,
} from '../../../renderer/graph/scene/camera.ts'
import { COLLAPSED_HEIGHT, COLLAPSED_WIDTH } from '../../../renderer/graph/scene/card.ts'
import { NAME_ZOOM, sceneBounds } from '../../../renderer/graph/scene/scene.ts'
import { clusteredModel } from './clustered-model.ts'

vi.mock('../../../renderer/graph/layout/layout-client.ts', async () => {
  const { solveLayout } = await import('../../../renderer/graph/layout/solve.ts')
  const noKernel = () => Promise.reject(new Error('the grid needs no kernel'))
  return {
    layoutInWorker: async (problem: Parameters<typeof solveLayout>[0]) =>
      solveLayout({ ...problem, algorithm: 'grid' }, noKernel, () => undefined),
  }
})

/** A wheel's notch. */
const NOTCH = 1.0016 ** 100

const rectAt = (x: number, y: number, width: number, height: number): Bounds => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
})

describe('the zooms at which a group opens and closes', () => {
  const rect = (times: number, high: number): Bounds => ({
    left: 0,
    right: times * COLLAPSED_WIDTH,
    top: 0,
    bottom: high * COLLAPSED_HEIGHT,
  })
  /** Zooms until something is so; counts the notches. */
  const until = (camera: Camera, factor: number, isSo: (zoom: number) => boolean): [Camera, number] => {
    const notches = [...Array(60).keys()].find((count) => isSo(camera.zoom * factor ** count)) ?? 60
    return [{ ...camera, zoom: camera.zoom * factor ** notches }, notches]
  }

  it.each(
    [
      { width: 1440, height: 900 },
      { width: 994, height: 808 },
      { width: 640, height: 560 },
      { width: 320, height: 300 },
      { width: 3600, height: 2000 },
    ].flatMap((size) =>
      [
        [1.4, 1.2],
        [2, 4],
        [6, 3],
        [9, 12],
      ].map(([wide = 1, high = 1]) => ({ size, wide, high })),
    ),
  )(
    'are apart, in a view of $size.width × $size.height and a group $wide × $high as large',
    ({ size, wide, high }) => {
      const [box, open] = [rect(1, 1), rect(wide, high)]
      const at = { x: 0, y: 0 }
      const times = timesCollapsed(open)
      const start = { x: 50, y: 50, zoom: 0.3 }
      const [opening] = until(start, NOTCH, (zoom) => zoom >= opensAt(size))
      const inside = anchored(opening, { name: '', was: box, at, ...zoomsOnceOpen(size) }, open)
      expect(inside.zoom).toBeGreaterThan(NAME_ZOOM)
      // Nothing opens at once in what has just opened.
      expect(inside.zoom * NOTCH ** 2).toBeLessThan(opensAt(size))
      const [closing, out] = until(inside, 1 / NOTCH, (zoom) => isToClose(zoom, times, size))
      expect(out).toBeGreaterThanOrEqual(2)
      const closed = anchored(closing, { name: '', was: open, at }, box)
      const [, again] = until(closed, NOTCH, (zoom) => zoom >= opensAt(size))
      expect(again).toBeGreaterThanOrEqual(2)
      expect(again + out).toBeLessThan(20)
    },
  )

  it('are reached by every view before letters only grow', () => {
    for (const width of [200, 600, 1200, 4000])
      expect(opensAt({ width, height: width / 1.6 })).toBeLessThan(3)
  })
})

it('what stays where it is under a pointer is known from two cameras', () => {
  const size = { width: 900, height: 600 }
  const from = { x: 30, y: -20, zoom: 0.8 }
  const at = zoomedAround(from, zoomAt(from, size, 1.3, { x: 700, y: 100 }), size)
  expect([at.x, at.y].map(Math.round)).toEqual([250, -200])
  expect(zoomedAround(from, { x: 9000, y: 0, zoom: 0.81 }, size)).toEqual({ x: 0, y: 0 })
})

describe('what is under the pointer in a box that opens', () => {
  const at = { x: 60, y: 50 }
  const was = rectAt(0, 0, COLLAPSED_WIDTH, COLLAPSED_HEIGHT)
  const now = rectAt(5000, 3000, 2000, 1000)
  const cards = [rectAt(4200, 2700, 160, 40), rectAt(4900, 2800, 160, 40)]
  const camera = { x: 0, y: 0, zoom: 2 }

  it('is the nearest card, where there is nothing at its place', () => {
    const opened = anchored(
      camera,
      { name: '', was, at, ...zoomsOnceOpen({ width: 1000, height: 700 }) },
      now,
      cards,
    )
    const { x, y } = toScreen(
      { ...opened, x: -at.x / opened.zoom, y: -at.y / opened.zoom },
      { width: 0, height: 0 },
      0,
      0,
    )
    expect([x, y]).toEqual([at.x, at.y])
    const under = { x: opened.x + at.x / opened.zoom, y: opened.y + at.y / opened.zoom }
    expect([isWithin(under, cards[1] as Bounds), isWithin(under, cards[0] as Bounds)]).toEqual([true, false])
  })

  it('is nothing, if the pointer was beside the box, which comes whole into view', () => {
    const view = { width: 900, height: 700 }
    const beside = { x: 300, y: 0 }
    const opened = anchored(camera, { name: '', was, at: beside, view, least: 0.3 }, now, cards)
    expect(holds(opened, view, now)).toBe(true)
  })
})

describe('a group of an overview', () => {
  const size = { width: 1000, height: 800 }
  let surface: Surface
  let stop: () => void

  const calm = (): Promise<void> =>
    vi.waitFor(() => {
      const { layout, projection, drawn, awaited } = surface.getState()
      expect([layout.running, drawn.projection === projection, awaited]).toEqual([false, true, undefined])
    })
  const wait = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    await calm()
  }
  const boxOf = (name: string) => {
    const { scene, projection } = surface.getState()
    const item = projection.nodes.length + projection.collapsed.findIndex((group) => group.name === name)
    return { x: scene.x[item] ?? 0, y: scene.y[item] ?? 0 }
  }
  const onScreen = (name: string) => {
    const { camera } = surface.getState()
    const { x, y } = boxOf(name)
    return toScreen(camera, size, x, y)
  }
  /** Turns the wheel at a place. */
  const wheel = async (notches: number, at: { x: number; y: number }): Promise<void> => {
    for (let turn = 0; turn < Math.abs(notches); turn++) {
      surface.setState((state) => ({ camera: zoomed(state, NOTCH ** Math.sign(notches), at) }))
      await wait()
    }
  }
  const collapsed = (): string[] => [...viewOf(surface.getState()).collapsed].sort()
  /** Zooms in on a group until it opens. */
  const open = async (name: string): Promise<void> => {
    const at = onScreen(name)
    for (let turn = 0; turn < 12 && collapsed().includes(name); turn++) await wheel(1, at)
  }

  beforeEach(async () => {
    stop?.()
    surface = createSurface('model')
    surface.setState({ size })
    stop = followZoom(surface)
    const graph = clusteredModel(430)
    const view = { ...initialView, collapsed: overviewOf(graph, size) }
    restoreView(surface, graph, view, NO_PLACES)
    await wait()
    const bounds = sceneBounds(surface.getState().scene)
    if (bounds) surface.setState({ camera: fit(bounds, size) })
  })

  it('opens to its parts, and then to cards, under the pointer and without a step', async () => {
    const at = onScreen('d1')
    const before = surface.getState().camera.zoom
    await open('d1')
    expect(collapsed()).not.toContain('d1')
    const parts = surface.getState().projection.collapsed.filter(({ part }) => part)
    expect(parts.length).toBeGreaterThan(1)
    const [group] = surface.getState().scene.groups
    const { camera, history } = surface.getState()
    expect(history.past).toEqual([])
    // The pointer is in the group, which fills a good part of the view, and its parts have names.
    const corner = toScreen(camera, size, group?.x ?? 0, group?.y ?? 0)
    expect(at.x).toBeGreaterThan(corner.x)
    expect(at.y).toBeGreaterThan(corner.y)
    expect(at.x).toBeLessThan(corner.x + (group?.width ?? 0) * camera.zoom)
    expect(at.y).toBeLessThan(corner.y + (group?.height ?? 0) * camera.zoom)
    expect(camera.zoom).toBeGreaterThan(NAME_ZOOM)
    // One has zoomed in, whatever has opened.
    expect(camera.zoom).toBeGreaterThan(before)
    const part = parts[0]?.name ?? ''
    await open(part)
    expect(collapsed()).not.toContain(part)
    expect(surface.getState().projection.nodes.length).toBeGreaterThan(0)
  })

  it('keeps the others where they are: in the same order, and what is open as it is', async () => {
    const groups = (): [string, { x: number; y: number }][] =>
      ['d0', 'd1', 'd2'].map((name) => {
        const { scene, drawn } = surface.getState()
        const { left, right, top, bottom } = groupBounds({ scene, drawn }, name) as Bounds
        return [name, { x: (left + right) / 2, y: (top + bottom) / 2 }]
      })
    const order = (axis: 'x' | 'y') =>
      groups()
        .toSorted(([, a], [, b]) => Math.round(a[axis] - b[axis]))
        .map(([name]) => name)
    const before = { x: order('x'), y: order('y') }
    await open('d1')
    expect({ x: order('x'), y: order('y') }).toEqual(before)
    const inside = () => {
      const { projection, history } = surface.getState()
      const places = projection.collapsed
        .filter(({ name }) => name.startsWith('d1\u001f'))
        .map(({ name }) => history.present.placement.groups.get(name))
      return places.map((place) => [
        Math.round((place?.x ?? 0) - (places[0]?.x ?? 0)),
        Math.round((place?.y ?? 0) - (places[0]?.y ?? 0)),
      ])
    }
    const parts = inside()
    viewCommands(surface).toggleGroup('d0')
    await wait()
    expect({ x: order('x'), y: order('y') }).toEqual(before)
    expect(inside()).toEqual(parts)
  })

  it('opens beside the pointer, if that is between groups, and is whole in view', async () => {
    const [one, other] = [onScreen('d0'), onScreen('d1')]
    const between = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
    for (let turn = 0; turn < 12 && collapsed().length === 3; turn++) await wheel(1, between)
    const { camera, scene } = surface.getState()
    const [group] = scene.groups
    const { x = 0, y = 0, width = 0, height = 0 } = group ?? {}
    const seen = [toScreen(camera, size, x, y), toScreen(camera, size, x + width, y + height)]
    expect(group && width * camera.zoom < size.width && height * camera.zoom < size.height).toBe(true)
    for (const { x: left, y: top } of seen) {
      expect([left >= 0, left <= size.width]).toEqual([true, true])
      expect([top >= 0, top <= size.height]).toEqual([true, true])
    }
  })

  it('closes when one zooms out, and all is where it was', async () => {
    const before = new Map(placementOf(surface.getState()).groups)
    const at = onScreen('d1')
    await wheel(8, at)
    await wheel(-12, at)
    expect(collapsed()).toEqual(['d0', 'd1', 'd2'])
    expect(placementOf(surface.getState()).groups).toEqual(before)
    expect(surface.getState().history.past).toEqual([])
  })

  it('closes on its own, whichever was opened first', async () => {
    await wheel(8, onScreen('d1'))
    surface.setState(({ camera }) => ({ camera: { ...boxOf('d0'), zoom: camera.zoom } }))
    await wait()
    await wheel(14, { x: size.width / 2, y: size.height / 2 })
    expect(collapsed().filter((name) => !name.includes('\u001f'))).toEqual(['d2'])
    // The one that was opened last is in use: only the other one closes.
    select(surface, [surface.getState().graph.nodes.find(({ key }) => key.startsWith('d0/'))?.key ?? ''])
    await wheel(-30, { x: size.width / 2, y: size.height / 2 })
    expect(collapsed().filter((name) => !name.includes('\u001f'))).toEqual(['d1', 'd2'])
    select(surface, [])
    surface.setState({ camera: { ...surface.getState().camera, zoom: 2 } })
    await wheel(-30, { x: size.width / 2, y: size.height / 2 })
    expect(collapsed()).toEqual(['d0', 'd1', 'd2'])
  })

  it.each<[string, () => void]>([
    ['that was opened by its command', () => undefined],
    ['in which somebody has taken a step', () => viewCommands(surface).hide(['d1/n1/metric_set'])],
    ['in which something is selected', () => select(surface, [surface.getState().graph.nodes[1]?.key ?? ''])],
  ])('does not close, if it is one %s', async (why, act) => {
    const at = onScreen('d1')
    if (why.includes('command')) {
      viewCommands(surface).toggleGroup('d1')
      await wait()
    } else await wheel(8, at)
    act()
    await wait()
    expect(collapsed()).not.toContain('d1')
    await wheel(-14, at)
    expect(collapsed()).not.toContain('d1')
  })

  it('is collapsed with all others, also if it is open to its parts only', async () => {
    viewCommands(surface).toggleGroup('d1')
    await wait()
    expect(surface.getState().projection.nodes.length).toBe(0)
    viewCommands(surface).collapseAll()
    await wait()
    expect(
      surface
        .getState()
        .projection.collapsed.map(({ name }) => name)
        .sort(),
    ).toEqual(['d0', 'd1', 'd2'])
  })

  it('does not open where a search, a fit or a layout moves the camera, nor where one moves along', async () => {
    const near = { ...boxOf('d1'), zoom: 3.5 }
    surface.setState({ camera: near, fittedCamera: near })
    await wait()
    const found = { ...near, zoom: 3.8 }
    surface.setState({ camera: found, flight: { from: near, to: found, steps: 0 } })
    await wait()
    surface.setState({ camera: { ...found, x: found.x + 2 } })
    await wait()
    expect(collapsed()).toEqual(['d0', 'd1', 'd2'])
  })

  it('is in view with the others once the whole is fitted', async () => {
    await wheel(8, onScreen('d1'))
    const { fitRequest, scene } = surface.getState()
    const bounds = sceneBounds(scene)
    const camera = fit(bounds ?? { left: 0, right: 1, top: 0, bottom: 1 }, { width: 300, height: 200 })
    surface.setState({ camera, fittedCamera: camera })
    await wait()
    expect(collapsed()).toEqual(['d0', 'd1', 'd2'])
    expect(surface.getState().fitRequest).toBeGreaterThan(fitRequest)
  })
})
