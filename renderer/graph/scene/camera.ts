import { textScale } from '../../ui/text-scale.ts'

/** The view: the world point at the canvas centre, and CSS pixels per world unit. */
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

/** World rectangle by its edges. */
export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Whether two rectangles have a point inside of both. */
export const meets = (a: Bounds, b: Bounds): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

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

/** Zooms by a factor around a screen point. */
export function zoomAt(camera: Camera, size: Size, factor: number, at: Point): Camera {
  const zoom = clampZoom(camera.zoom * factor)
  const world = toWorld(camera, size, at.x, at.y)
  return {
    x: world.x - (at.x - size.width / 2) / zoom,
    y: world.y - (at.y - size.height / 2) / zoom,
    zoom,
  }
}

/** Pans by screen pixels. */
export function panBy(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.zoom, y: camera.y - dy / camera.zoom }
}

/** Margin around fitted content, in CSS pixels. */
export const FIT_MARGIN = 20

/** Aspect ratio of what fills a view of this size, with its margin. */
export const fittingAspect = ({ width, height }: Size): number =>
  Math.max(1, width - 2 * FIT_MARGIN) / Math.max(1, height - 2 * FIT_MARGIN)

/** Height that a view shows at natural size. */
export const naturalHeight = (size: Size): number =>
  Math.max(1, size.height - 2 * FIT_MARGIN) / lifeSize(size)

/**
 * Canvas area in CSS pixels in which a small graph is drawn at natural size; in a larger one it is scaled up,
 * to a limit. The area counts and not the shorter side: beside or below other panes a large canvas is flat.
 */
const USUAL_AREA = 1800 * 1000
const MAX_GROWTH = 1.6

/** The natural zoom: more than 1 with larger text and on very large screens. */
export function lifeSize(size: Size): number {
  const room = Math.sqrt((size.width * size.height) / USUAL_AREA)
  return textScale() * Math.min(MAX_GROWTH, Math.max(1, room))
}

/**
 * The zoom that decides how much is drawn, relative to the page's text: larger text needs a nearer view. All texts
 * are painted in it, so that those of a fixed size grow with the page's as well.
 */
export const textZoom = ({ zoom }: Camera): number => zoom / textScale()

/** The camera that fits the bounds, at most at natural size. */
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

/** Whether the bounds are entirely in view. */
export function holds(camera: Camera, size: Size, bounds: Bounds): boolean {
  const view = visibleBounds(camera, size)
  return (
    view.left <= bounds.left &&
    view.top <= bounds.top &&
    view.right >= bounds.right &&
    view.bottom >= bounds.bottom
  )
}

/** Whether the bounds are entirely out of view. */
export function misses(camera: Camera, size: Size, bounds: Bounds): boolean {
  const view = visibleBounds(camera, size)
  return (
    view.left >= bounds.right ||
    view.top >= bounds.bottom ||
    view.right <= bounds.left ||
    view.bottom <= bounds.top
  )
}

/**
 * Whether the bounds are poorly visible: partly out of view, or smaller than this share of the view on both
 * axes.
 */
export function isLost(camera: Camera, size: Size, bounds: Bounds, least = 0.5): boolean {
  const small =
    (bounds.right - bounds.left) * camera.zoom < size.width * least &&
    (bounds.bottom - bounds.top) * camera.zoom < size.height * least
  return small || !holds(camera, size, bounds)
}

/** Moves the camera as little as needed to bring the point inside the margin. */
export function bringIntoView(camera: Camera, size: Size, point: Point): Camera {
  const { x, y } = toScreen(camera, size, point.x, point.y)
  const margin = Math.min(140, size.width / 4, size.height / 4)
  const shift = (value: number, length: number): number =>
    value < margin ? value - margin : value > length - margin ? value - (length - margin) : 0
  const [dx, dy] = [shift(x, size.width), shift(y, size.height)]
  return dx === 0 && dy === 0 ? camera : panBy(camera, -dx, -dy)
}
