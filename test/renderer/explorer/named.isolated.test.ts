import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeGraph, type Graph } from '../../../renderer/explorer/graph/graph.ts'
import { overviewOf } from '../../../renderer/explorer/view/overview.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import { FittedText } from '../../../renderer/graph/paint/fitted-text.ts'
import { paint } from '../../../renderer/graph/paint/paint.ts'
import { wayOf } from '../../../renderer/graph/paint/way.ts'
import { fit } from '../../../renderer/graph/scene/camera.ts'
import { textWidth } from '../../../renderer/graph/scene/card.ts'
import { isOverview, type Palette, type Scene, sceneBounds } from '../../../renderer/graph/scene/scene.ts'
import { pictureOf } from './random-pictures.ts'

/** The canvas of a 1440 × 900 page with the side panel open. */
const SIZE = { width: 1000, height: 800 }
/** Minimum readable font size in CSS pixels. */
const LEAST_PX = 8

beforeAll(() => vi.stubGlobal('Path2D', function outlineOf() {}))
afterAll(() => vi.unstubAllGlobals())

/** A model like the bench's: clustered, 1.6 links per element, one in eight across domains. */
function model(count: number): Graph {
  const domains = Math.max(3, Math.round(count / 143))
  let state = count
  const random = (most: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  const kinds = ['entity_set', 'metric_set', 'log_set', 'event_set']
  const nodes = Array.from({ length: count }, (_, i) => {
    const [domain, kind] = [`d${i % domains}`, kinds[random(kinds.length)] ?? '']
    return {
      key: `${domain}/n${i}/${kind}`,
      kind,
      domain,
      name: `n${i}`,
      label: `Element ${i}`,
      group: domain,
    }
  })
  const any = (domain: number): number => domain + domains * random(Math.floor((count - domain) / domains))
  const edges = Array.from({ length: Math.round(count * 1.6) }, (_, edge) => {
    const domain = random(domains)
    const [from, to] = [any(domain), any(random(8) === 0 ? random(domains) : domain)]
    const [source = '', target = ''] = [nodes[from]?.key, nodes[to]?.key]
    return { key: `e${edge}`, kind: 'entity_set_link', source, target, type: 'runs' }
  })
  return makeGraph(nodes, edges)
}

/** The words of a fitted scene that are large enough to read. */
function wordsIn(scene: Scene, graph: Graph): { zoom: number; words: ReadonlySet<string> } {
  const words = new Set<string>()
  const scales = [1]
  const context = {
    font: '',
    save: () => scales.push(scales.at(-1) ?? 1),
    restore: () => scales.pop(),
    scale: (x: number) => scales.push((scales.pop() ?? 1) * x),
    setTransform: (x: number) => scales.splice(0, scales.length, x),
    measureText: (text: string) => ({ width: textWidth(text, pixels()) * 0.9 }),
    fillText: (text: string) => {
      if (pixels() * (scales.at(-1) ?? 1) >= LEAST_PX) for (const word of text.split(' ')) words.add(word)
    },
  }
  const pixels = (): number => Number(/([\d.]+)px/.exec(context.font)?.[1])
  // Other drawing operations draw no text.
  const silent = new Proxy(context, { get: (known, name) => Reflect.get(known, name) ?? (() => undefined) })
  const camera = fit(sceneBounds(scene) ?? { left: 0, top: 0, right: 1, bottom: 1 }, SIZE)
  const none = graph.nodes.map(() => 0)
  paint(silent as unknown as CanvasRenderingContext2D, {
    scene,
    table: {
      labels: graph.nodes.map(({ label }) => label),
      details: graph.nodes.map(({ kind }) => kind),
      icons: Uint8Array.from(none),
      shapes: Uint8Array.from(none),
    },
    edgeLabels: [],
    palette: { hues: [], grounds: [], tints: [], domains: [], font: 'sans' } as unknown as Palette,
    camera,
    size: SIZE,
    ratio: 1,
    fitted: new FittedText(),
  })
  return { zoom: camera.zoom, words }
}

it.each([50, 300, 2000, 20_000])(
  '%d elements open with names, in a shape and with lines that can be read',
  async (count) => {
    const graph = model(count)
    const scene = await pictureOf(graph, { ...initialView, collapsed: overviewOf(graph, SIZE) }, true)
    const { zoom, words } = wordsIn(scene, graph)
    const cards = isOverview(scene, zoom)
      ? []
      : [...scene.nodes].map((node) => graph.nodes[node]?.label ?? '')
    const names = [
      ...cards,
      ...scene.collapsed.map(({ label }) => label),
      ...scene.groups.map(({ label }) => label),
    ]
    const named = names.filter((name) => words.has(name.split(' ').at(-1) ?? '')).length / names.length
    const length = Array.from(scene.from, (_, edge) => {
      const { points, first, last } = wayOf(scene, edge)
      let sum = 0
      for (let i = first + 2; i < last; i += 2)
        sum += Math.hypot(
          (points[i] ?? 0) - (points[i - 2] ?? 0),
          (points[i + 1] ?? 0) - (points[i - 1] ?? 0),
        )
      return sum
    }).reduce((sum, one) => sum + one, 0)
    const ink = (length * zoom) / (SIZE.width * SIZE.height)
    const shapes = scene.groups.map(({ width, height }) => Math.max(width / height, height / width))
    expect(named).toBeGreaterThanOrEqual(0.9)
    expect(ink).toBeLessThan(0.1)
    expect(Math.max(1, ...shapes)).toBeLessThan(4)
  },
)
