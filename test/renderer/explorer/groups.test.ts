import '../messages.ts'
import { describe, expect, it } from 'vitest'
import { groupFacts } from '../../../renderer/explorer/details/group-links.ts'
import { makeGraph } from '../../../renderer/explorer/graph/graph.ts'
import { partsOf } from '../../../renderer/explorer/graph/parts.ts'
import { groupKey, project } from '../../../renderer/explorer/view/projection.ts'
import { createSurface } from '../../../renderer/explorer/view/surface.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import { bothWays, groupTitle } from '../../../renderer/explorer/view/words.ts'
import { MARK } from '../../../renderer/graph/scene/scene.ts'
import { textsOn } from './painted-texts.ts'
import { pictureOf } from './random-pictures.ts'
import { graphOf } from './sample.ts'

const graph = graphOf('a:1>a:2 a:1>b:1 a:2>b:2 b:1>a:1 a:1>c:1')
const collapsed = new Set(['a', 'b'])

describe('a group', () => {
  it.each([
    ['collapsed', initialView],
    ['beside collapsed ones', { ...initialView, collapsed: new Set(['b']) }],
    ['among collapsed ones', { ...initialView, collapsed }],
  ])('%s is listed with the groups it is linked with, the strongest first', (_, view) => {
    const state = { ...createSurface('model').getState(), graph, projection: project(graph, view) }
    expect(groupFacts(state, 'box:a')).toEqual({
      nodes: 2,
      inner: 1,
      domain: 'a',
      kinds: [['entity_set', 2]],
      linked: [
        { key: 'box:b', domain: 'b', out: 2, back: 1 },
        { key: 'box:c', domain: 'c', out: 1, back: 0 },
      ],
    })
  })

  it('says how many links lead which way', () => {
    expect(bothWays(4, 1008)).toBe('1,012 (→4 ←1,008)')
    expect(bothWays(0, 8)).toBe('8 (←8)')
  })
})

describe('what stands out inside of a collapsed group', () => {
  const view = { ...initialView, collapsed }
  const marksOf = async (emphasis: Parameters<typeof pictureOf>[3]) => {
    const { edgeMark, mark } = await pictureOf(graph, view, false, emphasis)
    return { edges: [...edgeMark], items: [...mark] }
  }
  // Items: c:1, then the groups a and b. Edges: a to b, b to a, a to c.
  const [lit, dim] = [MARK.highlighted, MARK.dimmed]

  it('lights the bundle of a chosen link', async () => {
    expect((await marksOf({ selection: new Set(['2']) })).edges).toEqual([lit, dim, dim])
  })

  it('lights the groups and bundles that a path leads through', async () => {
    const [start, end] = ['a/1/entity_set', 'c/1/entity_set']
    const path = { nodes: new Set([start, end]), edges: new Set(['4']) }
    expect(await marksOf({ selection: new Set(), lit: path })).toEqual({
      edges: [dim, dim, lit],
      items: [lit, lit, dim],
    })
  })

  it('lights the groups and bundles in which a comparison found something', async () => {
    const differences = new Map([
      ['b/2/entity_set', 'changed'],
      ['3', 'removed'],
    ] as const)
    expect(await marksOf({ selection: new Set(), differences })).toEqual({
      edges: [dim, MARK.removed, dim],
      items: [dim, dim, MARK.changed],
    })
  })

  it('is counted on it, with the links inside', async () => {
    const differences = new Map([
      ['a/2/entity_set', 'added'],
      ['0', 'added'],
    ] as const)
    const scene = await pictureOf(graph, view, false, { selection: new Set(), differences })
    expect(scene.collapsed.map(({ detail }) => detail.split(' · ')[0])).toEqual([
      '+2',
      expect.not.stringContaining('+'),
    ])
    expect([...scene.mark]).toEqual([dim, MARK.added, dim])
  })
})

describe('an open group, which stands for its cards from afar', () => {
  const marks = async (emphasis: Parameters<typeof pictureOf>[3]) =>
    (await pictureOf(graph, initialView, false, emphasis)).groups.map(({ label, mark }) => [label, mark ?? 0])

  it('is dimmed beside a selection with which nothing of it is linked', async () => {
    expect(await marks({ selection: new Set(['b/2/entity_set']) })).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', MARK.dimmed],
    ])
  })

  it('has the mark of what a comparison found in it', async () => {
    const differences = new Map([['b/2/entity_set', 'added']] as const)
    expect(await marks({ selection: new Set(), differences })).toEqual([
      ['a', MARK.dimmed],
      ['b', MARK.added],
      ['c', MARK.dimmed],
    ])
  })
})

it('a large group has no more parts by neighbour than can be named, the largest; the rest is one part', () => {
  // 150 hubs, of which the first ten have four leaves and the others three.
  const line = Array.from({ length: 150 }, (_, hub) =>
    Array.from({ length: hub < 10 ? 4 : 3 }, (_, leaf) => `a:h${hub}>a:l${hub}x${leaf}`).join(' '),
  ).join(' ')
  const { list, of } = partsOf(graphOf(line))
  const sizes = list.map(({ by, size }) => `${by} ${size}`)
  expect(sizes.filter((one) => one.startsWith('link 4'))).toHaveLength(10)
  expect(list.length).toBeLessThanOrEqual(101)
  expect(sizes.filter((one) => one.startsWith('unlinked'))).toHaveLength(1)
  expect(list.reduce((sum, { size }) => sum + size, 0)).toBe(of.length)
})

it('a hub alone in its part is called by its name, not after one of many that lead to it', () => {
  const hub = graphOf(Array.from({ length: 80 }, (_, place) => `a:m${place}>a:hub`).join(' '))
  const { list } = partsOf(hub)
  expect(list.map(({ by, label, size }) => [by, label, size])).toEqual([
    ['link', 'HUB', 80],
    ['alone', 'HUB', 1],
  ])
  const state = { ...createSurface('model').getState(), graph: hub }
  expect(list.map(({ name }) => groupTitle(state, groupKey(name)))).toEqual(['linked with HUB', 'HUB'])
})

describe('an opened part of a large group', () => {
  const many = graphOf(Array.from({ length: 70 }, (_, place) => `a:e${place}`).join(' '))
  const nodes = many.nodes.map((node, place) => ({ ...node, kind: place < 30 ? 'log_set' : 'entity_set' }))
  const mixed = makeGraph(nodes, [])
  const [logs = '', sets = ''] = partsOf(mixed).list.map(({ name }) => name)
  const view = { ...initialView, collapsed: new Set([sets]) }

  it('keeps its name and its contents', () => {
    const state = { ...createSurface('model').getState(), graph: mixed, projection: project(mixed, view) }
    expect(groupTitle(state, groupKey(logs))).toBe('log set')
    expect(groupFacts(state, groupKey(logs))).toMatchObject({ nodes: 30, domain: 'a' })
    expect(groupFacts(state, groupKey(sets))).toMatchObject({ nodes: 40, domain: 'a' })
  })

  it('counts another domain whole, whether that is open or not, and its own by part', () => {
    const others = graphOf('b:1 c:1').nodes
    const ends = [
      [30, 70],
      [70, 31],
      [0, 70],
      [0, 40],
      [1, 71],
    ].map(([from = 0, to = 0]) => [
      [...nodes, ...others][from]?.key ?? '',
      [...nodes, ...others][to]?.key ?? '',
    ])
    const edges = ends.map(([source = '', target = ''], place) => ({
      key: `e${place}`,
      kind: 'link',
      source,
      target,
      type: 'runs',
    }))
    const linked = makeGraph([...nodes, ...others], edges)
    const linkedOf = (collapsed: readonly string[], name: string) => {
      const shown = { ...initialView, collapsed: new Set(collapsed) }
      const state = {
        ...createSurface('model').getState(),
        graph: linked,
        projection: project(linked, shown),
      }
      return groupFacts(state, groupKey(name)).linked.map(({ key, out, back }) => [key, out, back])
    }
    for (const open of [[], [logs, sets], [sets], ['a'], ['a', 'b', 'c']]) {
      expect(linkedOf(open, 'b')).toEqual([[groupKey('a'), 1, 2]])
      expect(linkedOf(open, 'a')).toEqual([
        [groupKey('b'), 2, 1],
        [groupKey('c'), 1, 0],
      ])
    }
    for (const open of [[logs, sets], [sets], [logs, 'b']])
      expect(linkedOf(open, logs)).toEqual([
        [groupKey(sets), 1, 0],
        [groupKey('b'), 1, 0],
        [groupKey('c'), 1, 0],
      ])
  })

  it.each([
    ['layered', sets],
    ['force', `a · ${sets}`],
    ['radial', `a · ${sets}`],
  ] as const)(
    'has in a %s picture a title that tells it from those of other groups',
    async (layout, title) => {
      const scene = await pictureOf(mixed, { ...view, layout }, false)
      expect(scene.collapsed.map(({ label }) => label)).toEqual([title])
      const whole = await pictureOf(mixed, { ...view, layout, collapsed: new Set(['a']) }, false)
      expect(whole.collapsed.map(({ label }) => label)).toEqual(['a'])
    },
  )

  it('is one box with its number from afar, beside the collapsed ones', async () => {
    const scene = await pictureOf(mixed, view, false)
    const [group] = scene.groups
    expect(group?.cards).toMatchObject({ label: '30 elements' })
    const texts = textsOn(scene, mixed, { x: 0, y: 0, zoom: 0.32 }, { width: 2000, height: 2000 })
    expect(texts.map(({ text }) => text)).toContain('30 elements')
    const whole = await pictureOf(mixed, initialView, false)
    expect(whole.groups[0]?.cards).toBeUndefined()
  })

  it.each([
    ['few', 10, 'a line', []],
    ['many', 60, 'a number with its direction', [40, 20]],
  ])('has of %s links with a collapsed one each as %s', async (_, count, _as, numbers) => {
    const keyOf = (place: number): string => nodes[place]?.key ?? ''
    const edges = Array.from({ length: count }, (_link, place) => {
      const ends = [keyOf(place % 30), keyOf(30 + (place % 40))]
      const [source = '', target = ''] = place % 3 < 2 ? ends : ends.reverse()
      return { key: `e${place}`, kind: 'link', source, target, type: 'runs' }
    })
    const linked = makeGraph(nodes, edges)
    const scene = await pictureOf(linked, view, false)
    const drawn = ({ wayStart }: typeof scene): number =>
      wayStart.slice(1).filter((end, line) => end > (wayStart[line] ?? 0)).length
    expect(scene.trunks.map(({ weight }) => weight)).toEqual(numbers)
    expect(drawn(scene)).toBe(numbers.length > 0 ? 0 : scene.from.length)
    expect(scene.leftOut).toBe(0)
    const chosen = await pictureOf(linked, view, false, { selection: new Set([keyOf(0)]) })
    const own = chosen.from.filter((from, line) => from === 0 || chosen.to[line] === 0).length
    expect(drawn(chosen)).toBe(numbers.length > 0 ? own : scene.from.length)
  })
})

it('of more kinds than are listed, the last line counts the others', async () => {
  const many = graphOf(Array.from({ length: 15 }, (_, place) => `a:e${place}`).join(' '))
  const graph = makeGraph(
    many.nodes.map((node, place) => ({ ...node, kind: `kind_${place}` })),
    [],
  )
  const counted = { kinds: (of: readonly unknown[], more: number) => `${of.length} + ${more}` }
  const scene = await pictureOf(graph, initialView, false, undefined, undefined, counted)
  expect(scene.groups[0]?.allKinds).toHaveLength(12)
  expect(scene.groups[0]?.allKinds?.at(-1)).toBe('1 + 3')
})

it('a part of what is linked with one element says so', () => {
  const hubs = Array.from(
    { length: 30 },
    (_, hub) => `a:l${hub}x0>a:h${hub} a:l${hub}x1>a:h${hub} a:l${hub}x2>a:h${hub}`,
  )
  const graph = graphOf(hubs.join(' '))
  const part = partsOf(graph).list.find(({ by }) => by === 'link')
  const state = { ...createSurface('model').getState(), graph, projection: project(graph, initialView) }
  expect(groupTitle(state, groupKey(part?.name ?? ''))).toBe(`linked with ${part?.label}`)
})
