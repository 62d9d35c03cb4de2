import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { atOnce, inSlices } from '../../../renderer/app/slices.ts'
import {
  makeGraph,
  type Graph,
  type GraphEdge,
  type GraphNode,
} from '../../../renderer/explorer/graph/graph.ts'
import { byName, searchSteps } from '../../../renderer/explorer/search/search-nodes.ts'
import {
  isQuick,
  prepareProjection,
  project,
  projectSteps,
} from '../../../renderer/explorer/view/projection.ts'
import { select } from '../../../renderer/explorer/view/selection.ts'
import { createSurface, viewOf, type Surface } from '../../../renderer/explorer/view/surface.ts'
import { changeView, redoView, setGraph, undoView } from '../../../renderer/explorer/view/surface-actions.ts'
import * as edit from '../../../renderer/explorer/view/view-state.ts'

import { graphOf } from './sample.ts'

vi.mock('../../../renderer/graph/layout/layout-client.ts', async () => {
  const { solveLayout } = await import('../../../renderer/graph/layout/solve.ts')
  const noKernel = (): Promise<never> => Promise.reject(new Error('the grid needs no kernel'))
  return {
    layoutInWorker: (problem: Parameters<typeof solveLayout>[0]) =>
      solveLayout({ ...problem, algorithm: 'grid' }, noKernel, () => undefined),
  }
})

const { initialView } = edit

/** A graph of this size in five groups and two kinds, each node linked to the one a few positions on. */
function graphOfSize(size: number): Graph {
  const key = (n: number): string => `d${n % 5}/n${n}/kind${n % 2}`
  const nodes = Array.from({ length: size }, (_, n): GraphNode => ({
    key: key(n),
    kind: `kind${n % 2}`,
    domain: `d${n % 5}`,
    name: `n${n}`,
    label: `Node ${n}`,
    group: `d${n % 5}`,
  }))
  const edges = nodes.map(({ key: source }, n): GraphEdge => ({
    key: `${n}`,
    kind: 'link',
    source,
    target: key((n * 7 + 3) % size),
    type: n % 3 ? 'calls' : 'runs',
  }))
  return makeGraph(nodes, edges)
}

const anyFilter = fc.record({
  by: fc.constantFrom('kind' as const, 'domain' as const, 'text' as const, 'relation' as const),
  value: fc.constantFrom('kind0', 'kind1', 'd1', 'd3', 'ode 1', 'calls', 'runs'),
  exclude: fc.boolean(),
})

const anyView = fc
  .record({
    filters: fc.array(anyFilter, { maxLength: 3 }),
    hidden: fc.array(fc.nat(1999), { maxLength: 30 }),
    isolated: fc.option(fc.array(fc.nat(1999), { maxLength: 200 }), { nil: undefined }),
    collapsed: fc.subarray(['d0', 'd1', 'd2', 'd3', 'd4']),
    nodeLimit: fc.constantFrom(50, 1000, 20_000),
  })
  .map(({ hidden, isolated, collapsed, ...rest }): edit.ViewState => {
    const key = (n: number): string => `d${n % 5}/n${n}/kind${n % 2}`
    return {
      ...initialView,
      ...rest,
      hidden: new Set(hidden.map(key)),
      isolated: isolated && new Set(isolated.map(key)),
      collapsed: new Set(collapsed),
    }
  })

/** Laying out thousands of nodes may take a while on a shared machine. */
const patient = { timeout: 30_000 }

describe('a projection in slices', () => {
  it('is that of one piece, for every view', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2000 }), anyView, async (size, view) => {
        const graph = graphOfSize(size)
        const sliced = await inSlices(projectSteps(graph, view))
        expect(sliced).toEqual(atOnce(projectSteps(graph, view)))
      }),
      { numRuns: 40 },
    )
  })

  it('is at hand for a view that draws the same, and for no other', async () => {
    const graph = graphOfSize(3000)
    expect(isQuick(graph, initialView)).toBe(false)
    await prepareProjection(graph, initialView)
    const pinned = edit.pin({ ...initialView, layout: 'grid' }, [['d0/n0/kind0', { x: 1, y: 2 }]])
    expect(project(graph, pinned)).toBe(project(graph, initialView))
    expect(isQuick(graph, edit.hide(initialView, ['d0/n0/kind0']))).toBe(false)
  })
})

describe('a view of a large graph', { timeout: 60_000 }, () => {
  const size = 3000
  const only = (kind: string) => (view: edit.ViewState) =>
    edit.addFilter(view, { by: 'kind', value: kind, exclude: false })
  const shown = (surface: Surface): number => surface.getState().projection.nodes.length

  async function large(): Promise<Surface> {
    const surface = createSurface('model')
    setGraph(surface, graphOfSize(size))
    await vi.waitFor(() => expect(surface.getState().layout.running).toBe(false), patient)
    return surface
  }

  it('keeps its picture until it is known what is drawn, then says so', async () => {
    const surface = await large()
    const drawn = new Promise<void>((resolve) => changeView(surface, 'filter', only('kind0'), resolve))
    expect(viewOf(surface.getState()).filters).toHaveLength(1)
    expect(shown(surface)).toBe(size)
    await drawn
    expect(shown(surface)).toBe(size / 2)
  })

  it('draws the last of several hasty steps, and forgets none', async () => {
    const surface = await large()
    const told: string[] = []
    const last = new Promise<void>((resolve) => {
      changeView(surface, 'one', only('kind0'), () => told.push('one'))
      changeView(
        surface,
        'two',
        (view) => edit.hide(view, ['d0/n0/kind0']),
        () => {
          told.push('two')
          resolve()
        },
      )
    })
    await last
    expect(told).toEqual(['one', 'two'])
    expect(shown(surface)).toBe(size / 2 - 1)
    expect(surface.getState().history.past.map(({ label }) => label)).toEqual(['one', 'two'])
  })

  it('is undone and redone', async () => {
    const surface = await large()
    await new Promise<void>((resolve) => changeView(surface, 'filter', only('kind1'), resolve))
    undoView(surface)
    await vi.waitFor(() => expect(shown(surface)).toBe(size), patient)
    redoView(surface)
    await vi.waitFor(() => expect(shown(surface)).toBe(size / 2), patient)
  })

  it('gives way to another graph', async () => {
    const surface = await large()
    changeView(surface, 'filter', only('kind1'))
    setGraph(surface, graphOfSize(10))
    expect(shown(surface)).toBe(5)
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(shown(surface)).toBe(5)
    expect(surface.getState().projection.itemOf).toHaveLength(10)
  })
})

describe('steps that change the graph', () => {
  it('are undone and redone, with what was arranged and hidden on each', async () => {
    const surface = createSurface('runtime')
    const settled = () => vi.waitFor(() => expect(surface.getState().layout.running).toBe(false), patient)
    const names = () => surface.getState().graph.nodes.length
    setGraph(surface, graphOfSize(4), { step: 'open' })
    await settled()
    const place = surface.getState().history.present.placement.xy[0]
    changeView(surface, 'hide', (view) => edit.hide(view, ['d0/n0/kind0']))
    setGraph(surface, graphOfSize(6), { step: 'expand' })
    await settled()
    setGraph(surface, graphOfSize(0), { step: 'clear', view: initialView })
    const history = () => surface.getState().history
    expect(history().past.map(({ label }) => label)).toEqual(['open', 'hide', 'expand', 'clear'])
    const seen = [names()]
    for (const step of [undoView, undoView, undoView, undoView, redoView, redoView, redoView, redoView]) {
      step(surface)
      seen.push(names())
      expect(surface.getState().projection.itemOf).toHaveLength(names())
    }
    expect(seen).toEqual([0, 6, 4, 4, 0, 4, 4, 6, 0])
    undoView(surface)
    undoView(surface)
    expect([...viewOf(surface.getState()).hidden]).toEqual(['d0/n0/kind0'])
    expect(surface.getState().history.present.placement.xy[0]).toBe(place)
  })
})

describe('searching', () => {
  it('in slices finds what a search in one piece does, the best first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 3000 }),
        fc.constantFrom('', '7', 'node 12', 'n99', 'kind1', 'zzz'),
        async (size, text) => {
          const targets = [byName(graphOfSize(size))]
          const found = await inSlices(searchSteps(targets, text, 12))
          expect(found).toEqual(atOnce(searchSteps(targets, text, 12)))
          const all = atOnce(searchSteps(targets, text, size))
          expect(found?.hits).toEqual(all?.hits.slice(0, 12))
          expect(found?.total).toBe(all?.hits.length)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('finds every node whose name or key holds the text, however many and however long the names', () => {
    const { nodes } = graphOfSize(3000)
    const long = {
      ...nodes[0]!,
      key: 'd/long/kind',
      label: `${'prefix'.repeat(40)}mentgat${'suffix'.repeat(40)}`,
    }
    const targets = [byName({ nodes: [...nodes, long] })]
    const found = (text: string) => atOnce(searchSteps(targets, text, 12))
    const holding = (text: string) =>
      [...nodes, long].filter(({ label, key }) => `${label}\n${key}`.toLowerCase().includes(text)).length
    expect(found('mentgat')?.hits[0]?.node).toBe(long)
    for (const text of ['7', 'ode 12', 'd3/n', 'kind1'])
      expect(found(text)?.total).toBeGreaterThanOrEqual(holding(text))
  })

  it('puts the name that is the text before names that hold it', () => {
    const targets = [byName(graphOfSize(3000))]
    expect(atOnce(searchSteps(targets, 'node 12', 3))?.hits[0]?.node.label).toBe('Node 12')
  })
})

it('what is chosen while a layout is on the way does not show the picture without its places', async () => {
  const surface = createSurface('model')
  const settled = () => vi.waitFor(() => expect(surface.getState().layout.running).toBe(false))
  setGraph(surface, graphOf('a:1>a:2 b:1>b:2 a:1>b:1'))
  await settled()
  const before = surface.getState().scene
  expect(before.count).toBe(4)
  changeView(surface, 'collapse', (view) => edit.collapse(view, ['a', 'b']))
  expect(surface.getState().layout.running).toBe(true)
  select(surface, ['box:a'])
  expect(surface.getState().scene).toBe(before)
  await settled()
  expect(surface.getState().scene.count).toBe(2)
})
