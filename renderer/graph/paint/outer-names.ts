import type { Bounds } from '../scene/camera.ts'
import { GROUP_PADDING, GROUP_TITLE } from '../layout/layout.ts'
import { hidesParts, isOverview, MARK, type Scene, type SceneCards, type SceneGroup } from '../scene/scene.ts'
import { farTitle, holdsName, isDim, widthOf, type FarJob, type PlacedText } from './far-titles.ts'
import { textOpacity } from './item-job.ts'
import { LabelRoom } from './label-room.ts'
import { outside } from './near-titles.ts'
import { MIN_TITLED_PX } from './paint-collapsed.ts'

/** A name beside what it names, where that has no room for it. */
interface OuterName extends PlacedText {
  readonly selected: boolean
}

/** The names of what has no other from afar: titles in far groups, and names beside what is too small for its own. */
export interface FarNames {
  readonly inside: readonly PlacedText[]
  readonly beside: readonly OuterName[]
  /** How many of what is in view have no room for their number. */
  readonly uncounted: number
}

/** Font size in CSS pixels, the distance from what it names, and the most characters of it. */
const SIZE = 10.5
const ROW = 1.2
const HEIGHT = SIZE * ROW
/** Sizes of the name of a very small box in it, and how much higher than the box its row may be: letters are lower. */
const IN_BOX = [SIZE, 9, 8]
const HIGHER = 2
const GAP = 3
/** How far the name of a selected node stays from the title of its group, in all. */
const CLEAR = 8
/** How far a group's name may reach out of it: into the channel, not to the next group. */
const REACH = 8
const CHARACTERS = 32
/** The most names at once; more are no help. */
const MAX_NAMES = 400
interface Spot {
  readonly x: number
  readonly y: number
}

interface Box extends Spot {
  readonly width: number
  readonly height: number
}

const cut = (text: string): string => (text.length > CHARACTERS ? `${text.slice(0, CHARACTERS - 1)}…` : text)

/** Places below, above and at both sides of a box for a name of this width. */
function besides({ x, y, width: w, height: h }: Box, width: number): Spot[] {
  const [down, along] = [(h + HEIGHT) / 2 + GAP, (w + width) / 2 + GAP]
  return [
    { x, y: y + down },
    { x, y: y - down },
    { x: x + along, y },
    { x: x - along, y },
  ]
}

/** Share of boxes with room for their counts from which on these are written. */
const NEARLY_ALL = 0.9

/** Places for a name of this width in a box, from that of its card on up and down. */
function rowsIn(box: Box, own: Spot, width: number): Spot[] {
  const [aside, high] = [(box.width - width) / 2 - GAP, (box.height - HEIGHT) / 2 - GAP]
  if (aside < 0 || high < 0) return []
  const x = Math.min(Math.max(own.x, box.x - aside), box.x + aside)
  const rows = Array.from(
    { length: Math.floor((2 * high) / HEIGHT) + 1 },
    (_, row) => box.y - high + row * HEIGHT,
  )
  return rows.toSorted((a, b) => Math.abs(a - own.y) - Math.abs(b - own.y)).map((y) => ({ x, y }))
}

/**
 * Places the names from afar, the most important first, none on another: titles in far groups, and beside what
 * has no room those of selected nodes whose groups stand for them, of small far groups, and of very small
 * collapsed ones.
 */
export function placeFarNames(job: FarJob, scene: Scene, labels: readonly string[], view: Bounds): FarNames {
  const { zoom } = job
  const overview = isOverview(scene, zoom)
  const isSmall = (item: number): boolean => (scene.height[item] ?? 0) * zoom < MIN_TITLED_PX
  const hides = hidesParts(scene, zoom)
  const isPart = (item: number): boolean => (scene.groupOf[item] ?? -1) >= 0
  const collapsed = Array.from(scene.collapsed, (_, place) => scene.nodes.length + place).filter(
    (item) => !hides || !isPart(item),
  )
  const room = new Room(job)
  for (const item of collapsed) room.addBox(itemBox(scene, item, zoom))
  if (overview) for (const group of scene.groups) room.addBox(groupBox(group, zoom))
  const inside: PlacedText[] = []
  let uncounted = 0
  const putInside = (group: SceneGroup, atTop: boolean): void => {
    const texts = farTitle(job, group, atTop).filter((text) => room.isFree(text))
    inside.push(...texts)
    if (group.detail !== '' && texts.every(({ isName }) => isName)) uncounted++
  }
  /** What open cards beside collapsed parts are: a number, which is no larger than the name of their group. */
  const putCards = (group: SceneGroup, cards: SceneCards, size: number | undefined): void => {
    const texts = farTitle(job, { ...group, ...cards, detail: '', kinds: [] }, false, size)
    inside.push(...texts.filter((text) => room.isFree(text)).map((text) => ({ ...text, isName: false })))
  }
  if (overview) {
    // Collapsed parts of a group are drawn even when far; the group's name avoids them.
    const parted = new Set(hides ? [] : scene.groupOf.subarray(scene.nodes.length))
    const atTop = (group: SceneGroup): Spot => ({
      x: (group.x + group.width / 2) * zoom,
      y: (group.y + (GROUP_PADDING + GROUP_TITLE) / 2) * zoom,
    })
    const area = ({ width, height }: SceneGroup): number => width * height
    const nameless: SceneGroup[] = []
    for (const [place, group] of scene.groups.entries()) {
      if (outside(group, view)) continue
      const before = inside.length
      const isParted = parted.has(place)
      if (isParted || holdsName(job, group)) putInside(group, isParted)
      else nameless.push(group)
      const { cards } = group
      const isNamed = !isParted || inside.length > before
      // The name of a group goes last: over its frame rather than without, and before what it says of its cards.
      if (!isNamed) room.name(cut(group.label), [atTop(group)], undefined, false, -1, isDim(group))
      const size = isNamed ? inside.slice(before).find(({ isName }) => isName)?.font : SIZE
      if (cards && !hides) putCards(group, cards, size)
    }
    for (const text of inside) room.addText(text)
    for (const [group, items] of selectedIn(scene)) {
      const [first = 0] = items
      const name = cut(labels[scene.nodes[first] ?? 0] ?? '')
      const own = itemBox(scene, first, zoom)
      if (outside(group, view)) continue
      const text = items.length > 1 ? `${name} +${items.length - 1}` : name
      const box = groupBox(group, zoom)
      // Where its card is, for the card is not drawn, or elsewhere in its group; else beside that, with its name.
      if (!room.name(text, [own, ...rowsIn(box, own, room.widthOf(text))], undefined, true))
        room.name(group.label === '' ? text : `${cut(group.label)} · ${text}`, [own], box, true)
    }
    for (const group of nameless.toSorted((a, b) => area(b) - area(a)))
      if (room.name(cut(group.label), [], groupBox(group, zoom), false, REACH, isDim(group))) uncounted++
      else putInside(group, false)
  }
  const small = collapsed.flatMap((item): Small[] => {
    const box = itemBox(scene, item, zoom)
    if (!isSmall(item) || !isIn(box, view, zoom)) return []
    const { label = '', detail = '' } = scene.collapsed[item - scene.nodes.length] ?? {}
    return [
      {
        name: cut(label),
        counted: `${cut(label)} · ${detail.split(' ')[0] ?? ''}`,
        box,
      },
    ]
  })
  uncounted += nameSmall(room, small)
  return { inside, beside: room.names, uncounted }
}

/** A very small collapsed group: its name, alone and with its count. */
interface Small {
  readonly name: string
  readonly counted: string
  readonly box: Box
}

/** Names very small collapsed groups; returns how many have no count. */
function nameSmall(room: Room, small: readonly Small[]): number {
  const fitting = small.filter(({ counted, box }) => room.fontIn(counted, box) !== undefined)
  // Nearly all with their counts or none, or those without would look like others.
  const hasCounts = fitting.length >= NEARLY_ALL * small.length
  let uncounted = 0
  for (const { name, counted, box } of small) {
    if (room.names.length > MAX_NAMES) {
      uncounted++
      continue
    }
    if (hasCounts && room.nameIn(counted, box)) continue
    const isBare = room.nameIn(name, box)
    if (!isBare && room.name(counted, [], box)) continue
    uncounted++
    if (!isBare) room.name(name, [], box, false, REACH)
  }
  return uncounted
}

/** Boxes that names must not cover, and names that must not cover each other. */
class Room {
  readonly names: OuterName[] = []
  readonly #job: FarJob
  readonly #boxes = new LabelRoom()
  readonly #texts = new LabelRoom()

  constructor(job: FarJob) {
    this.#job = job
  }

  widthOf(text: string, size = SIZE): number {
    return widthOf(this.#job, text, size, 600)
  }

  addBox({ x, y, width, height }: Box): void {
    this.#boxes.block(x, y, width, height)
  }

  isFree({ x, y, width, height }: PlacedText): boolean {
    return this.#texts.isFree(x, y, width, height)
  }

  addText({ x, y, width, height }: PlacedText): void {
    this.#texts.block(x, y, width, height)
  }

  /** The largest size in which a box has room for a text. */
  fontIn(text: string, { width: most, height: high }: Box): number | undefined {
    return IN_BOX.find((size) => size * ROW <= high + HIGHER && this.widthOf(text, size) <= most - 2)
  }

  /** Puts a name in a box, in the largest size with room for it. */
  nameIn(text: string, box: Box): boolean {
    const font = this.fontIn(text, box)
    if (font === undefined) return false
    const { x, y } = box
    const [width, height] = [this.widthOf(text, font), font * ROW]
    if (!this.#texts.isFree(x, y, width, height)) return false
    this.#texts.block(x, y, width, height)
    this.names.push({ text, x, y, width, height, font, isName: true, isDimmed: false, selected: false })
    return true
  }

  /**
   * Puts a name at the first of these spots that is free, else over a box if it reaches out no farther than
   * `reach`, else beside it; a selected one that has a box in any case.
   */
  name(
    text: string,
    spots: readonly Spot[],
    box?: Box,
    selected = false,
    reach = -1,
    isDimmed = false,
  ): boolean {
    const width = this.widthOf(text)
    const isFree = ({ x, y }: Spot): boolean =>
      this.#texts.isFree(x, y, width + 2, HEIGHT + (selected ? CLEAR : 0))
    const outer = box ? besides(box, width) : []
    const over = box && width <= box.width + 2 * reach && HEIGHT <= box.height + reach ? [box] : []
    const spot =
      [...spots, ...over].find(isFree) ??
      outer.find((one) => isFree(one) && this.#boxes.isFree(one.x, one.y, width + 2, HEIGHT)) ??
      (selected && box ? spots[0] : undefined)
    if (!spot) return false
    this.#texts.block(spot.x, spot.y, width + 2, HEIGHT)
    const { x, y } = spot
    this.names.push({ text, x, y, width, height: HEIGHT, font: SIZE, isName: true, isDimmed, selected })
    return true
  }
}

const isIn = ({ x, y }: Spot, { left, right, top, bottom }: Bounds, zoom: number): boolean =>
  x >= left * zoom && x <= right * zoom && y >= top * zoom && y <= bottom * zoom

/** The box of a group, in CSS pixels around its centre. */
const groupBox = ({ x, y, width, height }: SceneGroup, zoom: number): Box => ({
  x: (x + width / 2) * zoom,
  y: (y + height / 2) * zoom,
  width: width * zoom,
  height: height * zoom,
})

const itemBox = (scene: Scene, item: number, zoom: number): Box => ({
  x: (scene.x[item] ?? 0) * zoom,
  y: (scene.y[item] ?? 0) * zoom,
  width: (scene.width[item] ?? 0) * zoom,
  height: (scene.height[item] ?? 0) * zoom,
})

/** The selected nodes of each group that stands for them. */
function selectedIn(scene: Scene): Map<SceneGroup, number[]> {
  const found = new Map<SceneGroup, number[]>()
  for (let item = 0; item < scene.nodes.length; item++) {
    const group = scene.groups[scene.groupOf[item] ?? -1]
    if (!group || ((scene.mark[item] ?? 0) & MARK.selected) === 0) continue
    const list = found.get(group)
    if (list) list.push(item)
    else found.set(group, [item])
  }
  return found
}

/** Draws placed names with a halo, at the same size at every zoom. */
export function paintOuterNames({ context, zoom, palette }: FarJob, names: readonly OuterName[]): void {
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.globalAlpha = 1
  for (const { text, x, y, font, selected, isDimmed } of names) {
    context.font = `600 ${font / zoom}px ${palette.font}`
    context.globalAlpha = textOpacity(isDimmed, palette)
    context.lineWidth = (selected ? 5 : 3) / zoom
    context.strokeStyle = selected ? palette.surface : palette.ground
    context.strokeText(text, x / zoom, y / zoom)
    context.fillStyle = selected ? palette.accent : palette.text
    context.fillText(text, x / zoom, y / zoom)
  }
  context.globalAlpha = 1
}
