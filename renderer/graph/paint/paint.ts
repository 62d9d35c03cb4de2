import { visibleBounds, type Bounds, type Camera, type Size } from '../scene/camera.ts'
import { cardsTitleSize } from '../scene/card.ts'
import { type FittedText, sharedBeginnings } from './fitted-text.ts'
import { GROUP_PADDING, GROUP_TITLE } from '../layout/layout.ts'
import { paintFarTitles } from './far-titles.ts'
import { paintEdges } from './paint-edges.ts'
import { outside, paintNearTitles } from './near-titles.ts'
import { paintOuterNames, placeFarNames } from './outer-names.ts'
import { type Context, opacity, STRONG, tone, type PaintTable } from './item-job.ts'
import { paintItems } from './paint-items.ts'
import { isPale } from '../scene/kinds.ts'
import {
  hidesParts,
  isOverview,
  type Palette,
  type Scene,
  type SceneCards,
  type SceneGroup,
} from '../scene/scene.ts'

interface PaintJob {
  readonly scene: Scene
  readonly table: PaintTable
  readonly edgeLabels: readonly string[]
  readonly palette: Palette
  readonly camera: Camera
  /** How much larger texts are than usual, 1 by default; workers do not know the page's. */
  readonly textScale?: number
  /** CSS pixels. */
  readonly size: Size
  /** Device pixels per CSS pixel. */
  readonly ratio: number
  /** Margin painted beyond the visible area on each side, in CSS pixels. */
  readonly beyond?: Size
  readonly fitted: FittedText
  /** Omits the background. */
  readonly transparent?: boolean
}

const sharedIn = new WeakMap<Scene, ReadonlyMap<string, number>>()

/** How much of its beginning each group's name shares with another; memoised. */
function sharedNames(scene: Scene): ReadonlyMap<string, number> {
  const known = sharedIn.get(scene)
  if (known) return known
  const made = sharedBeginnings([...scene.groups, ...scene.collapsed].map(({ label }) => label))
  sharedIn.set(scene, made)
  return made
}

/** What a picture has no room for. */
export interface LeftOff {
  /** Lines without their numbers. */
  readonly lines: number
  /** Groups of the overview without their numbers. */
  readonly groups: number
  /** Plates without their names. */
  readonly names: number
}

/**
 * Paints the scene for a camera, and returns what it has no room for. Pure except for the context; shared by page, worker
 * and PNG export.
 */
export function paint(context: Context, job: PaintJob): LeftOff {
  const { scene, camera, size, ratio, palette } = job
  const view = visibleBounds(camera, size)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, size.width * ratio, size.height * ratio)
  if (!job.transparent) {
    context.fillStyle = palette.ground
    context.fillRect(0, 0, size.width * ratio, size.height * ratio)
  }
  const scale = camera.zoom * ratio
  context.setTransform(
    scale,
    0,
    0,
    scale,
    (size.width / 2) * ratio - camera.x * scale,
    (size.height / 2) * ratio - camera.y * scale,
  )
  const { width = 0, height = 0 } = job.beyond ?? {}
  const seen = visibleBounds(camera, { width: size.width - 2 * width, height: size.height - 2 * height })
  // As on a smaller canvas with more pixels: all that has a size in pixels grows with the text.
  const zoom = camera.zoom / (job.textScale ?? 1)
  const shared = sharedNames(scene)
  const far = { context, zoom, palette, fitted: job.fitted, shared }
  const names = placeFarNames(far, scene, job.table.labels, seen)
  paintGroups(context, scene, view, zoom, palette)
  const lines = paintEdges(context, {
    scene,
    view,
    seen,
    zoom,
    palette,
    fitted: job.fitted,
    labels: job.edgeLabels,
    names: job.table.labels,
    far: names,
  })
  const nameless = paintItems(context, scene, job.table, { view, seen }, zoom, palette, job.fitted, shared)
  if (!isOverview(scene, zoom)) paintNearTitles(context, scene, seen, zoom, palette, job.fitted)
  paintFarTitles(far, names.inside)
  paintOuterNames(far, names.beside)
  const overview = isOverview(scene, zoom)
  return { lines, groups: overview ? names.uncounted : 0, names: overview ? 0 : nameless }
}

/** How much of its colour a group has behind its cards. */
const GROUP_ALPHA = 0.55

function paintGroups(context: Context, scene: Scene, view: Bounds, zoom: number, palette: Palette): void {
  const [overview, hides] = [isOverview(scene, zoom), hidesParts(scene, zoom)]
  for (const group of scene.groups) {
    if (outside(group, view)) continue
    context.fillStyle = palette.tints[group.hue] ?? palette.sunken
    const mark = overview ? (group.mark ?? 0) : 0
    const isMarked = (mark & STRONG) !== 0
    const domain = overview ? (palette.domains[group.hue] ?? palette.line) : palette.line
    const own = isMarked ? tone(mark, palette) : domain
    context.strokeStyle = group.selected ? palette.accent : own
    const line = group.selected || isMarked || (overview && isPale(group.hue)) ? 2.4 : 1
    const full = opacity(mark, palette)
    context.lineWidth = Math.max(line, line / zoom)
    context.beginPath()
    context.roundRect(group.x, group.y, group.width, group.height, Math.min(12, 6 / zoom))
    context.globalAlpha = overview ? full : GROUP_ALPHA
    context.fill()
    context.globalAlpha = overview && !group.selected && !isMarked ? 0.7 * full : 1
    context.stroke()
    if (group.cards && overview && !hides) paintOpenCards(context, belowTitle(group, group.cards), zoom)
    else if (group.cards?.isApart && !overview) {
      context.strokeStyle = palette.lineStrong
      paintOpenCards(context, group.cards, zoom)
      paintCardsTitle(context, group.cards, zoom, palette, palette.tints[group.hue] ?? palette.sunken)
    }
    context.globalAlpha = 1
  }
}

/** What the open cards beside collapsed parts are, on the upper side of their box: between the group's title and the cards. */
function paintCardsTitle(
  context: Context,
  { x, y, width, label }: SceneCards,
  zoom: number,
  palette: Palette,
  tint: string,
): void {
  const size = cardsTitleSize(zoom)
  context.font = `${size}px ${palette.font}`
  const wide = context.measureText(label).width + size
  if (wide > width - 2 * size) return
  for (const [colour, share] of [
    [palette.ground, 1],
    [tint, GROUP_ALPHA],
  ] as const) {
    context.fillStyle = colour
    context.globalAlpha = share
    context.fillRect(x + size, y - size * 0.6, wide, size * 1.2)
  }
  context.globalAlpha = 1
  context.fillStyle = palette.quiet
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillText(label, x + size * 1.5, y)
}

/** The box of open cards as far as it does not reach into the title that a group has from afar. */
function belowTitle(group: SceneGroup, cards: SceneCards): SceneCards {
  const top = Math.max(cards.y, group.y + GROUP_PADDING + GROUP_TITLE)
  return { ...cards, y: top, height: cards.y + cards.height - top }
}

/** The box of open cards beside collapsed parts, which are boxes themselves. */
function paintOpenCards(context: Context, { x, y, width, height }: SceneCards, zoom: number): void {
  context.lineWidth = Math.max(1, 1 / zoom)
  context.setLineDash([5 / zoom, 3 / zoom])
  context.beginPath()
  context.roundRect(x, y, width, height, Math.min(8, 4 / zoom))
  context.stroke()
  context.setLineDash([])
}
