/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- the graph is one widget of role application with its own keys */

import { type ReactNode, useCallback, useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { GraphView } from '../../graph/canvas/graph-view.ts'
import { type Hit, hitTest } from '../../graph/canvas/hit.ts'
import { followPointer, type Drag } from '../../graph/canvas/pointer.ts'
import { type Point, toWorld, textZoom } from '../../graph/scene/camera.ts'
import { useText, text } from '../../i18n/text.ts'
import { NodeMenu } from '../panels/node-menu.tsx'
import { currentItem, describe, itemOfKey, keyOfItem, land, select } from '../view/selection.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { sceneWords } from '../view/words.ts'
import { handleCanvasKey } from './canvas-keys.ts'
import { keyOf, keysOf, openHit } from './hits.ts'
import { type DrawnLine, LineOverlay, offerRelation, RelationMenu } from '../panels/new-relation.tsx'
import { HoverCard } from './hover-card.tsx'
import { HoverLines } from './hover-lines.tsx'
import { Minimap } from './minimap.tsx'
import styles from '../../graph/canvas/canvas.module.css'
import { inSlices, yieldToMain } from '../../app/slices.ts'
import { groupNameOf } from '../view/projection.ts'
import { sceneTableSteps } from '../view/scene-builder.ts'
import { placementOf, type Surface } from '../view/surface.ts'
import type { Graph } from '../graph/graph.ts'
import type { SceneTable } from '../../graph/scene/scene.ts'
import { commitPlaces, movePlaces } from '../view/drag-places.ts'
import { nodesInView, startOfWalk } from '../view/walk.ts'

/** Maximum nodes in the screen reader list; the table has all. */
const MIRRORED = 120
/** Debounce in milliseconds before the list follows the camera. */
const REST_MS = 250

/** Element id of a node's option in the list, for `aria-activedescendant`. */
const mirrorId = (surface: string, key: string): string =>
  `mirror-${surface}-${key.replaceAll(/[^a-zA-Z0-9]/g, (c) => `_${c.codePointAt(0)?.toString(16)}`)}`

/** The visible nodes as a list for screen readers, the current one first. */
function Mirror() {
  const t = useText()
  const surface = useSurface()
  const scene = useSurfaceState((state) => state.scene)
  const current = useSurfaceState((state) => state.current)
  const spoken = useSurfaceState((state) => state.spoken)
  const [shown, setShown] = useState<{ keys: string[]; total: number }>({ keys: [], total: 0 })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => setShown(nodesInView(surface.getState(), MIRRORED)), REST_MS)
    }
    update()
    const stop = surface.subscribe((state, before) => {
      if (state.camera !== before.camera || state.scene !== before.scene) update()
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [surface, scene])
  const state = surface.getState()
  const keys = current !== undefined && !shown.keys.includes(current) ? [current, ...shown.keys] : shown.keys
  return (
    <div className="visually-hidden">
      <p id={`keys-${state.id}`}>{t('explorer.canvas.keys')}</p>
      <div
        role="listbox"
        aria-label={t('explorer.mirror.label', { shown: shown.keys.length, total: shown.total })}
        aria-multiselectable="true"
      >
        {keys.map((key) => (
          <div
            key={key}
            id={mirrorId(state.id, key)}
            role="option"
            aria-selected={state.selection.includes(key)}
          >
            {describe(state, key)}
          </div>
        ))}
      </div>
      <p role="status" aria-live="polite">
        {spoken.count % 2 === 0 ? spoken.text : `${spoken.text}\u00A0`}
      </p>
    </div>
  )
}

/** Node count from which building the table first yields to the page. */
const LARGE = 5000

const NO_TABLE: SceneTable = { labels: '', details: '', icons: new Uint8Array(), shapes: new Uint8Array() }

/**
 * Passes node labels and icons to the view, now and with every scene of another graph: until that is laid out, the
 * names stay those of the graph that is drawn. Returns an unsubscribe function.
 */
function showTable(surface: Surface, view: GraphView): () => void {
  let stopped = false
  let sent: SceneTable | undefined
  const tables = new Map<Graph, SceneTable>()
  const send = (table: SceneTable): void => {
    if (table !== sent) view.setTable(table)
    sent = table
  }
  // Names of another graph would stand on the wrong cards.
  const show = (): void => send(tables.get(surface.getState().drawn.graph) ?? NO_TABLE)
  const prepare = async (graph: Graph): Promise<void> => {
    // The page was just rendered, or another graph applied, in the same task.
    if (graph.nodes.length > LARGE) await yieldToMain()
    const table = await inSlices(sceneTableSteps(graph, sceneWords(surface.getState().id)))
    const state = surface.getState()
    if (stopped || (graph !== state.graph && graph !== state.drawn.graph)) return
    for (const known of tables.keys()) if (known !== state.drawn.graph) tables.delete(known)
    tables.set(graph, table)
    // Where nothing is drawn there is no wrong card: the names are sent ahead, not in one task with the scene.
    if (graph === state.drawn.graph || state.scene.count === 0) send(table)
  }
  const { graph, drawn } = surface.getState()
  for (const known of new Set([drawn.graph, graph])) void prepare(known)
  const stop = surface.subscribe((state, before) => {
    if (state.graph !== before.graph) void prepare(state.graph)
    if (state.drawn.graph !== before.drawn.graph) show()
  })
  return () => {
    stopped = true
    stop()
  }
}

/** Starts a drag of an item, with the whole selection if it is part of it; dropped items stay pinned. */
function dragOf(surface: Surface, item: number): Drag {
  const state = surface.getState()
  const before = state.history.present
  const key = keyOfItem(state, item)
  const keys = new Set(state.selection.includes(key) ? state.selection : [key])
  const places = new Map<string, Point>()
  for (let other = 0; other < state.scene.count; other++) {
    const own = keyOfItem(state, other)
    if (keys.has(own)) places.set(own, { x: state.scene.x[other] ?? 0, y: state.scene.y[other] ?? 0 })
  }
  const moved = (dx: number, dy: number): Map<string, Point> =>
    new Map([...places].map(([own, { x, y }]) => [own, { x: x + dx, y: y + dy }]))
  return {
    move: (dx, dy) => movePlaces(surface, moved(dx, dy)),
    drop: (dx, dy) => {
      const pins = new Map([...surface.getState().history.present.view.pins, ...moved(dx, dy)])
      commitPlaces(surface, before, text('explorer.step.move'), pins)
    },
  }
}

interface GraphCanvasProps {
  /** Called to show details of the current node. */
  onOpen(): void
  onSearch(): void
  /** Called to load the node's neighbours: the model has them all, the runtime graph asks the server. */
  onExpand(key: string): void
  /** Receives the view, for exporting pictures. */
  onView(view: GraphView | undefined): void
  readonly children?: ReactNode
}

const isSame = (a: Hit | undefined, b: Hit | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * React events from a portalled menu bubble here as well; they must not move the focus, which would close the
 * menu before its entry acts.
 */
const isOnStage = ({ target, currentTarget }: SyntheticEvent): boolean =>
  !(target instanceof Node) || currentTarget.contains(target)

/** Hover delay in milliseconds. */
const HOVER_DELAY_MS = 350

/** The graph: a canvas, with keyboard navigation and a list for screen readers. */
export function GraphCanvas({ onOpen, onSearch, onExpand, onView, children }: GraphCanvasProps) {
  const t = useText()
  const surface = useSurface()
  const canvas = useRef<HTMLCanvasElement>(null)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hovered = useRef<Hit>(undefined)
  /** What was pressed: it says nothing more until the pointer has left it. */
  const pressed = useRef<string>(undefined)
  const [hover, setHover] = useState<{ hit: Hit; at: Point } | undefined>()
  const [menu, setMenu] = useState<Point | undefined>()
  const [line, setLine] = useState<DrawnLine>()
  /** The node that the keyboard came to, which has a ring though it is not selected. */
  const landed = useRef<string>(undefined)
  const current = useSurfaceState((state) => state.current)
  const drawn = useSurfaceState((state) => state.scene.count)

  const keyOfHit = useCallback((hit: Hit): string => keyOf(surface.getState(), hit), [surface])
  const nameOf = useCallback((hit: Hit): string => keyOfHit(hit) || JSON.stringify(hit), [keyOfHit])

  useEffect(() => {
    if (!canvas.current) return
    const view = new GraphView(canvas.current, surface, () => {
      const state = surface.getState()
      const isLanded = landed.current !== undefined && landed.current === state.current
      return currentItem(state) ?? (isLanded ? itemOfKey(state, landed.current ?? '') : undefined)
    })
    onView(view)
    const stopTable = showTable(surface, view)
    const stop = followPointer(canvas.current, surface, view, {
      choose: (hit, extend) => select(surface, hit ? keysOf(surface.getState(), hit) : [], extend),
      chooseItems: (items) =>
        select(
          surface,
          items.map((item) => keyOfItem(surface.getState(), item)),
          true,
        ),
      open: (hit) => openHit(surface, hit, onExpand),
      hover: (hit, at) => {
        // Moving within one object changes nothing: its tooltip stays where it is.
        if (isSame(hovered.current, hit)) return
        hovered.current = hit
        clearTimeout(resting.current)
        setHover(undefined)
        if (hit && nameOf(hit) === pressed.current) return
        pressed.current = undefined
        if (hit) resting.current = setTimeout(() => setHover({ hit, at }), HOVER_DELAY_MS)
      },
      grab: (item) => dragOf(surface, item),
      drawing: (from, to, at) => setLine({ from, to, at }),
      drawn: (from, to, at) => {
        setLine(undefined)
        const ends = [from, to ?? from].map((item) => keyOfItem(surface.getState(), item))
        const [source = '', target = ''] = ends
        if (source !== target && ends.every((key) => groupNameOf(key) === undefined))
          offerRelation({ from: source, to: target, at })
      },
    })
    // The object under the pointer may be gone, or another be there.
    const stopHover = surface.subscribe((state, before) => {
      const stays = state.projection === before.projection && placementOf(state) === placementOf(before)
      if (stays && state.camera === before.camera) return
      view.setHover(undefined)
      hovered.current = undefined
      clearTimeout(resting.current)
      setHover(undefined)
    })
    return () => {
      clearTimeout(resting.current)
      stop()
      stopHover()
      stopTable()
      view.dispose()
      onView(undefined)
    }
  }, [surface, onView, onExpand, nameOf])

  const openMenu = (at: Point): void => {
    clearTimeout(resting.current)
    setHover(undefined)
    setMenu(at)
  }
  return (
    <div
      className={styles['stage']}
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
          menu: openMenu,
        })
        if (used) event.preventDefault()
      }}
      onPointerDown={(event) => {
        if (!isOnStage(event)) return
        landed.current = undefined
        pressed.current = hovered.current && nameOf(hovered.current)
        clearTimeout(resting.current)
        setHover(undefined)
        // The focus ring is shown only for keyboard use.
        event.currentTarget.dataset['pointer'] = ''
        event.currentTarget.focus({ preventScroll: true })
      }}
      onFocus={(event) => {
        // A press chooses by itself what is current, and a search has.
        if (event.target !== event.currentTarget || event.currentTarget.dataset['pointer'] !== undefined)
          return
        const state = surface.getState()
        const key = state.selection.length > 0 ? undefined : startOfWalk(state)
        if (key === undefined) return
        landed.current = key
        land(surface, key)
      }}
      onBlur={(event) => {
        delete event.currentTarget.dataset['pointer']
        landed.current = undefined
        surface.setState({})
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        if (!isOnStage(event)) return
        const bounds = event.currentTarget.getBoundingClientRect()
        const at = { x: event.clientX - bounds.left, y: event.clientY - bounds.top }
        const { scene, camera, size } = surface.getState()
        const world = toWorld(camera, size, at.x, at.y)
        const hit = hitTest(scene, world.x, world.y, textZoom(camera))
        if (hit && hit.type !== 'trunk') {
          const key = keyOfHit(hit)
          if (!surface.getState().selection.includes(key)) select(surface, [key])
        }
        openMenu(at)
      }}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <Mirror />
      {hover && !menu ? (
        <>
          <HoverLines hit={hover.hit} />
          <HoverCard hitKey={keyOfHit(hover.hit)} hit={hover.hit} at={hover.at} />
        </>
      ) : null}
      <NodeMenu at={menu} onClose={() => setMenu(undefined)} onExpand={onExpand} onOpen={onOpen} />
      {line ? <LineOverlay line={line} /> : null}
      <RelationMenu />
      <Minimap />
      {children}
    </div>
  )
}
