import type { Engine, Icon, Shape } from './kinds.ts'
import { type Letter, LETTER_PATHS, THING_PATHS } from './signs.ts'

export const SHAPES: readonly Shape[] = ['card', 'cut', 'pill', 'folded', 'dashed']

const BARREL = 'M3 4c0-2.6 10-2.6 10 0v8c0 2.6-10 2.6-10 0zM3 4c0 2.6 10 2.6 10 0'

/** Stroked outlines in a 16 × 16 box, as SVG path data, shared by the canvas and the SVG export. */
export const ICON_PATHS: Readonly<Record<Icon, string>> = {
  ...THING_PATHS,
  ...LETTER_PATHS,
  dot: 'M8 4.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7z',
  square: 'M3.5 3.5h9v9h-9z',
  triangle: 'M8 2.8l5.6 10.2H2.4z',
  diamond: 'M8 2l6 6-6 6-6-6z',
  hexagon: 'M5 2.8h6L14 8l-3 5.2H5L2 8z',
  star: 'M8 1.8l1.8 4 4.4.5-3.3 3 .9 4.3L8 11.4l-3.8 2.2.9-4.3-3.3-3 4.4-.5z',
  plus: 'M6 2.5h4V6h3.5v4H10v3.5H6V10H2.5V6H6z',
  cross: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  leaf: 'M2.8 13.2C2.8 6.5 6.5 2.8 13.2 2.8c0 6.7-3.7 10.4-10.4 10.4zM2.8 13.2l6-6',
  pentagon: 'M8 2l6 4.4-2.3 7H4.3L2 6.4z',
  drop: 'M8 2c3 3.6 4.5 5.6 4.5 7.6a4.5 4.5 0 0 1-9 0C3.5 7.6 5 5.6 8 2z',
  moon: 'M11 2.8a6 6 0 1 0 2.6 8A5.4 5.4 0 0 1 11 2.8z',
  hourglass: 'M3.5 2.5h9l-9 11h9z',
  cube: 'M8 1.8l5.4 3.1v6.2L8 14.2l-5.4-3.1V4.9zM2.6 4.9L8 8l5.4-3.1M8 8v6.2',
  bars: 'M2.5 13.5h11M4.5 11V8M8 11V3M11.5 11V6',
  lines: 'M3 4h10M3 8h7M3 12h9',
  branch: 'M4 3v10M4 8h4a3 3 0 0 0 3-3V3.5M9 5l2-2 2 2',
  bolt: 'M9 1.8L3.5 9H8l-1 5.2L12.5 7H8z',
  flame: 'M8 1.8c.5 3 4 4.2 4 8a4 4 0 0 1-8 0c0-2 1.2-2.8 1.6-4.4C7 6.2 7.8 4.5 8 1.8z',
  book: 'M3 3h4a1.5 1.5 0 0 1 1 .5A1.5 1.5 0 0 1 9 3h4v9.5H9a1.5 1.5 0 0 0-1 .5 1.5 1.5 0 0 0-1-.5H3zM8 3.5V13',
  inlet: 'M2 8h8M7 5l3 3-3 3M10 2.5h3.5v11H10',
  compass: 'M8 1.8a6.2 6.2 0 1 1 0 12.4a6.2 6.2 0 1 1 0-12.4zM10.8 5.2L9.2 9.2l-4 1.6 1.6-4z',
  'barrel-bars': `${BARREL}M5.5 12v-2.2M8 12.6V8M10.5 12V9.2`,
  'barrel-columns': `${BARREL}M3 9.4h10M8 6v7.8`,
  'barrel-glass': `${BARREL}M7.3 7.6a1.9 1.9 0 1 1 0 3.8a1.9 1.9 0 1 1 0-3.8zM8.8 10.8l1.8 1.7`,
  'barrel-lines': `${BARREL}M5.2 8.6h5.6M5.2 11.2h4`,
  question: 'M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9.1 8 10M8 12.5v.6',
}

/** All icons; painters refer to them by their places. */
export const ICONS = Object.keys(ICON_PATHS) as readonly Icon[]

/** An icon that a rule can give. */
export type Choice = Exclude<Icon, Letter | Engine>
/** Letters and engines are looks of kinds only. */
export const CHOICES = ICONS.filter((icon): icon is Choice => !/-/.test(icon))

/** The outline of a node card as SVG path data, with its top-left corner at the origin. */
export function outline(shape: Shape, width: number, height: number): string {
  const [w, h] = [width, height]
  const rounded = (r: number): string =>
    `M${r} 0H${w - r}Q${w} 0 ${w} ${r}V${h - r}Q${w} ${h} ${w - r} ${h}H${r}Q0 ${h} 0 ${h - r}V${r}Q0 0 ${r} 0Z`
  if (shape === 'pill') return rounded(h / 2)
  if (shape === 'cut') return `M9 0H${w}V${h - 9}L${w - 9} ${h}H0V9Z`
  if (shape === 'folded')
    return `M4 0H${w - 11}L${w} 11V${h - 4}Q${w} ${h} ${w - 4} ${h}H4Q0 ${h} 0 ${h - 4}V4Q0 0 4 0Z`
  return rounded(6)
}
