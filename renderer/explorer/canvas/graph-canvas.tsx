/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- the graph is one widget of role application with its own keys */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { GraphView } from '../../graph/canvas/graph-view.ts'
import { type Hit, hitTest } from '../../graph/canvas/hit.ts'
import { followPointer } from '../../graph/canvas/pointer.ts'
import { type Point, toWorld } from '../../graph/scene/camera.ts'
import { useText } from '../../i18n/text.ts'
import { Stack } from '../../ui/stack.tsx'
import { neighbours } from '../graph/graph.ts'
import { NodeMenu } from '../panels/node-menu.tsx'
import { viewCommands } from '../view/commands-on-view.ts'
import { keyOfItem, select } from '../view/selection.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { boxTitle, kindName } from '../view/words.ts'
import { handleCanvasKey } from './canvas-keys.ts'
import { Minimap } from './minimap.tsx'
import { Mirror, mirrorId } from './mirror.tsx'
import { currentItem, dragOf, showTable } from './on-stage.ts'
import styles from '../../graph/canvas/canvas.module.css'

interface HoverCardProps {
  readonly hit: Hit
  readonly hitKey: string
  readonly at: Point
}

/** What the pointer is over, in two lines beside it. */
function HoverCard({ hit, hitKey, at }: HoverCardProps) {
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

interface GraphCanvasProps {
  /** Told when the person asks for more about the current node. */
  onOpen(): void
  onSearch(): void
  /** Asked to bring the node's neighbours: the model has them all, the running system asks the server. */
  onExpand(key: string): void
  /** Gives the view to whoever makes pictures. */
  onView(view: GraphView | undefined): void
  readonly children?: ReactNode
}

const isSame = (a: Hit | undefined, b: Hit | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Milliseconds that the pointer rests on something before it is explained. */
const HOVER_REST = 350

/** The graph itself: a canvas for the eye, a keyboard path and a list for everyone else. */
export function GraphCanvas({ onOpen, onSearch, onExpand, onView, children }: GraphCanvasProps) {
  const t = useText()
  const surface = useSurface()
  const canvas = useRef<HTMLCanvasElement>(null)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hovered = useRef<Hit>(undefined)
  const [hover, setHover] = useState<{ hit: Hit; at: Point } | undefined>()
  const [menu, setMenu] = useState<Point | undefined>()
  const current = useSurfaceState((state) => state.current)
  const drawn = useSurfaceState((state) => state.scene.count)

  const keyOfHit = useCallback(
    (hit: Hit): string => {
      const state = surface.getState()
      if (hit.type === 'item') return keyOfItem(state, hit.item)
      if (hit.type === 'box') return state.scene.boxes[hit.box]?.key ?? ''
      const edges = state.projection.edges
      if (hit.edge < edges.length) return state.graph.edges[edges[hit.edge] ?? 0]?.key ?? ''
      const bundle = state.projection.bundles[hit.edge - edges.length]
      return state.graph.edges[bundle?.edges[0] ?? 0]?.key ?? ''
    },
    [surface],
  )

  useEffect(() => {
    if (!canvas.current) return
    const view = new GraphView(canvas.current, surface, () => currentItem(surface.getState()))
    onView(view)
    const stopTable = showTable(surface, view)
    const stop = followPointer(canvas.current, surface, view, {
      choose: (hit, extend) => select(surface, hit ? [keyOfHit(hit)] : [], extend),
      chooseItems: (items) =>
        select(
          surface,
          items.map((item) => keyOfItem(surface.getState(), item)),
          true,
        ),
      open: (hit) => {
        const key = keyOfHit(hit)
        if (key.startsWith('box:')) viewCommands(surface).toggleBox(key.slice(4))
        else if (hit.type === 'item') onExpand(key)
      },
      hover: (hit, at) => {
        // Moving about on one thing changes nothing: what is said about it stays where it is.
        if (isSame(hovered.current, hit)) return
        hovered.current = hit
        clearTimeout(resting.current)
        setHover(undefined)
        if (hit) resting.current = setTimeout(() => setHover({ hit, at }), HOVER_REST)
      },
      grab: (item) => dragOf(surface, item),
    })
    return () => {
      clearTimeout(resting.current)
      stop()
      stopTable()
      view.dispose()
      onView(undefined)
    }
  }, [surface, onView, onExpand, keyOfHit])

  const openMenu = (at: Point): void => {
    setHover(undefined)
    setMenu(at)
  }
  return (
    <div
      className={`${styles['stage']} ${styles['canvas']}`}
      role="application"
      tabIndex={0}
      data-explorer-canvas={surface.getState().id}
      aria-label={t('explorer.canvas.label', { count: drawn })}
      aria-describedby={`keys-${surface.getState().id}`}
      aria-activedescendant={current === undefined ? undefined : mirrorId(surface.getState().id, current)}
      onKeyDown={(event) => {
        delete event.currentTarget.dataset['pointer']
        if (event.target !== event.currentTarget) return
        const used = handleCanvasKey(event, surface, {
          open: onOpen,
          search: onSearch,
          expand: () => current !== undefined && onExpand(current),
          menu: () => openMenu({ x: 40, y: 40 }),
        })
        if (used) event.preventDefault()
      }}
      onPointerDown={(event) => {
        // The frame around what has the keyboard is for those who use the keyboard.
        event.currentTarget.dataset['pointer'] = ''
        event.currentTarget.focus({ preventScroll: true })
      }}
      onBlur={(event) => delete event.currentTarget.dataset['pointer']}
      onContextMenu={(event) => {
        event.preventDefault()
        const box = event.currentTarget.getBoundingClientRect()
        const at = { x: event.clientX - box.left, y: event.clientY - box.top }
        const { scene, camera, size } = surface.getState()
        const world = toWorld(camera, size, at.x, at.y)
        const hit = hitTest(scene, world.x, world.y, camera.zoom)
        if (hit) {
          const key = keyOfHit(hit)
          if (!surface.getState().selection.includes(key)) select(surface, [key])
        }
        openMenu(at)
      }}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <Mirror />
      {hover ? <HoverCard hitKey={keyOfHit(hover.hit)} hit={hover.hit} at={hover.at} /> : null}
      <NodeMenu at={menu} onClose={() => setMenu(undefined)} onExpand={onExpand} onOpen={onOpen} />
      <Minimap />
      {children}
    </div>
  )
}
