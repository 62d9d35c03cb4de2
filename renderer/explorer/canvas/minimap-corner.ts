import { type Camera, type Size, toScreen } from './camera.ts'
import type { Scene } from './scene.ts'

/** The map of the whole graph, and what it keeps off the edges of the canvas, in CSS pixels. */
export const MINIMAP_SIZE: Size = { width: 168, height: 112 }
const GAP = 10

/** What the map takes of the lower right corner, with as much air on its other sides. */
export const MINIMAP_CORNER: Size = {
  width: MINIMAP_SIZE.width + 2 * GAP,
  height: MINIMAP_SIZE.height + 2 * GAP,
}

/** Whether an item or a box of the scene is drawn in the lower right corner of the canvas. */
export function liesInCorner(scene: Scene, camera: Camera, size: Size, corner: Size): boolean {
  const inside = (right: number, bottom: number): boolean => {
    const end = toScreen(camera, size, right, bottom)
    return end.x > size.width - corner.width && end.y > size.height - corner.height
  }
  for (let item = 0; item < scene.count; item++) {
    const right = (scene.x[item] ?? 0) + (scene.width[item] ?? 0) / 2
    if (inside(right, (scene.y[item] ?? 0) + (scene.height[item] ?? 0) / 2)) return true
  }
  return scene.boxes.some((box) => inside(box.x + box.width, box.y + box.height))
}
