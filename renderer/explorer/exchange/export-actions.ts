import type { GraphView } from '../../graph/canvas/graph-view.ts'
import { readPalette } from '../../graph/scene/palette.ts'
import { sceneBounds, type Palette } from '../../graph/scene/scene.ts'
import { fileStamp } from '../../i18n/moment.ts'
import { text, locale } from '../../i18n/text.ts'
import { uiFontFace } from '../../app/font-face.ts'
import { saveFile } from '../../app/save-file.ts'
import { connectionOf } from '../../app/workbench.ts'
import { inSlices } from '../../app/slices.ts'
import { toSvg } from '../../graph/paint/write-svg.ts'
import { pageOf } from '../../viewer/page.ts'
import { type About, pictureOf } from '../../viewer/picture.ts'
import { wholeElements } from '../graph/load.ts'
import { useExplorer } from '../store/explorer-store.ts'
import { withAllOpen } from '../view/all-open.ts'
import { sceneSteps, sceneTable } from '../view/scene-builder.ts'
import { emphasisOf, sceneInput, type SurfaceState, viewOf } from '../view/surface.ts'
import { typeName } from '../graph/set-names.ts'
import { sceneWords } from '../view/words.ts'
import { entitySections, sectionsOf } from '../details/sections.ts'
import type { GraphNode } from '../graph/graph.ts'
import { captionOf, heatLegend, subtitleOf } from './page-words.ts'
import { toJson, toMermaid, toYaml } from './write-model.ts'

/**
 * Limits of exported facts per node, in total, and characters of each: a page with thousands of nodes must
 * stay small.
 */
const MAX_FACTS = 40
const MAX_ALL_FACTS = 25_000
const MAX_FACT_CHARS = 200

const short = (value: string): string =>
  value.length > MAX_FACT_CHARS ? `${value.slice(0, MAX_FACT_CHARS)}…` : value

/** Fields with their types, or properties with their values. */
function factsOf({ data }: GraphNode, most: number): [string, string][] {
  if (!data) return []
  const found = data['spec']
    ? sectionsOf(data).flatMap((section) =>
        'rows' in section ? section.rows.map(([name = '', type = '']): [string, string] => [name, type]) : [],
      )
    : entitySections(data).flatMap((section) =>
        'pairs' in section && section.title === 'properties'
          ? section.pairs.map(([name, value]): [string, string] => [name, value])
          : [],
      )
  const fields = found.slice(0, most).map(([name, value]): [string, string] => [short(name), short(value)])
  return found.length > most ? [...fields, ['…', `+${found.length - most}`]] : fields
}

/** The drawing with the font of its texts, so that it looks the same where that is not installed. */
async function withFont(svg: string): Promise<string> {
  const face = await uiFontFace().catch(() => '')
  // A title counts as one only as the first part.
  const start = svg.indexOf('<rect')
  return face === '' ? svg : `${svg.slice(0, start)}<style>${face}</style>\n${svg.slice(start)}`
}

/** Exports the graph as a self-contained HTML page with pan, zoom, search and details. */
async function toPage(
  shown: SurfaceState,
  title: string,
  palette: Palette,
  signal: AbortSignal,
): Promise<string> {
  const state = await withAllOpen(shown, signal)
  const { graph } = state
  const { notes } = viewOf(state)
  // What was selected for a moment must not stay lit for a reader, who selects something else.
  const emphasis = { ...emphasisOf(state), selection: new Set<string>() }
  const input = { ...sceneInput(state), emphasis }
  const scene = await inSlices(sceneSteps(input, sceneWords(state.id)), signal)
  const most = Math.min(MAX_FACTS, Math.floor(MAX_ALL_FACTS / Math.max(1, scene.nodes.length)))
  const about = Array.from(scene.nodes, (row): About => {
    const node = graph.nodes[row]
    if (!node) return { key: '', kind: '', domain: '' }
    const facts = factsOf(node, most)
    return {
      key: node.key,
      kind: typeName(node.kind),
      domain: node.domain,
      description: node.description,
      note: notes.get(node.key),
      facts: facts.length > 0 ? facts : undefined,
    }
  })
  const picture = pictureOf(scene, sceneTable(graph, sceneWords(state.id)), {
    title,
    subtitle: subtitleOf(state),
    heat: heatLegend(state, palette),
    language: locale(),
    palette,
    about,
    words: {
      search: text('explorer.search'),
      none: text('explorer.search.none'),
      fit: text('explorer.command.fit'),
      links: text('explorer.export.links'),
      note: text('explorer.step.note'),
      choose: text('explorer.export.choose'),
      open: text('explorer.export.open'),
    },
  })
  return pageOf(picture, await import('virtual:viewer'))
}

export const FORMATS = ['png', 'svg', 'html', 'json', 'mermaid', 'yaml'] as const
export type Format = (typeof FORMATS)[number]

interface ExportOptions {
  readonly scale: number
  readonly whole: boolean
  readonly transparent: boolean
  readonly signal: AbortSignal
}

/** Creates and downloads the file. YAML fetches the whole elements from the server. */
export async function exportView(
  format: Format,
  state: SurfaceState,
  view: GraphView | undefined,
  options: ExportOptions,
): Promise<void> {
  const { loaded } = useExplorer.getState()
  const name = `${loaded?.workspace ?? 'graph'}-${state.id}-${fileStamp()}`
  // The name that the app has for the server; that of its workspace is often a technical one.
  const server = connectionOf('model')?.name ?? loaded?.workspace ?? ''
  const title = `${server} · ${text(`explorer.tab.${state.id}`)}`
  const caption = captionOf(state, title, Date.now())
  if (format === 'png') {
    const { whole, scale, transparent } = options
    if (view) saveFile(`${name}.png`, await view.picture(whole, scale, transparent, caption))
  } else if (format === 'svg' || format === 'html') {
    const bounds = sceneBounds(state.scene)
    const host = document.querySelector<HTMLElement>(`[data-explorer-canvas="${state.id}"]`)
    if (!bounds || !host) return
    const palette = readPalette(host)
    if (format === 'html') {
      saveFile(`${name}.html`, await toPage(state, title, palette, options.signal), 'text/html')
      return
    }
    const table = sceneTable(state.drawn.graph, sceneWords(state.id))
    const drawing = toSvg(state.scene, table, palette, bounds, caption, title)
    saveFile(`${name}.svg`, await withFont(drawing), 'image/svg+xml')
  } else if (format === 'json')
    saveFile(`${name}.json`, await toJson(state, options.signal), 'application/json')
  else if (format === 'mermaid') saveFile(`${name}.mmd`, toMermaid(state), 'text/plain')
  else if (loaded) {
    const shown = new Set(
      state.graph.nodes
        .filter((_, index) => (state.projection.itemOf[index] ?? -1) >= 0)
        .map(({ key }) => key),
    )
    for (const edge of state.graph.edges)
      if (shown.has(edge.source) && shown.has(edge.target)) shown.add(edge.key)
    const elements = await wholeElements(loaded, options.signal, () => undefined)
    const wanted = elements.filter(({ domain, name, kind }) => shown.has(`${domain}/${name}/${kind}`))
    saveFile(`${name}.yaml`, toYaml(wanted), 'application/yaml')
  }
}
