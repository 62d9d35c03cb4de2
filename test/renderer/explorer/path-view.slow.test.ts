import { describe, expect, it, vi } from 'vitest'
import { carryPaths } from '../../../renderer/explorer/graph/paths.ts'
import { makeGraph, type Graph } from '../../../renderer/explorer/graph/graph.ts'
import { partNames } from '../../../renderer/explorer/graph/parts.ts'
import { showPaths, viewCommands } from '../../../renderer/explorer/view/commands-on-view.ts'
import { createSurface, placementOf, viewOf, type Surface } from '../../../renderer/explorer/view/surface.ts'
import { setGraph } from '../../../renderer/explorer/view/surface-actions.ts'
import { holds } from '../../../renderer/graph/scene/camera.ts'
import { MARK, trunkMark } from '../../../renderer/graph/scene/scene.ts'
import { graphOf } from './sample.ts'

vi.mock('../../../renderer/graph/layout/layout-client.ts', async () => {
  const { solveLayout } = await import('../../../renderer/graph/layout/solve.ts')
  const { elk } = await import('./random-pictures.ts')
  return {
    layoutInWorker: (problem: Parameters<typeof solveLayout>[0]) =>
      solveLayout(problem, elk, () => undefined),
  }
})

/** The first layout in a process compiles ELK. */
const settled = (surface: Surface): Promise<void> =>
  vi.waitFor(() => {
    const { layout, scene, projection } = surface.getState()
    expect(layout.running).toBe(false)
    expect(scene.count).toBe(projection.nodes.length + projection.collapsed.length)
  }, 20_000)

async function show(graph: Graph): Promise<Surface> {
  const surface = createSurface('model')
  surface.setState({ size: { width: 900, height: 600 } })
  setGraph(surface, graph)
  await settled(surface)
  return surface
}

/** Two domains, each a chain of so many nodes, linked at their ends. */
function chains(size: number): Graph {
  const chain = (domain: string): string[] =>
    Array.from({ length: size - 1 }, (_, n) => `${domain}:${domain}${n}>${domain}:${domain}${n + 1}`)
  return graphOf([...chain('p'), `p:p${size - 1}>q:q0`, ...chain('q')].join(' '))
}

/** Two domains too large to open whole: each has four hubs with leaves, and the first hubs are linked. */
function hubs(): Graph {
  const star = (domain: string, hub: number): string[] =>
    Array.from({ length: 25 }, (_, leaf) => `${domain}:hub${hub}>${domain}:leaf${hub}.${leaf}`)
  const all = ['p', 'q'].flatMap((domain) => [0, 1, 2, 3].flatMap((hub) => star(domain, hub)))
  return graphOf([...all, 'p:hub0>q:hub0'].join(' '))
}

/** The graph as read in another language, with the nodes in another order. */
const translated = ({ nodes, edges }: Graph): Graph =>
  makeGraph(nodes.map((node) => ({ ...node, label: `以${node.label}` })).toReversed(), edges.toReversed())

describe('a path that was found', () => {
  const [start, end] = ['p/p0/entity_set', 'q/q1/entity_set']
  const options = { all: false, directed: false }

  it('stands out alone and is in view as a whole', async () => {
    const surface = await show(chains(6))
    surface.setState({ camera: { x: 1e5, y: 1e5, zoom: 1 } })
    expect(showPaths(surface, start, end, options)).toBe(1)
    const { scene, camera, size, paths } = surface.getState()
    const lit = [...scene.mark].filter((mark) => (mark & MARK.highlighted) !== 0)
    expect(lit).toHaveLength(paths?.list[0]?.nodes.length ?? 0)
    const { xy } = placementOf(surface.getState())
    for (const node of paths?.list[0]?.nodes ?? []) {
      const [x, y] = [xy[2 * node] ?? 0, xy[2 * node + 1] ?? 0]
      expect(holds(camera, size, { left: x, right: x, top: y, bottom: y })).toBe(true)
    }
  })

  it('lights of a bundle only its own line, and the bundle where no line is seen', async () => {
    const surface = await show(graphOf('p:a>p:b p:b>q:c q:c>q:d p:a>q:c p:b>q:d'))
    expect(showPaths(surface, 'p/a/entity_set', 'q/c/entity_set', options)).toBe(1)
    const { scene } = surface.getState()
    const [trunk] = scene.trunks
    expect([...scene.edgeMark].filter((mark) => mark === MARK.highlighted)).toHaveLength(1)
    expect(trunk).toMatchObject({ weight: 3, mark: MARK.highlighted, partly: true })
    expect([true, false].map((overview) => trunk && trunkMark(trunk, overview))).toEqual([
      MARK.highlighted,
      MARK.dimmed,
    ])
  })

  it('lights a bundle that has no other line', async () => {
    const surface = await show(graphOf('p:a>p:b p:b>q:c q:c>q:d'))
    expect(showPaths(surface, 'p/a/entity_set', 'q/c/entity_set', options)).toBe(1)
    const [trunk] = surface.getState().scene.trunks
    expect(trunk && trunkMark(trunk, false)).toBe(MARK.highlighted)
  })

  it('opens of collapsed groups the parts that it leads through, and no others', async () => {
    const graph = hubs()
    const surface = await show(graph)
    viewCommands(surface).collapseAll()
    await settled(surface)
    expect(showPaths(surface, 'p/leaf0.0/entity_set', 'q/leaf0.0/entity_set', options)).toBe(1)
    await settled(surface)
    const { collapsed } = viewOf(surface.getState())
    const parts = [...partNames(graph, 'p'), ...partNames(graph, 'q')]
    const open = parts.filter((part) => !collapsed.has(part))
    expect(collapsed.has('p') || collapsed.has('q')).toBe(false)
    expect(open.length).toBeGreaterThan(0)
    expect(open.length).toBeLessThan(parts.length)
    expect(surface.getState().awaited).toBeUndefined()
  })

  it('is there still when the model comes in another language', async () => {
    const graph = chains(6)
    const surface = await show(graph)
    showPaths(surface, start, end, options)
    setGraph(surface, translated(graph))
    await settled(surface)
    const { paths, graph: now } = surface.getState()
    const keys = paths?.list[0]?.nodes.map((node) => now.nodes[node]?.name)
    expect(keys).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'q0', 'q1'])
  })

  it('disappears where something on it is missing', () => {
    const [before, after] = [graphOf('a>b b>c'), graphOf('a>b')]
    const found = { list: [{ nodes: [0, 1, 2], edges: [0, 1] }], chosen: 0, truncated: false }
    expect(carryPaths(before, found, after)).toBeUndefined()
    expect(carryPaths(before, found, before)).toBe(found)
  })
})

describe('groups that are collapsed and opened again', () => {
  const graph = graphOf('a:1>a:2 a:1>a:3 a:2>a:4 a:3>a:4 a:4>b:1 b:1>b:2 b:2>c:1 c:1>c:2')
  const picture = (surface: Surface) => {
    const { x, y, wayPoints } = surface.getState().scene
    return { x: [...x], y: [...y], wayPoints: [...wayPoints] }
  }

  it('give the picture that was there before: all of them', async () => {
    const surface = await show(graph)
    const before = picture(surface)
    viewCommands(surface).collapseAll()
    await settled(surface)
    viewCommands(surface).expandAll()
    await settled(surface)
    expect(picture(surface)).toEqual(before)
  })

  it('give the picture that was there before: one', async () => {
    const surface = await show(graph)
    const before = picture(surface)
    viewCommands(surface).toggleGroup('a')
    await settled(surface)
    viewCommands(surface).toggleGroup('a')
    await settled(surface)
    expect(picture(surface)).toEqual(before)
  })

  it('make room for the first that opens', async () => {
    const surface = await show(graph)
    viewCommands(surface).collapseAll()
    await settled(surface)
    viewCommands(surface).toggleGroup('a')
    await settled(surface)
    const { leftOut, groups, collapsed } = surface.getState().scene
    expect({ leftOut, groups: groups.length, collapsed: collapsed.length }).toEqual({
      leftOut: 0,
      groups: 1,
      collapsed: 2,
    })
  })

  it('keep the ways of their lines when the model is read again', async () => {
    const surface = await show(graph)
    const before = picture(surface)
    setGraph(surface, makeGraph(graph.nodes, graph.edges))
    await settled(surface)
    expect(picture(surface)).toEqual(before)
  })
})
