import { describe, expect, it } from 'vitest'
import { storedSnapshotOf, parseView } from '../../../renderer/explorer/saved-views/parse-view.ts'
import { change, redo, startHistory, undo } from '../../../renderer/explorer/view/history.ts'
import { carryOver, nowhere, placeNewcomers } from '../../../renderer/explorer/view/placement.ts'
import { edgesAmongNodes, project } from '../../../renderer/explorer/view/projection.ts'
import { type NodeStyle, styleOf, type StyleRule } from '../../../renderer/explorer/view/style-rule.ts'
import { HEATS, heatHue, stateHue } from '../../../renderer/graph/scene/palette.ts'
import { shownAlone } from '../../../renderer/explorer/view/overview.ts'
import * as edit from '../../../renderer/explorer/view/view-state.ts'
import { makeGraph } from '../../../renderer/explorer/graph/graph.ts'
import { applyLayout, layoutProblemSteps } from '../../../renderer/explorer/view/layout-problem.ts'
import { GROUP_PADDING, GROUP_TITLE } from '../../../renderer/graph/layout/layout.ts'
import { solveLayout } from '../../../renderer/graph/layout/solve.ts'
import { CARD_HEIGHT, cardWidth } from '../../../renderer/graph/scene/card.ts'
import { finish } from '../graph/scene.ts'
import { randomGraph } from './random-pictures.ts'
import { clusteredModel } from './clustered-model.ts'
import { graphOf } from './sample.ts'

const graph = graphOf('p:a>p:b p:b>q:c q:c>q:d q:d>p:a')
const { initialView } = edit
const key = (name: string): string => graph.nodes.find((node) => node.name === name)?.key ?? ''

/** Describes what is drawn: nodes, groups with sizes, absences. */
function drawn(view: edit.ViewState): string {
  const { nodes, collapsed, absent, edges, bundles } = project(graph, view)
  return [
    [...nodes].map((node) => graph.nodes[node]?.name).join(''),
    collapsed
      .map(({ group, nodes: inside, inner }) => `${graph.groups[group]}${inside.length}/${inner}`)
      .join(),
    `${edges.length}+${bundles.map((bundle) => bundle.edges.length).join()}`,
    absent.map(({ reason, nodes }) => `${reason}${nodes}`).join(),
  ].join(' | ')
}

describe('a projection', () => {
  it('bundles more links than can be told apart from one node to another', () => {
    const many = graphOf(`a>b a>b a>a ${'a>c '.repeat(9)}${'c>c '.repeat(3000)}c>a`)
    const projection = project(many, initialView)
    const { edges, bundles } = projection
    expect(edges).toHaveLength(4)
    expect(bundles.map((bundle) => bundle.edges.length)).toEqual([9, 3000])
    expect(edgesAmongNodes(projection).sort((a, b) => a - b)).toEqual([...many.edges.keys()])
  })

  it.each([
    ['everything', initialView, 'abcd |  | 4+ | '],
    [
      'a domain',
      edit.addFilter(initialView, { by: 'domain', value: 'p', exclude: false }),
      'ab |  | 1+ | filter2',
    ],
    [
      'not a domain',
      edit.addFilter(initialView, { by: 'domain', value: 'p', exclude: true }),
      'cd |  | 1+ | filter2',
    ],
    [
      'a text',
      edit.addFilter(initialView, { by: 'text', value: 'C', exclude: false }),
      'c |  | 0+ | filter3',
    ],
    [
      'no relation',
      edit.addFilter(initialView, { by: 'relation', value: 'runs', exclude: true }),
      'abcd |  | 0+ | ',
    ],
    ['hidden', edit.hide(initialView, [key('a')]), 'bcd |  | 2+ | hidden1'],
    ['isolated', edit.isolate(initialView, [key('a'), key('b')]), 'ab |  | 1+ | isolated2'],
    ['a collapsed group', edit.collapse(initialView, ['q']), 'ab | q2/1 | 1+1,1 | collapsed2'],
    ['both collapsed', edit.collapse(initialView, ['p', 'q']), ' | p2/1,q2/1 | 0+1,1 | collapsed4'],
    ['a limit', { ...initialView, nodeLimit: 3 }, 'abc |  | 2+ | limit1'],
  ])('of %s', (_, view, expected) => expect(drawn(view)).toBe(expected))

  it('shows every node once: drawn, in a group, or absent for a reason', () => {
    const view = edit.hide(edit.collapse(initialView, ['q']), [key('a'), key('c')])
    const { nodes, collapsed, absent } = project(graph, view)
    const inGroups = collapsed.reduce((sum, { nodes: inside }) => sum + inside.length, 0)
    const away = absent
      .filter(({ reason }) => reason !== 'collapsed')
      .reduce((sum, { nodes }) => sum + nodes, 0)
    expect(nodes.length + inGroups + away).toBe(graph.nodes.length)
  })
})

describe('the history', () => {
  it('undoes and redoes every step, forgets the future on a new one, ignores what changes nothing', () => {
    let history = startHistory(0)
    history = change(history, 1, 'one')
    history = change(history, 1, 'same')
    history = change(history, 2, 'two')
    expect(undo(undo(undo(history))).present).toBe(0)
    expect(redo(undo(history)).present).toBe(2)
    expect(undo(history).future[0]?.label).toBe('two')
    expect(change(undo(history), 3, 'three').future).toEqual([])
  })
})

describe('places', () => {
  it('stay when the model changes; a newcomer stands beside its neighbours, on nobody', () => {
    const before = nowhere(graph)
    graph.nodes.forEach((_, index) => before.xy.set([index * 300, 100], 2 * index))
    const grown = graphOf('p:new>p:b p:a>p:b p:b>q:c q:c>q:d q:d>p:a')
    const carried = carryOver(graph, before, grown)
    const placed = placeNewcomers(grown, project(grown, initialView), carried)
    for (const name of ['a', 'b', 'c', 'd']) {
      const index = grown.nodes.findIndex((node) => node.name === name)
      const old = graph.nodes.findIndex((node) => node.name === name)
      expect([placed.xy[2 * index], placed.xy[2 * index + 1]]).toEqual([old * 300, 100])
    }
    const places = Array.from(
      { length: 5 },
      (_, i) => `${Math.round(placed.xy[2 * i] ?? NaN)}:${Math.round(placed.xy[2 * i + 1] ?? NaN)}`,
    )
    expect(new Set(places).size).toBe(5)
    expect(places.join()).not.toContain('NaN')
  })
})

it.each([3, 4, 5, 6])('a new node covers no card, and its frame no other: graph %d', async (seed) => {
  const known = randomGraph(40, seed)
  const view = { ...initialView }
  const problem = finish(layoutProblemSteps(known, view, project(known, view)))
  const noKernel = () => Promise.reject(new Error('no kernel'))
  const result = await solveLayout(problem, noKernel, () => undefined)
  const laid = applyLayout(project(known, view), nowhere(known), result)
  const [first, last] = [known.nodes[0], known.nodes.at(-1)]
  if (!first || !last) throw new Error('no nodes')
  const news = ['x', 'y', 'z'].map((name, place) => {
    const near = place === 0 ? first : last
    return { ...near, key: `${near.domain}/${name}/entity_set`, name, label: `A new one ${name}` }
  })
  const links = news.map(({ key: source }) => ({
    key: source,
    kind: 'link',
    source,
    target: first.key,
    type: 'r',
  }))
  const grown = makeGraph([...known.nodes, ...news], [...known.edges, ...links])
  const projection = project(grown, view)
  const { xy } = placeNewcomers(grown, projection, carryOver(known, laid, grown), true)
  const cards = grown.nodes.map(({ label }, node) => {
    const [x = 0, y = 0] = xy.subarray(2 * node, 2 * node + 2)
    const half = cardWidth(label) / 2
    return { left: x - half, right: x + half, top: y - CARD_HEIGHT / 2, bottom: y + CARD_HEIGHT / 2 }
  })
  const frames = grown.groups.map((_, group) => {
    const own = cards.filter((_card, node) => grown.groupOf[node] === group)
    return {
      left: Math.min(...own.map(({ left }) => left)) - GROUP_PADDING,
      right: Math.max(...own.map(({ right }) => right)) + GROUP_PADDING,
      top: Math.min(...own.map(({ top }) => top)) - GROUP_PADDING - GROUP_TITLE,
      bottom: Math.max(...own.map(({ bottom }) => bottom)) + GROUP_PADDING,
    }
  })
  for (const rects of [cards, frames])
    for (const [place, a] of rects.entries())
      for (const b of rects.slice(place + 1))
        expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false)
})

describe('some nodes alone, of groups that are collapsed', () => {
  const size = { width: 1000, height: 700 }
  const closed = edit.collapse(initialView, ['p', 'q'])
  const alone = (names: string, closesMany = false): edit.ViewState =>
    shownAlone(closed, graph, new Set(names.split('').map(key)), size, closesMany)

  it('are cards while they can be read, with what is revealed then; afterwards the groups are collapsed again', () => {
    expect(drawn(alone('bc'))).toBe('bc |  | 1+ | isolated2')
    expect(drawn(edit.reveal(alone('bc'), [key('d')]))).toBe('bcd |  | 2+ | isolated1')
    expect(edit.endIsolation(alone('bc'))).toEqual({ ...closed, collapsedBefore: undefined })
    expect(edit.endIsolation(shownAlone(alone('bc'), graph, new Set([key('a')]), size)).collapsed).toEqual(
      closed.collapsed,
    )
  })

  it('what is collapsed meanwhile is so afterwards, too', () => {
    const { collapsed } = edit.endIsolation(edit.collapse(edit.isolate(initialView, [key('a')]), ['q']))
    expect([...collapsed]).toEqual(['q'])
  })

  it('are left in their groups if they are too many, or are closed on request', () => {
    const many = clusteredModel(400)
    const of = new Set(many.nodes.slice(0, 300).map((node) => node.key))
    const open = edit.collapse(initialView, ['d1'])
    expect([...shownAlone(open, many, of, size).collapsed]).toEqual(['d1'])
    expect([...shownAlone(open, many, of, size, true).collapsed]).toEqual(['d0', 'd1', 'd2'])
  })
})

it('a new group stands at the right of everything', () => {
  const before = nowhere(graph)
  graph.nodes.forEach((_, index) => before.xy.set([index * 300, 100], 2 * index))
  const grown = graphOf('p:a>p:b p:b>q:c q:c>q:d q:d>p:a r:e>p:a')
  const placed = placeNewcomers(grown, project(grown, initialView), carryOver(graph, before, grown), true)
  const index = grown.nodes.findIndex((node) => node.name === 'e')
  expect(placed.xy[2 * index]).toBeGreaterThan(900)
})

describe('a look', () => {
  it('is restored from disk unchanged', () => {
    const rules = [
      { by: 'field' as const, field: 'status', value: 'degraded', hue: 3 },
      { by: 'field' as const, value: '', states: true },
    ]
    const noted = edit.annotate(
      edit.pin(edit.collapse(edit.isolate(edit.hide(initialView, ['h']), ['i']), ['c']), [
        ['p', { x: 1, y: 2 }],
      ]),
      'n',
      'a note',
    )
    const view = { ...noted, rules }
    const positions = new Map([['p', { x: 1, y: 2 }]])
    const ways = new Map([['p-q', [1, 2, 3, 4]]])
    const kept: unknown = JSON.parse(JSON.stringify(storedSnapshotOf(view, { positions, ways })))
    expect(parseView(kept)).toEqual({ view, positions, ways, entities: [], isUntouched: false })
  })

  it.each([undefined, 'text', { layout: 'spiral' }, { filters: [{ by: 'colour' }] }])(
    '%j is none',
    (value) => {
      expect(parseView(value)).toBeUndefined()
    },
  )
})

describe('style rules', () => {
  const node = {
    ...graph.nodes[0],
    data: { status: 'Degraded', spec: { endpoint: 'x' } },
  } as (typeof graph.nodes)[0]
  const of = (rules: readonly StyleRule[], one = node) => styleOf(rules, [node, ...numbers])(one)
  /** Nodes with a latency of 0, 50 and 100. */
  const numbers = [0, 50, 100].map((latency) => ({ ...node, data: { latency, status: 'ok' } }))
  it.each<[readonly StyleRule[], Partial<NodeStyle>]>([
    [[], { hue: 1, coloured: false, size: 1 }],
    [[{ by: 'domain', value: 'p', hue: 4 }], { hue: 4, coloured: true }],
    [
      [
        { by: 'kind', value: 'entity_set', hue: 4 },
        { by: 'field', field: 'status', value: 'degraded', hue: 6 },
      ],
      { hue: 6 },
    ],
    [[{ by: 'field', field: 'spec.endpoint', value: 'x', hue: 7 }], { hue: 7 }],
    [[{ by: 'field', field: 'nothing', value: 'x', hue: 7 }], { hue: 1, coloured: false }],
    [
      [{ by: 'field', value: '', states: true }],
      { hue: stateHue('warning'), coloured: true, caption: 'Degraded' },
    ],
    [
      [{ by: 'domain', value: 'p', size: 1.5, icon: 'star' }],
      { hue: 1, coloured: false, size: 1.5, icon: 'star' },
    ],
    [
      [
        { by: 'domain', value: 'p', size: 1.5, hue: 3 },
        { by: 'kind', value: 'entity_set', icon: 'moon' },
      ],
      { hue: 3, size: 1.5, icon: 'moon' },
    ],
    [[{ by: 'domain', value: 'p', caption: 'spec.endpoint' }], { caption: 'x' }],
    [[{ by: 'domain', value: 'p', caption: 'nothing' }], { caption: undefined }],
    [[{ by: 'field', field: 'latency', value: '', gradient: true }], { hue: 1, coloured: false }],
  ])('%j give %j', (rules, style) => expect(of(rules)).toMatchObject(style))

  it.each([
    [0, heatHue(0)],
    [1, heatHue((HEATS - 1) / 2)],
    [2, heatHue(HEATS - 1)],
  ])('a gradient colours number %i of three by its place between the least and the greatest', (place, hue) =>
    expect(of([{ by: 'field', field: 'latency', value: '', gradient: true }], numbers[place])).toMatchObject({
      hue,
      coloured: true,
    }),
  )

  it('leaves what is missing neutral', () =>
    expect(of([{ by: 'domain', value: 'p', hue: 4 }], { ...node, missing: true })).toMatchObject({ hue: 0 }))
})
