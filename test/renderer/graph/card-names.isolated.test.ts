import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { FittedText } from '../../../renderer/graph/paint/fitted-text.ts'
import { paint } from '../../../renderer/graph/paint/paint.ts'
import { CARD_HEIGHT, cardWidth } from '../../../renderer/graph/scene/card.ts'
import type { Palette } from '../../../renderer/graph/scene/scene.ts'
import { sceneOf } from './scene.ts'

beforeAll(() => vi.stubGlobal('Path2D', Object))
afterAll(() => vi.unstubAllGlobals())

/** The texts of a card in a font whose digits are as wide as 0.6 of its size, but for the 1. */
function onCard(label: string, zoom: number): string[] {
  const list: string[] = []
  const share = (character: string): number => (character === '1' ? 0.4 : 0.6)
  const known = {
    font: '',
    measureText: (text: string) => ({
      width:
        Array.from(text, share).reduce((sum, one) => sum + one, 0) * Number(/[\d.]+(?=px)/.exec(known.font)),
    }),
    fillText: (text: string) => list.push(text),
  }
  const context = new Proxy(known, { get: (own, name) => Reflect.get(own, name) ?? (() => undefined) })
  paint(context as unknown as CanvasRenderingContext2D, {
    scene: sceneOf({ cards: [[0, 0, cardWidth(label), CARD_HEIGHT]], edges: [] }),
    table: { labels: [label], details: [''], icons: new Uint8Array(1), shapes: new Uint8Array(1) },
    edgeLabels: [],
    palette: { font: 'sans', tints: [], domains: [], hues: [], grounds: [] } as unknown as Palette,
    camera: { x: 0, y: 0, zoom },
    size: { width: 800, height: 600 },
    ratio: 1,
    fitted: new FittedText(),
  })
  return list.filter((text) => text !== '')
}

it.each([
  [0.5, 2],
  [0.55, 2],
  [0.65, 1],
  [0.7, 1],
  [0.76, 1],
])('cards beside each other with names of one length look alike, at zoom %d', (zoom, lines) => {
  expect(['Element 276', 'Element 111', 'Element 911'].map((name) => onCard(name, zoom).length)).toEqual([
    lines,
    lines,
    lines,
  ])
})
