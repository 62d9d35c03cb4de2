import type { Bounds, Point } from '../scene/camera.ts'
import { MARK, type Scene } from '../scene/scene.ts'
import { sharedBeginnings } from './fitted-text.ts'
import { headOf } from './arrow-heads.ts'
import { opacity, type ItemJob, STRONG, tone } from './item-job.ts'
import { LabelRoom } from './label-room.ts'
import { isEmpty, wayOf } from './way.ts'

/** Font size of a name over a plate and minimum plate height, in CSS pixels. */
const PLATE_NAME = 11
const ROW = 1.3
const MIN_PLATE_PX = 3

/** The sizes of names of which nearly all have room, and the share of the others. */
const SMALLER_NAME = 10
const LEAST_NAME = 8
const FEW_CUT = 0.05
/** The distance of names side by side in CSS pixels, and the least one. */
const APART = 6
const CLOSE = 2
/** The widest name in CSS pixels. */
const MOST_WIDE = 180

/** The largest size of a name cut to the width of its plate, and the fewest characters left of it. */
const CUT_NAME = 9
const LEAST_LEFT = 4
/** The shares of a plate that such a name may take, for those of its neighbours may reach over it. */
const CUT_SHARES = [0.94, 0.75, 0.6]

/** Up to so many plates a name without room on its own may be below or above it, or is cut. */
const MAX_NAMED_BESIDE = 400

export const isIn = ({ x, y }: Scene, item: number, { left, right, top, bottom }: Bounds): boolean => {
  const [middle, row] = [x[item] ?? 0, y[item] ?? 0]
  return middle > left && middle < right && row > top && row < bottom
}

/**
 * Draws items too small for a card as plates, with names where there is room, on them or beside, not cut by the edge of
 * what is seen; marked ones are named first. Returns those without room for a name.
 */
export function paintPlates(job: ItemJob, items: readonly number[], seen: Bounds): readonly number[] {
  if (items.length === 0) return items
  for (const item of items) drawPlate(job, item)
  return namePlates(job, items, seen)
}

function drawPlate({ context, scene, zoom, palette }: ItemJob, item: number): void {
  const mark = scene.mark[item] ?? 0
  const [w, h] = [scene.width[item] ?? 0, Math.max(MIN_PLATE_PX / zoom, scene.height[item] ?? 0)]
  context.globalAlpha = opacity(mark, palette)
  context.fillStyle = palette.tints[scene.tint[item] ?? 0] ?? palette.surface
  context.strokeStyle =
    mark & STRONG ? tone(mark, palette) : (palette.domains[scene.tint[item] ?? 0] ?? palette.quiet)
  context.lineWidth = (mark & STRONG ? 2 : 0.8) / zoom
  context.beginPath()
  context.roundRect((scene.x[item] ?? 0) - w / 2, (scene.y[item] ?? 0) - h / 2, w, h, 3 / zoom)
  context.fill()
  context.stroke()
}

function platesOf(scene: Scene, items: readonly number[], zoom: number): LabelRoom {
  const plates = new LabelRoom()
  for (const item of items) {
    const [w, h] = [(scene.width[item] ?? 0) * zoom, (scene.height[item] ?? 0) * zoom]
    plates.block((scene.x[item] ?? 0) * zoom, (scene.y[item] ?? 0) * zoom, w, h)
  }
  return plates
}

/** Those to be named, the marked ones and those with the most links first. */
function inRank({ scene }: ItemJob, items: readonly number[]): number[] {
  const links = new Uint32Array(scene.count)
  for (const ends of [scene.from, scene.to]) for (const end of ends) links[end] = (links[end] ?? 0) + 1
  const rank = (item: number): number =>
    (((scene.mark[item] ?? 0) & STRONG) !== 0 ? 1e6 : 0) + (links[item] ?? 0)
  return items
    .filter((item) => ((scene.mark[item] ?? 0) & MARK.dimmed) === 0)
    .sort((a, b) => rank(b) - rank(a) || a - b)
}

/** Above this number of lines heads are too many to be read, and may lie under names. */
const MAX_LINES = 1200

/** The arrow heads of lines, which names cover only where there is no other room. */
function headsOf(scene: Scene, zoom: number): LabelRoom {
  const heads = new LabelRoom()
  const lines = scene.wayStart.length - 1
  for (let edge = 0; edge < (lines > MAX_LINES ? 0 : lines); edge++) {
    const way = wayOf(scene, edge)
    if (isEmpty(way)) continue
    const { x, y, width, height } = headOf(way, zoom)
    heads.block(x * zoom, y * zoom, width * zoom, height * zoom)
  }
  return heads
}

/** Writes the names that have room; returns the items whose have none. */
function namePlates(job: ItemJob, items: readonly number[], seen: Bounds): readonly number[] {
  const { context, scene, zoom } = job
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  const ranked = inRank(job, items)
  const heads = headsOf(scene, zoom)
  const isFew = items.length <= MAX_NAMED_BESIDE
  if (!isFew) return new PlateNames(job, seen, heads).onPlates(ranked, PLATE_NAME, true)
  const plates = platesOf(scene, items, zoom)
  /** The items without a whole name in this size. */
  const without = (names: PlateNames, px: number): readonly number[] =>
    names.beside(names.onPlates(ranked, px, false), px, plates)
  // One size in which nearly all have room, rather than some large and their neighbours cut.
  const size =
    [PLATE_NAME, SMALLER_NAME, CUT_NAME].find(
      (px) => without(new PlateNames(job, seen, heads, true), px).length <= ranked.length * FEW_CUT,
    ) ?? LEAST_NAME
  const names = new PlateNames(job, seen, heads)
  let left = without(names, size)
  // Smaller rather than on an arrow head, on one rather than cut.
  const small = Math.min(size, CUT_NAME)
  if (small < size) left = names.beside(names.onPlates(left, small, false), small, plates)
  left = names.onPlates(left, size, true)
  left = names.onPlates(left, small, true, CLOSE)
  return cutNames(job, left, ranked, small, names.room, seen)
}

/** Names where there is room for them as a whole; each step returns the items that still have none. */
class PlateNames {
  readonly room = new LabelRoom()
  readonly #job: ItemJob
  readonly #seen: Bounds
  readonly #heads: LabelRoom
  readonly #isTrial: boolean
  #size = PLATE_NAME

  /** A trial writes nothing. */
  constructor(job: ItemJob, seen: Bounds, heads: LabelRoom, isTrial = false) {
    this.#job = job
    this.#seen = seen
    this.#heads = heads
    this.#isTrial = isTrial
  }

  /** Names on plates in a size in CSS pixels; on arrow heads, if that is allowed, and so far apart. */
  onPlates(items: readonly number[], px: number, onHeads: boolean, apart = APART): number[] {
    this.#start(px)
    const { scene, zoom, palette } = this.#job
    return items.filter((item) => {
      const name = this.#nameOf(item)
      const width = this.#widthOf(name)
      const at = onPlate(scene, item, width / zoom, zoom, this.#seen)
      if (!at || !(onHeads || this.#coversNoHead(at, width)) || !this.#claim(at, width, apart)) return true
      this.#write(name, at, palette.tints[scene.tint[item] ?? 0])
      return false
    })
  }

  /** Names below or above plates. */
  beside(items: readonly number[], px: number, plates: LabelRoom): number[] {
    this.#start(px)
    const { scene, zoom } = this.#job
    const row = px * ROW
    return items.filter((item) => {
      const name = this.#nameOf(item)
      const width = this.#widthOf(name)
      const isWhole = isIn(scene, item, this.#seen)
      const isFree = ({ x, y }: Point): boolean =>
        (!isWhole || holds(this.#seen, { x, y }, width / zoom, row / zoom)) &&
        plates.isFree(x * zoom, y * zoom, width, row) &&
        this.#coversNoHead({ x, y }, width) &&
        this.#claim({ x, y }, width)
      const at = besidePlate(scene, item, width / zoom, row / zoom, zoom).find(isFree)
      if (at) this.#write(name, at)
      return !at
    })
  }

  #start(px: number): void {
    const { context, zoom, palette } = this.#job
    this.#size = px
    context.font = `500 ${px / zoom}px ${palette.font}`
    context.lineWidth = px / zoom / 4
  }

  #nameOf(item: number): string {
    const { context, scene, table, zoom, fitted } = this.#job
    const name = table.labels[scene.nodes[item] ?? 0] ?? ''
    // Measured only if it may be too long.
    if (this.#widthOf(name) <= MOST_WIDE) return name
    return fitted.fit(context, name, Math.round(MOST_WIDE / zoom))
  }

  #widthOf(name: string): number {
    const { context, palette, fitted } = this.#job
    return fitted.widthOf(context, name, this.#size, 500, palette.font)
  }

  #coversNoHead({ x, y }: Point, width: number): boolean {
    const { zoom } = this.#job
    return this.#heads.isFree(x * zoom, y * zoom, width, this.#size)
  }

  #claim({ x, y }: Point, width: number, apart = APART): boolean {
    const { zoom } = this.#job
    return this.room.claim(x * zoom, y * zoom, width + apart, this.#size * ROW)
  }

  #write(name: string, { x, y }: Point, ground = this.#job.palette.ground): void {
    if (this.#isTrial) return
    const { context, palette } = this.#job
    context.globalAlpha = 1
    context.strokeStyle = ground
    context.strokeText(name, x, y)
    context.fillStyle = palette.text
    context.fillText(name, x, y)
  }
}

/** Writes names cut to the width of their plates, where each can be told from all others; returns the items without. */
function cutNames(
  { context, scene, table, zoom, palette, fitted }: ItemJob,
  items: readonly number[],
  all: readonly number[],
  size: number,
  room: LabelRoom,
  seen: Bounds,
): readonly number[] {
  const nameOf = (item: number): string => table.labels[scene.nodes[item] ?? 0] ?? ''
  const shared = sharedBeginnings(items.map(nameOf))
  const names = [...new Set(all.map(nameOf))]
  /** Whether what is left of a name is left of no other. */
  const isTold = (text: string): boolean => {
    const [start = '', end = ''] = text.split('…')
    return names.filter((name) => name.startsWith(start) && name.endsWith(end)).length <= 1
  }
  context.font = `500 ${size / zoom}px ${palette.font}`
  context.fillStyle = palette.text
  return items.filter((item) => {
    const [x, y, width] = [scene.x[item] ?? 0, scene.y[item] ?? 0, scene.width[item] ?? 0]
    const isLow = (scene.height[item] ?? 0) * zoom < size
    const isCut = isIn(scene, item, seen) && !holds(seen, { x, y }, width, 0)
    if (isLow || isCut) return true
    // One that is the beginning of another is cut in its middle, too.
    const alike = Math.min(shared.get(nameOf(item)) ?? 0, nameOf(item).length - 1)
    const name = CUT_SHARES.map((share) =>
      fitted.fit(context, nameOf(item), Math.round(width * share), alike),
    ).find(
      (text) =>
        text.length >= LEAST_LEFT &&
        isTold(text) &&
        room.claim(x * zoom, y * zoom, context.measureText(text).width * zoom, size),
    )
    if (name === undefined) return true
    context.fillText(name, x, y)
    return false
  })
}

const holds = (
  { left, right, top, bottom }: Bounds,
  { x, y }: Point,
  width: number,
  height: number,
): boolean =>
  x - width / 2 >= left && x + width / 2 <= right && y - height / 2 >= top && y + height / 2 <= bottom

/**
 * The place for a name of this width on a plate: in its middle, or, where the edge of what is seen would cut it, at one of
 * its ends; undefined if it is cut there, too.
 */
function onPlate(scene: Scene, item: number, name: number, zoom: number, seen: Bounds): Point | undefined {
  const [middle, y] = [scene.x[item] ?? 0, scene.y[item] ?? 0]
  if (!isIn(scene, item, seen)) return { x: middle, y }
  const aside = Math.abs(name - (scene.width[item] ?? 0)) / 2
  const x = Math.min(Math.max(seen.left + name / 2, middle), seen.right - name / 2)
  const at = { x: Math.min(Math.max(x, middle - aside), middle + aside), y }
  return holds(seen, at, name, (PLATE_NAME * ROW) / zoom) ? at : undefined
}

/** Places for a name of this width and height below a plate and above it: in its middle, or from one of its sides on. */
function besidePlate(scene: Scene, item: number, name: number, high: number, zoom: number): Point[] {
  const [middle, row] = [scene.x[item] ?? 0, scene.y[item] ?? 0]
  const away = ((scene.height[item] ?? 0) + high + 1 / zoom) / 2
  const aside = Math.max(0, name - (scene.width[item] ?? 0)) / 2
  return [row + away, row - away].flatMap((at) => [0, -aside, aside].map((by) => ({ x: middle + by, y: at })))
}
