import type { Size } from '../scene/camera.ts'
import type { Palette } from '../scene/scene.ts'
import type { Context } from './item-job.ts'

/** Room around an exported picture, in CSS pixels. */
export const PICTURE_MARGIN = 40

/** Height of the strip for a caption, its font size and its distance from the side, in CSS pixels. */
const STRIP = 28
const SIZE = 12
const INSET = 16

/** The size of a picture with room below for its caption. */
export const withCaption = ({ width, height }: Size, caption: string): Size => ({
  width,
  height: height + (caption === '' ? 0 : STRIP),
})

/** The caption cut to the width of the picture. */
function fitting(context: Context, caption: string, width: number): string {
  let shown = caption
  while (shown.length > 1 && context.measureText(shown).width > width) shown = `${shown.slice(0, -2)}…`
  return shown
}

/** Says below a picture what it shows: once it is elsewhere, nothing else does. */
export function paintCaption(
  context: Context,
  caption: string,
  { quiet, font }: Palette,
  { width, height }: Size,
  ratio: number,
): void {
  if (caption === '') return
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.font = `${SIZE}px ${font}`
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.globalAlpha = 1
  context.fillStyle = quiet
  context.fillText(fitting(context, caption, width - 2 * INSET), INSET, height - STRIP / 2)
}
