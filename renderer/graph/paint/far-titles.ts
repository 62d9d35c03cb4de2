import { GROUP_PADDING, GROUP_TITLE } from '../layout/layout.ts'
import type { Palette, Scene, SceneGroup } from '../scene/scene.ts'
import type { FittedText } from './fitted-text.ts'
import { LabelRoom } from './label-room.ts'

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Font sizes in CSS pixels of a far group's name and detail, and the minimum readable size of both. */
const FAR_NAME = 15
const FAR_DETAIL = 11
const MIN_NAME_PX = 9
/** The sizes where the usual ones leave no room for a detail below the name. */
const LOW_NAME = 12
const LOW_DETAIL = 9.5
/** Heights of rows as shares of the font size. */
const NAME_ROW = 1.2
const DETAIL_ROW = 1.35
/** Gap between name and detail side by side. */
const BESIDE = 8
/** A name of which less than this share would be left is written beside its group instead. */
const LEAST_LEFT = 0.68

interface FarJob {
  readonly context: Context
  readonly zoom: number
  readonly palette: Palette
  readonly fitted: FittedText
}

/** A text and the size at which it fits, in CSS pixels. */
interface SizedText {
  readonly text: string
  readonly size: number
}

/**
 * Draws the titles of groups that stand for their cards, centred in them; beside them where a group has no
 * room for its name. `parted` are the groups with collapsed parts, which are drawn even when far: the name
 * avoids them.
 */
export function paintFarTitles(
  job: FarJob,
  scene: Scene,
  groups: readonly SceneGroup[],
  parted: ReadonlySet<SceneGroup>,
): void {
  const nameless = groups.filter((group) => !paintInside(job, group, parted.has(group)))
  if (nameless.length > 0) paintBeside(job, scene, nameless)
}

/** Draws a group's title in it; returns false if there is no room for its name, unless it may be cut. */
function paintInside(job: FarJob, group: SceneGroup, atTop: boolean, mayCut = atTop): boolean {
  const { context, zoom, palette, fitted } = job
  const width = group.width * zoom - 8
  const height = (atTop ? GROUP_PADDING + GROUP_TITLE : group.height) * zoom - 4
  if (height < MIN_NAME_PX || width < 2 * MIN_NAME_PX) return mayCut
  const rows = nameRows(job, group.label, width, height)
  const longest = rows.toSorted((a, b) => b.length - a.length)[0] ?? ''
  if (!mayCut && widthOf(job, longest, MIN_NAME_PX, 600) * LEAST_LEFT > width) return false
  const { name, lines, beside } = arranged(job, group, rows, longest, width, height)
  const total = name * NAME_ROW * rows.length + lines.reduce((sum, { size }) => sum + size * DETAIL_ROW, 0)
  const x = group.x + group.width / 2
  let y = group.y + (atTop ? 2 / zoom : group.height / 2 - total / 2 / zoom)
  context.textAlign = 'center'
  context.fillStyle = palette.text
  context.font = `600 ${name / zoom}px ${palette.font}`
  const aside = beside ? (widthOf(job, beside.text, beside.size, 400) + BESIDE) / zoom : 0
  context.font = `600 ${name / zoom}px ${palette.font}`
  for (const text of rows) {
    context.fillText(
      fitted.fit(context, text, Math.round(width / zoom)),
      x - aside / 2,
      y + (name * NAME_ROW) / 2 / zoom,
    )
    y += (name * NAME_ROW) / zoom
  }
  const named = context.measureText(group.label).width
  context.fillStyle = palette.quiet
  if (beside) {
    context.font = `${beside.size / zoom}px ${palette.font}`
    context.fillText(beside.text, x + (named + BESIDE / zoom) / 2, y - (name * NAME_ROW) / 2 / zoom)
  }
  for (const { text, size } of lines) {
    context.font = `${size / zoom}px ${palette.font}`
    context.fillText(text, x, y + (size * DETAIL_ROW) / 2 / zoom)
    y += (size * DETAIL_ROW) / zoom
  }
  return true
}

interface Arrangement {
  readonly name: number
  readonly lines: readonly SizedText[]
  /** The detail, at the right of the name. */
  readonly beside?: SizedText | undefined
}

/** The size of a far group's name, and what else there is room for: below it, beside it, or below it smaller. */
function arranged(
  job: FarJob,
  group: SceneGroup,
  rows: readonly string[],
  longest: string,
  width: number,
  height: number,
): Arrangement {
  // Slightly less than the room, so that rounding does not truncate a text that just fits.
  const share = (most: number): number =>
    Math.max(MIN_NAME_PX, most * Math.min(1, (width * 0.97) / widthOf(job, longest, most, 600)))
  const name = share(Math.min(FAR_NAME, height / rows.length))
  const details = [group.detail, group.detail.split(' · ')[0] ?? '']
  const texts = [details, group.kinds]
  const below = (used: number, small: number): SizedText[] =>
    texts
      .slice(0, Math.max(0, Math.floor((height - used) / (small * DETAIL_ROW))))
      .flatMap((line) => sized(job, line, small, width) ?? [])
  const lines = below(name * NAME_ROW * rows.length, Math.min(FAR_DETAIL, name))
  if (lines.length > 0) return { name, lines }
  const left = width - BESIDE - (rows.length > 1 ? width : widthOf(job, longest, name, 600))
  const beside = (choice: readonly string[]): SizedText | undefined =>
    sized(job, choice, Math.min(FAR_DETAIL, name), left)
  const whole = beside(details.slice(0, 1))
  if (whole) return { name, lines, beside: whole }
  const low = Math.min(name, LOW_NAME)
  const lower = below(low * NAME_ROW * rows.length, LOW_DETAIL)
  return lower.length > 0 ? { name: low, lines: lower } : { name, lines, beside: beside(details.slice(1)) }
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

/** Width of a text in CSS pixels; sets the font. */
function widthOf({ context, zoom, palette }: FarJob, text: string, size: number, weight: number): number {
  context.font = `${weight === 400 ? '' : `${weight} `}${size / zoom}px ${palette.font}`
  return context.measureText(text).width * zoom
}

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

/** Font size in CSS pixels of a name beside its group, its distance from it, and the most characters of it. */
const OUTER_NAME = 10.5
const OUTER_GAP = 3
const OUTER_CHARACTERS = 32

/** Writes names of groups that are too small for them below, above or beside them, where nothing else is. */
function paintBeside(job: FarJob, scene: Scene, groups: readonly SceneGroup[]): void {
  const { context, zoom, palette } = job
  const room = new LabelRoom()
  for (const { x, y, width, height } of scene.groups)
    room.block((x + width / 2) * zoom, (y + height / 2) * zoom, width * zoom, height * zoom)
  for (let item = scene.nodes.length; item < scene.count; item++) {
    const [width, height] = [(scene.width[item] ?? 0) * zoom, (scene.height[item] ?? 0) * zoom]
    room.block((scene.x[item] ?? 0) * zoom, (scene.y[item] ?? 0) * zoom, width, height)
  }
  const area = ({ width, height }: SceneGroup): number => width * height
  for (const group of groups.toSorted((a, b) => area(b) - area(a))) {
    const text =
      group.label.length > OUTER_CHARACTERS ? `${group.label.slice(0, OUTER_CHARACTERS - 1)}…` : group.label
    const [width, height] = [widthOf(job, text, OUTER_NAME, 600), OUTER_NAME * NAME_ROW]
    const middle = { x: (group.x + group.width / 2) * zoom, y: (group.y + group.height / 2) * zoom }
    const down = (group.height * zoom + height) / 2 + OUTER_GAP
    const along = (group.width * zoom + width) / 2 + OUTER_GAP
    const places = [
      { x: middle.x, y: middle.y + down },
      { x: middle.x, y: middle.y - down },
      { x: middle.x + along, y: middle.y },
      { x: middle.x - along, y: middle.y },
    ]
    const place = places.find(({ x, y }) => room.claim(x, y, width + 2, height))
    if (!place) {
      paintInside(job, group, false, true)
      continue
    }
    context.textAlign = 'center'
    context.lineJoin = 'round'
    context.lineWidth = 3 / zoom
    context.strokeStyle = palette.ground
    context.strokeText(text, place.x / zoom, place.y / zoom)
    context.fillStyle = palette.text
    context.fillText(text, place.x / zoom, place.y / zoom)
  }
}
