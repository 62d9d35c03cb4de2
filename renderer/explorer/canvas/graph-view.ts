import { boxKey } from '../view/scene-builder.ts'
import type { Surface, SurfaceState } from '../view/surface.ts'
import { sceneTableSteps, sceneBounds } from '../view/scene-builder.ts'
import { inSlices, yieldToMain } from '../../app/slices.ts'
import { sceneWords } from '../view/words.ts'
import { fit, isLost, toScreen, type Size } from './camera.ts'
import { Painter, type Frame } from './painter.ts'
import { readPalette } from './palette.ts'
import type { Palette } from './scene.ts'

/** How much larger than the canvas the painted picture is on each axis, so that panning has something to show. */
const OVERSCAN = 1.4

/** Nodes from which on the table of a graph waits for the page. */
const LARGE = 5000

/** A rectangle being drawn with the pointer, in CSS pixels of the canvas. */
export interface Lasso {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Shows a surface on a canvas. The worker paints a picture somewhat larger than the canvas; every frame the newest picture is laid
 * where the camera wants it, so that moving is smooth however long painting takes, and sharp as soon as it is done.
 */
export class GraphView {
  readonly painter: Painter
  readonly #canvas: HTMLCanvasElement
  readonly #surface: Surface
  readonly #stops: (() => void)[] = []
  #palette: Palette
  #frame: Frame | undefined
  #scheduled = false
  #disposed = false
  #painted = 0
  #hovered: number | undefined
  #lasso: Lasso | undefined

  constructor(canvas: HTMLCanvasElement, surface: Surface) {
    this.#canvas = canvas
    this.#surface = surface
    this.painter = new Painter((frame) => this.#show(frame))
    this.#palette = readPalette(canvas.parentElement ?? canvas)
    this.painter.setPalette(this.#palette)
    void this.#sendTable(surface.getState())
    this.painter.setScene(surface.getState().scene)
    this.#stops.push(surface.subscribe((state, before) => this.#follow(state, before)))
    const resize = new ResizeObserver(() => this.#resize())
    resize.observe(canvas)
    const theme = new MutationObserver(() => this.#readTheme())
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'lang'] })
    this.#stops.push(
      () => resize.disconnect(),
      () => theme.disconnect(),
    )
    this.#resize()
  }

  dispose(): void {
    this.#disposed = true
    for (const stop of this.#stops) stop()
    this.painter.dispose()
    this.#frame?.bitmap.close()
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

  /** A PNG of what the canvas shows, or of the whole scene, at a multiple of its size. */
  picture(whole: boolean, scale: number, transparent: boolean): Promise<Blob> {
    const { scene, camera, size } = this.#surface.getState()
    const bounds = whole ? sceneBounds(scene) : undefined
    if (!bounds) return this.painter.picture(camera, size, scale, transparent)
    const margin = 40
    const full: Size = {
      width: bounds.right - bounds.left + 2 * margin,
      height: bounds.bottom - bounds.top + 2 * margin,
    }
    // Canvases have a largest side; a huge scene is pictured smaller instead of failing.
    const shrink = Math.min(1, 12_000 / (Math.max(full.width, full.height) * scale))
    const middle = { x: (bounds.left + bounds.right) / 2, y: (bounds.top + bounds.bottom) / 2 }
    const shown = { width: full.width * shrink, height: full.height * shrink }
    return this.painter.picture({ ...middle, zoom: shrink }, shown, scale, transparent)
  }

  async #sendTable({ graph, id }: SurfaceState): Promise<void> {
    // The page has just been built, or another graph been taken on, which took its part of the task.
    if (graph.nodes.length > LARGE) await yieldToMain()
    const table = await inSlices(sceneTableSteps(graph, sceneWords(id)))
    if (this.#disposed || this.#surface.getState().graph !== graph) return
    this.painter.setTable(table)
    this.#repaint()
  }

  #follow(state: SurfaceState, before: SurfaceState): void {
    if (state.graph !== before.graph) void this.#sendTable(state)
    if (state.scene !== before.scene) this.painter.setScene(state.scene)
    if (state.fitRequest !== state.fitted && state.scene.count > 0) this.fitAll()
    else if (state.scene.count !== before.scene.count) this.#keepWhole(state)
    if (state.scene !== before.scene || state.camera !== before.camera || state.size !== before.size)
      this.#repaint()
    else if (state.current !== before.current) this.#schedule()
  }

  /** After more or less is drawn: what was whole stays whole, unless somebody has looked elsewhere since. */
  #keepWhole({ scene, size, camera, fittedCamera }: SurfaceState): void {
    const bounds = sceneBounds(scene)
    if (bounds && camera === fittedCamera && isLost(camera, size, bounds)) this.fitAll()
  }

  /** Brings everything into view. */
  fitAll(): void {
    const { scene, size, fitRequest } = this.#surface.getState()
    const bounds = sceneBounds(scene)
    if (!bounds || size.width === 0) return
    const camera = fit(bounds, size)
    this.#surface.setState({ fitted: fitRequest, camera, fittedCamera: camera })
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas
    if (width === 0 || height === 0) return
    const ratio = window.devicePixelRatio
    this.#canvas.width = Math.round(width * ratio)
    this.#canvas.height = Math.round(height * ratio)
    this.#surface.setState({ size: { width, height } })
    const { fitRequest, fitted, camera, fittedCamera } = this.#surface.getState()
    // What was whole stays whole, unless somebody has looked elsewhere since.
    if (fitted !== fitRequest || camera === fittedCamera) this.fitAll()
    this.#repaint()
  }

  #readTheme(): void {
    this.#palette = readPalette(this.#canvas.parentElement ?? this.#canvas)
    this.painter.setPalette(this.#palette)
    this.#repaint()
  }

  #repaint(): void {
    const { camera, size } = this.#surface.getState()
    if (size.width === 0) return
    const larger = { width: size.width * OVERSCAN, height: size.height * OVERSCAN }
    this.painter.request(camera, larger, window.devicePixelRatio)
    this.#schedule()
  }

  #show(frame: Frame): void {
    if (this.#disposed) return frame.bitmap.close()
    this.#frame?.bitmap.close()
    this.#frame = frame
    this.#painted++
    this.#canvas.dataset['painted'] = String(this.#painted)
    this.#canvas.dataset['paintMilliseconds'] = frame.milliseconds.toFixed(1)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    requestAnimationFrame(() => {
      this.#scheduled = false
      // Whatever was asked for before the view ended has no picture any more.
      if (!this.#disposed) this.#draw()
    })
  }

  #draw(): void {
    const context = this.#canvas.getContext('2d', { alpha: false })
    if (!context) return
    const { camera, size } = this.#surface.getState()
    const ratio = window.devicePixelRatio
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const frame = this.#frame
    const scale = frame ? camera.zoom / frame.camera.zoom : 1
    const width = frame ? frame.size.width * scale : 0
    const height = frame ? frame.size.height * scale : 0
    const covers = width >= size.width && height >= size.height && scale === 1
    if (!covers) {
      context.fillStyle = this.#palette.ground
      context.fillRect(0, 0, size.width, size.height)
    }
    if (frame) {
      const middle = toScreen(camera, size, frame.camera.x, frame.camera.y)
      context.drawImage(frame.bitmap, middle.x - width / 2, middle.y - height / 2, width, height)
    }
    this.#drawRings(context)
    this.#drawLasso(context)
  }

  /** The rings around what the pointer is over and what the keyboard stands on: drawn here, so that they never lag. */
  #drawRings(context: CanvasRenderingContext2D): void {
    const { current } = this.#surface.getState()
    if (this.#hovered !== undefined) this.#ring(context, this.#hovered, this.#palette.quiet, 1.5)
    const item = current === undefined ? undefined : this.#itemOf(current)
    if (item !== undefined) this.#ring(context, item, this.#palette.accent, 2)
  }

  #ring(context: CanvasRenderingContext2D, item: number, colour: string, width: number): void {
    const { scene, camera, size } = this.#surface.getState()
    if (item >= scene.count) return
    const { x, y } = toScreen(camera, size, scene.x[item] ?? 0, scene.y[item] ?? 0)
    const w = Math.max(8, (scene.width[item] ?? 0) * camera.zoom) + 8
    const h = Math.max(8, (scene.height[item] ?? 0) * camera.zoom) + 8
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    context.roundRect(x - w / 2, y - h / 2, w, h, 6)
    context.stroke()
  }

  #itemOf(key: string): number | undefined {
    const { graph, projection } = this.#surface.getState()
    const index = graph.indexOf.get(key)
    if (index === undefined) {
      const box = projection.boxes.findIndex((box) => boxKey(graph.groups[box.group] ?? '') === key)
      return box < 0 ? undefined : projection.nodes.length + box
    }
    const item = projection.itemOf[index] ?? -1
    return item < 0 ? undefined : item
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
