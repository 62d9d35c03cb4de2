import type { Graph } from '../../../renderer/explorer/graph/graph.ts'
import { FittedText } from '../../../renderer/graph/paint/fitted-text.ts'
import { paint } from '../../../renderer/graph/paint/paint.ts'
import type { Bounds, Camera, Size } from '../../../renderer/graph/scene/camera.ts'
import { textWidth } from '../../../renderer/graph/scene/card.ts'
import { isOverview, type Palette, type Scene } from '../../../renderer/graph/scene/scene.ts'

/** A text on the screen, in CSS pixels. */
export interface PaintedText extends Bounds {
  readonly text: string
  readonly size: number
}

interface Frame {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** The texts of a picture. The canvas needs a `Path2D`. */
export const textsOn = (...of: Parameters<typeof paintedOn>): PaintedText[] => paintedOn(...of).texts

/** The texts of a picture, and its lines without room for their counts. */
export function paintedOn(
  scene: Scene,
  graph: Graph,
  camera: Camera,
  size: Size,
  textScale = 1,
): { texts: PaintedText[]; uncounted: number } {
  const texts: PaintedText[] = []
  const frames: Frame[] = [{ scale: 1, x: 0, y: 0 }]
  const now = (): Frame => frames.at(-1) ?? { scale: 1, x: 0, y: 0 }
  const set = (frame: Frame): void => void frames.splice(-1, 1, frame)
  const context = {
    font: '',
    textAlign: 'left',
    save: () => frames.push(now()),
    restore: () => frames.pop(),
    scale: (by: number) => set({ ...now(), scale: now().scale * by }),
    translate: (x: number, y: number) =>
      set({ ...now(), x: now().x + x * now().scale, y: now().y + y * now().scale }),
    setTransform: (scale: number, _b: number, _c: number, _d: number, x: number, y: number) =>
      set({ scale, x, y }),
    measureText: (text: string) => ({ width: textWidth(text, pixels()) * 0.9 }),
    fillText: (text: string, x: number, y: number) => {
      if (text === '') return
      const { scale, x: left, y: top } = now()
      const width = context.measureText(text).width
      const start = left + (context.textAlign === 'center' ? x - width / 2 : x) * scale
      const half = (pixels() * scale) / 2
      const middle = top + y * scale
      texts.push({
        text,
        size: 2 * half,
        left: start,
        right: start + width * scale,
        top: middle - half,
        bottom: middle + half,
      })
    },
  }
  const pixels = (): number => Number(/([\d.]+)px/.exec(context.font)?.[1])
  // Other drawing operations draw no text.
  const silent = new Proxy(context, { get: (known, name) => Reflect.get(known, name) ?? (() => undefined) })
  const none = Uint8Array.from(graph.nodes, () => 0)
  const { lines, groups, names } = paint(silent as unknown as CanvasRenderingContext2D, {
    scene,
    textScale,
    table: {
      labels: graph.nodes.map(({ label }) => label),
      details: graph.nodes.map(({ kind }) => kind),
      icons: none,
      shapes: none,
    },
    edgeLabels: scene.edgeLabels.split('\n'),
    palette: { hues: [], grounds: [], tints: [], domains: [], font: 'sans' } as unknown as Palette,
    camera,
    size,
    ratio: 1,
    fitted: new FittedText(),
  })
  return { texts, uncounted: isOverview(scene, camera.zoom / textScale) ? lines + groups : names }
}
