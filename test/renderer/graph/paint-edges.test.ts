import { expect, it } from 'vitest'
import { FittedText } from '../../../renderer/graph/paint/fitted-text.ts'
import { paintEdges } from '../../../renderer/graph/paint/paint-edges.ts'
import { MARK, type Palette } from '../../../renderer/graph/scene/scene.ts'
import { sceneOf } from './scene.ts'

const palette = { text: '#000', ground: '#fff', accent: '#00f', font: 'sans', domains: [] }
const VIEW = { left: -500, right: 500, top: -500, bottom: 500 }

it.each([
  ['dimmed', MARK.dimmed, 1, 'color-mix(in srgb, #000 12%, #fff)'],
  ['neither dimmed nor chosen', 0, 0.45, '#000'],
  ['chosen', MARK.highlighted, 1, '#00f'],
])(
  'a link that is %s has an ink of its own; one that is dimmed is opaque, not to add up with others',
  (_, mark, alpha, colour) => {
    const scene = sceneOf(
      {
        cards: [
          [-200, 0, 100, 40],
          [200, 0, 100, 40],
        ],
        edges: [[0, 1]],
      },
      { edgeMark: Uint8Array.of(mark) },
    )
    const strokes: unknown[] = []
    const own = { strokeStyle: '', globalAlpha: 0, font: '', measureText: () => ({ width: 10 }) }
    const context: typeof own = new Proxy(own, {
      get: (known, name) => {
        if (name === 'stroke') return () => strokes.push([known.globalAlpha, known.strokeStyle])
        return Reflect.get(known, name) ?? (() => undefined)
      },
    })
    paintEdges(context as unknown as CanvasRenderingContext2D, {
      scene,
      view: VIEW,
      seen: VIEW,
      zoom: 1,
      palette: palette as unknown as Palette,
      fitted: new FittedText(),
      labels: [],
      names: [],
      far: { inside: [], beside: [], uncounted: 0 },
    })
    expect(strokes[0]).toEqual([alpha, colour])
  },
)
