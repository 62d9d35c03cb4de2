import { useEffect, useRef } from 'react'
import { useText } from '../../i18n/text.ts'
import type { SurfaceState } from '../view/surface.ts'
import { useSurface } from '../view/surface-context.ts'
import {
  fit,
  FIT_MARGIN,
  holds,
  toWorld,
  visibleBounds,
  type Bounds,
  type Camera,
} from '../../graph/scene/camera.ts'
import { type CornerName, freeCorner, MAP_SIZE as SIZE } from './minimap-corner.ts'
import { useMinimap } from '../panels/minimap-store.ts'
import styles from './minimap.module.css'
import { followRatio } from '../../graph/canvas/follow-ratio.ts'
import { readPalette } from '../../graph/scene/palette.ts'
import { sceneBounds, type Scene } from '../../graph/scene/scene.ts'

/** Reduces the fit margin to six pixels; the map has no room for more. */
const WIDER = 2 * (FIT_MARGIN - 6)
/** Minimum milliseconds between redraws while the camera moves. */
const MIN_REDRAW_INTERVAL_MS = 66
/** Milliseconds after which the camera rests. */
const REST_MS = 400
/** Maximum dots; above it every n-th node is drawn, indistinguishable at this size. */
const SPECKS = 3000

/** The bounds of a scene, and the camera that fits it into the map. */
interface Overview {
  readonly bounds: Bounds
  readonly camera: Camera
}

const overviews = new WeakMap<Scene, Overview | undefined>()

/** Computed once per scene; undefined if it is empty. */
function overview({ scene }: SurfaceState): Overview | undefined {
  if (overviews.has(scene)) return overviews.get(scene)
  const bounds = sceneBounds(scene)
  const found = bounds && {
    bounds,
    camera: fit(bounds, { width: SIZE.width + WIDER, height: SIZE.height + WIDER }),
  }
  overviews.set(scene, found)
  return found
}

/** The map is useless while the whole graph is in view. */
function isNeeded(state: SurfaceState): boolean {
  const all = overview(state)
  return all !== undefined && !holds(state.camera, state.size, all.bounds)
}

function drawMap(canvas: HTMLCanvasElement, state: SurfaceState, still: HTMLCanvasElement): void {
  const context = canvas.getContext('2d')
  const camera = overview(state)?.camera
  if (!context || !camera) return
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.drawImage(still, 0, 0)
  const ratio = window.devicePixelRatio
  const view = visibleBounds(state.camera, state.size)
  const x = ((view.left - camera.x) * camera.zoom + SIZE.width / 2) * ratio
  const y = ((view.top - camera.y) * camera.zoom + SIZE.height / 2) * ratio
  context.strokeStyle = getComputedStyle(canvas).color
  context.lineWidth = 1.5 * ratio
  context.strokeRect(
    x,
    y,
    Math.max(3, (view.right - view.left) * camera.zoom * ratio),
    Math.max(3, (view.bottom - view.top) * camera.zoom * ratio),
  )
}

/** Draws the scene without the viewport frame; only on scene changes. */
function drawStill(still: HTMLCanvasElement, state: SurfaceState, host: HTMLElement): void {
  const context = still.getContext('2d', { willReadFrequently: true })
  const camera = overview(state)?.camera
  if (!context) return
  const palette = readPalette(host)
  const ratio = window.devicePixelRatio
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = palette.surface
  context.fillRect(0, 0, SIZE.width, SIZE.height)
  if (!camera) return
  const place = (x: number, y: number) => ({
    x: (x - camera.x) * camera.zoom + SIZE.width / 2,
    y: (y - camera.y) * camera.zoom + SIZE.height / 2,
  })
  const { scene } = state
  for (const group of scene.groups) {
    context.fillStyle = palette.tints[group.hue] ?? palette.sunken
    const { x, y } = place(group.x, group.y)
    context.fillRect(x, y, group.width * camera.zoom, group.height * camera.zoom)
  }
  const stride = Math.max(1, Math.ceil(scene.count / SPECKS))
  for (let item = 0; item < scene.count; item += stride) {
    const { x, y } = place(scene.x[item] ?? 0, scene.y[item] ?? 0)
    const w = Math.max(1.5, (scene.width[item] ?? 0) * camera.zoom)
    const h = Math.max(1.5, (scene.height[item] ?? 0) * camera.zoom)
    // As in the picture: a domain's colour, unless a rule gives another.
    const [colours, hue] = scene.styles.get(item)?.coloured
      ? [palette.hues, scene.hue[item]]
      : [palette.domains, scene.tint[item]]
    context.fillStyle = colours[hue ?? 0] ?? palette.quiet
    context.fillRect(x - w / 2, y - h / 2, w, h)
  }
}

/**
 * The whole graph in a corner, with a frame for the viewport, shown while only a part is in view. Pressing or
 * dragging moves the view. Where it would cover something, it is a button in the line above instead.
 */
export function Minimap() {
  const t = useText()
  const surface = useSurface()
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const still = document.createElement('canvas')
    const measure = (): void => {
      const ratio = window.devicePixelRatio
      element.width = still.width = SIZE.width * ratio
      element.height = still.height = SIZE.height * ratio
    }
    measure()
    let timer: ReturnType<typeof setTimeout> | undefined
    let stale = true
    const redraw = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        const state = surface.getState()
        if (stale) drawStill(still, state, element.parentElement ?? element)
        stale = false
        drawMap(element, state, still)
        // Nothing goes while one moves: whether it covers something is looked at when the camera rests.
        if (isOut || !isNeeded(state)) place()
        else settle()
      }, MIN_REDRAW_INTERVAL_MS)
    }
    let corner: CornerName | undefined
    let isOut = true
    let rest: ReturnType<typeof setTimeout> | undefined
    const place = (): void => {
      const state = surface.getState()
      isOut = !isNeeded(state)
      const free = freeCorner(state, corner)
      const { asked, noRoom } = useMinimap.getState()
      element.hidden = isOut || (free.covers && !asked)
      // The first in which it can be seen is its corner from then on.
      if (!element.hidden) corner = free.corner
      element.dataset['corner'] = free.corner
      if (noRoom !== (!isOut && free.covers)) useMinimap.setState({ noRoom: !noRoom })
    }
    const settle = (): void => {
      clearTimeout(rest)
      rest = setTimeout(place, REST_MS)
    }
    redraw()
    const refresh = (): void => {
      stale = true
      redraw()
    }
    const stopRatio = followRatio(() => {
      measure()
      refresh()
    })
    const theme = new MutationObserver(refresh)
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const stop = surface.subscribe((state, before) => {
      if (state.scene !== before.scene) stale = true
      if (state.scene !== before.scene || state.camera !== before.camera || state.size !== before.size)
        redraw()
    })
    const stopAsked = useMinimap.subscribe(({ asked }, before) => {
      if (asked !== before.asked) place()
    })
    return () => {
      stop()
      stopRatio()
      stopAsked()
      useMinimap.setState({ noRoom: false })
      theme.disconnect()
      clearTimeout(timer)
      clearTimeout(rest)
    }
  }, [surface])

  const move = (event: React.PointerEvent<HTMLCanvasElement>): void => {
    if (event.buttons !== 1) return
    event.stopPropagation()
    const camera = overview(surface.getState())?.camera
    const bounds = event.currentTarget.getBoundingClientRect()
    if (!camera) return
    const world = toWorld(camera, SIZE, event.clientX - bounds.left, event.clientY - bounds.top)
    surface.setState((state) => ({ camera: { ...state.camera, ...world } }))
  }
  return (
    <canvas
      ref={canvas}
      className={styles['minimap']}
      style={SIZE}
      role="img"
      aria-label={t('explorer.minimap')}
      onPointerDown={move}
      onPointerMove={move}
    />
  )
}
