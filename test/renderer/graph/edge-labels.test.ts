import { describe, expect, it } from 'vitest'
import type { Bounds } from '../../../renderer/graph/scene/camera.ts'
import { hitTest } from '../../../renderer/graph/canvas/hit.ts'
import { paintEdgeLabels } from '../../../renderer/graph/paint/edge-labels.ts'
import { FittedText } from '../../../renderer/graph/paint/fitted-text.ts'
import { drawnTrunks } from '../../../renderer/graph/paint/trunk-labels.ts'
import {
  isOverview,
  MARK,
  SHARED,
  type Palette,
  type Scene,
  type SceneGroup,
  type SceneTrunk,
} from '../../../renderer/graph/scene/scene.ts'
import { sceneOf } from './scene.ts'

const [WIDTH, HEIGHT] = [176, 38]
const everywhere: Bounds = { left: -1e4, top: -1e4, right: 1e4, bottom: 1e4 }

/**
 * A card in the centre with others in a column beside it, as in the layered layout; the centre is the last
 * item.
 */
function fan(count: number, gap: number, outgoing: boolean): Scene {
  const middle = count
  const rows = Array.from({ length: count }, (_, row) => (row - (count - 1) / 2) * (HEIGHT + 22))
  return sceneOf(
    {
      cards: [
        ...rows.map((y) => [(outgoing ? 1 : -1) * (WIDTH + gap), y, WIDTH, HEIGHT] as const),
        [0, 0, WIDTH, HEIGHT],
      ],
      edges: rows.map((_, row) => (outgoing ? [middle, row] : [row, middle])),
    },
    {
      mark: Uint8Array.from([...rows.map(() => 0), MARK.selected]),
      edgeMark: new Uint8Array(count).fill(MARK.highlighted),
    },
  )
}

interface Written {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
}

/** The texts drawn, with a font whose characters are half as wide as its size. */
function written(
  scene: Scene,
  labels: readonly string[],
  zoom: number,
  {
    view = everywhere,
    trunks = [],
    highlighted = true,
  }: { view?: Bounds; trunks?: readonly SceneTrunk[]; highlighted?: boolean } = {},
): Written[] {
  const list: Written[] = []
  let size = 0
  const widthOf = (text: string): number => (text.length * size) / 2
  const context = {
    set font(font: string) {
      size = Number.parseFloat(font.replace(/^\d+ /, ''))
    },
    get font() {
      return `${size}px sans`
    },
    measureText: (text: string) => ({ width: widthOf(text) }),
    beginPath: () => undefined,
    roundRect: () => undefined,
    fill: () => undefined,
    moveTo: () => undefined,
    lineTo: () => undefined,
    stroke: () => undefined,
    setLineDash: () => undefined,
    fillText: (text: string, x: number, y: number) => list.push({ text, x, y, width: widthOf(text) }),
  } as unknown as CanvasRenderingContext2D
  const palette = { font: 'sans', domains: [] as readonly string[] } as Palette
  const edges = labels.map((_, edge) => edge)
  paintEdgeLabels(
    context,
    {
      scene,
      view: everywhere,
      seen: view,
      zoom,
      palette,
      fitted: new FittedText(),
      labels,
      names: ['Node'],
      far: { inside: [], beside: [], uncounted: 0 },
    },
    [{ highlighted, edges }],
    drawnTrunks(trunks, isOverview(scene, zoom)),
  )
  return list
}

const names = [
  'contains',
  'measured_by',
  'related_to',
  'runbook',
  'related_too',
  'runs_in',
  'storage',
  'calls',
]

describe('the names of the links of a selected card', () => {
  it.each([
    ['leaving it', true],
    ['reaching it', false],
  ])('%s stand each in the row of the card at the other end', (_, outgoing) => {
    const scene = fan(names.length, 100, outgoing)
    const list = written(scene, names, 1)
    expect(list.map(({ text, y }) => [text, Math.round(y)])).toEqual(
      names.map((name, row) => [name, scene.y[row]]),
    )
  })

  it.each([100, 60, 30])('never lie on a card or on another name, with %d units between the cards', (gap) => {
    const scene = fan(names.length, gap, true)
    for (const zoom of [0.4, 0.6, 1, 2]) {
      const list = written(scene, names, zoom)
      for (const [index, { x, y, width }] of list.entries()) {
        const covers = (otherX: number, otherY: number, w: number, h: number): boolean =>
          Math.abs(x - otherX) < (width + w) / 2 && Math.abs(y - otherY) < h / 2
        for (let item = 0; item < scene.count; item++)
          expect(covers(scene.x[item] ?? 0, scene.y[item] ?? 0, WIDTH, HEIGHT)).toBe(false)
        for (const other of list.slice(index + 1))
          expect(covers(other.x, other.y, other.width, 11 / zoom)).toBe(false)
      }
    }
  })
})

it.each([62, 66, 80, 120])(
  'the line for both directions between two collapsed domains has both counts, %d units apart',
  (gap) => {
    const lines = [0, gap / 2, 0, -gap / 2, 0, -gap / 2, 0, gap / 2]
    const scene = sceneOf(
      { cards: [-1, 1].map((side) => [0, (side * (gap + 120)) / 2, 200, 120] as const), edges: [] },
      {
        nodes: new Uint32Array(0),
        from: Uint32Array.of(1, 0),
        to: Uint32Array.of(0, 1),
        edgeMark: new Uint8Array(2),
        weight: Uint32Array.of(10, 5),
        shared: new Uint8Array(2),
        wayStart: Uint32Array.of(0, 4, 8),
        wayPoints: Float32Array.from(lines),
      },
    )
    expect(written(scene, ['', ''], 1).map(({ text }) => text)).toEqual(['↑10 ↓5'])
  },
)

it('the name of a link that arrives between two cards does not cover its arrow head', () => {
  const cards = [
    [-200, 30, WIDTH, HEIGHT],
    [100, 0, WIDTH, HEIGHT],
    [100, 60, WIDTH, HEIGHT],
  ] as const
  const way = [-112, 30, 100, 30, 100, 41]
  const scene = sceneOf(
    { cards, edges: [[0, 2]] },
    {
      mark: Uint8Array.of(MARK.selected, 0, 0),
      edgeMark: Uint8Array.of(MARK.highlighted),
      wayStart: Uint32Array.of(0, way.length),
      wayPoints: Float32Array.from(way),
    },
  )
  const [name] = written(scene, ['runs_in'], 1)
  expect(name?.text).toBe('runs_in')
  expect(Math.abs((name?.x ?? 0) - 100)).toBeGreaterThan((name?.width ?? 0) / 2 + 3)
})

it('the name of a loop does not cover the arrow head of another link', () => {
  // A loop over the corner of a card that another link reaches from above, just beside it.
  const loop = [88, -7, 96, -7, 96, -27, 70, -27, 70, -19]
  const other = [60, -200, 60, -19]
  const scene = sceneOf(
    {
      cards: [
        [0, 0, WIDTH, HEIGHT],
        [60, -219, WIDTH, HEIGHT],
      ],
      edges: [
        [0, 0],
        [1, 0],
      ],
    },
    {
      edgeMark: new Uint8Array(2),
      wayStart: Uint32Array.of(0, loop.length, loop.length + other.length),
      wayPoints: Float32Array.from([...loop, ...other]),
    },
  )
  const name = written(scene, ['depends_on', ''], 1).find(({ text }) => text === 'depends_on')
  const [x, y, width] = [name?.x ?? 0, name?.y ?? 0, name?.width ?? 0]
  for (const head of [60, 70]) expect([x - width / 2 > head + 3, y < -19 - 14]).toContain(true)
})

it('the name of a link beside the frame of its domain does not lie on the frame', () => {
  // Down inside the frame, whose right side is so near that only the lower end is clear of it.
  const way = [0, 0, 40, 200, 0, 400]
  const scene = sceneOf(
    { cards: [], edges: [] },
    {
      groups: [{ x: -200, y: -40, width: 252, height: 480, titleWidth: 40, label: '' } as SceneGroup],
      nodes: new Uint32Array(2),
      from: Uint32Array.of(0),
      to: Uint32Array.of(1),
      edgeMark: new Uint8Array(1),
      weight: Uint32Array.of(1),
      shared: new Uint8Array(1),
      wayStart: Uint32Array.of(0, way.length),
      wayPoints: Float32Array.from(way),
    },
  )
  const [name] = written(scene, ['maintained_by'], 1)
  expect((name?.x ?? 56) + (name?.width ?? 0) / 2).toBeLessThan(50)
})

it('a bundle between two cards says its number beside its line where there is no room on it', () => {
  const lines = [-88, -5, 88, -5, 88, 6, -88, 6].map((at, place) => (place % 2 === 0 ? at / 4 : at))
  const cards = [-1, 1].map((side) => [(side * (WIDTH + 44)) / 2, 0, WIDTH, HEIGHT] as const)
  const scene = sceneOf(
    {
      cards,
      edges: [
        [0, 1],
        [1, 0],
      ],
    },
    {
      edgeMark: new Uint8Array(2),
      weight: Uint32Array.of(3500, 40),
      wayStart: Uint32Array.of(0, 4, 8),
      wayPoints: Float32Array.from(lines),
    },
  )
  expect(written(scene, ['', ''], 1).map(({ text }) => text)).toEqual(['→3,500', '←40'])
})

it.each([30, 450])(
  'of %d lines so close that a name would lie on several none is named until it is chosen',
  (count) => {
    const rows = Array.from({ length: count }, (_, row) => row)
    const scene = sceneOf({
      cards: rows.flatMap((row) => [
        [0, row * 6, 10, 4],
        [300, row * 6, 10, 4],
      ]),
      edges: rows.map((row) => [2 * row, 2 * row + 1]),
    })
    const types = rows.map((row) => `type ${row}`)
    // But the first and the last, which have room beside them.
    const between = written(scene, types, 1, { highlighted: false }).filter(
      ({ y }) => y > 6 && y < (count - 2) * 6,
    )
    expect(between).toEqual([])
    expect(written(scene, types, 1).length).toBeGreaterThan(count / 3)
  },
)

it('the numbers of both directions have the same form in the view and beside where a line leaves it', () => {
  const there = {
    mark: 0,
    open: false,
    partly: false,
    weak: false,
    weight: 10,
    from: 'd0',
    to: 'd1',
    back: 1,
  }
  const way = (length: number): Float32Array => Float32Array.from([0, 0, 0, length])
  const texts = (length: number, isSeen: boolean): string[] => {
    const trunks = [
      { ...there, points: way(length) },
      { ...there, points: way(length).toReversed(), weight: 6, from: 'd1', to: 'd0', back: 0 },
    ]
    const scene = { ...sceneOf({ cards: [], edges: [] }), trunks }
    const view = { left: -200, right: 200, top: -20, bottom: isSeen ? length + 20 : length - 20 }
    return written(scene, [], 1, { trunks, view }).map(({ text }) => text)
  }
  expect(texts(400, true)).toEqual(['↓10 ↑6'])
  expect(texts(400, false)).toEqual(['d1 · →10 ←6'])
})

it('a long name of an edge is cut', () => {
  const scene = sceneOf({
    cards: [
      [0, 0, 10, 10],
      [1000, 0, 10, 10],
    ],
    edges: [[0, 1]],
  })
  expect(written(scene, ['y'.repeat(10_000)], 1).map(({ text }) => text)).toEqual([`${'y'.repeat(28)}…`])
})

describe('a bundle of edges', () => {
  const trunk = (weight: number): SceneTrunk => ({
    points: Float32Array.from([0, 0, 500, 0, 1000, 0]),
    weight,
    mark: 0,
    from: 'devops',
    to: 'k8s',
    open: false,
    partly: false,
    back: -1,
    weak: false,
  })
  const view = (left: number, right: number): Bounds => ({ left, right, top: -400, bottom: 400 })
  const nothing = sceneOf({ cards: [], edges: [] })
  const said = (weight: number, left: number, right: number): string[] =>
    written(nothing, [], 1, { view: view(left, right), trunks: [trunk(weight)] }).map(({ text }) => text)

  it.each([
    ['says its number while both ends are seen', 3, -50, 1050, ['→3']],
    ['says nothing of a single edge alone', 1, -50, 1050, []],
    ['names the end that is out of view', 3, -50, 600, ['→ k8s · 3']],
    ['names where it comes from', 3, 400, 1050, ['← devops · 3']],
    ['names the end of a single edge, too', 1, -50, 600, ['→ k8s']],
    ['says its number where it only passes', 3, 200, 800, ['→3']],
  ])('%s', (_, weight, left, right, texts) => {
    expect(said(weight, left, right)).toEqual(texts)
  })

  it('says its number once where the one line in it is lit, too', () => {
    const lit = sceneOf(
      {
        cards: [
          [0, 0, 10, 10],
          [1000, 0, 10, 10],
        ],
        edges: [[0, 1]],
      },
      { weight: Uint32Array.from([3]), shared: Uint8Array.from([SHARED.whole]) },
    )
    expect(
      written(lit, ['runs'], 1, { trunks: [{ ...trunk(3), lines: [0] }] }).map(({ text }) => text),
    ).toEqual(['→3'])
  })

  it.each([
    ['a line that the number would cover', 6, []],
    ['a line with room for it', 60, ['→12']],
  ])('of %s', (_, length, texts) => {
    const short = { ...trunk(12), points: Float32Array.from([0, 0, length, 0]) }
    expect(written(nothing, [], 1, { trunks: [short] }).map(({ text }) => text)).toEqual(texts)
  })

  it.each([
    ['near', 1, nothing],
    ['from afar', 0.4, { ...nothing, groups: [{ x: 9e3, y: 9e3, width: 9, height: 9 } as SceneGroup] }],
  ])('says its number off the arrow head of another, %s', (_, zoom, scene) => {
    // The other one ends in the middle of its line.
    const other = { ...trunk(3), points: Float32Array.from([250, -300, 250, 0]) }
    const texts = written(scene, [], zoom, { trunks: [trunk(12), other] })
    const number = texts.find(({ text }) => text === '→12')
    expect(Math.abs((number?.x ?? 250) - 250)).toBeGreaterThan((number?.width ?? 0) / 2 + 3)
  })

  it.each([
    [-50, 600],
    [-10, 90],
  ])('says all of its text in what is seen, from %d to %d', (left, right) => {
    const across = { ...trunk(3), points: Float32Array.from([0, 0, 0, 4000]) }
    const seen = { left, right, top: -20, bottom: 200 }
    for (const { x, width } of written(nothing, [], 1, { view: seen, trunks: [across, trunk(3)] })) {
      expect(x - width / 2).toBeGreaterThan(left)
      expect(x + width / 2).toBeLessThan(right)
    }
  })

  it('leaves out a text that the edge of what is seen would cut', () => {
    const seen = { left: 900, right: 1010, top: -20, bottom: 200 }
    const along = { ...trunk(3), points: Float32Array.from([1000, 0, 1000, 4000]), to: 'a_very_long_name' }
    expect(written(nothing, [], 1, { view: seen, trunks: [along] })).toEqual([])
  })

  it.each([1, 2])('counts %d back on a line close by with it, so that neither goes without', (home) => {
    const points = Float32Array.from([1000, 9, 0, 9])
    const trunks = [
      { ...trunk(2), open: true, back: 1 },
      { ...trunk(home), open: true, back: 0, points },
    ]
    const texts = written({ ...nothing, trunks }, [], 1, { trunks }).map(({ text }) => text)
    expect(texts).toEqual(['→2', `←${home}`])
    const [bundle] = trunks
    expect(written(nothing, [], 1, { trunks: bundle ? [bundle] : [] }).map(({ text }) => text)).toEqual([
      '→2',
    ])
  })

  it('names it beside the end that is seen', () => {
    const [name] = written(nothing, [], 1, { view: view(-50, 600), trunks: [trunk(3)] })
    expect(name?.x).toBeLessThan(120)
  })
})

describe('a line at a collapsed group', () => {
  const card = (x: number) => [x, 0, WIDTH, HEIGHT] as const
  // The node's item is first; the groups follow.
  const scene = (weight: number): Scene =>
    sceneOf(
      {
        cards: [card(1200), card(0), card(1200)],
        edges: [
          [1, 2],
          [0, 1],
        ],
      },
      {
        nodes: Uint32Array.from([0]),
        weight: Uint32Array.from([weight, 1]),
        collapsed: ['k8s', 'devops'].map((label) => ({ label, detail: '', kinds: [], allKinds: [] })),
      },
    )
  const view = { left: -200, right: 600, top: -200, bottom: 200 }

  it.each([
    [2, ['→ devops · 2', '← Node']],
    [1, ['→ devops', '← Node']],
  ])('names the end that is out of view, for %d links', (weight, texts) => {
    expect(written(scene(weight), ['runs', 'owns'], 1, { view }).map(({ text }) => text)).toEqual(texts)
  })

  it('says its number or its type while both ends are seen', () => {
    expect(written(scene(2), ['runs', 'owns'], 1).map(({ text }) => text)).toEqual(['→2', 'owns'])
  })
})

describe('two groups linked in both directions', () => {
  const [LEFT, UP] = [Float32Array.from([0, 0, -300, 0]), Float32Array.from([0, 0, 0, -300])]
  const [RIGHT, DOWN] = [Float32Array.from([-300, 9, 0, 9]), Float32Array.from([9, -300, 9, 0])]
  const rest = { mark: 0, open: true, partly: false, weak: false }
  const pair = (there: Float32Array, home: Float32Array, counts: readonly number[]): SceneTrunk[] => [
    { ...rest, points: there, weight: counts[0] ?? 0, from: 'd0', to: 'd1', back: 1 },
    { ...rest, points: home, weight: counts[1] ?? 0, from: 'd1', to: 'd0', back: 0 },
  ]
  const far = sceneOf(
    { cards: [], edges: [] },
    { groups: [{ x: 900, y: 900, width: 9, height: 9 } as SceneGroup] },
  )
  const said = (trunks: readonly SceneTrunk[], zoom: number, view?: Bounds): string[] =>
    written(far, [], zoom, { trunks, ...(view ? { view } : {}) }).map(({ text }) => text)

  it.each([
    ['beside each other, one above the other', pair(LEFT, RIGHT, [6, 10]), ['→10', '←6']],
    ['the same when equal: the first leads', pair(LEFT, RIGHT, [4, 4]), ['←4', '→4']],
    ['above each other, side by side', pair(UP, DOWN, [6, 10]), ['↓10 ↑6']],
    ['and a single link, which a map counts as well', pair(UP, DOWN, [1, 10]), ['↓10 ↑1']],
    ['in one direction only', pair(LEFT, RIGHT, [6, 10]).slice(0, 1), ['←6']],
  ])('have one line with both counts from afar: %s', (_, trunks, texts) => {
    expect(said(trunks, 0.4)).toEqual(texts)
  })

  it('have a line for each direction while one differs, as when its links are selected', () => {
    const [there, home] = pair(LEFT, RIGHT, [6, 10]) as [SceneTrunk, SceneTrunk]
    expect(drawnTrunks([{ ...there, mark: MARK.highlighted }, home], true)).toHaveLength(2)
    expect(drawnTrunks([there, home], true)).toHaveLength(1)
    expect(drawnTrunks([there, home], false)).toHaveLength(2)
  })

  it('say from afar only the links that are highlighted, if not all are', () => {
    const [there, home] = pair(LEFT, RIGHT, [6, 10]) as [SceneTrunk, SceneTrunk]
    const one = { ...there, mark: MARK.highlighted, partly: true, lit: 1 }
    expect(said([one, { ...home, mark: MARK.dimmed }], 0.4)).toContain('←1')
    const both = [one, { ...home, mark: MARK.highlighted, partly: true, lit: 3 }]
    expect(said(both, 0.4)).toEqual(['→3', '←1'])
  })

  it('have one line when near, too, where none of their links is drawn by itself', () => {
    const trunks = pair(LEFT, RIGHT, [6, 10]).map((trunk) => ({ ...trunk, open: false }))
    expect(drawnTrunks(trunks, false).map(({ trunk, back }) => [trunk.weight, back])).toEqual([[10, 6]])
    const partly = trunks.map((trunk, place) => ({ ...trunk, partly: place === 0 }))
    expect(drawnTrunks(partly, false)).toHaveLength(2)
    const hitAt = (y: number) => hitTest({ ...far, trunks }, -150, y, 1)
    expect([hitAt(9), hitAt(0)]).toEqual([{ type: 'trunk', trunk: 1 }, undefined])
  })

  it.each([
    ['are not drawn if only near', 0, true, 0],
    ['are drawn near', 0, false, 2],
    ['are drawn if lit', MARK.highlighted, true, 1],
  ])('among very many %s', (_, mark, overview, drawn) => {
    const trunks = pair(LEFT, RIGHT, [6, 10]).map((trunk) => ({ ...trunk, mark, weak: true }))
    expect(drawnTrunks(trunks, overview)).toHaveLength(drawn)
  })

  it.each([
    ['with the name of the other', -280, ['d1 · →10 ←6']],
    ['without, where that would be cut', -100, ['←10', '→6']],
  ])('are both counted beside the end that is seen, %s', (_, left, texts) => {
    const view = { left, right: 400, top: -400, bottom: 400 }
    expect(said(pair(LEFT, RIGHT, [10, 6]), 0.4, view)).toEqual(texts)
  })
})

describe('a number where bundles cross', () => {
  const bundle = (points: number[], weight: number): SceneTrunk => ({
    points: Float32Array.from(points),
    weight,
    mark: 0,
    from: 'a',
    to: 'b',
    open: false,
    partly: false,
    back: -1,
    weak: false,
  })

  it('stands beside the crossing, on the line that it counts', () => {
    const scene = sceneOf({ cards: [], edges: [] })
    const trunks = [bundle([-300, 0, 300, 0], 12), bundle([10, -250, 10, 250], 7)]
    const [level, upright] = written(scene, [], 1, { trunks })
    expect([level?.text, upright?.text]).toEqual(['→12', '↓7'])
    expect([level?.y, upright?.x]).toEqual([0, 10])
    expect(Math.abs((level?.x ?? 0) - 10)).toBeGreaterThan((level?.width ?? 0) / 2)
    expect(Math.abs(upright?.y ?? 0)).toBeGreaterThan(6)
  })

  it('is left out where it could be that of another line, and told, but not of the line with the most links', () => {
    const beside = [0, 8, 16].map((y, place) => bundle([-300, y, 300, y], place === 1 ? 12 : 7))
    // Nothing is free above and below.
    const wall = [-70, 86].map((y) => [0, y, 700, 120] as const)
    const scene = sceneOf({ cards: wall, edges: [] })
    const texts = (trunks: SceneTrunk[]): string[] =>
      written({ ...scene, trunks }, [], 1, { trunks }).map(({ text }) => text)
    expect(texts(beside)).toEqual(['→12'])
    expect(texts(beside.slice(0, 1))).toEqual(['→7'])
  })
})

it('a name stands beside its line rather than across two lines that run side by side', () => {
  const rows = [0, 5]
  const scene = sceneOf({
    cards: rows.flatMap((y) => [
      [-300, y * 12, WIDTH, HEIGHT] as const,
      [300, y * 12, WIDTH, HEIGHT] as const,
    ]),
    edges: rows.map((_, row) => [2 * row, 2 * row + 1] as const),
  })
  const ways = Float32Array.from(rows.flatMap((y) => [-200, y, 200, y]))
  const beside = { ...scene, wayPoints: ways, wayStart: Uint32Array.from([0, 4, 8]) }
  for (const { y } of written(beside, ['instance_of', 'supported_by'], 1))
    expect(Math.min(Math.abs(y), Math.abs(y - 5))).toBeGreaterThan(8)
  const apart = { ...beside, wayPoints: Float32Array.from([-200, 0, 200, 0, -200, 60, 200, 60]) }
  expect(written(apart, ['instance_of', 'supported_by'], 1).map(({ y }) => y)).toEqual([0, 60])
})
