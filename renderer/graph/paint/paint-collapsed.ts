import { detailChoices } from '../scene/card.ts'
import { isPale } from '../scene/kinds.ts'
import { MARK } from '../scene/scene.ts'
import { keepsWords } from './fitted-text.ts'
import { opacity, textOpacity, STRONG, tone, type ItemJob } from './item-job.ts'

/**
 * Offset of the stacked cards behind the first, inside its own rectangle, so that nothing covers arrow heads.
 */
const STACK = 3

/** Sizes of a collapsed group's name: in world units when near, and in CSS pixels from afar, the first that fits. */
const NEAR_NAME = 15
const USUAL_PX = 12
const SMALL_PX = [11, 10, 9] as const
/** Sizes of the lines below it: in world units when near, at least in CSS pixels from afar, and no larger than the name. */
const NEAR_DETAIL = 12
const DETAIL_PX = 12
/** The smallest name with its count beside it, and the part of the sides' margins that it may take, in CSS pixels. */
const LEAST_NAME_PX = 8
const TIGHT = 2
/** Room left and right of the texts in CSS pixels from afar, and in world units when near; above and below them in CSS pixels. */
const SIDE = { px: 4, near: 8 }
const EDGE_PX = 1

/** How much a line of a collapsed group may shrink to fit. */
const SMALLEST_SHARE = 0.85

/** Minimum height in CSS pixels of a collapsed group with its name in it. */
export const MIN_TITLED_PX = 24

/** Heights of rows as shares of the font size. */
const NAME_ROW = 1.15
const DETAIL_ROW = 1.25
/** Of a list that nearly fills its group, so that it keeps off the border. */
const LISTED_ROW = 1.15

/** A title; sizes in CSS pixels. */
interface Title {
  readonly names: readonly string[]
  readonly size: number
  /** Font size of the lines below the name, and how many fit. */
  readonly small: number
  readonly fitting: number
}

/**
 * A collapsed group's name whole and with its count, in a size; undefined if there is no room for both. The count is
 * a line below the name, or else at its end.
 */
function wholeTitle(
  { context, palette, fitted, zoom }: ItemJob,
  label: string,
  detail: string,
  { room, height }: { readonly room: number; readonly height: number },
  size: number,
  isBelow: boolean,
): Title | undefined {
  const most = Math.floor(height / (size * NAME_ROW))
  if (most < 1) return undefined
  context.font = `600 ${size}px ${palette.font}`
  const names = fitted.parted(context, label, room, most)
  if (!names) return undefined
  const small = Math.min(size, Math.max(DETAIL_PX, NEAR_DETAIL * zoom))
  const fitting = rowsBelow(height, names, size, small)
  const [first = ''] = detail.split(' · ')
  const widthIn = (text: string, weight: string, font: number): number => {
    context.font = `${weight}${font}px ${palette.font}`
    return context.measureText(text).width
  }
  const [number = ''] = first.split(' ')
  // The number alone below the name, rather than at its end.
  const isRoomy =
    fitting > 0 && (widthIn(first, '', small) * SMALLEST_SHARE <= room || widthIn(number, '', small) <= room)
  if (isRoomy || detail === '') return { names, size, small, fitting }
  if (isBelow) return undefined
  // In the smallest letters only below a name that is about as small.
  const least = size > LEAST_NAME_PX + 1 ? 0 : rowsBelow(height, names, size, LEAST_NAME_PX)
  if (least > 0 && widthIn(number, '', LEAST_NAME_PX) <= room)
    return { names, size, small: LEAST_NAME_PX, fitting: least }
  for (const count of [first, number]) {
    const line = `${names.at(-1)} · ${count}`
    // Names of the same length look alike, whatever digits they have.
    if (widthIn(line.replaceAll(/\d/g, '0'), '600 ', size) <= room)
      return { names: [...names.slice(0, -1), line], size, small, fitting: 0 }
  }
  return undefined
}

/** A name with a word too long for the usual margins: whole, in the smallest size and tight; undefined if even that is too much. */
function smallestTitle(
  { context, palette, fitted }: ItemJob,
  label: string,
  detail: string,
  { room, height }: { readonly room: number; readonly height: number },
): Title | undefined {
  const low = SMALL_PX.at(-1) ?? LEAST_NAME_PX
  const wide = room + 2 * TIGHT
  const [number = ''] = detail.split(' ')
  const partedIn = (size: number, width: number): readonly string[] | undefined => {
    context.font = `600 ${size}px ${palette.font}`
    return fitted.parted(context, label, width, Math.floor(height / (size * NAME_ROW)))
  }
  // Whole within the margins, if without its count.
  if (partedIn(low, room)) return undefined
  for (const size of [low, LEAST_NAME_PX]) {
    const names = partedIn(size, wide)
    if (!names) continue
    const counted = `${names.at(-1)} · ${number}`
    if (number !== '' && context.measureText(counted).width <= wide)
      return { names: [...names.slice(0, -1), counted], size, small: size, fitting: 0 }
    return { names, size, small: size, fitting: rowsBelow(height, names, size) }
  }
  return undefined
}

/** How many lines there is room for below a name, by default of its size. */
const rowsBelow = (height: number, names: readonly string[], size: number, small = size): number =>
  Math.floor((height - names.length * size * NAME_ROW) / (small * DETAIL_ROW))

/**
 * A collapsed group's name in its room, in CSS pixels: as large as leaves a line for the count, else smaller, else
 * with the count at its end. The name is never cut without the count.
 */
function titleOf(
  job: ItemJob,
  label: string,
  detail: string,
  place: { readonly room: number; readonly height: number },
): Title {
  const { context, zoom, palette, fitted, shared } = job
  const { room, height } = place
  const usual = Math.max(NEAR_NAME * zoom, USUAL_PX)
  // Rather a count at the end of the name than a name smaller than is usual.
  for (const [sizes, isBelow] of [
    [[usual, USUAL_PX], true],
    [[usual, USUAL_PX, ...SMALL_PX], false],
  ] as const)
    for (const size of sizes) {
      const title = wholeTitle(job, label, detail, place, size, isBelow)
      if (title) return title
    }
  const whole = smallestTitle(job, label, detail, place)
  if (whole) return whole
  const low = SMALL_PX.at(-1) ?? LEAST_NAME_PX
  context.font = `600 ${low}px ${palette.font}`
  const same = shared.get(label)
  const most = Math.max(1, Math.floor(height / (low * NAME_ROW)))
  // Rather a word that is cut than one that goes on in the next line.
  const lines = fitted.lines(context, label, room, most, same)
  const lower =
    fitted.words(context, label, room, most) ??
    (keepsWords(label, lines) ? lines : [fitted.fit(context, label, room, same)])
  const number = detail.split(' ')[0] ?? ''
  const last = lower.at(-1) ?? ''
  const titled = (line: string, size = low): Title => ({
    names: [...lower.slice(0, -1), line],
    size,
    small: low,
    fitting: 0,
  })
  if (detail === '') return titled(last)
  const counted = `${last} · ${number}`
  const share = (room + 2 * TIGHT) / context.measureText(counted).width
  // A little smaller; else the name alone, if it is whole. If it is cut anyway, then for the count.
  if (share * low >= LEAST_NAME_PX) return titled(counted, low * Math.min(1, share))
  if (!last.endsWith('…')) return titled(last)
  const least = LEAST_NAME_PX
  const fitting = lower.length > 1 ? 0 : rowsBelow(height, lower, least)
  if (fitting > 0) {
    context.font = `600 ${least}px ${palette.font}`
    return { names: [fitted.fit(context, label, room + 2 * TIGHT, same)], size: least, small: least, fitting }
  }
  const tail = ` · ${number}`
  const cut = fitted.fit(
    context,
    lower.length > 1 ? last : label,
    room - context.measureText(tail).width,
    lower.length > 1 ? 0 : same,
  )
  return titled(cut + tail)
}

/** Draws a collapsed group: a stack of cards with name, counts and kinds, readable at any zoom. */
export function paintCollapsed(job: ItemJob, item: number): void {
  const { context, scene, zoom, seen, palette, fitted } = job
  const texts = scene.collapsed[item - scene.nodes.length]
  const mark = scene.mark[item] ?? 0
  const hue = scene.hue[item] ?? 0
  const [w, h] = [scene.width[item] ?? 0, scene.height[item] ?? 0]
  const [left, top] = [(scene.x[item] ?? 0) - w / 2, (scene.y[item] ?? 0) - h / 2]
  const colour = mark & STRONG ? tone(mark, palette) : (palette.domains[hue] ?? palette.quiet)
  context.strokeStyle = colour
  context.lineWidth = Math.max(mark & STRONG || isPale(hue) ? 2.4 : 1, 0.8 / zoom)
  const [width, height] = [w - 2 * STACK, h - 2 * STACK]
  for (const lift of [2, 1, 0]) {
    context.beginPath()
    context.roundRect(left + lift * STACK, top + (2 - lift) * STACK, width, height, 8)
    context.globalAlpha = 1
    context.fillStyle = palette.surface
    context.fill()
    context.globalAlpha = opacity(mark, palette)
    if (lift === 0) {
      context.fillStyle = palette.tints[hue] ?? palette.surface
      context.fill()
    }
    context.stroke()
  }
  if (zoom * h < MIN_TITLED_PX) return
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.globalAlpha = textOpacity((mark & MARK.dimmed) !== 0, palette)
  // When far, text is larger on fewer lines, as long as it fits the group. When near, there is more text
  // instead of larger text.
  const { label = '', detail = '', kinds = [], allKinds = [] } = texts ?? {}
  const side = Math.min(SIDE.near, SIDE.px / zoom)
  const room = width - 2 * side
  // Whole pixels, so that what fits is found once for all zooms that are about the same.
  const title = titleOf(job, label, detail, {
    room: Math.floor(room * zoom),
    height: Math.floor(height * zoom - 2 * EDGE_PX),
  })
  const { names, fitting } = title
  const [size, small] = [title.size / zoom, title.small / zoom]
  const whole = allKinds.length > 0 && allKinds.length < fitting
  const lines = [detailChoices(detail), ...(whole ? allKinds.map((one) => [one]) : [kinds])]
    .filter(([line = '']) => line !== '')
    .slice(0, fitting)
  const pitch = small * (whole ? LISTED_ROW : DETAIL_ROW)
  const below = lines.map((line): Line => {
    context.font = `${small}px ${palette.font}`
    // Rather a little smaller than shorter.
    const text = fitted.choose(context, line, room / SMALLEST_SHARE)
    const wide = context.measureText(text).width
    const share = room / wide
    // What fits exactly must not be cut for a rounding.
    if (share < SMALLEST_SHARE) return { text: fitted.fit(context, text, room), width: room, size: small }
    return { text, width: Math.min(room, wide), size: small * Math.min(1, share) }
  })
  context.font = `600 ${size}px ${palette.font}`
  const widest = Math.max(
    ...names.map((name) => context.measureText(name).width),
    ...below.map((line) => line.width),
  )
  const tall = names.length * size * NAME_ROW + lines.length * pitch
  const middle = inView(left + width / 2, widest, [left, left + width], [seen.left, seen.right], side)
  const rows = [top + 2 * STACK, top + 2 * STACK + height] as const
  let y = inView((rows[0] + rows[1]) / 2, tall, rows, [seen.top, seen.bottom], side) - tall / 2
  context.fillStyle = palette.text
  for (const name of names) {
    context.fillText(name, middle, y + size * 0.6)
    y += size * NAME_ROW
  }
  context.fillStyle = palette.quiet
  for (const line of below) {
    context.font = `${line.size}px ${palette.font}`
    context.fillText(line.text, middle, y + small * 0.65)
    y += pitch
  }
}

interface Line {
  readonly text: string
  readonly width: number
  readonly size: number
}

/** The middle of something so long in its box, as near to the usual one as keeps it in view together with the box. */
function inView(
  usual: number,
  length: number,
  [first, last]: readonly [number, number],
  [from, to]: readonly [number, number],
  side: number,
): number {
  const half = length / 2 + side
  const [least, most] = [Math.max(first, from) + half, Math.min(last, to) - half]
  if (least <= usual && usual <= most) return usual
  // What is in view has no room for it: as much as there is stays.
  return Math.min(Math.max(usual, Math.min(least, last - half)), Math.max(most, first + half))
}
