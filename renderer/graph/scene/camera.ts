import { textScale } from '../../ui/text-scale.ts'

/** Where the canvas looks: the world point in its middle and how many CSS pixels a world unit takes. */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** World rectangle by its corners. */
export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const MIN_ZOOM = 0.002
const MAX_ZOOM = 4

export const clampZoom = (zoom: number): number => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom))

export function toScreen(camera: Camera, size: Size, x: number, y: number): Point {
  return {
    x: (x - camera.x) * camera.zoom + size.width / 2,
    y: (y - camera.y) * camera.zoom + size.height / 2,
  }
}

export function toWorld(camera: Camera, size: Size, x: number, y: number): Point {
  return {
    x: (x - size.width / 2) / camera.zoom + camera.x,
    y: (y - size.height / 2) / camera.zoom + camera.y,
  }
}

export function visibleBounds(camera: Camera, size: Size): Bounds {
  const [w, h] = [size.width / 2 / camera.zoom, size.height / 2 / camera.zoom]
  return { left: camera.x - w, top: camera.y - h, right: camera.x + w, bottom: camera.y + h }
}

/** Zooms by a factor so that the world point under the screen point stays there. */
export function zoomAt(camera: Camera, size: Size, factor: number, at: Point): Camera {
  const zoom = clampZoom(camera.zoom * factor)
  const world = toWorld(camera, size, at.x, at.y)
  return {
    x: world.x - (at.x - size.width / 2) / zoom,
    y: world.y - (at.y - size.height / 2) / zoom,
    zoom,
  }
}

/** Moves by screen pixels. */
export function panBy(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.zoom, y: camera.y - dy / camera.zoom }
}

/** Room left around what is fitted, in CSS pixels. */
export const FIT_MARGIN = 20

/** CSS pixels of a canvas on which a small graph is drawn at its own size; on a larger one it grows with it, to a limit. */
const USUAL_SIZE = { width: 1800, height: 1000 }
const MAX_GROWTH = 1.6

/** The zoom at which a graph is as large as life: with larger text, and on a very large screen, more than 1. */
export function lifeSize(size: Size): number {
  const room = Math.min(size.width / USUAL_SIZE.width, size.height / USUAL_SIZE.height)
  return textScale() * Math.min(MAX_GROWTH, Math.max(1, room))
}

/** The camera that shows the bounds whole, no larger than life. */
export function fit(bounds: Bounds, size: Size, largest = lifeSize(size)): Camera {
  const width = Math.max(1, bounds.right - bounds.left)
  const height = Math.max(1, bounds.bottom - bounds.top)
  const zoom = Math.min(
    largest,
    Math.max(1, size.width - 2 * FIT_MARGIN) / width,
    Math.max(1, size.height - 2 * FIT_MARGIN) / height,
  )
  return {
    x: (bounds.left + bounds.right) / 2,
    y: (bounds.top + bounds.bottom) / 2,
    zoom: clampZoom(zoom),
  }
}

/** Whether all of the bounds are in view. */
export function holds(camera: Camera, size: Size, bounds: Bounds): boolean {
  const view = visibleBounds(camera, size)
  return (
    view.left <= bounds.left &&
    view.top <= bounds.top &&
    view.right >= bounds.right &&
    view.bottom >= bounds.bottom
  )
}

/** Whether none of the bounds is in view. */
export function misses(camera: Camera, size: Size, bounds: Bounds): boolean {
  const view = visibleBounds(camera, size)
  return (
    view.left >= bounds.right ||
    view.top >= bounds.bottom ||
    view.right <= bounds.left ||
    view.bottom <= bounds.top
  )
}

/** Whether bounds are seen badly: not all of them, or so small that they fill less than this share of the view on both axes. */
export function isLost(camera: Camera, size: Size, bounds: Bounds, least = 0.5): boolean {
  const small =
    (bounds.right - bounds.left) * camera.zoom < size.width * least &&
    (bounds.bottom - bounds.top) * camera.zoom < size.height * least
  return small || !holds(camera, size, bounds)
}

/** The camera moved as little as needed to have the point inside the margin. */
export function bringIntoView(camera: Camera, size: Size, point: Point): Camera {
  const { x, y } = toScreen(camera, size, point.x, point.y)
  const margin = Math.min(140, size.width / 4, size.height / 4)
  const shift = (value: number, length: number): number =>
    value < margin ? value - margin : value > length - margin ? value - (length - margin) : 0
  const [dx, dy] = [shift(x, size.width), shift(y, size.height)]
  return dx === 0 && dy === 0 ? camera : panBy(camera, -dx, -dy)
}
