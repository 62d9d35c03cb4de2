import { expect, it } from 'vitest'
import { FittedText } from '../../../renderer/graph/paint/fitted-text.ts'
import { paint } from '../../../renderer/graph/paint/paint.ts'
import { COLLAPSED_HEIGHT, COLLAPSED_WIDTH } from '../../../renderer/graph/scene/card.ts'
import type { Palette, Scene, SceneGroup } from '../../../renderer/graph/scene/scene.ts'
import { sceneOf } from './scene.ts'

const ZOOM = 0.25

/** The texts of a scene, in a font whose characters are half as wide as its size. */
function textsOf(scene: Scene, zoom: number, write: (font: number) => void = () => undefined): string[] {
  const list: string[] = []
  const known = {
    font: '',
    measureText: (text: string) => ({ width: (text.length * Number(/[\d.]+(?=px)/.exec(known.font))) / 2 }),
    fillText: (text: string) => {
      list.push(text)
      write(Number(/[\d.]+(?=px)/.exec(known.font)))
    },
  }
  const context = new Proxy(known, { get: (own, name) => Reflect.get(own, name) ?? (() => undefined) })
  paint(context as unknown as CanvasRenderingContext2D, {
    scene,
    table: { labels: [], details: [], icons: new Uint8Array(), shapes: new Uint8Array() },
    edgeLabels: [],
    palette: { font: 'sans', tints: [], domains: [] } as unknown as Palette,
    camera: { x: 0, y: 0, zoom },
    size: { width: 800, height: 600 },
    ratio: 1,
    fitted: new FittedText(),
  })
  return list.filter((text) => text !== '')
}

/** The texts on a far group of this size in CSS pixels. */
function written(
  label: string,
  width: number,
  height: number,
  kinds: readonly string[] = [],
  detail = '4 entities',
  allKinds: readonly string[] = [],
): string[] {
  const group: SceneGroup = {
    key: 'g',
    x: -width / 2 / ZOOM,
    y: -height / 2 / ZOOM,
    width: width / ZOOM,
    height: height / ZOOM,
    label,
    detail,
    kinds,
    allKinds,
    hue: 0,
    titleWidth: 40,
  }
  return textsOf(sceneOf({ cards: [], edges: [] }, { groups: [group] }), ZOOM)
}

it.each([
  ['in one row where it fits', 'devops.service', 200, 60, ['devops.service', '4 entities']],
  [
    'in two rows where it would be cut',
    'supplier.purchase_order',
    80,
    60,
    ['supplier.', 'purchase_order', '4 entities'],
  ],
  ['cut where there is no room for a second row', 'supplier.purchase_order', 80, 20, ['supplier.purcha…']],
  ['cut where nothing parts it', 'supplierpurchaseorder', 80, 60, ['supplierpurchas…', '4 entities']],
])('the name of a far group is %s', (_, label, width, height, texts) => {
  expect(written(label, width, height)).toEqual(texts)
})

it.each([
  ['below the name', 'billing', 110, 60, ['billing', '4 entities']],
  ['beside the name of a low group', 'billing', 140, 24, ['billing', '4 entities']],
  ['below a smaller name', 'billing', 110, 35, ['billing', '4 entities']],
  ['as a number, rather than half of it', 'apm', 48, 60, ['apm', '4']],
  ['as a number below a smaller name', 'd13600', 52, 35, ['d13600', '4']],
  ['as a number below the smallest name', 'd26', 42, 25, ['d26', '4']],
])('the count of a far group stands %s', (_, label, width, height, texts) => {
  expect(written(label, width, height)).toEqual(texts)
})

it('names with the same beginning are cut in the middle, so that each can be told from the others', () => {
  const group = (label: string, place: number): SceneGroup => ({
    key: label,
    x: (place * 100 - 150) / ZOOM,
    y: 0,
    width: 66 / ZOOM,
    height: 16 / ZOOM,
    label,
    detail: '',
    kinds: [],
    hue: 0,
    titleWidth: 40,
  })
  const names = ['platformservicea', 'platformserviceb', 'anotherlongname']
  const texts = textsOf(sceneOf({ cards: [], edges: [] }, { groups: names.map(group) }), ZOOM)
  expect(texts).toEqual(['platf…rvicea', 'platf…rviceb', 'anotherlong…'])
})

it.each([
  ['the links inside and with others', 300, '19 elements · 10 links inside · 53 links with others'],
  ['rather no links than only the inner ones', 180, '19 elements'],
  ['the elements', 90, '19 elements'],
])('a far group says in its room %s', (_, width, said) => {
  const detail = '19 elements · 10 links inside · 53 links with others'
  expect(written('apm', width, 60, [], detail)).toEqual(['apm', said])
})

it.each([
  ['by their kind, if it is one', '19 entity sets', ['19 entity sets']],
  ['and their kinds', '12 entity sets · 7 other kinds', ['19 elements', '12 entity sets · 7 other kinds']],
])('a far group that is high enough says its elements %s, and its links below', (_, kinds, said) => {
  const detail = '19 elements · 10 links inside · 53 links with others'
  const texts = written('apm', 230, 120, [kinds], detail)
  expect(texts).toEqual(['apm', ...said, '10 links inside', '53 links with others'])
})

it('a far group that is high but narrow leaves out the counts that have no room', () => {
  const detail = '19 elements · 10 links inside · 53 links with others'
  expect(written('apm', 105, 120, ['19 entity sets'], detail)).toEqual([
    'apm',
    '19 entity sets',
    '10 links inside',
  ])
})

it.each([
  ['their kind', 120, '19 entity sets'],
  ['their number', 50, '19'],
])('a far group of one kind, however narrow, says its elements by %s', (_, width, said) => {
  const detail = '19 elements · 10 links inside · 53 links with others'
  expect(written('apm', width, 120, ['19 entity sets', '1 kind'], detail).slice(0, 2)).toEqual(['apm', said])
})

it.each([
  ['too narrow for it', 36, 60],
  ['tiny', 10, 5],
])('the name of a far group that is %s stands whole beside it', (_, width, height) => {
  expect(written('maintenance', width, height)).toEqual(['maintenance'])
})

const KINDS = ['2 × entity set · 1 × log set · 3 more kinds', '2 × entity set · 4 more kinds', '5 kinds']

it.each([
  ['both kinds and the number of the others', 400, KINDS[0]],
  ['one kind and the number of the others', 200, KINDS[1]],
  ['the number of kinds', 90, KINDS[2]],
])('a far group says in its room %s, and cuts none', (_, width, line) => {
  expect(written('apm', width, 80, KINDS)).toEqual(['apm', '4 entities', line])
})

const WHOLE = '4 entities · 2 links'
const COUNT = '4 entities'

/** The texts on a collapsed group. */
function onCollapsed(label: string, zoom: number, write?: (font: number) => void): string[] {
  const scene = sceneOf(
    { cards: [[0, 0, COLLAPSED_WIDTH, COLLAPSED_HEIGHT]], edges: [] },
    {
      nodes: new Uint32Array(),
      collapsed: [{ label, detail: WHOLE, kinds: [], allKinds: [] }],
    },
  )
  return textsOf(scene, zoom, write)
}

it.each([
  ['one line', 0.8, 'k8s.pod', ['k8s.pod', WHOLE]],
  ['one line', 0.48, 'k8s.pod', ['k8s.pod', '4 entities']],
  ['even lines', 0.6, 'supplier.material_lot', ['supplier.', 'material_lot', WHOLE]],
  [
    'lines between its words',
    0.48,
    'supplier.production_batch',
    ['supplier.', 'production_', 'batch', COUNT],
  ],
  ['three lines', 0.42, 'supplier.production_batch', ['supplier.', 'production_', 'batch · 4']],
  ['smaller letters', 0.35, 'supplier.production_batch', ['supplier.', 'production_', 'batch · 4']],
  ['one line', 0.35, 'k8s.pod', ['k8s.pod', COUNT]],
  ['one line', 0.25, 'k8s.pod', ['k8s.pod', '4']],
  ['one line with just room for it', 0.2, 'd1234', ['d1234', '4']],
  ['one word, smaller rather than cut', 0.25, 'Prometheus', ['Prometheus', COUNT]],
  ['one word that is cut, not broken', 0.19, 'Authentication', ['Authenti…', COUNT]],
  ['words, smaller rather than cut', 0.19, 'runbook set', ['runbook', 'set · 4']],
  ['one line that is cut', 0.2, 'supplier.production_batch', ['supplier.…', COUNT]],
])('a collapsed group whose name takes %s has its count from afar, at zoom %d', (_, zoom, label, texts) => {
  expect(onCollapsed(label, zoom)).toEqual(texts)
})

it.each([0.36, 0.42, 0.5, 0.7])(
  'a collapsed group is written in no less than 12 pixels from where a map of groups opens, at zoom %d',
  (zoom) => {
    const sizes: number[] = []
    onCollapsed('devops.change_request', zoom, (font) => sizes.push(font * zoom))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12 - 1e-6)
  },
)

/** A group of this size in CSS pixels with one collapsed part, and its open cards in the rest. */
const parted = (width: number, height: number): Scene => {
  const box = { x: -width / 2 / ZOOM, y: -height / 2 / ZOOM, width: width / ZOOM, height: height / ZOOM }
  const cards = { ...box, label: '51 entity sets', allKinds: [], isApart: true }
  const group: SceneGroup = {
    ...box,
    key: 'g',
    label: 'd0',
    detail: '143 elements',
    kinds: [],
    hue: 0,
    titleWidth: 40,
    cards,
  }
  return sceneOf(
    { cards: [[0, height / ZOOM / 2 - 40, 150, 60]], edges: [] },
    {
      groups: [group],
      groupOf: Int32Array.of(0),
      nodes: new Uint32Array(),
      collapsed: [{ label: 'log set', detail: '22 elements', kinds: [], allKinds: [] }],
    },
  )
}

it.each([0.25, 0.18, 0.1, 0.06])('a far group with parts always has its name, at zoom %d', (zoom) => {
  expect(textsOf(parted(200, 120), zoom)).toContain('d0')
})

it.each([0.4, 0.36, 0.33, 0.3])(
  'what a far group says of its open cards is not larger than its name, at zoom %d',
  (zoom) => {
    const sizes: number[] = []
    const texts = textsOf(parted(400, 300), zoom, (font) => sizes.push(font))
    const [name = 0, cards = Infinity] = ['d0', '51 entity sets'].map((text) => sizes[texts.indexOf(text)])
    expect(cards).toBeLessThanOrEqual(name)
  },
)

it.each([
  ['with its count where both fit in it', 0.3, 'd104', 'd104 · 142'],
  ['smaller, without', 0.2, 'd104', 'd104'],
])('a very small collapsed group among others is named %s', (_, zoom, label, text) => {
  const rows = Array.from({ length: 9 }, (_each, place) => place)
  const scene = sceneOf(
    {
      cards: rows.map(
        (place) => [((place % 3) - 1) * 240, (Math.floor(place / 3) - 1) * 100, 190, 75] as const,
      ),
      edges: [],
    },
    {
      nodes: new Uint32Array(),
      collapsed: rows.map(() => ({ label, detail: '142 elements', kinds: [], allKinds: [] })),
    },
  )
  expect(textsOf(scene, zoom)).toEqual(rows.map(() => text))
})

it('very small collapsed groups are named alike: none with its count where most have no room for theirs', () => {
  const labels = ['d5', 'd104', 'd105', 'd106', 'd107', 'd108']
  const scene = sceneOf(
    { cards: labels.map((_, place) => [place * 240, 0, 190, 75] as const), edges: [] },
    {
      nodes: new Uint32Array(),
      collapsed: labels.map((label) => ({ label, detail: '142 elements', kinds: [], allKinds: [] })),
    },
  )
  expect(textsOf(scene, 0.22)).toEqual(labels)
  expect(textsOf(scene, 0.3)).toEqual(labels.map((label) => `${label} · 142`))
})

const LISTED = ['3 log sets', '1 entity set']

it.each([
  ['lists every kind', 300, 150, ['devops', '4 elements', ...LISTED]],
  ['has a line of kinds where the list would fill it', 300, 90, ['devops', '4 elements', '2 kinds']],
])('a far group with room for it %s', (_, width, height, texts) => {
  expect(written('devops', width, height, ['2 kinds'], '4 elements', LISTED)).toEqual(texts)
})

it('the words of a name that stand in one line stay apart', () => {
  const context = { font: '9px sans', measureText: (text: string) => ({ width: text.length * 5 }) }
  expect(new FittedText().words(context, 'log set runbooks', 37, 2)).toEqual(['log set', 'runboo…'])
})

it('a line of a collapsed group that fits when a little smaller is not cut', () => {
  const detail = '143 elements · 200 links inside'
  for (let zoom = 0.46; zoom < 1; zoom += 0.013) {
    const scene = sceneOf(
      { cards: [[0, 0, COLLAPSED_WIDTH, COLLAPSED_HEIGHT]], edges: [] },
      {
        nodes: new Uint32Array(0),
        collapsed: [
          { label: 'd1', detail, kinds: ['46 entity sets · 5 other kinds', '6 kinds'], allKinds: [] },
        ],
      },
    )
    expect(textsOf(scene, zoom).filter((text) => text.includes('…'))).toEqual([])
  }
})
