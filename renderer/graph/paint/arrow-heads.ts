import type { Point, Size } from '../scene/camera.ts'
import type { Scene } from '../scene/scene.ts'
import type { Context } from './item-job.ts'
import { direction, type Way } from './way.ts'

/** A line to draw. */
export interface Drawn {
  readonly way: Way
  /** Edge index; undefined for a trunk. */
  readonly edge: number | undefined
  /** A line in both directions has a head at both ends. */
  readonly both?: boolean
  /** Of a trunk from afar: the hue of the domain that it comes from. */
  readonly hue?: number | undefined
}

/** Side of an arrow head: in world units at most, and in CSS pixels, there at most a share of a line between groups. */
const HEAD = 8
const HEAD_PX = 7
const FAR_HEAD = 0.3

/** Draws the arrow heads of lines. */
export function paintHeads(context: Context, { weight }: Scene, drawn: readonly Drawn[], zoom: number): void {
  const near = Math.min(HEAD, HEAD_PX / zoom)
  context.beginPath()
  for (const { way, edge, both } of drawn) {
    // Lines between groups are few and seen from afar: their heads grow with the distance.
    const bundled = edge === undefined || (weight[edge] ?? 1) > 1
    const size = bundled ? Math.min(HEAD_PX / zoom, Math.max(near, spanOf(way) * FAR_HEAD)) : near
    paintHead(context, way, 'target', size)
    if (both) paintHead(context, way, 'source', size)
  }
  context.fill()
}

function paintHead(context: Context, way: Way, end: 'source' | 'target', size: number): void {
  const { x, y } = direction(way, end)
  const tip = end === 'target' ? way.last - 2 : way.first
  const [tipX, tipY] = [way.points[tip] ?? 0, way.points[tip + 1] ?? 0]
  const [backX, backY] = [tipX - x * size, tipY - y * size]
  context.moveTo(tipX, tipY)
  context.lineTo(backX - y * size * 0.42, backY + x * size * 0.42)
  context.lineTo(backX + y * size * 0.42, backY - x * size * 0.42)
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
