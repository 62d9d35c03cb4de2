import type { Bounds } from '../scene/camera.ts'
import { isOverview, MARK, type Palette, type Scene, trunkMark } from '../scene/scene.ts'
import { ownLines } from './own-lines.ts'
import { strengthsOf } from './strengths.ts'
import { meetsView, traceWay, wayOf } from './way.ts'
import { countable, type DrawnTrunk, drawnTrunks } from './trunk-labels.ts'
import { type Drawn, extraWidth, headRoom, LEVELS, levelOf, paintHeads } from './arrow-heads.ts'
import { paintEdgeLabels } from './edge-labels.ts'
import type { LabelJob, LabelledEdges } from './label-obstacles.ts'
import type { Context } from './item-job.ts'

/** The visual style of an edge; edges of one style share one path. */
type EdgeStyle = 'plain' | 'dimmed' | 'highlighted' | 'added' | 'removed' | 'heavy'

function styleOf(mark: number, weight: number): EdgeStyle {
  if (mark & MARK.highlighted) return 'highlighted'
  if (mark & MARK.dimmed) return 'dimmed'
  if (mark & MARK.added) return 'added'
  if (mark & MARK.removed) return 'removed'
  return weight > 1 ? 'heavy' : 'plain'
}

const ORDER: readonly EdgeStyle[] = ['dimmed', 'plain', 'heavy', 'removed', 'added', 'highlighted']

const INK: Readonly<Record<EdgeStyle, number>> = {
  dimmed: 0.12,
  plain: 0.45,
  heavy: 0.55,
  removed: 0.9,
  added: 0.9,
  highlighted: 1,
}
const WIDTH: Readonly<Record<EdgeStyle, number>> = {
  dimmed: 1,
  plain: 1,
  heavy: 1.6,
  removed: 1.4,
  added: 1.4,
  highlighted: 1.6,
}

/** The edges to draw, by style. */
function visibleEdges(
  scene: Scene,
  trunks: readonly DrawnTrunk[],
  view: Bounds,
  overview: boolean,
): Map<EdgeStyle, Drawn[]> {
  const found = new Map<EdgeStyle, Drawn[]>()
  const strengths = strengthsOf(scene, overview)
  const add = (style: EdgeStyle, drawn: Drawn): void => {
    const list = found.get(style)
    if (list) list.push(drawn)
    else found.set(style, [drawn])
  }
  for (const { trunk, way, back } of trunks)
    if (overview || !trunk.open)
      add(styleOf(trunkMark(trunk, overview), trunk.weight + back), {
        way,
        edge: undefined,
        both: back > 0,
        level: levelOf(strengths.ofTrunk(trunk)),
        hue: overview ? trunk.hue : undefined,
      })
  for (const edge of ownLines(scene, overview)) {
    const way = wayOf(scene, edge)
    if (!meetsView(way, view)) continue
    const level = levelOf(strengths.ofEdge(edge))
    // Both directions in one look, for where they are one line they are drawn on each other.
    const links = strengths.linksOf(edge)
    const headed = links > (scene.weight[edge] ?? 1)
    add(styleOf(scene.edgeMark[edge] ?? 0, links), { way, edge, level, headed })
  }
  return found
}

/** Lines that are drawn as one path. */
interface Alike {
  readonly hue: number
  readonly level: number
  readonly lines: Drawn[]
}

/**
 * Lines between domains have the colour of the one that they come from, so that each can be followed. The strongest last,
 * over the others.
 */
function alike(style: EdgeStyle, drawn: readonly Drawn[]): Alike[] {
  const isOwn = style === 'plain' || style === 'heavy'
  const found = new Map<number, Alike>()
  for (const one of drawn) {
    const hue = isOwn ? (one.hue ?? 0) : 0
    const level = style === 'dimmed' ? 0 : (one.level ?? 0)
    const key = hue * (LEVELS + 1) + level
    const same = found.get(key)
    if (same) same.lines.push(one)
    else found.set(key, { hue, level, lines: [one] })
  }
  return [...found.values()].sort((a, b) => a.level - b.level)
}

function stroke(
  context: Context,
  style: EdgeStyle,
  palette: Palette,
  zoom: number,
  { hue, level }: Alike,
): void {
  const pixel = 1 / zoom
  const own = hue > 0 ? palette.domains[hue] : undefined
  context.globalAlpha = own ? 0.9 : style === 'dimmed' ? 1 : INK[style]
  // Never thinner than a pixel, and not scaled up fully when zoomed in.
  context.lineWidth = (WIDTH[style] + extraWidth(level)) * Math.max(pixel, 0.7)
  context.setLineDash(style === 'removed' ? [6 * pixel, 4 * pixel] : [])
  context.strokeStyle = {
    plain: own ?? palette.text,
    // Opaque: many thin lines on one way would add up to a strong one.
    dimmed: faded(palette, INK.dimmed),
    heavy: own ?? palette.text,
    highlighted: palette.accent,
    added: palette.good,
    removed: palette.bad,
  }[style]
  context.fillStyle = context.strokeStyle
}

const faded = ({ text, ground, isContrast }: Palette, share: number): string =>
  `color-mix(in srgb, ${text} ${(isContrast ? 250 : 100) * share}%, ${ground})`

/** Edges per path; longer paths make the rasteriser slower, not faster. */
const BATCH = 1500

/** Draws the edges with arrow heads and names; returns how many lines have no room for their numbers. */
export function paintEdges(context: Context, job: LabelJob): number {
  const { scene, view, seen, zoom, palette } = job
  const overview = isOverview(scene, zoom)
  const trunks = drawnTrunks(scene.trunks, overview).filter(({ way }) => meetsView(way, view))
  const byStyle = visibleEdges(scene, trunks, view, overview)
  const named: LabelledEdges[] = []
  for (const style of ORDER) {
    const drawn = byStyle.get(style) ?? []
    if (drawn.length === 0) continue
    for (const same of alike(style, drawn)) {
      const { lines } = same
      stroke(context, style, palette, zoom, same)
      for (let start = 0; start < lines.length; start += BATCH) {
        context.beginPath()
        for (const line of lines.slice(start, start + BATCH))
          traceWay(context, line.way, headRoom(scene, line, zoom, same.level))
        context.stroke()
      }
      context.setLineDash([])
      if (style === 'dimmed') context.fillStyle = faded(palette, INK.dimmed * 1.5)
      else context.globalAlpha = Math.min(1, INK[style] * 1.5)
      paintHeads(context, scene, lines, zoom, same.level)
    }
    if (style !== 'dimmed')
      named.push({ highlighted: style === 'highlighted', edges: drawn.flatMap(({ edge }) => edge ?? []) })
  }
  // Names last, most important first, so that no edge crosses one.
  const counted = countable(trunks, seen, overview)
  const left = paintEdgeLabels(context, job, named.toReversed(), counted)
  context.globalAlpha = 1
  // What is dimmed beside something chosen is left out on purpose; what is faint at rest is not.
  if (trunks.some(({ trunk }) => (trunk.mark & MARK.highlighted) !== 0)) return left
  const asked = new Set(counted)
  const isFaint = (drawn: DrawnTrunk): boolean =>
    overview && drawn.weight + drawn.back > 1 && !asked.has(drawn) && meetsView(drawn.way, seen)
  return left + trunks.filter(isFaint).length
}
