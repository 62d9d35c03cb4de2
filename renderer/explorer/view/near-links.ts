import type { Bounds } from '../../graph/scene/camera.ts'
import type { Scene } from '../../graph/scene/scene.ts'

/** The part of a graph whose links are drawn, though the whole has too many. */
export interface Near {
  /** Keys of groups of which all inner links are drawn. */
  readonly groups: ReadonlySet<string>
  /** In other groups, and outside of groups, the links with both ends in these bounds are. */
  readonly within: Bounds | undefined
}

/** Whether the centre of an item lies in bounds. */
export const isWithin = (
  { x, y }: Pick<Scene, 'x' | 'y'>,
  item: number,
  { left, top, right, bottom }: Bounds,
): boolean => {
  const [cx, cy] = [x[item] ?? 0, y[item] ?? 0]
  return cx >= left && cx <= right && cy >= top && cy <= bottom
}

/** A text that differs whenever other links are near. */
export const nearKey = (near: Near | undefined): string =>
  near === undefined
    ? ''
    : [...near.groups].sort().join('\n') + (near.within ? Object.values(near.within).join() : '')
