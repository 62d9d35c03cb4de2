import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { useText } from '../../../i18n/text.ts'
import { useSettings } from '../../../app/settings-store.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useSize } from '../chart/drawing.tsx'
import { Button } from '../../../ui/button.tsx'
import { cellText, type Row } from '../../run/result.ts'
import { Stack } from '../../../ui/stack.tsx'
import type { ResultGraph } from './graph-data.ts'
import styles from './graph.module.css'
import { fit, hit, hueOf, paint, shapeOf, typesOf, type Camera } from './painter.ts'
import { useReadGraph, usePositions } from './use-graph.ts'

/** The nearest node in the direction of an arrow key, along edges first. */
function neighbour(
  graph: ResultGraph,
  positions: Float32Array,
  from: number,
  key: string,
): number | undefined {
  const ux = Number(key === 'ArrowRight') - Number(key === 'ArrowLeft')
  const uy = Number(key === 'ArrowDown') - Number(key === 'ArrowUp')
  const linked = new Set(
    graph.edges.flatMap((edge) => (edge.from === from ? [edge.to] : edge.to === from ? [edge.from] : [])),
  )
  let best: number | undefined
  let least = Number.POSITIVE_INFINITY
  for (let index = 0; index < graph.nodes.length; index++) {
    const dx = (positions[index * 2] ?? 0) - (positions[from * 2] ?? 0)
    const dy = (positions[index * 2 + 1] ?? 0) - (positions[from * 2 + 1] ?? 0)
    const along = dx * ux + dy * uy
    if (index === from || along <= 0) continue
    const cost = (along + 2 * Math.abs(dx * uy - dy * ux)) * (linked.has(index) ? 1 : 3)
    if (cost < least) {
      least = cost
      best = index
    }
  }
  return best
}

/** What the system prefers; a canvas must be painted anew when that changes. */
const scheme = matchMedia('(prefers-color-scheme: dark)')
const isDark = (): boolean => scheme.matches
const onScheme = (changed: () => void): (() => void) => {
  scheme.addEventListener('change', changed)
  return () => scheme.removeEventListener('change', changed)
}

interface GraphViewProps {
  readonly rows: readonly Row[]
  /** Somebody does not want to wait until a large result is read. */
  onCancel(): void
}

/** The graph that the rows carry: drag moves it, the wheel zooms, arrows walk from node to node. */
export function GraphView({ rows, onCancel }: GraphViewProps) {
  const t = useText()
  const { whole, graph, done } = useReadGraph(rows)
  const positions = usePositions(graph)
  const [box, { width, height }] = useSize()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [camera, setCamera] = useState<Camera>()
  const [active, setActive] = useState<number>()
  const theme = useSettings((state) => state.values['app.theme'])
  const dark = useSyncExternalStore(onScheme, isDark)
  const types = useMemo(() => typesOf(graph), [graph])
  const view = camera ?? (positions && width > 0 ? fit(positions, width, height) : undefined)
  const scene = useMemo(
    () => (positions ? { graph, positions, active } : undefined),
    [graph, positions, active],
  )

  useEffect(() => setCamera(undefined), [positions])
  useEffect(() => {
    if (canvas.current && scene && view && width > 0) paint(canvas.current, scene, view, width, height)
  }, [scene, view, width, height, theme, dark])
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      setCamera((before) => zoomed(before ?? view, Math.exp(-event.deltaY / 400)))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [view])

  const zoom = (factor: number): void => setCamera(zoomed(view, factor))
  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (!view || !scene) return
    const bounds = event.currentTarget.getBoundingClientRect()
    setActive(hit(scene, view, event.clientX - bounds.left, event.clientY - bounds.top, width, height))
    const start = { x: event.clientX, y: event.clientY }
    const element = event.currentTarget
    element.setPointerCapture(event.pointerId)
    const onMove = (move: globalThis.PointerEvent): void =>
      setCamera({
        ...view,
        x: view.x - (move.clientX - start.x) / view.scale,
        y: view.y - (move.clientY - start.y) / view.scale,
      })
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerup', () => element.removeEventListener('pointermove', onMove), {
      once: true,
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!positions) return
    if (event.key.startsWith('Arrow'))
      setActive(active === undefined ? 0 : (neighbour(graph, positions, active, event.key) ?? active))
    else if (event.key === '+') zoom(1.25)
    else if (event.key === '-') zoom(0.8)
    else if (event.key === '0') setCamera(undefined)
    else if (event.key === 'Escape') setActive(undefined)
    else return
    event.preventDefault()
  }
  const node = active === undefined ? undefined : graph.nodes[active]
  // Small results are read before anybody could see that they are.
  const reading = whole === undefined && done > 0
  return (
    <Stack row align="stretch" grow ground="surface" className={styles['view']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is a widget */}
      <div
        ref={box}
        className={styles['box']}
        role="application"
        aria-label={t('query.graph.label', { nodes: graph.nodes.length, edges: graph.edges.length })}
        // A canvas that is walked with the arrow keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} style={{ width, height }} onPointerDown={onPointerDown} aria-hidden />
        {positions ? null : (
          <p className={styles['wait']} role="status">
            {reading ? t('query.graph.reading', { done, total: rows.length }) : t('query.graph.layout')}{' '}
            {reading ? <Button onClick={onCancel}>{t('ui.cancel')}</Button> : null}
          </p>
        )}
      </div>
      <Stack row align="stretch" ground="raised" className={styles['tools']}>
        <IconButton icon={ZoomIn} label={t('query.graph.in')} onClick={() => zoom(1.25)} />
        <IconButton icon={ZoomOut} label={t('query.graph.out')} onClick={() => zoom(0.8)} />
        <IconButton icon={Maximize} label={t('query.graph.fit')} onClick={() => setCamera(undefined)} />
      </Stack>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (axe: scrollable-region-focusable) */}
      <Stack
        as="ul"
        gap={1}
        scroll
        pad={[1.5, 2]}
        small
        className={styles['legend']}
        aria-label={t('query.graph.legend')}
        tabIndex={0}
      >
        {types.map((type, index) => (
          <li key={type}>
            <i data-shape={shapeOf(index)} data-hue={hueOf(index)} aria-hidden />
            {type}
          </li>
        ))}
        <li>{t('query.graph.count', { nodes: graph.nodes.length, edges: graph.edges.length })}</li>
        {whole && whole.nodes.length > graph.nodes.length ? (
          <li>{t('query.graph.capped', { shown: graph.nodes.length, total: whole.nodes.length })}</li>
        ) : null}
      </Stack>
      <p className="visually-hidden" aria-live="polite">
        {node ? t('query.graph.said', { type: node.type, label: node.label }) : ''}
      </p>
      {node ? (
        <aside className={styles['details']} aria-label={node.label}>
          <h2>{node.label}</h2>
          <dl>
            {Object.entries(node.fields).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd title={cellText(value)}>{cellText(value)}</dd>
              </div>
            ))}
          </dl>
        </aside>
      ) : null}
    </Stack>
  )
}

function zoomed(camera: Camera | undefined, factor: number): Camera | undefined {
  if (!camera) return camera
  return { ...camera, scale: Math.max(0.02, Math.min(4, camera.scale * factor)) }
}
