import { textZoom } from '../../graph/scene/camera.ts'
import { shownName } from '../../ui/shown-name.ts'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Hit } from '../../graph/canvas/hit.ts'
import type { Point } from '../../graph/scene/camera.ts'
import { isOverview, type SceneTrunk } from '../../graph/scene/scene.ts'
import styles from '../../graph/canvas/canvas.module.css'
import { useText } from '../../i18n/text.ts'
import { Stack } from '../../ui/stack.tsx'
import { neighbours } from '../graph/graph.ts'
import { linkTypes } from '../view/link-types.ts'
import { edgesOfLine } from '../view/projection.ts'
import { keyOfItem } from '../view/selection.ts'
import type { SurfaceState } from '../view/surface.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { groupTitle, kindName, linkCount } from '../view/words.ts'
import { hoverPlace } from './hover-place.ts'

interface HoverCardProps {
  readonly hit: Hit
  readonly hitKey: string
  readonly at: Point
}

/** Relation types of a bundle that are listed. */
const MAX_TYPES = 4

/** The name on an item's card. */
function nameOfItem(state: SurfaceState, item: number): string {
  const key = keyOfItem(state, item)
  return state.graph.nodes[state.graph.indexOf.get(key) ?? -1]?.label ?? groupTitle(state, key)
}

/** A tooltip of two lines for what is under the pointer. */
export function HoverCard({ hit, hitKey, at }: HoverCardProps) {
  const t = useText()
  const surface = useSurfaceState((state) => state.id)
  const graph = useSurfaceState((state) => state.graph)
  const projection = useSurfaceState((state) => state.projection)
  const store = useSurface()
  const trunk = useSurfaceState((state) => (hit.type === 'trunk' ? state.scene.trunks[hit.trunk] : undefined))
  const opposite = useSurfaceState(({ scene, camera }) =>
    isOverview(scene, textZoom(camera)) && trunk ? scene.trunks[trunk.back] : undefined,
  )
  const types = useMemo(() => {
    const lines = hit.type === 'edge' ? [hit.edge] : [trunk, opposite].flatMap((one) => one?.lines ?? [])
    const edges = lines.flatMap((line) => edgesOfLine(projection, line))
    return edges.length > 1 ? linkTypes(graph, edges, MAX_TYPES) : ''
  }, [graph, projection, hit, trunk, opposite])
  let title = useSurfaceState((state) => groupTitle(state, hitKey))
  let detail = t('explorer.hover.group')
  const index = graph.indexOf.get(hitKey)
  const node = index === undefined ? undefined : graph.nodes[index]
  if (hit.type === 'edge') {
    const bundle = projection.bundles[hit.edge - projection.edges.length]
    const edge = graph.edges[bundle ? (bundle.edges[0] ?? 0) : (projection.edges[hit.edge] ?? 0)]
    const label = (key: string): string => graph.nodes[graph.indexOf.get(key) ?? -1]?.label ?? key
    if (bundle) {
      const [from, to] = [bundle.from, bundle.to].map((item) => nameOfItem(store.getState(), item))
      title = `${from} → ${to}`
      detail = t('explorer.hover.bundle', { count: bundle.edges.length })
    } else {
      title = `${label(edge?.source ?? '')} → ${label(edge?.target ?? '')}`
      detail = edge ? `${shownName(edge.type)} · ${kindName(edge.kind)}` : ''
    }
  } else if (trunk) {
    title = `${trunk.from} → ${trunk.to}`
    detail = t('explorer.hover.bundle', { count: trunk.weight })
    if (opposite) {
      title = `${trunk.from} ↔ ${trunk.to}`
      const line = ({ from, to, weight }: SceneTrunk): string =>
        `${from} → ${to}: ${t('explorer.hover.links', { count: weight })}`
      detail = `${line(trunk)} · ${line(opposite)}`
    }
  } else if (node && index !== undefined) {
    title = node.label
    const links = linkCount(surface, neighbours(graph, index).length)
    detail = `${kindName(node.kind)} · ${node.domain} · ${links}`
  }
  const card = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Point>()
  useLayoutEffect(() => {
    const { offsetWidth: width, offsetHeight: height } = card.current ?? { offsetWidth: 0, offsetHeight: 0 }
    setPlace(hoverPlace(store.getState(), hit, at, { width, height }))
  }, [store, hit, at])
  return (
    <Stack
      ref={card}
      pad={[1.5, 2]}
      ground="raised"
      className={styles['card']}
      style={{ left: place?.x ?? 0, top: place?.y ?? 0, visibility: place ? undefined : 'hidden' }}
      aria-hidden="true"
    >
      <strong>{title}</strong>
      <span>{detail}</span>
      {types === '' ? null : <p>{types}</p>}
      {node?.description ? <p>{node.description}</p> : null}
    </Stack>
  )
}
