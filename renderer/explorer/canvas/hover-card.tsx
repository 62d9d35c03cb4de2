import { shownName } from '../../ui/shown-name.ts'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Hit } from '../../graph/canvas/hit.ts'
import type { Point } from '../../graph/scene/camera.ts'
import styles from '../../graph/canvas/canvas.module.css'
import { labelled, useText } from '../../i18n/text.ts'
import { Stack } from '../../ui/stack.tsx'
import { neighbours } from '../graph/graph.ts'
import { linkTypes } from '../view/link-types.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { typeBehind, typeName } from '../graph/set-names.ts'
import { groupNameOf } from '../view/projection.ts'
import { groupTitle, linkCount } from '../view/words.ts'
import { hoverPlace } from './hover-place.ts'
import { joinedAt } from './joined-links.ts'

interface HoverCardProps {
  readonly hit: Hit
  readonly hitKey: string
  readonly at: Point
}

/** Relation types of a bundle that are listed, and links that are named one by one. */
const MAX_TYPES = 4
const MAX_NAMED = 4

/** A tooltip of two lines for what is under the pointer. */
export function HoverCard({ hit, hitKey, at }: HoverCardProps) {
  const t = useText()
  const surface = useSurfaceState((state) => state.id)
  const { graph, projection } = useSurfaceState((state) => state.drawn)
  const store = useSurface()
  const joined = useMemo(() => joinedAt(store.getState(), hit), [store, hit])
  const label = (key: string): string => graph.nodes[graph.indexOf.get(key) ?? -1]?.label ?? key
  const lines = useMemo(() => {
    const edges = joined.flatMap((one) => one.edges)
    if (edges.length === 0) return []
    if (edges.length > MAX_NAMED) return [linkTypes(graph, edges, MAX_TYPES)]
    return edges.map((edge) => {
      const [from, to] = [graph.from[edge] ?? 0, graph.to[edge] ?? 0].map((end) => graph.nodes[end]?.label)
      return `${from} → ${to} · ${shownName(graph.edges[edge]?.type ?? '')}`
    })
  }, [graph, joined])
  let title = useSurfaceState((state) => groupTitle(state, hitKey))
  let detail = [typeBehind(groupNameOf(hitKey) ?? ''), t('explorer.hover.group')].filter(Boolean).join(' · ')
  const index = graph.indexOf.get(hitKey)
  const node = index === undefined ? undefined : graph.nodes[index]
  const [first, second] = joined
  if (first) {
    title = `${first.from} ${second ? '↔' : '→'} ${first.to}`
    detail = second
      ? joined
          .map(({ from, to, edges }) =>
            labelled(`${from} → ${to}`, t('explorer.hover.links', { count: edges.length })),
          )
          .join(' · ')
      : t('explorer.hover.bundle', { count: first.edges.length })
  } else if (hit.type === 'edge') {
    const edge = graph.edges[projection.edges[hit.edge] ?? -1]
    title = `${label(edge?.source ?? '')} → ${label(edge?.target ?? '')}`
    detail = edge ? `${shownName(edge.type)} · ${typeName(edge.kind)}` : ''
  } else if (node && index !== undefined) {
    title = node.label
    const links = linkCount(surface, neighbours(graph, index).length)
    detail = [typeName(node.kind), typeBehind(node.kind), node.domain, links].filter(Boolean).join(' · ')
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
      {lines.map((line, place) => (
        <p key={place}>{line}</p>
      ))}
      {node?.description ? <p>{node.description}</p> : null}
    </Stack>
  )
}
