import { describe, expect, it } from 'vitest'
import { openedGroup, overviewOf } from '../../../renderer/explorer/view/overview.ts'
import { groupKey } from '../../../renderer/explorer/view/projection.ts'
import { initialView, type LayoutKind } from '../../../renderer/explorer/view/view-state.ts'
import type { Bounds } from '../../../renderer/graph/scene/camera.ts'
import type { Scene } from '../../../renderer/graph/scene/scene.ts'
import { wayOf, wholeWay, type Way } from '../../../renderer/graph/paint/way.ts'
import { pictureOf, picturesOf, randomGraph, rectOf, struck } from './random-pictures.ts'

/** Edges drawn neither individually nor in a trunk, and not reported either. */
function wayless(scene: Scene): number {
  let missing = 0
  scene.from.forEach((_, edge) => {
    if (scene.wayStart[edge] === scene.wayStart[edge + 1]) missing += scene.weight[edge] ?? 1
  })
  const told = scene.trunks.reduce((sum, { open, weight }) => sum + (open ? 0 : weight), scene.leftOut)
  return Math.max(0, missing - told)
}

/** Side of a card with so few ends that there is room between any two. */
const FEW_ENDS = 6
/** Ends closer than this look like one, in world units. */
const APART = 2

/** Pairs of ends of different edges at the same place of a card. */
function sharedPorts(scene: Scene): number {
  const sides = new Map<string, number[]>()
  const add = (item: number, x = 0, y = 0): void => {
    const { left, right, top, bottom } = rectOf(scene, item)
    const away = [x - left, right - x, y - top, bottom - y].map(Math.abs)
    const side = away.indexOf(Math.min(...away))
    const key = `${item} ${side}`
    sides.set(key, [...(sides.get(key) ?? []), side < 2 ? y : x])
  }
  const known = new Set<string>()
  scene.from.forEach((from, edge) => {
    const { points, first, last } = wayOf(scene, edge)
    if (last <= first) return
    // Between two collapsed groups both directions are one line.
    const isCollapsed = Math.min(from, scene.to[edge] ?? 0) >= scene.nodes.length
    if (isCollapsed && known.has(`${scene.to[edge]} ${from}`)) return
    known.add(`${from} ${scene.to[edge]}`)
    add(from, points[first], points[first + 1])
    add(scene.to[edge] ?? 0, points[last - 2], points[last - 1])
  })
  return [...sides.values()]
    .filter((places) => places.length <= FEW_ENDS)
    .flatMap((places) =>
      places.toSorted((a, b) => a - b).map((at, place, all) => at - (all[place - 1] ?? -1e9)),
    )
    .filter((gap) => gap < APART).length
}

/** A line nearer to a frame than this, for longer than this, looks like a part of it; in world units. */
const BESIDE = 4
const LONG = 12

/** Segments that run along the frame of a group. */
function alongFrames({ groups }: Scene, { points, first, last }: Way): number {
  const runs = (along: 0 | 1, i: number, side: number, from: number, length: number): boolean => {
    const [a, b] = [points[i - 1 - along] ?? 0, points[i + 1 - along] ?? 0]
    const [c, d] = [points[i - 2 + along] ?? 0, points[i + along] ?? 0]
    if (Math.abs(a - side) >= BESIDE || Math.abs(b - side) >= BESIDE) return false
    return Math.min(Math.max(c, d), from + length) - Math.max(Math.min(c, d), from) > LONG
  }
  let count = 0
  for (let i = first + 2; i < last; i += 2)
    for (const { x, y, width, height } of groups) {
      if ([y, y + height].some((side) => runs(0, i, side, x, width))) count++
      if ([x, x + width].some((side) => runs(1, i, side, y, height))) count++
    }
  return count
}

/** Counts the faults of a scene. */
function lies(scene: Scene): Record<string, number> {
  const rects = Array.from({ length: scene.count }, (_, item) => rectOf(scene, item))
  const titles = scene.groups.map((group) => ({
    left: group.x,
    right: group.x + group.titleWidth,
    top: group.y,
    bottom: group.y + 28,
  }))
  const ports = sharedPorts(scene)
  const found = {
    foreign: 0,
    titles: 0,
    overlaps: 0,
    lost: scene.leftOut,
    silent: wayless(scene),
    ports,
    frames: 0,
  }
  scene.from.forEach((_, edge) => {
    const way = wayOf(scene, edge)
    // Its own ends, too: an edge ends at the border.
    found.foreign += struck(way, rects)
    found.titles += struck(way, titles)
    found.frames += alongFrames(scene, way)
  })
  for (const { points } of scene.trunks) {
    found.foreign += struck(wholeWay(points), rects)
    found.frames += alongFrames(scene, wholeWay(points))
  }
  const order = rects.toSorted((a, b) => a.left - b.left)
  order.forEach((a, place) => {
    for (let next = place + 1; next < order.length; next++) {
      const b = order[next] as Bounds
      if (b.left >= a.right - 0.5) break
      if (a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5) found.overlaps++
    }
  })
  return found
}

const pointsOf = (way: readonly number[]): string[] =>
  way.flatMap((x, place) => (place % 2 === 0 ? [`${x} ${way[place + 1]}`] : []))

const NOTHING = { foreign: 0, titles: 0, overlaps: 0, lost: 0, silent: 0, ports: 0, frames: 0 }
const LAYOUTS = ['layered', 'grid', 'radial', 'force'] as const satisfies readonly LayoutKind[]

describe('a picture states no relation that is not there', () => {
  const cases = LAYOUTS.flatMap((layout) =>
    [5, 9, 16, 30, 50, 80, 120].flatMap((nodes) => [1, 2, 3].map((seed) => [layout, nodes, seed] as const)),
  )
  it.each(cases)('%s, %d nodes, graph %d', async (layout, nodes, seed) => {
    const graph = randomGraph(nodes, seed * 7919 + nodes)
    expect(lies(await pictureOf(graph, { ...initialView, layout }, nodes <= 50))).toEqual(NOTHING)
  })

  it.each(LAYOUTS.flatMap((layout) => [300, 2000].map((nodes) => [layout, nodes] as const)))(
    '%s, %d nodes: what could not be read is collapsed',
    async (layout, nodes) => {
      const graph = randomGraph(nodes, nodes)
      const collapsed = overviewOf(graph, { width: 1000, height: 700 })
      // All are selected: of many bundles the weak ones would not be drawn.
      const selection = new Set([...collapsed].map(groupKey))
      const scene = await pictureOf(graph, { ...initialView, layout, collapsed }, true, { selection })
      expect(collapsed.size).toBeGreaterThan(0)
      expect(lies(scene)).toEqual(NOTHING)
    },
  )

  it.each(LAYOUTS.flatMap((layout) => [300, 2000].map((n) => [layout, n] as const)))(
    '%s, %d nodes: not either where groups open among others, which keep their places',
    async (layout, nodes) => {
      const graph = randomGraph(nodes, nodes)
      const collapsed = overviewOf(graph, { width: 1000, height: 700 })
      const view = { ...initialView, layout, collapsed }
      const [one = '', other = ''] = graph.groups
      const once = openedGroup(view, graph, one)
      const selection = new Set([...collapsed].map(groupKey))
      const scenes = await picturesOf(graph, [view, once, openedGroup(once, graph, other)], true, {
        selection,
      })
      expect(scenes.map(lies)).toEqual([NOTHING, NOTHING, NOTHING])
    },
  )

  it('has one line for both directions between two collapsed domains', async () => {
    const graph = randomGraph(300, 300)
    const collapsed = overviewOf(graph, { width: 1000, height: 700 })
    const scene = await pictureOf(graph, { ...initialView, collapsed }, true)
    const wayFrom = new Map<string, readonly number[]>()
    scene.from.forEach((from, edge) => {
      const { points, first, last } = wayOf(scene, edge)
      wayFrom.set(`${from} ${scene.to[edge]}`, Array.from(points.subarray(first, last)))
    })
    const pairs = [...wayFrom].flatMap(([ends, way]) => {
      const back = wayFrom.get(ends.split(' ').toReversed().join(' '))
      return back && way.length > 0 ? [[pointsOf(way), pointsOf(back).toReversed()] as const] : []
    })
    expect(pairs.length).toBeGreaterThan(4)
    for (const [way, back] of pairs) expect(back).toEqual(way)
  })

  it('is told from one with lines on a frame', async () => {
    const scene = await pictureOf(randomGraph(30, 30), initialView, false)
    const { x, y, width, height } = scene.groups[0] ?? { x: 0, y: 0, width: 0, height: 0 }
    const beside = [x, y, x + 1, y + height, x + width, y + height + 2]
    expect(alongFrames(scene, wholeWay(Float32Array.from(beside)))).toBe(2)
  })

  it('is told from one whose lines run straight', async () => {
    const scene = await pictureOf(randomGraph(50, 11), initialView, true)
    const ends = Array.from(scene.from, (from, edge) => [from, scene.to[edge] ?? 0] as const)
    const straight = ends.flatMap(([from, to]) =>
      [from, to].flatMap((item) => [scene.x[item] ?? 0, scene.y[item] ?? 0]),
    )
    const wayStart = Uint32Array.from({ length: ends.length + 1 }, (_, edge) => 4 * edge)
    const found = lies({ ...scene, wayStart, wayPoints: Float32Array.from(straight) })
    expect(found['foreign']).toBeGreaterThan(2 * ends.length)
  })
})
