import { expect, it } from 'vitest'
import { FittedText } from '../../../renderer/graph/paint/fitted-text.ts'
import { placeFarNames } from '../../../renderer/graph/paint/outer-names.ts'
import type { Palette, Scene, SceneGroup } from '../../../renderer/graph/scene/scene.ts'
import { sceneOf } from './scene.ts'

const [WIDTH, HEIGHT] = [208, 132]
const LABELS = ['runbook set', 'metric set', 'entity set', 'event set', 'log set', 'Prometheus']

/** A group of six parts in two columns. */
const parts: Scene = {
  ...sceneOf({
    cards: LABELS.map((_, place) => [(place % 2) * 270, Math.floor(place / 2) * 190, WIDTH, HEIGHT]),
    edges: [],
  }),
  nodes: new Uint32Array(),
  groupOf: new Int32Array(LABELS.length),
  groups: [
    {
      key: 'd',
      x: -130,
      y: -130,
      width: 530,
      height: 600,
      label: 'd127',
      detail: '',
      kinds: [] as readonly string[],
    } as SceneGroup,
  ],
  collapsed: LABELS.map((label) => ({ label, detail: '12 elements', kinds: [], allKinds: [] })),
}

function namesAt(zoom: number): { text: string; x: number; y: number; width: number; height: number }[] {
  const own = {
    font: '',
    measureText: (text: string) => ({
      width: text.length * Number(/([\d.]+)px/.exec(own.font)?.[1]) * 0.5,
    }),
  }
  const context = own as unknown as CanvasRenderingContext2D
  const job = {
    context,
    zoom,
    palette: { font: 'sans' } as Palette,
    fitted: new FittedText(),
    shared: new Map<string, number>(),
  }
  const everywhere = { left: -1e4, right: 1e4, top: -1e4, bottom: 1e4 }
  return placeFarNames(job, parts, [], everywhere).beside.filter(({ text }) => text !== 'd127')
}

it('parts too small for their names have none: their group stands for them', () => {
  expect(namesAt(0.1)).toEqual([])
  expect(namesAt(0.29)).toEqual([])
})
