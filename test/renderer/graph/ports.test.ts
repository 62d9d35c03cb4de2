import { expect, it } from 'vitest'
import { placePorts, type End } from '../../../renderer/graph/routing/ports.ts'
import { routeSteps } from '../../../renderer/graph/routing/route.ts'
import { finish, routeInput } from './scene.ts'

const rect = { left: 0, right: 120, top: 0, bottom: 40 }
const end = (towards: number): End => ({ rect, owner: 0, side: 'right', towards })

it.each([
  [[20], [0], [9]],
  [[20], [40], [31]],
  [
    [9, 20],
    [0, 40],
    [28, 31],
  ],
])('edges end beside those that end at %j already, led to %j', (taken, towards, least) => {
  const places = placePorts(towards.map(end), new Map([['0 right', taken]])).map(({ y }) => y)
  const all = [...places, ...taken].toSorted((a, b) => a - b)
  for (const [place, at] of all.slice(1).entries()) expect(at - (all[place] ?? 0)).toBeGreaterThan(3)
  if (towards.length === 1) expect(places).toEqual(least)
})

it('a loop ends nearer to the corner than an edge with a suggested route', () => {
  const proposed = [120, 11, 300, 11]
  const input = routeInput({
    cards: [
      [60, 20, 120, 40],
      [360, 20, 120, 40],
    ],
    edges: [
      [0, 1],
      [0, 0],
    ],
    frames: [{ left: -20, right: 440, top: -60, bottom: 60, titleWidth: 50, titleHeight: 30 }],
    frameOf: [0, 0],
  })
  const routes = finish(routeSteps({ ...input, proposed: (line) => (line === 0 ? proposed : undefined) }))
  const [start = 0] = routes.start.slice(1)
  expect([...routes.points.subarray(0, start)]).toEqual(proposed)
  expect(routes.points[start]).toBe(120)
  expect(routes.points[start + 1]).toBeLessThan(9)
})

/** One card with others in a row below it, or the same turned by a quarter, right of it. */
const fan = (turn: boolean) =>
  [[300, 0], ...[0, 200, 400, 600].map((x) => [x, 110])].map(([x = 0, y = 0]) =>
    turn ? ([2 * y, x / 2, 120, 40] as const) : ([x, y, 120, 40] as const),
  )
const EDGES = [1, 2, 3, 4].map((to) => [0, to] as const)
const INSIDE = {
  frames: [{ left: -90, right: 690, top: -60, bottom: 350, titleWidth: 50, titleHeight: 30 }],
  frameOf: [0, 0, 0, 0, 0],
}

it.each([
  ['down', false, {}],
  ['down inside a frame', false, INSIDE],
  ['right', true, {}],
  ['right inside a frame', true, INSIDE],
])('edges of a fan laid out to the %s leave and enter by the sides of that way', (_, turn, framed) => {
  const cards = fan(turn)
  const { start, points } = finish(routeSteps(routeInput({ cards, edges: EDGES, ...framed })))
  for (const [line, [, to]] of EDGES.entries()) {
    const way = [...points.subarray(start[line], start[line + 1])]
    const [x, y] = cards[to] ?? [0, 0]
    expect(turn ? way[0] : way[1]).toBe(turn ? 60 : 20)
    expect(turn ? way.at(-2) : way.at(-1)).toBe(turn ? x - 60 : y - 20)
  }
})
