import { GROUP_PADDING, GROUP_TITLE } from '../layout/layout.ts'
import { MARK, type Palette, type SceneGroup } from '../scene/scene.ts'
import { detailChoices } from '../scene/card.ts'
import type { FittedText } from './fitted-text.ts'
import { textOpacity, type Context } from './item-job.ts'

/** Font sizes in CSS pixels of a far group's name and detail, and the minimum readable size of both. */
const FAR_NAME = 15
const FAR_DETAIL = 11
const MIN_NAME_PX = 9
/** Minimum height for a name, which has no descenders' room then. */
const LEAST_HEIGHT = 7
/** The sizes where the usual ones leave no room for a detail below the name. */
const LOW_NAME = 12
const LOW_DETAIL = 9.5
/** The smallest name beside which there is a count. */
const LEAST_NAME = 10
/** How much nearer than usual to the sides of a group these two may be, in CSS pixels. */
const TIGHT = 4.5
/** Heights of rows as shares of the font size, and of both where they have no more room. */
const NAME_ROW = 1.2
const DETAIL_ROW = 1.35
const TIGHT_ROW = 1
/** Gap between name and detail side by side, and the least one. */
const BESIDE = 8
const TIGHT_BESIDE = 4
/** What numbers, which have no descenders, may take of the margin inside a group. */
const SPARE = 2.5
/** Room between counts and the two sides of their group, in all. */
const SIDE = 16
/** Sizes in a group with so much room that its kinds are listed, and the share of its height that all lines may take. */
const LARGE_NAME = 18
const LARGE_DETAIL = 12
const LISTED_SHARE = 0.8
/** A name of which less than this share would be left is written beside its group instead. */
const LEAST_LEFT = 0.68

export interface FarJob {
  readonly context: Context
  readonly zoom: number
  readonly palette: Palette
  readonly fitted: FittedText
  /** How much of the beginning of each name another shares. */
  readonly shared: ReadonlyMap<string, number>
}

/** A text and the size at which it fits, in CSS pixels. */
interface SizedText {
  readonly text: string
  readonly size: number
}

/** A text with its centre and size in CSS pixels of the world, which does not scale with the zoom. */
export interface PlacedText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly font: number
  readonly isName: boolean
  readonly isDimmed: boolean
}

/** Draws the titles of far groups. */
export function paintFarTitles({ context, zoom, palette }: FarJob, texts: readonly PlacedText[]): void {
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { text, x, y, font, isName, isDimmed } of texts) {
    context.globalAlpha = textOpacity(isDimmed, palette)
    context.font = `${isName ? '600 ' : ''}${font / zoom}px ${palette.font}`
    context.fillStyle = isName ? palette.text : palette.quiet
    context.fillText(text, x / zoom, y / zoom)
  }
  context.globalAlpha = 1
}

export const isDim = ({ mark = 0 }: SceneGroup): boolean => (mark & MARK.dimmed) !== 0

/** The room for a far group's title in it, in CSS pixels: at its top, or all of it. */
const roomIn = ({ zoom }: FarJob, group: SceneGroup, atTop: boolean): { width: number; height: number } => ({
  width: group.width * zoom - 8,
  height: (atTop ? GROUP_PADDING + GROUP_TITLE : group.height) * zoom - 4,
})

/** Whether a far group has room for most of its name; otherwise it is written beside it. */
export function holdsName(job: FarJob, group: SceneGroup): boolean {
  const { width, height } = roomIn(job, group, false)
  if (height < LEAST_HEIGHT || width < 2 * MIN_NAME_PX) return false
  const longest = longestOf(nameRows(job, group.label, width, height))
  return widthOf(job, longest, MIN_NAME_PX, 600) * LEAST_LEFT <= width
}

const longestOf = (rows: readonly string[]): string => rows.toSorted((a, b) => b.length - a.length)[0] ?? ''

/**
 * The title of a group that stands for its cards: centred in it, or at the top of one with collapsed parts. The
 * name is cut if it must be, and no larger than `largest`.
 */
export function farTitle(job: FarJob, group: SceneGroup, atTop: boolean, largest = Infinity): PlacedText[] {
  const { context, zoom, palette, fitted, shared } = job
  const { width, height } = roomIn(job, group, atTop)
  if (height < LEAST_HEIGHT || width < 2 * MIN_NAME_PX) return []
  const rows = nameRows(job, group.label, width, height)
  const { name, lines, beside, isTight } = arranged(job, group, rows, longestOf(rows), width, height, largest)
  const [nameRow, detailRow, gap] = isTight
    ? [TIGHT_ROW, TIGHT_ROW, TIGHT_BESIDE]
    : [NAME_ROW, DETAIL_ROW, BESIDE]
  const total = name * nameRow * rows.length + lines.reduce((sum, { size }) => sum + size * detailRow, 0)
  const x = (group.x + group.width / 2) * zoom
  let y = group.y * zoom + (atTop ? 2 : (group.height * zoom - total) / 2)
  const placed: PlacedText[] = []
  const isDimmed = isDim(group)
  const put = (text: string, font: number, isName: boolean, row: number, at: number, wide?: number): void => {
    const taken = wide ?? widthOf(job, text, font, isName ? 600 : 400)
    placed.push({ text, x: at, y: y + row / 2, width: taken, height: row, font, isName, isDimmed })
    y += row
  }
  const aside = beside ? widthOf(job, beside.text, beside.size, 400) + gap : 0
  for (const row of rows) {
    context.font = `600 ${name / zoom}px ${palette.font}`
    const room = Math.round(width / zoom)
    put(fitted.fit(context, row, room, shared.get(row)), name, true, name * nameRow, x - aside / 2)
  }
  if (beside) {
    const named = widthOf(job, group.label, name, 600)
    y -= name * nameRow
    put(beside.text, beside.size, false, name * nameRow, x + (named + gap) / 2, aside - gap)
  }
  for (const { text, size } of lines) put(text, size, false, size * detailRow, x)
  return placed
}

interface Arrangement {
  readonly name: number
  readonly lines: readonly SizedText[]
  /** The detail, at the right of the name. */
  readonly beside?: SizedText | undefined
  /** Whether both are as close as they may be. */
  readonly isTight?: boolean
}

/** The size of a far group's name, and what else there is room for: below it, beside it, or below it smaller. */
function arranged(
  job: FarJob,
  group: SceneGroup,
  rows: readonly string[],
  longest: string,
  width: number,
  height: number,
  largest: number,
): Arrangement {
  const listed = largest < LARGE_NAME ? undefined : withAllKinds(job, group, width, height)
  if (listed) return listed
  // Slightly less than the room, so that rounding does not truncate a text that just fits.
  const share = (most: number): number =>
    Math.max(MIN_NAME_PX, most * Math.min(1, (width * 0.97) / widthOf(job, longest, most, 600)))
  const name = share(Math.min(FAR_NAME, largest, height / rows.length))
  const details = detailChoices(group.detail)
  const texts = [details, group.kinds]
  const below = (used: number, small: number): SizedText[] =>
    texts
      .slice(0, Math.max(0, Math.floor((height - used) / (small * DETAIL_ROW))))
      .flatMap((line) => sized(job, line, small, width) ?? [])
  const small = Math.min(FAR_DETAIL, name)
  const used = name * NAME_ROW * rows.length
  const stack = stacked(job, group, small, width)
  if (stack.length > 0 && height - used > (stack.length + 1) * small * DETAIL_ROW)
    return { name, lines: stack }
  const lines = below(used, small)
  if (lines.length > 0) return { name, lines }
  const leftOf = (size: number): number =>
    width - BESIDE - (rows.length > 1 ? width : widthOf(job, longest, size, 600))
  const beside = (choice: readonly string[], size: number): SizedText | undefined =>
    sized(job, choice, Math.min(FAR_DETAIL, size), leftOf(size))
  const whole = beside(details.slice(0, 1), name)
  if (whole) return { name, lines, beside: whole }
  const low = Math.min(name, LOW_NAME)
  const lower = below(low * NAME_ROW * rows.length, LOW_DETAIL)
  if (lower.length > 0) return { name: low, lines: lower }
  // Rather a smaller name than no count beside it, or below.
  const least = Math.min(name, LEAST_NAME)
  for (const size of [name, low, least]) {
    const counts = beside(details.slice(1), size)
    if (counts) return { name: size, lines, beside: counts }
  }
  const lowest = below(least * NAME_ROW * rows.length - TIGHT, MIN_NAME_PX)
  if (lowest.length > 0) return { name: least, lines: lowest }
  return tight(job, rows, details, width, height) ?? { name, lines }
}

/** A small group's name and its number, as small and as close as they can be read: below each other, or side by side. */
function tight(
  job: FarJob,
  rows: readonly string[],
  details: readonly string[],
  width: number,
  height: number,
): Arrangement | undefined {
  const [size, isTight] = [MIN_NAME_PX, true]
  const named = widthOf(job, longestOf(rows), size, 600)
  if (named > width) return undefined
  const fitting = (room: number): SizedText | undefined => sized(job, details, size, room)
  const below = (rows.length + 1) * size * TIGHT_ROW <= height + SPARE ? fitting(width) : undefined
  if (below) return { name: size, lines: [below], isTight }
  const beside = rows.length === 1 ? fitting(width + SPARE - named - TIGHT_BESIDE) : undefined
  return beside && { name: size, lines: [], beside, isTight }
}

/** A large group's name with its counts and every kind below; undefined if there is no room for all. */
function withAllKinds(
  job: FarJob,
  { label, detail, allKinds = [] }: SceneGroup,
  width: number,
  height: number,
): Arrangement | undefined {
  const texts = [detail, ...allKinds]
  const isHigh = LARGE_NAME * NAME_ROW + texts.length * LARGE_DETAIL * DETAIL_ROW <= height * LISTED_SHARE
  if (allKinds.length < 2 || !isHigh || widthOf(job, label, LARGE_NAME, 600) > width - SIDE) return undefined
  if (texts.some((text) => widthOf(job, text, LARGE_DETAIL, 400) > width - SIDE)) return undefined
  return { name: LARGE_NAME, lines: texts.map((text) => ({ text, size: LARGE_DETAIL })) }
}

/**
 * A group's counts one below the other, if in one row they would reach from side to side: those with room, of its
 * elements at least the number. If all are of one kind, its name says their number.
 */
function stacked(job: FarJob, { detail, kinds }: SceneGroup, size: number, width: number): SizedText[] {
  const wide = (text: string): number => widthOf(job, text, size, 400)
  if (wide(detail) <= width - SIDE) return []
  const fits = (text: string): boolean => wide(text) <= width
  const [count = '', ...links] = detail.split(' · ')
  const [all = ''] = kinds
  const isOneKind = !all.includes(' · ') && all.split(' ')[0] === count.split(' ')[0]
  const number = [count, count.split(' ')[0] ?? ''].find(fits) ?? ''
  const texts = isOneKind ? [fits(all) ? all : number, ...links] : [number, kinds.find(fits) ?? '', ...links]
  return texts.flatMap((text) => (text !== '' && fits(text) ? [{ text, size }] : []))
}

/** The first text that fits a width, if need be smaller; undefined if none does: rather no count than half of one. */
function sized(job: FarJob, texts: readonly string[], most: number, width: number): SizedText | undefined {
  for (const text of texts) {
    if (text === '') continue
    const size = Math.min(most, (most * width) / widthOf(job, text, most, 400))
    if (size >= Math.min(most, MIN_NAME_PX)) return { text, size }
  }
  return undefined
}

/** Width of a text in CSS pixels. */
export const widthOf = (
  { context, palette, fitted }: FarJob,
  text: string,
  size: number,
  weight: number,
): number => fitted.widthOf(context, text, size, weight, palette.font)

/**
 * A far group's name in one row, or in two, parted where a name may be, if it would be cut and there is room;
 * sizes in CSS pixels.
 */
function nameRows(job: FarJob, label: string, width: number, height: number): readonly string[] {
  if (widthOf(job, label, MIN_NAME_PX, 600) <= width || height < 2.6 * MIN_NAME_PX) return [label]
  const breaks = [...label.matchAll(/(?<=[\s._-])(?=[^\s._-])/g)].map(({ index }) => index)
  const middle = label.length / 2
  const [at] = breaks.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return at === undefined ? [label] : [label.slice(0, at).trimEnd(), label.slice(at)]
}
