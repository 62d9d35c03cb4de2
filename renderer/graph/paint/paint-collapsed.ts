import { detailLengths } from '../scene/card.ts'
import { isHollow } from '../scene/kinds.ts'
import { MARK } from '../scene/scene.ts'
import { DIMMED, STRONG, tone, type ItemJob } from './item-job.ts'

/**
 * Offset of the stacked cards behind the first, inside its own rectangle, so that nothing covers arrow heads.
 */
const STACK = 3

/** Font size of a collapsed group's name in world units: on two lines, and when zoomed far out. */
const MAX_GROUP_NAME = 26
const MAX_FAR_NAME = 44

/** Sizes in CSS pixels of a collapsed group's name and count where the usual ones leave no room for the count. */
const LOW_NAME_PX = 9
const LOW_DETAIL_PX = 8.5
/** The smallest name with its count beside it, and the part of the sides' margins that it may take. */
const LEAST_NAME_PX = 8
const TIGHT = 8

/** How much a line of a collapsed group may shrink to fit. */
const SMALLEST_SHARE = 0.85

/** Minimum height in CSS pixels of a collapsed group with its name in it. */
export const MIN_TITLED_PX = 14

/** Heights of rows as shares of the font size. */
const NAME_ROW = 1.15
const DETAIL_ROW = 1.25

interface Title {
  readonly names: readonly string[]
  /** Font sizes of the name and of the lines below it, in world units. */
  readonly size: number
  readonly small: number
  /** Lines that fit below the name. */
  readonly fitting: number
}

/**
 * A collapsed group's name in its room, in world units: as large as leaves a line for the count, else smaller,
 * else with the count at its end. The name is never without the count.
 */
function titleOf(
  { context, zoom, palette, fitted, shared }: ItemJob,
  label: string,
  detail: string,
  { room, height }: { readonly room: number; readonly height: number },
): Title {
  const setFont = (size: number): void => void (context.font = `600 ${size}px ${palette.font}`)
  let size = Math.min(MAX_FAR_NAME, Math.max(15, 11 / zoom), 22 / zoom)
  const small = Math.min(20, Math.max(12, 9.5 / zoom), 15 / zoom)
  setFont(size)
  // When very far, only a one-line name may exceed the two-line maximum.
  if (size > MAX_GROUP_NAME) {
    size = Math.max(MAX_GROUP_NAME, Math.min(size, (size * room) / context.measureText(label).width))
    setFont(size)
  }
  const same = shared.get(label)
  const names = fitted.lines(context, label, room, size > MAX_GROUP_NAME ? 1 : 2, same)
  const fitting = Math.max(
    0,
    Math.floor((height - 8 - names.length * size * NAME_ROW) / (small * DETAIL_ROW)),
  )
  const [low, lowSmall] = [LOW_NAME_PX / zoom, LOW_DETAIL_PX / zoom]
  const isReadable = size >= low && small >= lowSmall
  if (isReadable && (fitting > 0 || detail === '')) return { names, size, small, fitting }
  setFont(low)
  const most = Math.min(2, Math.max(1, Math.floor((height - 4) / (low * NAME_ROW))))
  const lower = fitted.lines(context, label, room, most, same)
  const left = height - 4 - lower.length * low * NAME_ROW
  const isRoomy = left >= lowSmall * DETAIL_ROW
  if (isRoomy || detail === '') return { names: lower, size: low, small: lowSmall, fitting: isRoomy ? 1 : 0 }
  const [first = ''] = detail.split(' · ')
  const number = first.split(' ')[0] ?? ''
  const last = lower.at(-1) ?? ''
  const titled = (line: string, font = low): Title => ({
    names: [...lower.slice(0, -1), line],
    size: font,
    small: lowSmall,
    fitting: 0,
  })
  const share = (line: string): number => (room + TIGHT) / context.measureText(line).width
  const [words, counted] = [`${last} · ${first}`, `${last} · ${number}`]
  if (share(words) >= 1) return titled(words)
  // A little smaller; else the name alone, if it is whole. If it is cut anyway, then for the count.
  if (share(counted) * LOW_NAME_PX >= LEAST_NAME_PX) return titled(counted, low * Math.min(1, share(counted)))
  if (!last.endsWith('…')) return titled(last)
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
  const { context, scene, zoom, palette, fitted } = job
  const texts = scene.collapsed[item - scene.nodes.length]
  const mark = scene.mark[item] ?? 0
  const hue = scene.hue[item] ?? 0
  const [w, h] = [scene.width[item] ?? 0, scene.height[item] ?? 0]
  const [left, top] = [(scene.x[item] ?? 0) - w / 2, (scene.y[item] ?? 0) - h / 2]
  const colour = mark & STRONG ? tone(mark, palette) : (palette.domains[hue] ?? palette.quiet)
  context.strokeStyle = colour
  context.lineWidth = Math.max(mark & MARK.selected || isHollow(hue) ? 2.4 : 1, 0.8 / zoom)
  const [width, height] = [w - 2 * STACK, h - 2 * STACK]
  for (const lift of [2, 1, 0]) {
    context.beginPath()
    context.roundRect(left + lift * STACK, top + (2 - lift) * STACK, width, height, 8)
    context.globalAlpha = 1
    context.fillStyle = palette.surface
    context.fill()
    context.globalAlpha = mark & MARK.dimmed ? DIMMED : 1
    if (lift === 0) {
      context.fillStyle = palette.tints[hue] ?? palette.surface
      context.fill()
    }
    context.stroke()
  }
  if (zoom * h < MIN_TITLED_PX) return
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.globalAlpha = mark & MARK.dimmed ? 0.4 : 1
  // When far, text is larger on fewer lines, as long as it fits the group. When near, there is more text
  // instead of larger text.
  const { label = '', detail = '', kinds = [], allKinds = [] } = texts ?? {}
  const [middle, room] = [left + width / 2, width - 16]
  const { size, small, names, fitting } = titleOf(job, label, detail, { room, height })
  const whole = allKinds.length > 0 && allKinds.length < fitting
  const lines = [detailLengths(detail), ...(whole ? allKinds.map((one) => [one]) : [kinds])]
    .filter(([line = '']) => line !== '')
    .slice(0, fitting)
  let y = top + 2 * STACK + (height - names.length * size * NAME_ROW - lines.length * small * DETAIL_ROW) / 2
  context.fillStyle = palette.text
  context.font = `600 ${size}px ${palette.font}`
  for (const name of names) {
    context.fillText(name, middle, y + size * 0.6)
    y += size * NAME_ROW
  }
  context.fillStyle = palette.quiet
  for (const line of lines) {
    context.font = `${small}px ${palette.font}`
    // Rather a little smaller than shorter.
    const text = fitted.choose(context, line, room / SMALLEST_SHARE)
    const share = room / context.measureText(text).width
    if (share < 1) context.font = `${small * Math.max(SMALLEST_SHARE, share)}px ${palette.font}`
    context.fillText(fitted.fit(context, text, room), middle, y + small * 0.65)
    y += small * DETAIL_ROW
  }
}
