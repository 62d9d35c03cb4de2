import { useLayoutEffect, useRef, useState } from 'react'
import type { GraphResult } from '#shared/investigations/cell.ts'
import { layoutInWorker } from '../graph/layout/layout-client.ts'
import { toSvg } from '../graph/paint/write-svg.ts'
import { kindName } from '../graph/scene/kind-name.ts'
import { readPalette } from '../graph/scene/palette.ts'
import { type Palette, type Scene, sceneBounds } from '../graph/scene/scene.ts'
import { locale, useText } from '../i18n/text.ts'
import { type ResultGraph, thingsOf } from '../viewer/graph-of-rows.ts'
import { layRows, tableOf } from '../viewer/rows-scene.ts'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { useTheme } from '../ui/theme.ts'

/** Pictures, and scenes, that are kept; a page of an investigation shows a few. */
const MAX_KEPT = 60

/** Rendered pictures by colours, language and content, the latest last. */
const drawn = new Map<string, string>()
/** The same without colours, so that another theme needs no other layout. */
const laid = new Map<string, Scene>()

function keep<T>(kept: Map<string, T>, key: string, made: T): T {
  kept.set(key, made)
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return made
}

/** By content: an object of its own is made each time that the names of entities are filled in. */
const contentOf = ({ nodes, edges }: GraphResult): string => JSON.stringify([locale(), nodes, edges])
const keyOf = (result: GraphResult, { ground }: Palette): string => `${ground} ${contentOf(result)}`

/** The picture of a graph in the theme's colours, if it was rendered before. */
const drawnBefore = (result: GraphResult, host: HTMLElement): string | undefined =>
  drawn.get(keyOf(result, readPalette(host)))

/** Renders a graph as SVG with the theme's colours, memoised. */
export async function drawGraph(
  result: GraphResult,
  host: HTMLElement,
  signal: AbortSignal,
): Promise<string> {
  const palette = readPalette(host)
  const key = keyOf(result, palette)
  const made = drawn.get(key)
  if (made !== undefined) return made
  const graph: ResultGraph = {
    nodes: result.nodes.map((node) => ({ ...node, isNamed: true, fields: {} })),
    edges: result.edges,
  }
  const content = contentOf(result)
  const scene =
    laid.get(content) ??
    keep(laid, content, await layRows(graph, signal, layoutInWorker, { nameOf: kindName }))
  const bounds = sceneBounds(scene)
  return keep(drawn, key, bounds ? toSvg(scene, tableOf(graph, kindName), palette, bounds) : '')
}

export const pictureAddress = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

/** Tallest picture in CSS pixels, unless its names would be too small to read then. */
const MAX_HEIGHT = 420
/** Scale at which names can still be read. */
const READABLE = 0.66

/** A drawing as part of the page: as an image it would not have the page's fonts. */
function Drawing({ svg, label }: { readonly svg: string; readonly label: string }) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
    if (!(drawing instanceof SVGSVGElement)) return
    const { width, height } = drawing.viewBox.baseVal
    Object.assign(drawing.style, {
      display: 'block',
      width: `${Math.min(width, Math.max(MAX_HEIGHT / height, READABLE) * width)}px`,
      maxWidth: '100%',
      height: 'auto',
    })
    host.current?.replaceChildren(drawing)
  }, [svg])
  return <div ref={host} role="img" aria-label={label} />
}

/** A stored graph, rendered when it becomes visible. */
export function GraphPicture({ result }: { readonly result: GraphResult }) {
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const [svg, setSvg] = useState<string>()
  const theme = useTheme()
  // Before the page is painted: a picture that is known is there at once when its bench comes back.
  useLayoutEffect(() => {
    const abort = new AbortController()
    const known = host.current ? drawnBefore(result, host.current) : undefined
    if (known !== undefined) setSvg(known)
    else if (host.current) drawGraph(result, host.current, abort.signal).then(setSvg, () => undefined)
    return () => abort.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- kinds are called otherwise in another language
  }, [result, theme, t])
  const { nodes, edges, total } = result
  const things = thingsOf(nodes)
  const label = t('investigations.graph', { nodes: nodes.length, edges: edges.length, things })
  return (
    <Stack ref={host} gap={1} aria-busy={svg === undefined}>
      {svg ? (
        <Drawing svg={svg} label={label} />
      ) : (
        <Text as="p" tone="quiet" style={{ minHeight: 120 }}>
          {t('investigations.drawing')}
        </Text>
      )}
      <Text small tone="quiet">
        {total === undefined ? label : t('investigations.nodes', { shown: nodes.length, total, things })}
      </Text>
    </Stack>
  )
}
