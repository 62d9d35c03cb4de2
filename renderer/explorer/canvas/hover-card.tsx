import { useText } from '../../i18n/text.ts'
import { neighbours } from '../graph/graph.ts'
import { useSurfaceState } from '../view/surface-context.ts'
import type { Point } from '../../graph/scene/camera.ts'
import { boxTitle, kindName } from '../view/words.ts'
import type { Hit } from '../../graph/canvas/hit.ts'
import styles from './hover-card.module.css'
import { Stack } from '../../ui/stack.tsx'

interface HoverCardProps {
  readonly hit: Hit
  readonly hitKey: string
  readonly at: Point
}

/** What the pointer is over, in two lines beside it. */
export function HoverCard({ hit, hitKey, at }: HoverCardProps) {
  const t = useText()
  const graph = useSurfaceState((state) => state.graph)
  const projection = useSurfaceState((state) => state.projection)
  const size = useSurfaceState((state) => state.size)
  let title = useSurfaceState((state) => boxTitle(state, hitKey))
  let detail = t('explorer.hover.box')
  const index = graph.indexOf.get(hitKey)
  const node = index === undefined ? undefined : graph.nodes[index]
  if (hit.type === 'edge') {
    const bundle = projection.bundles[hit.edge - projection.edges.length]
    const edge = graph.edges[bundle ? (bundle.edges[0] ?? 0) : (projection.edges[hit.edge] ?? 0)]
    const label = (key: string): string => graph.nodes[graph.indexOf.get(key) ?? -1]?.label ?? key
    title = bundle
      ? t('explorer.hover.bundle', { count: bundle.edges.length })
      : `${label(edge?.source ?? '')} → ${label(edge?.target ?? '')}`
    detail = edge ? `${edge.type} · ${kindName(edge.kind)}` : ''
  } else if (node && index !== undefined) {
    title = node.label
    const links = t('explorer.hover.links', { count: neighbours(graph, index).length })
    detail = `${kindName(node.kind)} · ${node.domain} · ${links}`
  }
  const flip = at.x > size.width - 300
  return (
    <Stack
      pad={[1.5, 2]}
      ground="raised"
      className={styles['card']}
      style={{ top: at.y + 14, ...(flip ? { right: size.width - at.x + 10 } : { left: at.x + 14 }) }}
      aria-hidden="true"
    >
      <strong>{title}</strong>
      <span>{detail}</span>
      {node?.description ? <p>{node.description}</p> : null}
    </Stack>
  )
}
