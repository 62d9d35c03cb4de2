import { CHANNEL } from '../layout/channel.ts'
import type { Point, Size } from '../scene/camera.ts'
import type { Scene } from '../scene/scene.ts'
import type { Context } from './item-job.ts'
import { direction, type Ends, type Way } from './way.ts'

/** A line to draw. */
export interface Drawn {
  readonly way: Way
  /** Edge index; undefined for a trunk. */
  readonly edge: number | undefined
  /** A line in both directions has a head at both ends. */
  readonly both?: boolean
  /** Whether the line in the opposite direction has its head at its start. */
  readonly headed?: boolean
  /** How much wider than others it is, up to `LEVELS`: the more of the links the bundle has. */
  readonly level?: number
  /** Of a trunk from afar: the hue of the domain that it comes from. */
  readonly hue?: number | undefined
}

/** Steps of width, so that few paths are drawn, and what each adds, in the unit of line widths. */
export const LEVELS = 5
const STEP = 0.6
export const levelOf = (strength: number): number => Math.round(strength * LEVELS)
export const extraWidth = (level: number): number => level * STEP

/** Length of an arrow head: in world units at most, and in CSS pixels, there at most a share of a line between groups. */
const HEAD = 8
const HEAD_PX = 7
const FAR_HEAD = 0.3
/** Its width, as a share of its length. */
const SLENDER = 0.84
/** Beside a wide line a head is larger by up to this share, but not longer than half of the least gap between groups. */
const WIDER = 0.6
const HALF_GAP = CHANNEL / 2

/** A head, in world units. */
interface Head {
  readonly length: number
  readonly width: number
}

function headSize({ weight }: Scene, { way, edge }: Drawn, zoom: number, level: number): Head {
  const near = Math.min(HEAD, HEAD_PX / zoom)
  // Lines between groups are few and seen from afar: their heads grow with the distance.
  const bundled = edge === undefined || (weight[edge] ?? 1) > 1
  const size = bundled ? Math.min(HEAD_PX / zoom, Math.max(near, spanOf(way) * FAR_HEAD)) : near
  // Also beside a wide line a head is one; right before another box it would be taken for one that points there.
  const wide = size * (1 + (WIDER * level) / LEVELS)
  return { length: Math.min(wide, Math.max(size, HALF_GAP)), width: wide * SLENDER }
}

/** Draws the arrow heads of lines. */
export function paintHeads(
  context: Context,
  scene: Scene,
  drawn: readonly Drawn[],
  zoom: number,
  level: number,
): void {
  context.beginPath()
  for (const line of drawn) {
    const head = headSize(scene, line, zoom, level)
    paintHead(context, line.way, 'target', head)
    if (line.both) paintHead(context, line.way, 'source', head)
  }
  context.fill()
}

/** By how much a wide line is shorter than its way at both ends, so that its heads keep their points. */
export function headRoom(scene: Scene, line: Drawn, zoom: number, level: number): Ends | undefined {
  if (level === 0) return undefined
  const size = headSize(scene, line, zoom, level).length * 0.8
  return { source: line.both || line.headed ? size : 0, target: size }
}

function paintHead(context: Context, way: Way, end: 'source' | 'target', { length, width }: Head): void {
  const { x, y } = direction(way, end)
  const tip = end === 'target' ? way.last - 2 : way.first
  const [tipX, tipY] = [way.points[tip] ?? 0, way.points[tip + 1] ?? 0]
  const [backX, backY] = [tipX - x * length, tipY - y * length]
  context.moveTo(tipX, tipY)
  context.lineTo(backX - (y * width) / 2, backY + (x * width) / 2)
  context.lineTo(backX + (y * width) / 2, backY - (x * width) / 2)
  context.closePath()
}

/** Distance between the ends of a line. */
const spanOf = ({ points, first, last }: Way): number =>
  Math.hypot(
    (points[last - 2] ?? 0) - (points[first] ?? 0),
    (points[last - 1] ?? 0) - (points[first + 1] ?? 0),
  )

/** The area of the arrow head at an end of a line, which names should not cover. */
export function headOf(way: Way, zoom: number, end: 'source' | 'target' = 'target'): Point & Size {
  const to = direction(way, end)
  const size = HEAD_PX / zoom
  const tip = end === 'target' ? way.last - 2 : way.first
  const [tipX, tipY] = [way.points[tip] ?? 0, way.points[tip + 1] ?? 0]
  return { x: tipX - (to.x * size) / 2, y: tipY - (to.y * size) / 2, width: size, height: size }
}
