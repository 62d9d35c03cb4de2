import type { Bounds } from '../scene/camera.ts'
import { cardsTitleSize, textWidth } from '../scene/card.ts'
import {
  isOverview,
  MARK,
  NAME_ZOOM,
  type Palette,
  type Scene,
  type SceneTrunk,
  trunkMark,
} from '../scene/scene.ts'
import { headOf } from './arrow-heads.ts'
import type { FittedText } from './fitted-text.ts'
import { LabelRoom } from './label-room.ts'
import { LineMap } from './line-map.ts'
import { outside, titleRoom } from './near-titles.ts'
import type { FarNames } from './outer-names.ts'
import { visibleItems } from './paint-items.ts'
import type { DrawnTrunk } from './trunk-labels.ts'
import { wayOf, type Way } from './way.ts'

export interface LabelJob {
  readonly scene: Scene
  /** What to paint, and its visible part. */
  readonly view: Bounds
  readonly seen: Bounds
  readonly zoom: number
  readonly palette: Palette
  readonly fitted: FittedText
  readonly labels: readonly string[]
  /** Node names by table row. */
  readonly names: readonly string[]
  /** Names from afar, which others avoid. */
  readonly far: FarNames
}

/** Edges of one style; the accent colour is for highlighted ones. */
export interface LabelledEdges {
  readonly highlighted: boolean
  readonly edges: readonly number[]
}

/** Above this number of edges of one style no names are drawn; they would cover everything. */
export const MAX_EDGE_NAMES = 900
/** Maximum visible cards that edge names avoid; with more, no name that a card could hide is drawn. */
const MAX_CARDS = 1500
/** Width of a frame's line that names keep clear of, in CSS pixels. */
const FRAME_PX = 3

/** CSS pixels by which a count may reach into a group on each side; a small one is all name. */
const REACH = 6
const inner = (side: number): number => (side < 4 * REACH ? side : side - 2 * REACH)

/** The areas names must avoid: visible cards and group titles. */
export function roomBesideCards({ scene, view, seen, zoom, far }: LabelJob): LabelRoom {
  const room = new LabelRoom()
  for (const { x, y, width, height } of [...far.inside, ...far.beside]) room.block(x, y, width, height)
  for (const group of scene.groups) {
    const { x, y, width, height } = group
    // A far group holds only its name; a count may reach over its border.
    if (zoom < NAME_ZOOM) {
      const [wide, high] = [width * zoom, height * zoom]
      room.block((x + width / 2) * zoom, (y + height / 2) * zoom, inner(wide), inner(high))
      continue
    }
    // The title of a group that is not in view is nowhere, and takes a look at all cards to find.
    if (outside(group, seen)) continue
    const title = titleRoom(scene, group, seen, zoom)
    const [wide, high] = [(title.right - title.left) * zoom, (title.bottom - title.top) * zoom]
    for (const [left, top] of [
      [x, y],
      [title.left, title.top],
    ] as const)
      room.block(left * zoom + wide / 2, top * zoom + 0.63 * high, wide, 0.87 * high)
    if (group.cards?.isApart) {
      const { label } = group.cards
      const size = cardsTitleSize(zoom)
      const across = textWidth(label, size) + size
      room.block(
        (group.cards.x + size + across / 2) * zoom,
        group.cards.y * zoom,
        across * zoom,
        1.3 * size * zoom,
      )
    }
  }
  const items = visibleItems(scene, view)
  if (items.length > MAX_CARDS) return room
  for (const item of items) {
    const [width, height] = [scene.width[item] ?? 0, scene.height[item] ?? 0]
    room.block((scene.x[item] ?? 0) * zoom, (scene.y[item] ?? 0) * zoom, width * zoom, height * zoom)
  }
  return room
}

/** What names and numbers had rather not cover. */
export interface Marks {
  /** Arrow heads, but not of very many lines, whose names are not drawn either. */
  readonly heads: LabelRoom
  /** Frames, but not from afar, where a number may reach over its group's border. */
  readonly frames: LabelRoom
}

export function marksOf(
  { scene, zoom, view }: LabelJob,
  looks: readonly LabelledEdges[],
  trunks: readonly DrawnTrunk[],
): Marks {
  const [heads, frames] = [new LabelRoom(), new LabelRoom()]
  const overview = isOverview(scene, zoom)
  for (const { x, y, width, height } of overview ? [] : scene.groups) {
    const [left, right] = [Math.max(x, view.left), Math.min(x + width, view.right)]
    const [top, bottom] = [Math.max(y, view.top), Math.min(y + height, view.bottom)]
    if (left >= right || top >= bottom) continue
    for (const side of [x, x + width])
      frames.block(side * zoom, ((top + bottom) / 2) * zoom, FRAME_PX, (bottom - top) * zoom)
    for (const side of [y, y + height])
      frames.block(((left + right) / 2) * zoom, side * zoom, (right - left) * zoom, FRAME_PX)
  }
  const block = (way: Way, end?: 'source'): void => {
    const { x, y, width, height } = headOf(way, zoom, end)
    heads.block(x * zoom, y * zoom, width * zoom, height * zoom)
  }
  for (const { edges } of looks)
    if (edges.length <= MAX_EDGE_NAMES) for (const edge of edges) block(wayOf(scene, edge))
  for (const { trunk, way, back } of trunks.slice(0, MAX_EDGE_NAMES)) {
    if (trunk.open && !overview) continue
    block(way)
    if (back > 0) block(way, 'source')
  }
  return { heads, frames }
}

/** Above this number of lines in view a name may lie on any: nobody follows one of so many. */
const MAX_APART = 1500

/** The lines that a name could be taken for another's on. */
export function linesOf(
  { scene, zoom, view }: LabelJob,
  looks: readonly LabelledEdges[],
  trunks: readonly DrawnTrunk[],
): LineMap<number | SceneTrunk> {
  const lines = new LineMap<number | SceneTrunk>()
  const overview = isOverview(scene, zoom)
  if (looks.reduce((sum, { edges }) => sum + edges.length, trunks.length) > MAX_APART) return lines
  for (const { highlighted, edges } of looks)
    for (const edge of edges) lines.add(edge, highlighted, wayOf(scene, edge), zoom, view)
  for (const { trunk, way } of trunks) {
    const mark = trunkMark(trunk, overview)
    if ((mark & MARK.dimmed) === 0 && (overview || !trunk.open))
      lines.add(trunk, (mark & MARK.highlighted) !== 0, way, zoom, view)
  }
  return lines
}

/** Whether two lines are one on screen: an edge and its bundle, or both directions. */
export function belongTogether(scene: Scene, one: number | SceneTrunk, other: number | SceneTrunk): boolean {
  if (one === other) return true
  if (typeof one === 'object' && typeof other === 'object') return scene.trunks[one.back] === other
  if (typeof one === 'object') return isPartOf(scene, other as number, one)
  if (typeof other === 'object') return isPartOf(scene, one, other)
  const { from, to } = scene
  return from[one] === to[other] && to[one] === from[other]
}

/** Whether an edge is one of a bundle's, or of those in the opposite direction, which run beside it. */
const isPartOf = ({ trunks }: Scene, edge: number, trunk: SceneTrunk): boolean =>
  [trunk, trunks[trunk.back]].some((one) => one?.lines?.includes(edge) ?? false)
