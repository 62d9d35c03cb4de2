import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { overviewOf } from '../../../renderer/explorer/view/overview.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import { fit, type Size } from '../../../renderer/graph/scene/camera.ts'
import {
  isFarTrunk,
  isOverview,
  MARK,
  sceneBounds,
  type Scene,
  type SceneGroup,
} from '../../../renderer/graph/scene/scene.ts'
import { clusteredModel } from './clustered-model.ts'
import { paintedOn, textsOn, type PaintedText } from './painted-texts.ts'
import { graphOf } from './sample.ts'
import { pictureOf } from './random-pictures.ts'

beforeAll(() => vi.stubGlobal('Path2D', function outlineOf() {}))
afterAll(() => vi.unstubAllGlobals())

const WIDE: Size = { width: 1000, height: 800 }
const NARROW: Size = { width: 640, height: 800 }
/** CSS pixels by which texts may touch: estimated widths are rather too wide. */
const SLACK = 2

const isCount = ({ text }: PaintedText): boolean => /^[←→↑↓↔↕\d, ]+$/.test(text)

const overlap = (a: PaintedText, b: PaintedText): boolean =>
  a.left < b.right - SLACK && b.left < a.right - SLACK && a.top < b.bottom - SLACK && b.top < a.bottom - SLACK

/** A scene at shares of the zoom at which all of it is in view. */
function atZooms(scene: Scene, graph: ReturnType<typeof clusteredModel>, size: Size): PaintedText[][] {
  const camera = fit(sceneBounds(scene) ?? { left: 0, top: 0, right: 1, bottom: 1 }, size)
  return [0.3, 0.5, 0.7, 1, 1.4, 2, 3].map((share) =>
    textsOn(scene, graph, { ...camera, zoom: camera.zoom * share }, size),
  )
}

describe('at every zoom', () => {
  it.each([
    [50, 'open', WIDE],
    [50, 'open', NARROW],
    [300, 'collapsed', NARROW],
    [300, 'open', NARROW],
    [2000, 'collapsed', WIDE],
    [2000, 'open', WIDE],
    [2000, 'open', NARROW],
  ] as const)('of %d elements, %s, no count lies on a name or on another count', async (count, how, size) => {
    const graph = clusteredModel(count)
    const collapsed = how === 'open' ? new Set<string>() : overviewOf(graph, size)
    const scene = await pictureOf(graph, { ...initialView, collapsed }, count < 400)
    const shown = atZooms(scene, graph, size)
    const covered = shown.map((texts) =>
      texts
        .filter(isCount)
        .flatMap((one) => texts.filter((other) => other !== one && overlap(one, other)))
        .map(({ text }) => text),
    )
    expect(covered).toEqual(shown.map(() => []))
    expect(shown.flat().filter(isCount).length).toBeGreaterThan(7)
  })
})

it.each([
  [2000, WIDE],
  [20_000, WIDE],
  [20_000, NARROW],
])(
  'of %d elements, seen whole in %j, each line has its count off the groups, or is told',
  async (count, size) => {
    const graph = clusteredModel(count)
    const scene = await pictureOf(graph, { ...initialView, collapsed: new Set() }, false)
    const camera = fit(sceneBounds(scene) ?? { left: 0, top: 0, right: 1, bottom: 1 }, size)
    expect(isOverview(scene, camera.zoom)).toBe(true)
    const { texts, uncounted } = paintedOn(scene, graph, camera, size)
    const onScreen = (value: number, middle: number, length: number): number =>
      (value - middle) * camera.zoom + length / 2
    // A small group says the number of its elements alone.
    const sizes = new Set(scene.groups.map(({ detail }) => detail.split(' ')[0]))
    const counts = texts.filter((one) => isCount(one) && !sizes.has(one.text))
    for (const { x, y, width, height } of scene.groups) {
      const [left, top] = [onScreen(x, camera.x, size.width), onScreen(y, camera.y, size.height)]
      const [right, bottom] = [left + width * camera.zoom, top + height * camera.zoom]
      const reach = counts.map((one) =>
        Math.min(one.right - left, right - one.left, one.bottom - top, bottom - one.top),
      )
      expect(Math.max(...reach)).toBeLessThan(9)
    }
    // The line of a single link says that without a number.
    const drawn = scene.trunks.filter(
      ({ weight, back }, place) =>
        isFarTrunk(scene.trunks, place) && weight + (scene.trunks[back]?.weight ?? 0) > 1,
    )
    // A count takes one line of text, or two.
    expect(counts.length + uncounted).toBeGreaterThanOrEqual(drawn.length)
    expect(uncounted).toBeGreaterThan(drawn.filter(({ mark }) => (mark & MARK.dimmed) !== 0).length - 1)
  },
)

it.each([WIDE, NARROW, { width: 640, height: 550 }])(
  'of 20,000 elements, all open in %j, each box has the number of its elements, or is told',
  async (size) => {
    const graph = clusteredModel(20_000)
    const scene = await pictureOf(graph, { ...initialView, collapsed: new Set() }, false)
    const camera = fit(sceneBounds(scene) ?? { left: 0, top: 0, right: 1, bottom: 1 }, size)
    const { texts, uncounted } = paintedOn(scene, graph, camera, size)
    const numbers = texts.filter(({ text }) => /^14[23]\b/.test(text))
    const isIn = ({ left, right, top, bottom }: PaintedText, group: SceneGroup): boolean => {
      const x = (left + right - size.width) / 2 / camera.zoom + camera.x - group.x
      const y = (top + bottom - size.height) / 2 / camera.zoom + camera.y - group.y
      return x > 0 && x < group.width && y > 0 && y < group.height
    }
    const without = scene.groups.filter((group) => !numbers.some((number) => isIn(number, group))).length
    expect(without).toBeLessThanOrEqual(uncounted)
    expect(without).toBeLessThan((size.height < 600 ? 0.25 : 0.1) * scene.groups.length)
  },
)

describe('a selected element whose card is too small to be drawn', () => {
  const graph = clusteredModel(300)
  const named = async (keys: readonly string[]): Promise<PaintedText[]> => {
    const scene = await pictureOf(graph, initialView, true, { selection: new Set(keys) })
    return (atZooms(scene, graph, WIDE)[3] ?? []).filter(({ text }) => text.startsWith('Element'))
  }
  const keyOf = (node: number): string => graph.nodes[node]?.key ?? ''

  it('is named', async () => {
    expect(await named([])).toEqual([])
    const [one, ...more] = await named([keyOf(7)])
    expect([one?.text, more]).toEqual(['Element 7', []])
    expect(one?.size).toBeGreaterThan(10)
  })

  it('is counted where several are in one group, so that none is left unsaid', async () => {
    // Every third is in the same domain.
    const texts = await named([keyOf(0), keyOf(3), keyOf(6), keyOf(1)])
    expect(texts.map(({ text }) => text).toSorted()).toEqual(['Element 0 +2', 'Element 1'])
  })
})

it.each([0.22, 0.18, 0.14])(
  'at zoom %d each collapsed group, too small for its name, is named, all with their counts or none',
  async (zoom) => {
    const graph = clusteredModel(2000)
    const collapsed = overviewOf(graph, WIDE)
    const scene = await pictureOf(graph, { ...initialView, collapsed }, false)
    const camera = { ...fit(sceneBounds(scene) ?? { left: 0, top: 0, right: 1, bottom: 1 }, WIDE), zoom }
    const names = textsOn(scene, graph, camera, WIDE).filter(({ text }) => /^d\d+( · 14[23])?$/.test(text))
    expect(names).toHaveLength(collapsed.size)
    expect([0, collapsed.size]).toContain(names.filter(({ text }) => text.includes('·')).length)
    for (const one of names) expect(names.filter((other) => overlap(one, other))).toEqual([one])
  },
)

it('a narrow group says the number of its elements beside its name', async () => {
  const graph = graphOf('supplier:a supplier:b')
  const scene = await pictureOf(graph, initialView, false)
  const { texts } = paintedOn(scene, graph, { x: 0, y: 0, zoom: 1 }, WIDE)
  expect(texts.map(({ text }) => text)).toContain('2')
})
