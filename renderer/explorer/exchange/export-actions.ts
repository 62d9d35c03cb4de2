import type { GraphView } from '../../graph/canvas/graph-view.ts'
import { readPalette } from '../../graph/scene/palette.ts'
import { wholeElements } from '../graph/load.ts'
import { useExplorer } from '../store/explorer-store.ts'
import { sceneBounds } from '../../graph/scene/scene.ts'
import { sceneTable } from '../view/scene-builder.ts'
import type { SurfaceState } from '../view/surface.ts'
import { sceneWords } from '../view/words.ts'
import { text } from '../../i18n/text.ts'
import { saveFile } from '../../app/save-file.ts'
import { toPage } from './export-page.ts'
import { toJson, toMermaid, toSvg, toYaml } from './write-model.ts'

export const FORMATS = ['png', 'svg', 'html', 'json', 'mermaid', 'yaml'] as const
export type Format = (typeof FORMATS)[number]

interface ExportOptions {
  readonly scale: number
  readonly whole: boolean
  readonly transparent: boolean
  readonly signal: AbortSignal
}

const stamp = (): string => new Date().toISOString().slice(0, 16).replaceAll(/[-:T]/g, '')

/** Makes the file and hands it over. YAML asks the server for the whole elements of what is shown. */
export async function exportView(
  format: Format,
  state: SurfaceState,
  view: GraphView | undefined,
  options: ExportOptions,
): Promise<void> {
  const { loaded } = useExplorer.getState()
  const name = `${loaded?.workspace ?? 'graph'}-${state.id}-${stamp()}`
  if (format === 'png') {
    if (view) saveFile(`${name}.png`, await view.picture(options.whole, options.scale, options.transparent))
  } else if (format === 'svg' || format === 'html') {
    const bounds = sceneBounds(state.scene)
    const host = document.querySelector<HTMLElement>(`[data-explorer-canvas="${state.id}"]`)
    if (!bounds || !host) return
    const palette = readPalette(host)
    if (format === 'html') {
      const title = `${loaded?.workspace ?? ''} · ${text(`explorer.tab.${state.id}`)}`
      saveFile(`${name}.html`, await toPage(state, title, palette), 'text/html')
      return
    }
    const table = sceneTable(state.graph, sceneWords(state.id))
    saveFile(`${name}.svg`, toSvg(state.scene, table, palette, bounds), 'image/svg+xml')
  } else if (format === 'json') saveFile(`${name}.json`, toJson(state), 'application/json')
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
