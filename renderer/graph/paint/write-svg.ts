import { escapeHtml } from '#shared/html/escape.ts'
import type { Bounds } from '../scene/camera.ts'
import { CARD_HEIGHT, CARD_TEXT_LEFT, CARD_TEXT_RIGHT, NAME_SIZE, textWidth } from '../scene/card.ts'
import { ICON_PATHS, ICONS, outline, SHAPES } from '../scene/icons.ts'
import { MARK, SHARED, trunkMark, type Palette, type Scene, type SceneTable } from '../scene/scene.ts'
import { FittedText } from './fitted-text.ts'
import { direction, isEmpty, longestPiece, round, svgPath, wayOf, wholeWay, type Way } from './way.ts'

/** Exports the scene as SVG with real text and the same outlines and icons as on the canvas. */
export function toSvg(scene: Scene, table: SceneTable, palette: Palette, bounds: Bounds): string {
  const margin = 40
  const [left, top] = [bounds.left - margin, bounds.top - margin]
  const [width, height] = [bounds.right - bounds.left + 2 * margin, bounds.bottom - bounds.top + 2 * margin]
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${round(left)} ${round(top)} ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" font-family="${escapeHtml(palette.font)}">`,
    `<rect x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" fill="${palette.ground}"/>`,
    ...scene.groups.map(
      (group) =>
        `<g><rect x="${round(group.x)}" y="${round(group.y)}" width="${round(group.width)}" height="${round(group.height)}" rx="12" fill="${palette.tints[group.hue]}" fill-opacity="0.55" stroke="${palette.line}"/><text x="${round(group.x + 16)}" y="${round(group.y + 23)}" font-size="13" font-weight="600" fill="${palette.text}">${escapeHtml(group.label)}</text></g>`,
    ),
    ...svgEdges(scene, palette),
    ...svgItems(scene, table, palette),
    '</svg>',
  ]
  return parts.join('\n')
}

function svgEdge(way: Way, mark: number, label: string, palette: Palette): string {
  if (isEmpty(way)) return ''
  const colour =
    mark & MARK.highlighted
      ? palette.accent
      : mark & MARK.added
        ? palette.good
        : mark & MARK.removed
          ? palette.bad
          : palette.quiet
  const to = direction(way, 'target')
  const [tipX, tipY] = [way.points[way.last - 2] ?? 0, way.points[way.last - 1] ?? 0]
  const head = [0.42, -0.42].map(
    (side) => `L${round(tipX - 8 * to.x - 8 * side * to.y)} ${round(tipY - 8 * to.y + 8 * side * to.x)}`,
  )
  const middle = longestPiece(way)
  return `<g opacity="${mark & MARK.dimmed ? 0.2 : 1}"><path d="${svgPath(way)}" fill="none" stroke="${colour}" stroke-width="1.1"/><path d="M${round(tipX)} ${round(tipY)}${head.join('')}Z" fill="${colour}"/><text x="${round(middle.x)}" y="${round(middle.y + 4)}" font-size="10.5" text-anchor="middle" fill="${palette.quiet}" stroke="${palette.ground}" stroke-width="3" paint-order="stroke">${escapeHtml(label)}</text></g>`
}

function svgEdges(scene: Scene, palette: Palette): string[] {
  const labels = scene.edgeLabels.split('\n')
  const trunks = scene.trunks
    .filter(({ weight }) => weight > 1)
    .map((trunk) => svgEdge(wholeWay(trunk.points), trunkMark(trunk, false), String(trunk.weight), palette))
  const edges = Array.from(scene.from, (_, edge) => {
    const weight = scene.weight[edge] ?? 1
    const label = scene.shared[edge] !== SHARED.none ? '' : weight > 1 ? String(weight) : (labels[edge] ?? '')
    return svgEdge(wayOf(scene, edge), scene.edgeMark[edge] ?? 0, label, palette)
  })
  return [...edges, ...trunks]
}

/** Breaks a text as the canvas would, using estimated widths. */
function linesOf(fitted: FittedText, text: string, size: number, room: number, most = 1): readonly string[] {
  const measure = { font: String(size), measureText: (part: string) => ({ width: textWidth(part, size) }) }
  return fitted.lines(measure, text, room, most).map(escapeHtml)
}

function svgItems(scene: Scene, table: SceneTable, palette: Palette): string[] {
  const fitted = new FittedText()
  const [labels, details] = [table.labels.split('\n'), table.details.split('\n')]
  return Array.from({ length: scene.count }, (_, item) => {
    const row = scene.nodes[item]
    const size = row === undefined ? 1 : (scene.height[item] ?? 0) / CARD_HEIGHT
    const [w, h] = [scene.width[item] ?? 0, scene.height[item] ?? 0]
    const place = `translate(${round((scene.x[item] ?? 0) - w / 2)} ${round((scene.y[item] ?? 0) - h / 2)})`
    const opacity = (scene.mark[item] ?? 0) & MARK.dimmed ? 0.3 : 1
    const drawn =
      row === undefined
        ? svgGroup(scene, item, palette, fitted)
        : svgCard(scene, item, palette, fitted, {
            label: labels[row] ?? '',
            detail: details[row] ?? '',
            icon: table.icons[row] ?? 0,
            shape: SHAPES[table.shapes[row] ?? 0] ?? 'card',
            width: w / size,
          })
    return `<g transform="${place}${size === 1 ? '' : ` scale(${size})`}" opacity="${opacity}">${drawn}</g>`
  })
}

/** A collapsed group with its name and size. */
function svgGroup(scene: Scene, item: number, palette: Palette, fitted: FittedText): string {
  const { label = '', detail = '' } = scene.collapsed[item - scene.nodes.length] ?? {}
  const [w, h, hue] = [scene.width[item] ?? 0, scene.height[item] ?? 0, scene.hue[item] ?? 0]
  const text = (y: number, size: number, weight: number, colour: string, words: string): string =>
    `<text x="${w / 2}" y="${y}" font-size="${size}" font-weight="${weight}" text-anchor="middle" fill="${colour}">${linesOf(fitted, words, size, w - 16)[0]}</text>`
  return `<rect width="${w}" height="${h}" rx="8" fill="${palette.tints[hue]}" stroke="${palette.domains[hue] ?? palette.quiet}" stroke-width="2"/>${text(28, 15, 600, palette.text, label)}${text(48, 12, 400, palette.quiet, detail)}`
}

interface Card {
  readonly label: string
  readonly detail: string
  readonly icon: number
  readonly shape: (typeof SHAPES)[number]
  readonly width: number
}

/** A card at standard height, with its name on one or two lines. */
function svgCard(scene: Scene, item: number, palette: Palette, fitted: FittedText, card: Card): string {
  const style = scene.styles.get(item)
  const [w, h, hue] = [card.width, CARD_HEIGHT, scene.hue[item] ?? 0]
  const colour = palette.hues[hue] ?? palette.quiet
  const room = w - CARD_TEXT_LEFT - CARD_TEXT_RIGHT / 2
  const name = linesOf(fitted, card.label, NAME_SIZE, room, style?.caption === undefined ? 2 : 1)
  const detail = style?.caption ?? card.detail
  // Prefer the kind alone to a truncated count.
  const shown = textWidth(detail, 10.5) <= room ? detail : (detail.split(' · ')[0] ?? '')
  const caption = name.length > 1 ? '' : (linesOf(fitted, shown, 10.5, room)[0] ?? '')
  const text = (y: number, size: number, fill: string, words: string): string =>
    `<text x="${CARD_TEXT_LEFT}" y="${y}" font-size="${size}"${size === NAME_SIZE ? ' font-weight="500"' : ''} fill="${fill}">${words}</text>`
  const first = name.length > 1 ? h / 2 - 3 : caption === '' ? h / 2 + 4.5 : h / 2 - 2
  return [
    `<title>${escapeHtml(card.label)}</title>`,
    `<path d="${outline(card.shape, w, h)}" fill="${style?.coloured ? palette.grounds[hue] : palette.surface}" stroke="${style?.coloured ? colour : palette.lineStrong}"${card.shape === 'dashed' ? ' stroke-dasharray="5 3"' : ''}/>`,
    `<path transform="translate(9 ${h / 2 - 8})" d="${ICON_PATHS[ICONS[style?.icon ?? card.icon] ?? 'dot']}" fill="none" stroke="${colour}" stroke-width="1.3"/>`,
    `<rect width="3" height="${h}" fill="${palette.domains[scene.tint[item] ?? 0]}"/>`,
    ...name.map((line, at) => text(first + 15 * at, NAME_SIZE, palette.text, line)),
    caption === '' ? '' : text(h / 2 + 13, 10.5, style?.coloured ? palette.text : palette.quiet, caption),
  ].join('')
}
