import ELK from 'elkjs/lib/elk.bundled.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Algorithm, LayoutProblem } from '../../../renderer/graph/layout/layout.ts'
import { COLLAPSED_HEIGHT } from '../../../renderer/graph/scene/card.ts'
import { CHANNEL } from '../../../renderer/graph/layout/channel.ts'
import { placeGroups } from '../../../renderer/graph/layout/place-groups.ts'
import { solveLayout } from '../../../renderer/graph/layout/solve.ts'

const [NODE_WIDTH, NODE_HEIGHT] = [176, 40]

const kernel = new ELK()
const elk = (graph: Parameters<typeof kernel.layout>[0]) => kernel.layout(graph)
const noElk = (): Promise<never> => Promise.reject(new Error('no kernel'))
const quiet = (): void => undefined

function problem(
  count: number,
  edges: readonly (readonly [number, number])[],
  over: Partial<LayoutProblem> = {},
): LayoutProblem {
  return {
    algorithm: 'layered',
    count,
    width: new Float32Array(count).fill(NODE_WIDTH),
    height: new Float32Array(count).fill(NODE_HEIGHT),
    from: Uint32Array.from(edges, ([from]) => from),
    to: Uint32Array.from(edges, ([, to]) => to),
    groupOf: Uint32Array.from({ length: count }, (_, item) => item % 3),
    groups: 3,
    title: new Float32Array(3).fill(60),
    order: Uint32Array.from({ length: count }, (_, item) => item),
    fixed: new Float32Array(2 * count).fill(Number.NaN),
    root: -1,
    deadline: 60_000,
    ...over,
  }
}

/** Number of overlapping pairs of cards. */
function overlaps(xy: Float32Array): number {
  let count = 0
  for (let a = 0; a < xy.length / 2; a++)
    for (let b = a + 1; b < xy.length / 2; b++) {
      const dx = Math.abs((xy[2 * a] ?? 0) - (xy[2 * b] ?? 0))
      const dy = Math.abs((xy[2 * a + 1] ?? 0) - (xy[2 * b + 1] ?? 0))
      if (dx < NODE_WIDTH - 1 && dy < NODE_HEIGHT - 1) count++
    }
  return count
}

const ring = Array.from({ length: 30 }, (_, i) => [i, (i + 3) % 30] as const)

describe('a layout', () => {
  it.each<[Algorithm, boolean]>([
    ['layered', true],
    ['layered', false],
    ['grid', false],
    ['radial', false],
  ])('%s (kernel %s) puts no card on another, the same way every time', async (algorithm, withKernel) => {
    const run = () => solveLayout(problem(30, ring, { algorithm }), withKernel ? elk : noElk, quiet)
    const [first, second] = [await run(), await run()]
    expect(overlaps(first.xy)).toBe(0)
    expect([...second.xy]).toEqual([...first.xy])
  })

  it('by force spreads many cards over the view, though all are held together by a few', async () => {
    const count = 150
    const edges = Array.from({ length: 3 * count }, (_, edge) => [edge % 12, edge % count] as const)
    const { xy } = await solveLayout(problem(count, edges, { algorithm: 'force', aspect: 1.2 }), noElk, quiet)
    expect(overlaps(xy)).toBe(0)
    const axis = (from: number): number[] => [...xy].filter((_, place) => place % 2 === from)
    const [xs, ys] = [axis(0), axis(1)]
    const spanOf = (places: number[]): number => Math.max(...places) - Math.min(...places)
    expect(spanOf(xs) / spanOf(ys)).toBeGreaterThan(0.9)
    expect(spanOf(xs) / spanOf(ys)).toBeLessThan(1.6)
    // A quarter would be if all were at the same distances.
    const inner = xs.filter(
      (x, item) => Math.hypot((2 * x) / spanOf(xs), (2 * (ys[item] ?? 0)) / spanOf(ys)) < 0.5,
    )
    expect(inner.length / count).toBeLessThan(0.35)
  })

  it('keeps a group compact whose parts are partly open, and the ways of its lines with their cards', async () => {
    // Each of fifteen cards leads to each of five collapsed parts, and every other one to the next card.
    const edges = Array.from({ length: 15 }, (_, card) => card).flatMap((card) => [
      ...[15, 16, 17, 18, 19].map((part) => [card, part] as const),
      ...(card % 2 === 1 ? [[card - 1, card] as const] : []),
    ])
    const height = new Float32Array(20).fill(NODE_HEIGHT).fill(COLLAPSED_HEIGHT, 15)
    const groupOf = new Uint32Array(20)
    const { xy, ways } = await solveLayout(
      problem(20, edges, { height, groupOf, groups: 1, title: new Float32Array([60]) }),
      elk,
      quiet,
    )
    expect(overlaps(xy)).toBe(0)
    const far = (axis: number): number => {
      const all = [...xy].filter((_, place) => place % 2 === axis)
      return Math.max(...all) - Math.min(...all)
    }
    expect(Math.max(far(0) / far(1), far(1) / far(0))).toBeLessThan(2)
    expect(ways.size).toBe(7)
    for (const [edge, way] of ways) {
      const [from = 0] = edges[edge] ?? []
      expect(Math.abs((way[0] ?? 0) - (xy[2 * from] ?? 0))).toBeCloseTo(NODE_WIDTH / 2, 0)
    }
  })

  it('force keeps neighbours nearer than strangers', async () => {
    const { xy } = await solveLayout(problem(30, ring, { algorithm: 'force' }), noElk, quiet)
    const distance = (a: number, b: number): number =>
      Math.hypot((xy[2 * a] ?? 0) - (xy[2 * b] ?? 0), (xy[2 * a + 1] ?? 0) - (xy[2 * b + 1] ?? 0))
    const near = ring.reduce((sum, [a, b]) => sum + distance(a, b), 0) / ring.length
    let [all, pairs] = [0, 0]
    for (let a = 0; a < 30; a++)
      for (let b = a + 1; b < 30; b++) [all, pairs] = [all + distance(a, b), pairs + 1]
    expect(near).toBeLessThan(all / pairs)
  })

  it.each<Algorithm>(['radial', 'force'])(
    '%s keeps a channel between collapsed groups',
    async (algorithm) => {
      const [count, width] = [14, 208]
      const edges = Array.from({ length: 60 }, (_, edge) => [edge % count, (edge * 5 + 1) % count] as const)
      const { xy } = await solveLayout(
        problem(count, edges, {
          algorithm,
          width: new Float32Array(count).fill(width),
          height: new Float32Array(count).fill(COLLAPSED_HEIGHT),
        }),
        noElk,
        quiet,
      )
      const at = (item: number): readonly [number, number] => [xy[2 * item] ?? 0, xy[2 * item + 1] ?? 0]
      for (let a = 0; a < count; a++)
        for (let b = a + 1; b < count; b++) {
          const [[x, y], [otherX, otherY]] = [at(a), at(b)]
          const [across, down] = [Math.abs(x - otherX) - width, Math.abs(y - otherY) - COLLAPSED_HEIGHT]
          expect(Math.max(across, down)).toBeGreaterThan(CHANNEL - 1)
        }
      const far = (axis: number): number => {
        const all = [...xy].filter((_, place) => place % 2 === axis)
        return Math.max(...all) - Math.min(...all)
      }
      // Not a tower, in which all lines lie on each other.
      if (algorithm === 'force') expect(far(1) / far(0)).toBeLessThan(1.3)
    },
  )

  it.each([1, 1.4, 2])(
    'many groups that are all linked have the shape of a view %d times as wide',
    async (aspect) => {
      const [count, width] = [140, 208]
      const edges = Array.from(
        { length: 3600 },
        (_, edge) => [edge % count, (edge * 37 + Math.floor(edge / count) * 11) % count] as const,
      )
      const { xy } = await solveLayout(
        problem(count, edges, {
          algorithm: 'force',
          aspect,
          width: new Float32Array(count).fill(width),
          height: new Float32Array(count).fill(COLLAPSED_HEIGHT),
        }),
        noElk,
        quiet,
      )
      const reach = [0, 1].map((axis) => {
        const all = [...xy].filter((_, place) => place % 2 === axis)
        return Math.max(...all) - Math.min(...all)
      })
      const shape = (reach[0] ?? 0) / (reach[1] ?? 1)
      expect(shape).toBeGreaterThan(aspect / 1.35)
      expect(shape).toBeLessThan(aspect * 1.35)
      // Not scattered either.
      const filled = (count * width * COLLAPSED_HEIGHT) / ((reach[0] ?? 0) * (reach[1] ?? 1))
      expect(filled).toBeGreaterThan(0.2)
    },
  )

  it.each<Algorithm>(['layered', 'grid', 'radial', 'force'])(
    '%s leaves pinned nodes where they are',
    async (algorithm) => {
      const fixed = new Float32Array(60).fill(Number.NaN)
      fixed.set([-500, 900], 14)
      const { xy } = await solveLayout(problem(30, ring, { algorithm, fixed }), elk, quiet)
      expect([xy[14], xy[15]]).toEqual([-500, 900])
    },
  )

  it.each<Algorithm>(['layered', 'grid'])(
    '%s moves a group with its pinned node, and others out of its frame',
    async (algorithm) => {
      const free = await solveLayout(problem(30, ring, { algorithm }), elk, quiet)
      const fixed = new Float32Array(60).fill(Number.NaN)
      // Of the second group, into the middle of the first.
      fixed.set(free.xy.subarray(0, 2), 14)
      const { xy, ways } = await solveLayout(problem(30, ring, { algorithm, fixed }), elk, quiet)
      const members = (group: number): number[] => Array.from({ length: 10 }, (_, place) => 3 * place + group)
      const inside = (all: Float32Array): number[] =>
        members(1).flatMap((item) =>
          [0, 1].map((axis) => Math.round((all[2 * item + axis] ?? 0) - (all[14 + axis] ?? 0))),
        )
      expect([xy[14], xy[15]]).toEqual([free.xy[0], free.xy[1]])
      expect(inside(xy)).toEqual(inside(free.xy))
      const frame = (group: number) =>
        [0, 1].map((axis) => {
          const all = members(group).map((item) => xy[2 * item + axis] ?? 0)
          return [Math.min(...all), Math.max(...all)] as const
        })
      for (const [a, b] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ] as const) {
        const [one, other] = [frame(a), frame(b)]
        const apart = [NODE_WIDTH, NODE_HEIGHT].map(
          (size, axis) =>
            Math.max(
              (one[axis]?.[0] ?? 0) - (other[axis]?.[1] ?? 0),
              (other[axis]?.[0] ?? 0) - (one[axis]?.[1] ?? 0),
            ) - size,
        )
        // Paddings and a channel lie between them.
        expect(Math.max(...apart)).toBeGreaterThan(CHANNEL)
      }
      for (const [edge, way] of ways) {
        const [from = 0] = ring[edge] ?? []
        const [across = 0, down = 0] = [0, 1].map((axis) =>
          Math.abs((way[axis] ?? 0) - (xy[2 * from + axis] ?? 0)),
        )
        // It begins at a border of its card.
        expect(Math.max(across / NODE_WIDTH, down / NODE_HEIGHT)).toBeCloseTo(0.5, 1)
      }
    },
  )

  it('radial puts the chosen node in the middle', async () => {
    const { xy } = await solveLayout(problem(30, ring, { algorithm: 'radial', root: 5 }), noElk, quiet)
    expect([xy[10], xy[11]].map((value) => Math.abs(value ?? Number.NaN))).toEqual([0, 0])
  })

  it('radial keeps many close together, each farther out than what leads to it', async () => {
    // Ten around the middle, nine around each of these, of which one has eighty more.
    const edges = Array.from({ length: 10 }, (_, near) => near + 1).flatMap((near) => [
      [0, near] as const,
      ...Array.from(
        { length: near === 1 ? 89 : 9 },
        (_, far) => [near, 11 + (near - 1) * 9 + far + (near > 1 ? 80 : 0)] as const,
      ),
    ])
    const { xy } = await solveLayout(problem(181, edges, { algorithm: 'radial', root: 0 }), noElk, quiet)
    expect(overlaps(xy)).toBe(0)
    const far = (item: number): number => Math.hypot(xy[2 * item] ?? 0, (xy[2 * item + 1] ?? 0) / 0.62)
    for (const [from, to] of edges) expect(far(to)).toBeGreaterThan(far(from))
    // Four times the room of their cards; on rings it would be thirty times.
    const span = (axis: number): number => {
      const all = [...xy].filter((_, place) => place % 2 === axis)
      return Math.max(...all) - Math.min(...all)
    }
    const room = 181 * (NODE_WIDTH + 26) * (NODE_HEIGHT + 26)
    expect((span(0) * span(1)) / room).toBeLessThan(4)
  })

  it('radial has about the shape of the view', async () => {
    const shapeIn = async (aspect: number, each = 5): Promise<number> => {
      const edges = Array.from({ length: 8 }, (_, near) => near + 1).flatMap((near) => [
        [0, near] as const,
        ...Array.from({ length: each }, (_, far) => [near, 9 + each * (near - 1) + far] as const),
      ])
      const { xy } = await solveLayout(
        problem(9 + 8 * each, edges, { algorithm: 'radial', root: 0, aspect }),
        noElk,
        quiet,
      )
      const span = (axis: number): number => {
        const all = [...xy].filter((_, place) => place % 2 === axis)
        return Math.max(...all) - Math.min(...all)
      }
      return (span(0) + NODE_WIDTH) / (span(1) + NODE_HEIGHT)
    }
    expect(await shapeIn(1.1)).toBeLessThan(1.35)
    expect(await shapeIn(2.2)).toBeGreaterThan(1.7)
    // Of many, names need their room beside each other.
    expect(await shapeIn(1.1, 30)).toBeGreaterThan(1.4)
  })

  it('that is late, or whose kernel fails, falls back group by group and says so', async () => {
    const failed = await solveLayout(problem(30, ring), noElk, quiet)
    expect(failed.fallbacks.map(({ reason }) => reason)).toEqual(['error', 'error', 'error'])
    let now = 0
    const late = await solveLayout(problem(30, ring, { deadline: 1 }), elk, quiet, () => (now += 0.6))
    expect(late.fallbacks.at(-1)?.reason).toBe('deadline')
    expect(overlaps(late.xy)).toBe(0)
  })

  it('of any graph gives every item a place, in quick layers too', async () => {
    const edges = fc.array(fc.tuple(fc.nat(24), fc.nat(24)), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(edges, async (pairs) => {
        const { xy } = await solveLayout(problem(25, pairs), noElk, quiet)
        expect(xy.every(Number.isFinite)).toBe(true)
        expect(overlaps(xy)).toBe(0)
      }),
    )
  })

  it('reports its progress', async () => {
    const seen: number[] = []
    await solveLayout(problem(30, ring), elk, ({ done }) => seen.push(done))
    expect(seen).toEqual([1, 2, 3])
  })
})

describe('groups', () => {
  const group = fc.record({
    width: fc.integer({ min: 1, max: 900 }),
    height: fc.integer({ min: 1, max: 900 }),
  })
  const links = fc.array(
    fc.record({ a: fc.nat(24), b: fc.nat(24), weight: fc.integer({ min: 1, max: 99 }) }),
    { maxLength: 40 },
  )

  it('stand a channel apart, whatever their sizes and links', () => {
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 25 }), links, (groups, known) => {
        const places = placeGroups(
          groups,
          known.filter(({ a, b }) => a < groups.length && b < groups.length),
        )
        places.forEach((a, i) =>
          places.slice(i + 1).forEach((b, offset) => {
            const [first, second] = [groups[i], groups[i + 1 + offset]]
            const apart =
              a.x + (first?.width ?? 0) + CHANNEL <= b.x + 1e-6 ||
              b.x + (second?.width ?? 0) + CHANNEL <= a.x + 1e-6 ||
              a.y + (first?.height ?? 0) + CHANNEL <= b.y + 1e-6 ||
              b.y + (second?.height ?? 0) + CHANNEL <= a.y + 1e-6
            expect(apart).toBe(true)
          }),
        )
      }),
    )
  })

  it.each([
    ['that can be read at once stand as close as cards allow', 6, 300, 1, CHANNEL],
    ['seen as a map leave room for counts', 3, 2400, 1, 160],
    ['of a map, all linked with each other, leave more', 14, 2400, 6, 500],
  ])('%s', (_, count, side, each, least) => {
    const groups = Array.from({ length: count }, () => ({ width: side, height: side / 2 }))
    const links = groups.flatMap((_group, a) =>
      Array.from({ length: each }, (_link, step) => ({ a, b: (a + step + 1) % count, weight: 2 })),
    )
    const places = placeGroups(groups, links)
    const gaps = places.flatMap((a, i) =>
      places.slice(i + 1).map((b) => Math.max(Math.abs(a.x - b.x) - side, Math.abs(a.y - b.y) - side / 2)),
    )
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(least)
    expect(Math.min(...gaps)).toBeLessThan(1.5 * least)
  })

  it.each([0.6, 0.8, 1.2, 1.8])('fill most of a view of any shape: %d', (aspect) => {
    const groups = Array.from({ length: 37 }, () => ({ width: 208, height: 132 }))
    const links = groups.slice(1).map((_, index) => ({ a: index >> 1, b: index + 1, weight: 1 }))
    const places = placeGroups(groups, links, aspect)
    const width = Math.max(...places.map(({ x }) => x)) + 208
    const height = Math.max(...places.map(({ y }) => y)) + 132
    const cells = 37 * (208 + CHANNEL) * (132 + CHANNEL)
    expect(cells / (Math.max(width, height * aspect) * Math.max(height, width / aspect))).toBeGreaterThan(0.7)
  })

  it.each([
    [955, 768, 0.58],
    [835, 588, 0.46],
    [595, 768, 0.45],
    [1305, 768, 0.67],
  ])('few of unlike shapes fill a view of %d × %d: zoom %d', (width, height, least) => {
    const groups = [
      [402, 178],
      [768, 195],
      [1116, 562],
      [745, 178],
      [984, 200],
      [1196, 114],
    ].map(([wide = 0, high = 0]) => ({ width: wide, height: high }))
    const links = [
      [0, 2, 1],
      [1, 2, 1],
      [5, 2, 1],
      [2, 4, 3],
      [3, 4, 1],
    ].map(([a = 0, b = 0, weight = 0]) => ({ a, b, weight }))
    const places = placeGroups(groups, links, width / height)
    const across = Math.max(...places.map(({ x }, group) => x + (groups[group]?.width ?? 0)))
    const down = Math.max(...places.map(({ y }, group) => y + (groups[group]?.height ?? 0)))
    expect(Math.min(width / across, height / down)).toBeGreaterThan(least)
  })

  it.each([
    [410, 210],
    [630, 330],
    [330, 630],
  ])('six small ones are as large as a small view of %d × %d lets them be', (width, height) => {
    const size = { width: 120, height: 76 }
    const groups = Array.from({ length: 6 }, () => size)
    const links = [
      [0, 1, 1],
      [2, 3, 1],
      [4, 1, 1],
      [5, 1, 1],
      [1, 3, 3],
    ].map(([a = 0, b = 0, weight = 0]) => ({ a, b, weight }))
    const places = placeGroups(groups, links, width / height, height)
    const across = Math.max(...places.map(({ x }) => x)) + size.width
    const down = Math.max(...places.map(({ y }) => y)) + size.height
    expect([across > down, across / 3 > size.width]).toEqual([width > height, width > height])
  })

  it('that are linked stand beside each other', () => {
    const groups = Array.from({ length: 12 }, () => ({ width: 200, height: 80 }))
    const places = placeGroups(
      groups,
      groups.slice(1).map((_, index) => ({ a: index, b: index + 1, weight: 1 })),
    )
    for (let i = 1; i < groups.length; i++) {
      const [one, other] = [places[i - 1], places[i]]
      const far = Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0))
      expect(far).toBeLessThanOrEqual(Math.hypot(200 + CHANNEL, 80 + CHANNEL))
    }
  })
})

const alone = (count: number) => ({
  groupOf: new Uint32Array(count),
  groups: 1,
  title: new Float32Array([60]),
})

it.each([
  [4, 'across'],
  [0.5, 'down'],
] as const)('the layers of a chain lead where a view of aspect %d has room: %s', async (aspect, wanted) => {
  const edges = [0, 1, 2, 3, 4].map((from): [number, number] => [from, from + 1])
  const { xy, ways } = await solveLayout(problem(6, edges, { ...alone(6), aspect }), elk, quiet)
  const [across, down] = [0, 1].map((axis) => Math.abs((xy[10 + axis] ?? 0) - (xy[axis] ?? 0)))
  expect((across ?? 0) > (down ?? 0) ? 'across' : 'down').toBe(wanted)
  const side = wanted === 'across' ? NODE_WIDTH : NODE_HEIGHT
  expect(ways.size).toBe(5)
  for (const [edge, way] of ways)
    expect(
      (way[wanted === 'across' ? 0 : 1] ?? 0) - (xy[2 * edge + (wanted === 'across' ? 0 : 1)] ?? 0),
    ).toBe(side / 2)
})

it('no way leads so far around the cards that it lies on the frame of their group', async () => {
  // Links from each card to all later ones: some pass all cards.
  const edges = Array.from({ length: 6 }, (_, from) => from).flatMap((from) =>
    Array.from({ length: 5 - from }, (_, more): [number, number] => [from, from + more + 1]),
  )
  const { xy, ways } = await solveLayout(problem(6, edges, { ...alone(6), aspect: 2 }), elk, quiet)
  for (const [axis, side] of [NODE_WIDTH, NODE_HEIGHT].entries()) {
    const centres = [...xy].filter((_, place) => place % 2 === axis)
    const reach = [...ways.values()].flatMap((way) => [...way].filter((_, place) => place % 2 === axis))
    expect(Math.max(...reach)).toBeLessThan(Math.max(...centres) + side / 2 + 12)
    expect(Math.min(...reach)).toBeGreaterThan(Math.min(...centres) - side / 2 - 12)
  }
})

describe('a group with extreme links', () => {
  it('gives the kernel a few of a hundred thousand parallel links, which are laid out at once', async () => {
    const edges = Array.from({ length: 100_000 }, (): [number, number] => [0, 1])
    let most = 0
    const counting: typeof elk = (graph) => {
      most = Math.max(most, graph.edges?.length ?? 0)
      return elk(graph)
    }
    const { xy, fallbacks } = await solveLayout(problem(2, edges, alone(2)), counting, quiet)
    expect(most).toBe(8)
    expect(fallbacks).toEqual([])
    expect(overlaps(xy)).toBe(0)
  })

  it('is not laid out as a line, which would have no room for its name on a map', async () => {
    const count = 400
    const edges = Array.from({ length: count - 1 }, (_, place): [number, number] => [0, place + 1])
    const { xy } = await solveLayout(problem(count, edges, alone(count)), noElk, quiet)
    const side = (axis: 0 | 1): number => {
      const places = Array.from({ length: count }, (_, item) => xy[2 * item + axis] ?? 0)
      return Math.max(...places) - Math.min(...places)
    }
    expect(Math.max(side(0), side(1)) / Math.min(side(0), side(1))).toBeLessThan(4)
  })
})
