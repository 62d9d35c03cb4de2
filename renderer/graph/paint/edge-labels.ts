import type { Bounds } from '../scene/camera.ts'
import {
  isOverview,
  MARK,
  SHARED,
  type Scene,
  type SceneTrunk,
  DETAIL_ZOOM,
  NAME_ZOOM,
  trunkMark,
} from '../scene/scene.ts'
import { countOf, edgePort, oppositesOf } from './edge-ports.ts'
import { levelOf } from './arrow-heads.ts'
import type { LineMap } from './line-map.ts'
import { directionAt, meetsView, wayOf, type Way } from './way.ts'
import type { LabelRoom } from './label-room.ts'
import { type NamedLine, spotOf } from './label-spots.ts'
import { STRONG_LINE, type Strengths, strengthsOf } from './strengths.ts'
import {
  besideOf,
  besideWay,
  placeCount,
  portOf,
  shortName,
  type Counted,
  type CountRules,
  type DrawnTrunk,
  type Spot,
} from './trunk-labels.ts'
import {
  type LabelJob,
  type LabelledEdges,
  type Marks,
  belongTogether,
  linesOf,
  marksOf,
  MAX_EDGE_NAMES,
  roomBesideCards,
} from './label-obstacles.ts'
import type { Context } from './item-job.ts'

/** Up to this number, edge names are drawn whenever cards have theirs. */
const FEW = 24
/** Up to this number of named edges, counts without room on their lines are beside them. */
const MAX_ASIDE = 100
/** Share of a name's width, in its middle, under which its line runs: others under its ends are not taken for it. */
const INNER = 0.5
/** How much larger the number of a strong bundle is. */
const LARGER = 1.2

/** The end to label: edges fanning out from a selected item are apart only at their other ends. */
function farEnd({ mark, from, to }: Scene, edge: number): 'source' | 'target' | undefined {
  const selected = (item: number | undefined): boolean => ((mark[item ?? -1] ?? 0) & MARK.selected) !== 0
  const [out, back] = [selected(from[edge]), selected(to[edge])]
  return out === back ? undefined : out ? 'target' : 'source'
}

/**
 * Returns how many numbers have no room. Draws those of trunks, then relation types or bundle counts: styles in order,
 * heavier bundles first. A name is drawn only where it overlaps no card or other name.
 */
export function paintEdgeLabels(
  context: Context,
  job: LabelJob,
  looks: readonly LabelledEdges[],
  trunks: readonly DrawnTrunk[],
): number {
  const pen = new LabelPen(context, job, looks, trunks)
  const isLeft = (trunk: DrawnTrunk): boolean =>
    !paintTrunkLabel(pen, job, trunk) && meetsView(trunk.way, job.seen)
  const left =
    trunks.slice(0, MAX_EDGE_NAMES).filter(isLeft).length + Math.max(0, trunks.length - MAX_EDGE_NAMES)
  const opposite = oppositesOf(job.scene, looks)
  return looks.reduce((sum, look) => sum + paintNames(pen, job, look, opposite), left)
}

/** Whether a trunk has its number, or the name of its end that is out of view; that of a single link is said by its line. */
function paintTrunkLabel(pen: LabelPen, job: LabelJob, drawn: DrawnTrunk): boolean {
  const { trunk, way, weight, back } = drawn
  const { scene, zoom } = job
  if (pen.answered.has(trunk)) return true
  const overview = isOverview(scene, zoom)
  const joined = { ...trunk, weight, back }
  const port = portOf(way, joined, job.seen)
  // One of several is a number.
  const isPlain = weight + back === 1 && (trunk.weight === 1 || !overview)
  if (!port && isPlain) return true
  pen.start((trunkMark(trunk, overview) & MARK.highlighted) !== 0, pen.strengths.ofTrunk(trunk))
  if (port) {
    const line = { way, end: port.end, owner: trunk }
    const isNamed = pen.writeAlong(port.text, line) || pen.writeAlong(port.text, line, 'clear')
    if (isNamed || isPlain) return true
  }
  // Where it is seen, if its line is.
  const other =
    !overview && back === 0 && weight > 1 ? besideOf(scene.trunks, drawn, 1.4 * pen.size) : undefined
  if (other && pen.writeCount({ ...drawn, back: other.weight }, false, trunk)) {
    pen.answered.add(other)
    return true
  }
  return pen.writeCount(drawn, overview, trunk)
}

/** Names the edges of a style that have room for it; returns how many have none for their numbers. */
function paintNames(
  pen: LabelPen,
  job: LabelJob,
  { highlighted, edges }: LabelledEdges,
  opposite: ReadonlyMap<number, number>,
): number {
  const { scene, zoom, labels, seen } = job
  const weight = (edge: number): number => scene.weight[edge] ?? 1
  const few = edges.length <= FEW
  const wanted = edges.filter(
    (edge) =>
      (highlighted && zoom > 0.3 && scene.shared[edge] !== SHARED.whole) ||
      edgePort(job, edge) !== undefined ||
      (scene.shared[edge] === SHARED.none &&
        (zoom >= DETAIL_ZOOM || weight(edge) > 1 || (few && zoom >= NAME_ZOOM))),
  )
  if (wanted.length === 0 || wanted.length > MAX_EDGE_NAMES) return 0
  let left = 0
  const { ofEdge, inOrder } = pen.strengths
  for (const edge of wanted.sort(inOrder)) {
    pen.start(highlighted, ofEdge(edge))
    const other = opposite.get(edge)
    const back = other === undefined ? 0 : weight(other)
    // The heavier of both directions says the numbers of both.
    if (other !== undefined && (back > weight(edge) || (back === weight(edge) && other < edge))) continue
    const port = edgePort(job, edge, back)
    const [way, end] = [wayOf(scene, edge), port?.end ?? farEnd(scene, edge)]
    const isLoop = scene.from[edge] === scene.to[edge]
    if (!port && !isLoop && (back > 0 || (weight(edge) > 1 && end === undefined))) {
      const counted = { weight: weight(edge), way, back }
      if (!pen.writeCount(counted, wanted.length <= MAX_ASIDE, edge) && meetsView(way, seen)) left++
      continue
    }
    const count = weight(edge) > 1 ? countOf(scene, edge) : undefined
    const text = port?.text ?? count ?? shortName(labels[edge] ?? '')
    if (text === '') continue
    const line = { way, end, isLoop, owner: edge }
    if (pen.writeAlong(text, line) || (few && pen.writeAside(text, line))) continue
    // On another line, if this one stands out or its end is not seen; rather over its arrow head than beside others.
    if (!highlighted && port === undefined && weight(edge) === 1) continue
    if (pen.writeAlong(text, line, 'clear') || !few || pen.writeAlong(text, line, 'anywhere')) continue
    pen.writeAside(text, line, true)
  }
  return left
}

const liesWithin = ({ left, right, top, bottom }: Bounds, { x, y }: Spot, width: number, height: number) =>
  x - width / 2 > left && x + width / 2 < right && y - height / 2 > top && y + height / 2 < bottom

/** A line that is named: an edge, or the bundle of several. */
type Owner = number | SceneTrunk

interface Owned {
  readonly way: Way
  readonly owner: Owner
}

type OwnedLine = NamedLine & Owned

/** Where a name may be: on no other line, on none but such as cross its own, on no arrow head, or wherever there is room. */
type Where = 'alone' | 'clear' | 'anywhere'

/** Writes texts where none covers another, nor a card. */
class LabelPen {
  readonly #context: Context
  readonly #job: LabelJob
  readonly #looks: readonly LabelledEdges[]
  readonly #trunks: readonly DrawnTrunk[]
  #room: LabelRoom | undefined
  #marks: Marks | undefined
  #lines: LineMap<Owner> | undefined
  #isLit = false
  readonly strengths: Strengths
  /** Those counted with the bundle in the opposite direction. */
  readonly answered = new Set<SceneTrunk>()
  /** Font size in world units, now and usually. */
  size: number
  readonly #usual: number
  #isWide = false
  #weight: 400 | 600 = 400

  constructor(
    context: Context,
    job: LabelJob,
    looks: readonly LabelledEdges[],
    trunks: readonly DrawnTrunk[],
  ) {
    const { scene, zoom } = job
    this.#context = context
    this.#job = job
    this.#looks = looks
    this.#trunks = trunks
    this.strengths = strengthsOf(scene, isOverview(scene, zoom))
    this.#usual = Math.min(
      Math.max(11, Math.min(11 / zoom, isOverview(scene, zoom) ? Infinity : 400)),
      15 / zoom,
    )
    this.size = this.#usual
  }

  /** Sets the look of what is written next; of a strong bundle it stands out. */
  start(highlighted: boolean, strength = 0): void {
    const { palette } = this.#job
    const isStrong = strength >= STRONG_LINE
    this.#isLit = highlighted
    this.#isWide = levelOf(strength) > 0
    this.#weight = isStrong ? 600 : 400
    this.#resize(this.#usual * (isStrong ? LARGER : 1))
    this.#context.textAlign = 'center'
    this.#context.textBaseline = 'middle'
    this.#context.globalAlpha = 1
    this.#context.fillStyle = highlighted ? palette.accent : isStrong ? palette.text : palette.quiet
  }

  #resize(size: number): void {
    this.size = size
    this.#context.font = `${this.#weight} ${size}px ${this.#job.palette.font}`
  }

  widthOf(text: string): number {
    const { palette, fitted } = this.#job
    return fitted.widthOf(this.#context, text, this.size, this.#weight, palette.font)
  }

  /** Whether the area around a centre is free; sizes in world units. */
  isFree({ x, y }: Spot, width: number, height: number): boolean {
    const { zoom } = this.#job
    this.#room ??= roomBesideCards(this.#job)
    return this.#room.isFree(x * zoom, y * zoom, width * zoom, height * zoom)
  }

  /** Reserves it. */
  claim({ x, y }: Spot, width: number, height: number): boolean {
    const { zoom } = this.#job
    this.#room ??= roomBesideCards(this.#job)
    return this.#room.claim(x * zoom, y * zoom, width * zoom, height * zoom, this.size * zoom)
  }

  /** Where a line's text must lie as a whole: in what is seen, if the line is, so that none is cut by its edge. */
  #whereSeen({ way }: Owned): Bounds {
    const { seen, view } = this.#job
    return meetsView(way, seen) ? seen : view
  }

  /** Whether a text covers no arrow head, and lies on no frame either. */
  #isClear({ x, y }: Spot, width: number, height: number, framesToo = true): boolean {
    const { zoom } = this.#job
    this.#marks ??= marksOf(this.#job, this.#looks, this.#trunks)
    const { heads, frames } = this.#marks
    const place = [x * zoom, y * zoom, width * zoom, height * zoom] as const
    return heads.isFree(...place) && (!framesToo || frames.isFree(...place))
  }

  /** Whether nobody can take a text there for that of another line; of another than one that crosses its own, if those may be there. */
  #isAlone(spot: Spot, width: number, height: number, { way, owner }: Owned, acrossToo: boolean): boolean {
    const { zoom } = this.#job
    this.#lines ??= linesOf(this.#job, this.#looks, this.#trunks)
    const place = { x: spot.x * zoom, y: spot.y * zoom, width: width * zoom, height: height * zoom }
    const isOwn = (other: Owner): boolean => belongTogether(this.#job.scene, owner, other)
    const along = acrossToo ? () => directionAt(way, spot) : undefined
    return this.#lines.isAlone(place, isOwn, this.#isLit, along)
  }

  /** A text with a background: its line has a gap for it. */
  write(text: string, { x, y }: Spot, width: number): void {
    const [context, size] = [this.#context, this.size]
    const ink = context.fillStyle
    context.fillStyle = this.#job.palette.ground
    context.beginPath()
    context.roundRect(
      x - width / 2 - size * 0.2,
      y - size * 0.62,
      width + size * 0.4,
      size * 1.24,
      size * 0.3,
    )
    context.fill()
    context.fillStyle = ink
    context.fillText(text, x, y)
  }

  /** Writes a text on its line, or beside a loop, there; returns false if there is no room. */
  writeAlong(text: string, line: OwnedLine, where: Where = 'alone'): boolean {
    const { zoom } = this.#job
    const [width, height] = [this.widthOf(text) + 4, this.size * 1.25]
    const within = this.#whereSeen(line)
    const isFree = (spot: Spot, margin: number): boolean =>
      liesWithin(within, spot, width, height) && this.isFree(spot, width + (2 * margin) / zoom, height)
    const alone =
      (acrossToo: boolean, share = 1, framesToo = true) =>
      (spot: Spot): boolean =>
        this.#isClear(spot, width, height, framesToo) &&
        this.#isAlone(spot, width * share, height, line, acrossToo)
    const isClear = (spot: Spot): boolean => this.#isClear(spot, width, height)
    const fits = {
      // Rather with others under its ends than nowhere.
      alone: [alone(false), alone(true), alone(true, INNER), alone(true, INNER, false)],
      clear: [isClear, (spot: Spot): boolean => this.#isClear(spot, width, height, false)],
      anywhere: [() => true],
    }[where]
    const spot = spotOf(line, { width, height }, zoom, isFree, isClear, fits)
    if (!spot || !this.claim(spot, width, height)) return false
    this.write(text, spot, width - 4)
    return true
  }

  /** Writes the numbers of one or two directions, rather in the usual size than not; returns false if there is no room. */
  writeCount(drawn: Counted, beside: boolean, owner: Owner): boolean {
    const large = this.size
    const [mixed, must] = [this.#isLit || this.#isWide, this.#isLit || large > this.#usual]
    const tries = [{}, { mixed }, { mixed, must }].slice(0, 1 + Number(mixed) + Number(must))
    return tries.some((rules) =>
      [...new Set([large, this.#usual])].some((size) => {
        this.#resize(size)
        return this.#wroteCount(drawn, { beside, ...rules }, owner)
      }),
    )
  }

  #wroteCount(drawn: Counted, rules: CountRules, owner: Owner): boolean {
    const within = this.#whereSeen({ way: drawn.way, owner })
    const place = placeCount(drawn, rules, this.size, {
      widthOf: (text) => this.widthOf(text),
      isClear: (spot, width, height) => this.#isClear(spot, width, height),
      isAlone: (spot, width, height, acrossToo) =>
        this.#isAlone(spot, width, height, { way: drawn.way, owner }, acrossToo),
      isFree: (spot, width, height) =>
        liesWithin(within, spot, width, height) && this.isFree(spot, width, height),
      claim: (spot, width, height) => this.claim(spot, width, height),
    })
    if (!place) return false
    const { lines, spot, width, leader } = place
    if (leader) this.lead(spot, leader)
    for (const [row, line] of lines.entries()) {
      const y = spot.y + (row - (lines.length - 1) / 2) * this.size * 1.2
      this.write(line, { x: spot.x, y }, width)
    }
    return true
  }

  /** Writes a text beside its line, if there is room; on others, if that is allowed. */
  writeAside(text: string, line: OwnedLine, onOthers = false): boolean {
    const width = this.widthOf(text) + 4
    const height = this.size * 1.25
    const within = this.#whereSeen(line)
    const isFit = (spot: Spot): boolean =>
      liesWithin(within, spot, width, height) &&
      this.isFree(spot, width, height) &&
      this.#isClear(spot, width, height) &&
      // Beside a line it is nearer to others than on it.
      (onOthers || this.#isAlone(spot, width, 1.2 * height, line, false))
    for (const { spot, leader } of besideWay(line.way, this.size)) {
      if (!isFit(spot) || !this.claim(spot, width, height)) continue
      this.lead(spot, leader)
      this.write(text, spot, width - 4)
      return true
    }
    return false
  }

  /** A dotted line, which is no link, from a text to the line that it belongs to. */
  lead(from: Spot, to: Spot): void {
    const [context, { zoom, palette }] = [this.#context, this.#job]
    context.strokeStyle = this.#isLit ? palette.accent : palette.quiet
    context.lineWidth = 1 / zoom
    context.setLineDash([1.5 / zoom, 2 / zoom])
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
    context.stroke()
    context.setLineDash([])
  }
}
