import { expect, it } from 'vitest'
import { FittedText } from '../../../renderer/graph/paint/fitted-text.ts'
import { paintEdges } from '../../../renderer/graph/paint/paint-edges.ts'
import { strengthsOf } from '../../../renderer/graph/paint/strengths.ts'
import type { Palette, Scene } from '../../../renderer/graph/scene/scene.ts'
import { sceneOf } from './scene.ts'

/** Collapsed groups in a row, and bundles of so many links from each to the next. */
const row = (...links: number[]): Scene =>
  sceneOf(
    {
      cards: [0, ...links].map((_, place) => [place * 500, 0, 100, 60] as const),
      edges: links.map((_, place) => [place, place + 1] as const),
    },
    { weight: Uint32Array.from(links), nodes: new Uint32Array() },
  )

it.each([
  ['the strongest pair stands out', [4, 2, 2, 3, 2], [1, 0, 0, 0.5, 0]],
  ['among many strong ones only those above most', [12, 10, 9, 8, 8, 7, 6], [1, 0.5, 0.25, 0, 0, 0, 0]],
  ['none where all have as many', [5, 5, 5], [0, 0, 0]],
  ['none where the most have two', [2, 1, 1, 1], [0, 0, 0, 0]],
])('of bundles %s', (_, links, strengths) => {
  const { ofEdge } = strengthsOf(row(...links), false)
  expect(links.map((_, edge) => ofEdge(edge))).toEqual(strengths)
})

it('of a pair both directions count', () => {
  const scene = row(4, 3, 1)
  const from = Uint32Array.from([0, 1, 2, 2])
  const to = Uint32Array.from([1, 2, 3, 1])
  const { ofEdge, linksOf } = strengthsOf(
    sameWays(scene, { from, to, weight: Uint32Array.of(4, 3, 1, 3) }),
    false,
  )
  expect([0, 1, 3].map(ofEdge)).toEqual([0, 1, 1])
  expect(linksOf(3)).toBe(6)
})

it('numbers between domains have their places before larger ones inside', () => {
  const scene = { ...row(9, 3, 4, 20), groupOf: Int32Array.of(0, 0, -1, 1, 1) }
  expect([0, 1, 2, 3].sort(strengthsOf(scene, false).inOrder)).toEqual([2, 1, 3, 0])
})

it('lines inside open domains, which have more links, take no width from those between domains', () => {
  const scene = { ...row(20, 8, 8, 12, 4, 4), groupOf: Int32Array.of(0, 0, 0, 0, -1, -1, -1) }
  const { ofEdge } = strengthsOf(scene, false)
  expect([0, 1, 2, 3, 4, 5].map(ofEdge)).toEqual([1, 0, 0, 1, 0, 0])
})

/** With another edge along the second's way. */
function sameWays(scene: Scene, over: Partial<Scene>): Scene {
  const second = scene.wayPoints.slice(scene.wayStart[1], scene.wayStart[2])
  const wayPoints = Float32Array.from([...scene.wayPoints, ...second])
  return {
    ...scene,
    ...over,
    wayPoints,
    wayStart: Uint32Array.from([...scene.wayStart, wayPoints.length]),
    edgeMark: new Uint8Array(4),
    shared: new Uint8Array(4),
  }
}

it('the widest line is drawn over the others, and its number is larger and bold', () => {
  const scene = row(4, 2, 2, 2)
  const widths: number[] = []
  const fonts = new Map<string, string>()
  const own = {
    lineWidth: 0,
    font: '',
    measureText: (text: string) => ({ width: text.length * 50 }),
    stroke: () => widths.push(Math.round(own.lineWidth * 10) / 10),
    fillText: (text: string) => fonts.set(text, own.font),
  }
  const context = new Proxy(own, { get: (known, name) => Reflect.get(known, name) ?? (() => undefined) })
  const view = { left: -1e4, right: 1e4, top: -1e4, bottom: 1e4 }
  paintEdges(context as unknown as CanvasRenderingContext2D, {
    scene,
    view,
    seen: view,
    zoom: 1,
    palette: { font: 'sans', domains: [] as readonly string[] } as Palette,
    fitted: new FittedText(),
    labels: [],
    names: [],
    far: { inside: [], beside: [], uncounted: 0 },
  })
  expect(widths).toEqual([1.6, 4.6])
  expect([...fonts]).toEqual([
    ['→4', '600 13.2px sans'],
    ['→2', '400 11px sans'],
  ])
})
