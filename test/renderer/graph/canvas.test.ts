import { describe, expect, it } from 'vitest'
import {
  bringIntoView,
  fit,
  holds,
  isLost,
  misses,
  toScreen,
  toWorld,
  zoomAt,
} from '../../../renderer/graph/scene/camera.ts'
import { direction, pointAlong, wayOf } from '../../../renderer/graph/paint/way.ts'
import { FittedText } from '../../../renderer/graph/paint/fitted-text.ts'
import { pictureShare } from '../../../renderer/graph/canvas/graph-view.ts'
import { zoomed } from '../../../renderer/graph/canvas/stage.ts'
import { hitTest, itemsWithin } from '../../../renderer/graph/canvas/hit.ts'
import { drawnAs } from '../../../renderer/graph/scene/scene.ts'
import { sceneOf } from './scene.ts'

const size = { width: 800, height: 600 }

describe('the camera', () => {
  it('keeps the point under the pointer when it zooms', () => {
    const before = { x: 30, y: -20, zoom: 0.7 }
    const at = { x: 120, y: 450 }
    const after = zoomAt(before, size, 1.8, at)
    const world = toWorld(before, size, at.x, at.y)
    const screen = toScreen(after, size, world.x, world.y)
    expect([screen.x, screen.y].map(Math.round)).toEqual([at.x, at.y])
  })

  it.each([
    ['all of a small scene', 400, 1],
    ['all of a large scene', 40_000, 760 / 40_000],
  ])('zooms out to %s, which is in view then, and not on', (_, width, least) => {
    const scene = sceneOf({ cards: [[0, 0, width, 40]], edges: [] })
    const stage = { fitRequest: 0, fitted: 0, fittedCamera: undefined, scene, size }
    const corner = { x: 790, y: 10 }
    const far = zoomed({ ...stage, camera: { x: 900, y: -700, zoom: 1 } }, 0.001, corner)
    expect(far.zoom).toBeCloseTo(least, 5)
    expect([far.x, far.y].map(Math.round)).toEqual([0, 0])
    expect(holds(far, size, { left: -width / 2, right: width / 2, top: -20, bottom: 20 })).toBe(true)
    expect(zoomed({ ...stage, camera: far }, 0.5, corner)).toEqual(far)
    expect(zoomed({ ...stage, camera: { ...far, zoom: 0.004 } }, 0.5, corner).zoom).toBe(0.004)
    expect(zoomed({ ...stage, camera: far }, 2, corner).zoom).toBeCloseTo(2 * far.zoom)
  })

  it.each([
    ['a laptop', { width: 1290, height: 390 }, 1],
    ['a whole very large screen', { width: 3700, height: 2000 }, 1.6],
    ['the flat half of one, below the editor', { width: 3700, height: 1130 }, 1.52],
  ])('draws a small graph on %s at a size that uses its room', (_, room, zoom) => {
    expect(fit({ left: 0, top: 0, right: 300, bottom: 250 }, room).zoom).toBeCloseTo(zoom, 2)
  })

  it('fits everything inside, never larger than life', () => {
    const camera = fit({ left: -4000, top: 0, right: 4000, bottom: 1000 }, size)
    expect(toScreen(camera, size, -4000, 0).x).toBeGreaterThanOrEqual(0)
    expect(fit({ left: 0, top: 0, right: 10, bottom: 10 }, size).zoom).toBe(1)
  })

  it.each([
    ['all that fills the view', { left: -480, top: -280, right: 480, bottom: 280 }, false],
    ['a wide band', { left: -480, top: -20, right: 480, bottom: 20 }, false],
    ['less than half on both sides', { left: -100, top: -100, right: 100, bottom: 100 }, true],
    ['a part beyond the edge', { left: -480, top: -280, right: 4000, bottom: 280 }, true],
  ])('has lost %s or not', (_, bounds, lost) => {
    const camera = { x: 0, y: 0, zoom: 1 }
    expect(isLost(camera, { width: 1000, height: 600 }, bounds)).toBe(lost)
  })

  it.each([
    ['what is in its middle', { left: -10, top: -10, right: 10, bottom: 10 }, false],
    ['what reaches over an edge', { left: 490, top: 0, right: 900, bottom: 50 }, false],
    ['what begins at an edge', { left: 500, top: 0, right: 900, bottom: 50 }, true],
    ['what lies above', { left: -10, top: -900, right: 10, bottom: -301 }, true],
  ])('misses %s or not', (_, bounds, missed) => {
    expect(misses({ x: 0, y: 0, zoom: 1 }, { width: 1000, height: 600 }, bounds)).toBe(missed)
  })

  it('moves no further than it must', () => {
    const camera = { x: 0, y: 0, zoom: 1 }
    expect(bringIntoView(camera, size, { x: 10, y: 10 })).toBe(camera)
    expect(bringIntoView(camera, size, { x: 900, y: 0 })).toMatchObject({ y: 0 })
  })
})

const scene = sceneOf(
  {
    cards: [
      [0, 0, 100, 40],
      [400, 0, 100, 40],
    ],
    edges: [[0, 1]],
  },
  {
    groups: [
      {
        key: 'box:a',
        x: -80,
        y: -80,
        width: 600,
        height: 200,
        label: '',
        detail: '',
        kinds: [],
        hue: 1,
        titleWidth: 40,
      },
    ],
  },
)

describe('what is under the pointer', () => {
  it.each([
    ['a card', 20, 10, { type: 'item', item: 0 }],
    ['an edge', 200, 2, { type: 'edge', edge: 0 }],
    ['the title of a group', 200, -70, { type: 'group', group: 0 }],
    ['the inside of a group', 200, 60, undefined],
    ['nothing', 2000, 0, undefined],
  ])('%s', (_, x, y, hit) => expect(hitTest(scene, x, y, 1)).toEqual(hit))

  it('is chosen by a rectangle', () => {
    expect(itemsWithin(scene, -10, -10, 10, 10)).toEqual([0])
  })
})

it.each([
  ['that stands for its edges', false, 1, { type: 'trunk', trunk: 0 }],
  ['whose edges are drawn beside it', true, 1, undefined],
  ['of groups that are far', true, 0.2, { type: 'trunk', trunk: 0 }],
])('a bundle %s is under the pointer', (_, open, zoom, hit) => {
  const points = Float32Array.from([1000, 500, 1200, 500])
  const trunk = {
    points,
    weight: 3,
    mark: 0,
    from: 'a',
    to: 'b',
    open,
    partly: false,
    back: -1,
    weak: false,
  }
  expect(hitTest({ ...scene, trunks: [trunk] }, 1100, 501, zoom)).toEqual(hit)
})

it('a group stands for its cards where they are too small for names', () => {
  const far = { ...scene, groupOf: Int32Array.from([0, 0]) }
  expect(hitTest(far, 20, 10, 0.2)).toEqual({ type: 'group', group: 0 })
  expect(hitTest(far, 20, 10, 1)).toEqual({ type: 'item', item: 0 })
})

it.each([
  ['from', [0, -1]],
  ['to', [-1, 0]],
])('a link %s a card that its group stands for has no line of its own to hit', (_, groupOf) => {
  const far = { ...scene, groupOf: Int32Array.from(groupOf) }
  expect(hitTest(far, 200, 2, 0.2)).toEqual({ type: 'group', group: 0 })
  expect(hitTest(far, 200, 2, 1)).toEqual({ type: 'edge', edge: 0 })
})

it('a card too small for its name is marked at the group that stands for it', () => {
  const far = { ...scene, groupOf: Int32Array.from([0, 0]) }
  expect(drawnAs(far, 1, 0.2)).toEqual({ x: 220, y: 20, width: 600, height: 200 })
  expect(drawnAs(far, 1, 1)).toEqual({ x: 400, y: 0, width: 100, height: 40 })
  expect(drawnAs(scene, 1, 0.2), 'without a group').toEqual({ x: 400, y: 0, width: 100, height: 40 })
})

it('an edge runs from border to border and its label stands in the middle', () => {
  const way = wayOf(scene, 0)
  expect([way.points[way.first], way.points[way.last - 2]]).toEqual([50, 350])
  expect(pointAlong(way, 0.5)).toEqual({ x: 200, y: 0 })
  expect(direction(way, 'target')).toEqual({ x: 1, y: 0 })
})

describe('a text', () => {
  const measure = { font: '', measureText: (text: string) => ({ width: text.length * 10 }) }
  it.each([
    ['short', 100, 'short'],
    ['a long name', 60, 'a lon…'],
    ['x', 1, '…'],
  ])('%s in %s px is %s', (text, width, expected) => {
    const fitted = new FittedText()
    expect(fitted.fit(measure, text, width)).toBe(expected)
    expect(fitted.fit(measure, text, width)).toBe(expected)
  })

  it.each([
    ['Production order', 100, ['Production', 'order']],
    ['payment_gateway', 90, ['payment_', 'gateway']],
    ['api-gateway', 100, ['api-', 'gateway']],
    ['trafficRouter', 80, ['traffic', 'Router']],
    ['The Lanterns', 100, ['The', 'Lanterns']],
    ['checkout 5.12.0', 140, ['checkout', '5.12.0']],
    ['abcdefghijkl', 60, ['abcdef', 'ghijkl']],
    ['one two three four', 80, ['one two', 'three f…']],
  ])('%s is broken at a gap where there is one', (text, width, lines) => {
    expect(new FittedText().lines(measure, text, width, 2)).toEqual(lines)
  })

  it.each([
    ['automaker.dealer', 80, ['automak…', 'dealer']],
    ['automaker.production_order', 120, ['automaker.', 'production_', 'order']],
    ['a.b.automaker', 60, ['a.b.', 'autom…']],
    ['automaker', 60, undefined],
    ['one two three four five', 50, undefined],
  ])('%s in lines of %d px has each word in one of them', (text, width, lines) => {
    expect(new FittedText().words(measure, text, width, 3)).toEqual(lines)
  })

  it('is measured once for all sizes, and leaves the font as it was', () => {
    const asked: string[] = []
    const counting = {
      font: '12px sans',
      measureText(text: string) {
        asked.push(`${this.font} ${text}`)
        return { width: 250 }
      },
    }
    const fitted = new FittedText()
    expect([10, 12].map((size) => fitted.widthOf(counting, 'orders', size, 600, 'sans'))).toEqual([25, 30])
    expect([asked, counting.font]).toEqual([['600 100px sans orders'], '12px sans'])
  })
})

it('a picture of a huge scene is smaller than asked for, by a share that can be said', () => {
  const scene = sceneOf({ cards: [[0, 0, 24_000 - 80, 40]], edges: [] })
  expect(pictureShare(scene, 1)).toBeCloseTo(0.5)
  expect(pictureShare(scene, 4)).toBeCloseTo(0.125)
  expect(pictureShare(sceneOf({ cards: [[0, 0, 900, 40]], edges: [] }), 4)).toBe(1)
})
