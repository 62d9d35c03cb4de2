import { onTextScale, textScale } from '../../ui/text-scale.ts'
import { PICTURE_MARGIN } from '../paint/caption.ts'
import type { LeftOff } from '../paint/paint.ts'
import { Painter, type Frame } from '../paint/painter.ts'
import {
  clampZoom,
  fit,
  isLost,
  misses,
  toScreen,
  type Bounds,
  type Camera,
  type Size,
  textZoom,
} from '../scene/camera.ts'
import { readPalette } from '../scene/palette.ts'
import { drawnAs, sceneBounds, type Palette, type Scene, type SceneTable } from '../scene/scene.ts'
import { Fade, isOtherPicture } from './fade.ts'
import { followRatio } from './follow-ratio.ts'
import { OldPicture } from './old-picture.ts'
import type { Stage, StageState } from './stage.ts'

/**
 * Margin painted beyond the canvas on each side, as a share of its size, so that panning reveals painted
 * content.
 */
const OVERSCAN = 0.2
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'
/** The maximum side of an exported picture. */
export const MAX_PICTURE_PX = 12_000

const pictureSize = ({ left, right, top, bottom }: Bounds): Size => ({
  width: right - left + 2 * PICTURE_MARGIN,
  height: bottom - top + 2 * PICTURE_MARGIN,
})

/** The share of its size at which a whole scene becomes a picture: a huge one is scaled down instead of failing. */
export function pictureShare(scene: Scene, ratio: number): number {
  const bounds = sceneBounds(scene)
  const { width, height } = bounds ? pictureSize(bounds) : { width: 1, height: 1 }
  return Math.min(1, MAX_PICTURE_PX / (Math.max(width, height) * ratio))
}

/** The last frame of a view that is gone, and what it was painted of and with. */
interface LeftFrame {
  readonly frame: Frame
  readonly scene: Scene
  readonly look: string
}

/** Views that are gone leave their last frame, for as many stages as one goes back and forth between. */
const MAX_LEFT = 3
const leftFrames = new Map<Stage, LeftFrame>()

function leaveFrame(stage: Stage, left: LeftFrame): void {
  leftFrames.set(stage, left)
  const [oldest] = leftFrames.keys()
  if (leftFrames.size > MAX_LEFT && oldest) takeFrame(oldest)?.frame.bitmap.close()
}

function takeFrame(stage: Stage): LeftFrame | undefined {
  const left = leftFrames.get(stage)
  leftFrames.delete(stage)
  return left
}

const isSame = (one: LeftOff, other: LeftOff | undefined): boolean =>
  one.lines === (other?.lines ?? 0) &&
  one.groups === (other?.groups ?? 0) &&
  one.names === (other?.names ?? 0)

/** A selection rectangle being drawn, in CSS pixels of the canvas. */
interface Lasso {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * A length in device pixels: the exact one, which is off the computed one by less than a pixel of the page. In a
 * browser that only pretends to have another ratio (device emulation, screenshots), it is that of the real screen.
 */
const devicePixels = (exact: number | undefined, computed: number): number =>
  exact !== undefined && Math.abs(exact - computed) <= Math.max(2, window.devicePixelRatio)
    ? exact
    : Math.round(computed)

/**
 * Renders a stage on a canvas. A worker paints a frame slightly larger than the canvas; each animation frame
 * draws the newest one at the current camera, so movement is smooth however long painting takes, and sharp
 * once it is done. Coordinates are in device pixels: an image drawn between two pixels, or scaled by a
 * fraction of one, has blurry text.
 */
export class GraphView {
  readonly #painter = new Painter((frame) => this.#show(frame))
  readonly #canvas: HTMLCanvasElement
  readonly #stage: Stage
  readonly #currentItem: () => number | undefined
  readonly #stops: (() => void)[] = []
  #palette: Palette
  #frame: Frame | undefined
  readonly #old = new OldPicture()
  readonly #fade = new Fade()
  /** The first stamp of frames that show other things than those before, or elsewhere. */
  #other = 0
  #scheduled = false
  #disposed = false
  #hovered: number | undefined
  #lasso: Lasso | undefined

  /** `currentItem` returns the item with keyboard focus. */
  constructor(canvas: HTMLCanvasElement, stage: Stage, currentItem: () => number | undefined) {
    this.#canvas = canvas
    this.#stage = stage
    this.#currentItem = currentItem
    this.#palette = readPalette(canvas.parentElement ?? canvas)
    this.#frame = this.#frameLeft()
    stage.setState({ pictured: this.#frame !== undefined })
    this.#painter.setPalette(this.#palette)
    this.#painter.setScene(stage.getState().scene)
    this.#stops.push(stage.subscribe((state, before) => this.#follow(state, before)))
    const resize = new ResizeObserver(([entry]) => this.#resize(entry))
    const observe = (): void => {
      resize.disconnect()
      try {
        resize.observe(canvas, { box: 'device-pixel-content-box' })
      } catch {
        // Fallback for browsers without device pixel sizes: CSS pixels.
        resize.observe(canvas)
      }
    }
    observe()
    const theme = new MutationObserver(() => this.#readTheme())
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'lang'] })
    this.#stops.push(
      () => resize.disconnect(),
      followRatio(observe),
      () => theme.disconnect(),
      onTextScale((scale, before) => this.#zoom(scale / before)),
    )
    this.#resize(undefined)
  }

  dispose(): void {
    this.#disposed = true
    for (const stop of this.#stops) stop()
    this.#painter.dispose()
    this.#fade.end()
    const { scene } = this.#stage.getState()
    if (this.#frame) leaveFrame(this.#stage, { frame: this.#frame, scene, look: this.#look() })
    this.#stage.setState({ pictured: undefined })
  }

  /** The stage's last frame, if it still shows what the first one will: the canvas is not blank until then. */
  #frameLeft(): Frame | undefined {
    const left = takeFrame(this.#stage)
    if (left?.scene === this.#stage.getState().scene && left.look === this.#look()) return left.frame
    left?.frame.bitmap.close()
    return undefined
  }

  #look(): string {
    return `${document.documentElement.lang} ${JSON.stringify(this.#palette)}`
  }

  /** Sets labels and icons of the scene's nodes. */
  setTable(table: SceneTable): void {
    this.#painter.setTable(table)
    this.#repaint()
  }

  setHover(item: number | undefined): void {
    if (item === this.#hovered) return
    this.#hovered = item
    this.#schedule()
  }

  setLasso(lasso: Lasso | undefined): void {
    this.#lasso = lasso
    this.#schedule()
  }

  /** Renders a PNG of the visible part or the whole scene, at a multiple of its size. */
  picture(whole: boolean, ratio: number, transparent: boolean, caption: string): Promise<Blob> {
    const { scene, camera, size } = this.#stage.getState()
    const bounds = whole ? sceneBounds(scene) : undefined
    const look = { ratio, transparent, caption }
    if (!bounds) return this.#painter.picture({ ...look, camera, size, textScale: textScale() })
    const full = pictureSize(bounds)
    const shrink = pictureShare(scene, ratio)
    const middle = { x: (bounds.left + bounds.right) / 2, y: (bounds.top + bounds.bottom) / 2 }
    const shown = { width: full.width * shrink, height: full.height * shrink }
    return this.#painter.picture({ ...look, camera: { ...middle, zoom: shrink }, size: shown, textScale: 1 })
  }

  /** Fits everything into view. */
  fitAll(): void {
    const { scene, size, fitRequest } = this.#stage.getState()
    const bounds = sceneBounds(scene)
    if (!bounds || size.width === 0) return
    const camera = fit(bounds, size)
    this.#stage.setState({ fitted: fitRequest, camera, fittedCamera: camera })
  }

  #follow(state: StageState, before: StageState): void {
    if (state.scene !== before.scene) {
      this.#old.replace(before.camera, this.#painter.scenes)
      this.#painter.setScene(state.scene)
      if (isOtherPicture(before.scene, state.scene)) this.#other = this.#painter.scenes
    }
    if (state.camera !== before.camera) {
      if (this.#old.move(before.camera, state.camera, this.#painter.scenes)) this.#painter.outdate()
      else this.#fade.move(before.camera, state.camera)
    }
    if (state.fitRequest !== state.fitted && state.scene.count > 0) this.fitAll()
    else if (state.scene.count !== before.scene.count) this.#keepWhole(state)
    if (state.scene !== before.scene || state.camera !== before.camera || state.size !== before.size)
      this.#repaint()
    else this.#schedule()
  }

  /**
   * After a change of the scene: refits if the whole was in view and the user has not moved since; something
   * is always visible.
   */
  #keepWhole({ scene, size, camera, fittedCamera }: StageState): void {
    const bounds = sceneBounds(scene)
    if (!bounds) return
    if (misses(camera, size, bounds) || (camera === fittedCamera && isLost(camera, size, bounds)))
      this.fitAll()
  }

  #resize(entry: ResizeObserverEntry | undefined): void {
    const ratio = window.devicePixelRatio
    const exact = entry?.devicePixelContentBoxSize?.[0]
    const width = devicePixels(exact?.inlineSize, this.#canvas.clientWidth * ratio)
    const height = devicePixels(exact?.blockSize, this.#canvas.clientHeight * ratio)
    if (width === 0 || height === 0) return
    this.#canvas.width = width
    this.#canvas.height = height
    this.#stage.setState({ size: { width: width / ratio, height: height / ratio } })
    const { fitRequest, fitted, camera, fittedCamera } = this.#stage.getState()
    // Refit if the whole was in view and the user has not moved since.
    if (fitted !== fitRequest || camera === fittedCamera) this.fitAll()
    this.#repaint()
    // A canvas is cleared by its size: what there is already is drawn before the page is shown.
    this.#draw()
  }

  /** Scales everything with the page's text. */
  #zoom(factor: number): void {
    const { camera, fittedCamera } = this.#stage.getState()
    if (camera === fittedCamera) this.fitAll()
    else this.#stage.setState({ camera: { ...camera, zoom: clampZoom(camera.zoom * factor) } })
  }

  #readTheme(): void {
    this.#palette = readPalette(this.#canvas.parentElement ?? this.#canvas)
    this.#painter.setPalette(this.#palette)
    this.#repaint()
  }

  #repaint(): void {
    const { width, height } = this.#canvas
    if (this.#stage.getState().size.width === 0) return
    const ratio = window.devicePixelRatio
    // The same whole number of pixels on both sides, so that the picture stays centred on the canvas.
    const beyond = {
      width: Math.round(width * OVERSCAN) / ratio,
      height: Math.round(height * OVERSCAN) / ratio,
    }
    const size = { width: width / ratio + 2 * beyond.width, height: height / ratio + 2 * beyond.height }
    this.#painter.request(this.#onPixels(size, ratio), size, beyond, ratio)
    this.#schedule()
  }

  /**
   * Moves the camera by at most half a device pixel, so that whole world units fall on whole device pixels.
   */
  #onPixels(size: Size, ratio: number): Camera {
    const { camera } = this.#stage.getState()
    const scale = camera.zoom * ratio
    const snap = (middle: number, length: number): number => {
      const origin = (length / 2) * ratio - middle * scale
      return middle + (origin - Math.round(origin)) / scale
    }
    return { ...camera, x: snap(camera.x, size.width), y: snap(camera.y, size.height) }
  }

  #show(frame: Frame): void {
    const isLatest = this.#painter.isLatest(frame)
    const { camera } = this.#stage.getState()
    const before = this.#frame && { frame: this.#frame, camera: this.#old.cameraOf(this.#frame, camera) }
    const isShown = this.#old.take(frame, isLatest, camera)
    if (this.#disposed || !isShown) return frame.bitmap.close()
    if (before) this.#leave(before.frame, before.camera, frame.scenes)
    this.#frame = frame
    const { leftOff } = frame
    const state = this.#stage.getState()
    // A frame from before the camera was fitted may show a corner of the scene, or nothing.
    const pictured = frame.items > 0 && frame.camera.zoom === state.camera.zoom
    // Not while the camera moves: what is counted differs from frame to frame, and is read at rest.
    if (!isSame(leftOff, state.leftOff) && !this.#isBehind(frame)) this.#stage.setState({ leftOff })
    if (pictured !== state.pictured && (pictured || frame.items === 0)) this.#stage.setState({ pictured })
    this.#schedule()
  }

  /** Another frame takes the place of one: at once if it shows the same, only sharper. */
  #leave(frame: Frame, camera: Camera, scenes: number): void {
    const isOther = frame.scenes < this.#other && this.#other <= scenes
    if (!isOther || matchMedia(REDUCED_MOTION).matches) return frame.bitmap.close()
    this.#fade.begin(frame, camera, performance.now())
  }

  /** Whether the camera has moved since a frame was asked for. */
  #isBehind({ camera: { x, y, zoom } }: Frame): boolean {
    const { camera } = this.#stage.getState()
    // A frame lies on whole pixels.
    return zoom !== camera.zoom || Math.hypot(x - camera.x, y - camera.y) * zoom > 1
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    requestAnimationFrame(() => {
      this.#scheduled = false
      // Requests pending at disposal resolve without a picture.
      if (!this.#disposed) this.#draw()
    })
  }

  #draw(): void {
    const context = this.#canvas.getContext('2d', { alpha: false })
    if (!context) return
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.fillStyle = this.#palette.ground
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height)
    const { camera, size } = this.#stage.getState()
    const ratio = window.devicePixelRatio
    this.#old.settle()
    const fading = this.#fade.at(performance.now())
    if (fading) {
      this.#lay(context, fading.frame, fading.camera, size, ratio)
      context.globalAlpha = fading.share
      this.#schedule()
    }
    if (this.#frame) this.#lay(context, this.#frame, this.#old.cameraOf(this.#frame, camera), size, ratio)
    context.globalAlpha = 1
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    if (this.#hovered !== undefined) this.#ring(context, this.#hovered, this.#palette.quiet, 1.5)
    const current = this.#currentItem()
    if (current !== undefined) this.#ring(context, current, this.#palette.accent, 2)
    this.#drawLasso(context)
  }

  /** Draws the frame at the current camera, snapped to pixels unless a zoom is in progress. */
  #lay(context: CanvasRenderingContext2D, frame: Frame, camera: Camera, size: Size, ratio: number): void {
    const { bitmap } = frame
    const scale = camera.zoom / frame.camera.zoom
    const middle = toScreen(camera, size, frame.camera.x, frame.camera.y)
    const [width, height] = [bitmap.width * scale, bitmap.height * scale]
    const [left, top] = [middle.x * ratio - width / 2, middle.y * ratio - height / 2]
    if (scale === 1) context.drawImage(bitmap, Math.round(left), Math.round(top))
    else context.drawImage(bitmap, left, top, width, height)
  }

  /** Draws a ring around an item: here and not in the frame, so that it never lags. */
  #ring(context: CanvasRenderingContext2D, item: number, colour: string, width: number): void {
    const { scene, camera, size } = this.#stage.getState()
    if (item >= scene.count) return
    const drawn = drawnAs(scene, item, textZoom(camera))
    const { x, y } = toScreen(camera, size, drawn.x, drawn.y)
    const w = Math.max(8, drawn.width * camera.zoom) + 8
    const h = Math.max(8, drawn.height * camera.zoom) + 8
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    context.roundRect(x - w / 2, y - h / 2, w, h, 6)
    context.stroke()
  }

  #drawLasso(context: CanvasRenderingContext2D): void {
    if (!this.#lasso) return
    const { x, y, width, height } = this.#lasso
    context.strokeStyle = this.#palette.accent
    context.lineWidth = 1
    context.setLineDash([4, 3])
    context.strokeRect(x + 0.5, y + 0.5, width, height)
    context.setLineDash([])
  }
}
