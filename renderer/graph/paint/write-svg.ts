import { escapeHtml } from '#shared/html/escape.ts'
import type { Bounds } from '../scene/camera.ts'
import { textWidth } from '../scene/card.ts'
import type { Palette, Scene, SceneTable } from '../scene/scene.ts'
import { FittedText } from './fitted-text.ts'
import type { Context } from './item-job.ts'
import { paint } from './paint.ts'
import { paintCaption, PICTURE_MARGIN, withCaption } from './caption.ts'
import { escapeXml, type Measure, SvgContext } from './svg-context.ts'
import { round } from './way.ts'

/** What measures texts here; where there is no canvas, texts are estimated. */
function measure(): Measure {
  const context =
    typeof OffscreenCanvas === 'undefined' ? undefined : new OffscreenCanvas(1, 1).getContext('2d')
  if (context) return context
  const estimate = {
    font: '',
    measureText: (text: string) => ({
      width: textWidth(text, Number.parseFloat(/([\d.]+)px/.exec(estimate.font)?.[1] ?? '13')),
    }),
  }
  return estimate
}

/** Exports the scene as SVG with real text: the painter draws it as it does the PNG. */
export function toSvg(
  scene: Scene,
  { labels, details, icons, shapes }: SceneTable,
  palette: Palette,
  bounds: Bounds,
  caption = '',
  title = caption,
): string {
  const inner = {
    width: bounds.right - bounds.left + 2 * PICTURE_MARGIN,
    height: bounds.bottom - bounds.top + 2 * PICTURE_MARGIN,
  }
  const pen = new SvgContext(measure())
  // The painter uses no more of a canvas than is recorded.
  const context = pen as unknown as Context
  const size = withCaption(inner, caption)
  paint(context, {
    scene,
    table: { labels: labels.split('\n'), details: details.split('\n'), icons, shapes },
    edgeLabels: scene.edgeLabels.split('\n'),
    palette,
    camera: { x: (bounds.left + bounds.right) / 2, y: (bounds.top + bounds.bottom) / 2, zoom: 1 },
    size: inner,
    ratio: 1,
    fitted: new FittedText(),
    transparent: true,
  })
  paintCaption(context, caption, palette, size, 1)
  const [width, height] = [round(size.width), round(size.height)]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="${escapeHtml(palette.font)}">`,
    ...(title === '' ? [] : [`<title>${escapeXml(title)}</title>`]),
    `<rect width="${width}" height="${height}" fill="${palette.ground}"/>`,
    pen.end(),
    '</svg>',
  ].join('\n')
}
