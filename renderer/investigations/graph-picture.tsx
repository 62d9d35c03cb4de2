import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { GraphResult } from '#shared/investigations/cell.ts'
import { layoutInWorker } from '../graph/layout/layout-client.ts'
import { toSvg } from '../graph/paint/write-svg.ts'
import { readPalette } from '../graph/scene/palette.ts'
import { sceneBounds } from '../graph/scene/scene.ts'
import { useText } from '../i18n/text.ts'
import type { ResultGraph } from '../viewer/graph-of-rows.ts'
import { layRows, tableOf } from '../viewer/rows-scene.ts'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'

/** Rendered pictures, by content and colours. */
const drawn = new WeakMap<GraphResult, Map<string, string>>()

/** Renders a graph as SVG with the theme's colours, memoised. */
export async function drawGraph(
  result: GraphResult,
  host: HTMLElement,
  signal: AbortSignal,
): Promise<string> {
  const palette = readPalette(host)
  const known = drawn.get(result) ?? new Map<string, string>()
  drawn.set(result, known)
  const made = known.get(palette.ground)
  if (made !== undefined) return made
  const graph: ResultGraph = {
    nodes: result.nodes.map((node) => ({ ...node, isNamed: true, fields: {} })),
    edges: result.edges,
  }
  const scene = await layRows(graph, signal, layoutInWorker)
  const bounds = sceneBounds(scene)
  const svg = bounds ? toSvg(scene, tableOf(graph), palette, bounds) : ''
  known.set(palette.ground, svg)
  return svg
}

export const pictureAddress = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

function onTheme(tell: () => void): () => void {
  const observer = new MutationObserver(tell)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** A stored graph, rendered when it becomes visible. */
export function GraphPicture({ result }: { readonly result: GraphResult }) {
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const [svg, setSvg] = useState<string>()
  const theme = useSyncExternalStore(onTheme, () => document.documentElement.dataset['theme'])
  useEffect(() => {
    const abort = new AbortController()
    if (host.current) drawGraph(result, host.current, abort.signal).then(setSvg, () => undefined)
    return () => abort.abort()
  }, [result, theme])
  const { nodes, edges, total } = result
  const label = t('investigations.graph', { nodes: nodes.length, edges: edges.length })
  return (
    <Stack ref={host} gap={1}>
      {svg ? (
        <img
          src={pictureAddress(svg)}
          alt={label}
          style={{ maxWidth: '100%', maxHeight: 420, alignSelf: 'flex-start' }}
        />
      ) : (
        <Text as="p" tone="quiet" style={{ minHeight: 120 }}>
          {t('investigations.drawing')}
        </Text>
      )}
      <Text small tone="quiet">
        {total === undefined ? label : t('investigations.nodes', { shown: nodes.length, total })}
      </Text>
    </Stack>
  )
}
