import type { Bounds } from '../scene/camera.ts'
import { MARK, type Palette, type Scene, type SceneTable } from '../scene/scene.ts'
import type { FittedText } from './fitted-text.ts'

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** The table with its texts split and outlines precomputed. */
export interface PaintTable extends Omit<SceneTable, 'labels' | 'details'> {
  readonly labels: readonly string[]
  readonly details: readonly string[]
}

/** Opacity of items dimmed by a selection, a path or a comparison; stronger where contrast is wanted. */
export const opacity = (mark: number, { isContrast }: Palette): number =>
  mark & MARK.dimmed ? (isContrast ? 0.5 : 0.25) : 1

/** Opacity of the texts of such items: they stay readable in high contrast. */
export const textOpacity = (isDimmed: boolean, { isContrast }: Palette): number =>
  isDimmed ? (isContrast ? 0.75 : 0.4) : 1

/** The outline colour for a mark. */
export function tone(mark: number, palette: Palette): string {
  if (mark & (MARK.selected | MARK.highlighted)) return palette.accent
  if (mark & MARK.added) return palette.good
  if (mark & MARK.removed) return palette.bad
  if (mark & MARK.changed) return palette.warning
  return palette.lineStrong
}

export const STRONG = MARK.selected | MARK.highlighted | MARK.added | MARK.removed | MARK.changed

/** Input of the painting functions. */
export interface ItemJob {
  readonly context: Context
  readonly scene: Scene
  readonly table: PaintTable
  readonly zoom: number
  /** What is in view, in world units. */
  readonly seen: Bounds
  readonly palette: Palette
  readonly fitted: FittedText
  /** How much of the beginning of each group's name another shares. */
  readonly shared: ReadonlyMap<string, number>
}
