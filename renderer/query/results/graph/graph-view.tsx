import { elementKey } from '#shared/model/element.ts'
import type { ElementFact } from '#shared/spl/service/model.ts'
import { textScale } from '../../../ui/text-scale.ts'
import { Maximize, Redo2, Undo2, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { inSlices } from '../../../app/slices.ts'
import { GraphView as CanvasView } from '../../../graph/canvas/graph-view.ts'
import type { Hit } from '../../../graph/canvas/hit.ts'
import { KindIcon } from '../../../graph/canvas/kind-icon.tsx'
import { followPointer } from '../../../graph/canvas/pointer.ts'
import { type StageState, zoomed } from '../../../graph/canvas/stage.ts'
import { bringIntoView, fit, type Size } from '../../../graph/scene/camera.ts'
import { followShape } from './follow-shape.ts'
import { emptyScene, NAME_ZOOM, type Scene } from '../../../graph/scene/scene.ts'
import { kindName } from '../../../graph/scene/kind-name.ts'
import { localizedText } from '../../../i18n/localized-text.ts'
import { text, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Stack } from '../../../ui/stack.tsx'
import type { Row } from '../../../spl/result.ts'
import { useVocabulary } from '../../../spl/vocabulary.ts'
import { capped, chooseIn, layRows, tableOf } from '../../../viewer/rows-scene.ts'
import { graphOf, graphSteps, type ResultGraph, thingsOf, withNames } from '../../../viewer/graph-of-rows.ts'
import { layoutInWorker } from '../../../graph/layout/layout-client.ts'
import { useEntityNames } from '../../../spl/entity-names.ts'
import type { Run } from '../../run/run.ts'
import { growthOf, joined, redoGrowth, undoGrowth, useGrowth } from './growth.ts'
import { NodeDetails } from './node-details.tsx'
import styles from './graph.module.css'

const NOTHING: ResultGraph = { nodes: [], edges: [] }

/** Returns the scene of a graph with a selected node; undefined until it is laid out. */
function useScene(
  { graph, of }: { readonly graph: ResultGraph; readonly of: ResultGraph },
  chosen: number | undefined,
  stage: Stage,
): Scene | undefined {
  const t = useText()
  const [laid, setLaid] = useState<{ graph: ResultGraph; scene: Scene }>()
  const [shown, setShown] = useState<{ of: ResultGraph; scene: Scene }>()
  const [shape, setShape] = useState<Size>()
  useEffect(() => followShape(stage, setShape), [stage])
  useEffect(() => {
    if (graph.nodes.length === 0) return undefined
    const abort = new AbortController()
    const size = shape ?? stage.getState().size
    const view = {
      size,
      detail: (nodes: number, edges: number) =>
        text('query.graph.group', { nodes, edges, things: thingsOf(graph.nodes) }),
    }
    layRows(graph, abort.signal, layoutInWorker, {
      view: size.height > 0 ? view : undefined,
      nameOf: kindName,
    }).then(
      (scene) => setLaid({ graph, scene }),
      () => undefined,
    )
    return () => abort.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- kinds are called otherwise in another language
  }, [graph, stage, shape, t])
  useEffect(() => {
    if (laid?.graph !== graph) return undefined
    const abort = new AbortController()
    chooseIn(laid.scene, chosen, abort.signal).then(
      (scene) => setShown({ of, scene }),
      () => undefined,
    )
    return () => abort.abort()
  }, [graph, of, laid, chosen])
  // If names changed, or nodes came, the old scene stays until the new layout.
  return shown?.of === of && shown.scene.count <= graph.nodes.length ? shown.scene : undefined
}

interface ReadGraph {
  /** The graph of all rows; undefined while reading. */
  readonly whole: ResultGraph | undefined
  /** The part of it that is drawn. */
  readonly graph: ResultGraph
  /** Rows read so far. */
  readonly done: number
}

/** Milliseconds between progress updates. */
const PROGRESS_INTERVAL_MS = 150

/** Extracts the graph from rows in slices, so that 100,000 rows do not block the page. */
function useReadGraph(rows: readonly Row[]): ReadGraph {
  const [state, setState] = useState<{ rows: readonly Row[]; whole?: ResultGraph; done: number }>()
  useEffect(() => {
    const controller = new AbortController()
    let done = 0
    const report = setInterval(() => setState({ rows, done }), PROGRESS_INTERVAL_MS)
    inSlices(
      graphSteps(rows, (count) => (done = count), localizedText),
      controller.signal,
    ).then(
      (whole) => {
        clearInterval(report)
        setState({ rows, whole: whole ?? NOTHING, done: rows.length })
      },
      () => undefined,
    )
    return () => {
      clearInterval(report)
      controller.abort()
    }
  }, [rows])
  const mine = state?.rows === rows ? state : undefined
  const whole = mine?.whole
  const graph = useMemo(() => capped(whole ?? NOTHING), [whole])
  return { whole, graph, done: mine?.done ?? 0 }
}

/** A result's graph with what was added to it, and the entity that is to be expanded. */
function useGrown(graph: ResultGraph, { steps, done, at }: ReturnType<typeof growthOf>): ResultGraph {
  const grown = useMemo(
    () => joined(graph, graphOf(steps.slice(0, done).flatMap(({ rows }) => rows))),
    [graph, steps, done],
  )
  return useMemo(
    () => (at === undefined || graph === NOTHING ? grown : joined(grown, graphOf([{ at }]))),
    [graph, grown, at],
  )
}

/** The nearest node in an arrow key's direction, preferring edges. */
function neighbour({ count, x, y, from, to }: Scene, start: number, key: string): number | undefined {
  const ux = Number(key === 'ArrowRight') - Number(key === 'ArrowLeft')
  const uy = Number(key === 'ArrowDown') - Number(key === 'ArrowUp')
  const linked = new Set<number>()
  from.forEach((source, edge) => {
    const target = to[edge] ?? source
    if (source === start) linked.add(target)
    if (target === start) linked.add(source)
  })
  let best: number | undefined
  let least = Number.POSITIVE_INFINITY
  for (let index = 0; index < count; index++) {
    const dx = (x[index] ?? 0) - (x[start] ?? 0)
    const dy = (y[index] ?? 0) - (y[start] ?? 0)
    const along = dx * ux + dy * uy
    if (index === start || along <= 0) continue
    const cost = (along + 2 * Math.abs(dx * uy - dy * ux)) * (linked.has(index) ? 1 : 3)
    if (cost < least) {
      least = cost
      best = index
    }
  }
  return best
}

/** Types named in the legend. */
const MAX_TYPES = 8

/** The types of a graph, the most frequent first. */
function typesIn({ nodes }: ResultGraph): readonly string[] {
  const counts = new Map<string, number>()
  for (const { type } of nodes) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([type]) => type)
}

const newStage = () =>
  createStore<StageState>(() => ({
    scene: emptyScene,
    camera: { x: 0, y: 0, zoom: 1 },
    size: { width: 0, height: 0 },
    fitRequest: 0,
    fitted: 0,
    fittedCamera: undefined,
  }))

type Stage = ReturnType<typeof newStage>

/** Brings the cards of a group into view. */
function openGroup(stage: Stage, hit: Hit): void {
  const { scene, size } = stage.getState()
  const group = hit.type === 'group' ? scene.groups[hit.group] : undefined
  if (!group) return
  const { x, y, width, height } = group
  const camera = fit({ left: x, top: y, right: x + width, bottom: y + height }, size)
  stage.setState({ camera: { ...camera, zoom: Math.max(camera.zoom, NAME_ZOOM * textScale()) } })
}

const NONE: readonly ElementFact[] = []

/** The display names of elements that the rows name only as ends of links. */
function elementNames({ nodes }: ResultGraph, elements: readonly ElementFact[]): ReadonlyMap<string, string> {
  const wanted = new Set(nodes.flatMap(({ key, isNamed, isElement }) => (isElement && !isNamed ? [key] : [])))
  if (wanted.size === 0) return new Map()
  return new Map(
    elements.flatMap((element): [string, string][] => {
      const key = elementKey(element)
      return element.title !== '' && wanted.has(key) ? [[key, element.title]] : []
    }),
  )
}

interface GraphViewProps {
  readonly rows: readonly Row[]
  /** The run whose result it is: where to look up names and neighbours. */
  readonly run: Run
  /** Cancels reading a large result. */
  onCancel(): void
}

/** The graph in the rows: drag to move, wheel to zoom, arrow keys to move between nodes. */
export function GraphView({ rows, run, onCancel }: GraphViewProps) {
  const t = useText()
  const { request: source } = run
  const { whole, graph: drawn, done } = useReadGraph(rows)
  const growth = useGrowth((state) => growthOf(state, run.id))
  const read = useGrown(drawn, growth)
  const unnamed = useMemo(
    () => read.nodes.flatMap(({ key, isNamed, isElement }) => (isNamed || isElement ? [] : [key])),
    [read],
  )
  const names = useEntityNames(source, unnamed)
  const elements = useVocabulary((state) => (state.connection === source.connection ? state.elements : NONE))
  const graph = useMemo(
    () => withNames(withNames(read, names), elementNames(read, elements)),
    [read, names, elements],
  )
  const canvas = useRef<HTMLCanvasElement>(null)
  const [stage] = useState(newStage)
  const [view, setView] = useState<CanvasView>()
  const [active, setActive] = useState<number>()
  const current = useRef<number>(undefined)
  const scene = useScene({ graph, of: drawn }, active, stage)
  const types = useMemo(() => typesIn(graph), [graph])
  const counts = { nodes: graph.nodes.length, edges: graph.edges.length, things: thingsOf(graph.nodes) }

  useEffect(() => {
    current.current = active
  }, [active])
  useEffect(() => {
    if (!canvas.current) return undefined
    const shown = new CanvasView(canvas.current, stage, () => current.current)
    setView(shown)
    const stop = followPointer(canvas.current, stage, shown, {
      choose: (hit) => setActive(hit?.type === 'item' ? hit.item : undefined),
      open: (hit) => openGroup(stage, hit),
      chooseItems: () => undefined,
      hover: () => undefined,
      grab: () => undefined,
    })
    return () => {
      stop()
      shown.dispose()
    }
  }, [stage])
  // oxlint-disable-next-line react/exhaustive-deps -- kinds are called otherwise in another language
  useEffect(() => view?.setTable(tableOf(graph, kindName)), [view, graph, t])
  useEffect(() => {
    setActive(undefined)
    stage.setState(({ fitRequest }) => ({ fitRequest: fitRequest + 1 }))
  }, [drawn, stage])
  const offered = growth.at === undefined ? -1 : graph.nodes.findIndex(({ key }) => key === growth.at)
  useEffect(() => {
    if (offered >= 0) setActive(offered)
  }, [offered, drawn])
  useEffect(
    () =>
      // A scene that was laid out again for another view is fitted into it; who has moved keeps what was chosen where it is.
      stage.setState(({ scene: before, camera, fittedCamera, fitRequest }) => {
        const next = scene ?? emptyScene
        if (camera === fittedCamera) return { scene: next, fitRequest: fitRequest + 1 }
        const kept = current.current ?? -1
        const by = (axis: 'x' | 'y'): number =>
          (next[axis][kept] ?? Number.NaN) - (before[axis][kept] ?? Number.NaN)
        const [x, y] = [by('x'), by('y')]
        return {
          scene: next,
          ...(Number.isNaN(x + y) ? {} : { camera: { ...camera, x: camera.x + x, y: camera.y + y } }),
        }
      }),
    [scene, stage],
  )

  const zoom = (factor: number): void =>
    stage.setState((state) => {
      const { width, height } = state.size
      return { camera: zoomed(state, factor, { x: width / 2, y: height / 2 }) }
    })
  const walk = (key: string): void => {
    if (!scene) return
    const next = active === undefined ? 0 : (neighbour(scene, active, key) ?? active)
    setActive(next)
    const place = { x: scene.x[next] ?? 0, y: scene.y[next] ?? 0 }
    stage.setState(({ camera, size }) => ({ camera: bringIntoView(camera, size, place) }))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key.startsWith('Arrow')) walk(event.key)
    else if (event.key === '+') zoom(1.25)
    else if (event.key === '-') zoom(0.8)
    else if (event.key === '0') view?.fitAll()
    else if (event.key === 'Escape') setActive(undefined)
    else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) {
      if (event.shiftKey) redoGrowth(run.id)
      else undoGrowth(run.id)
    } else return
    event.preventDefault()
  }
  const node = active === undefined ? undefined : graph.nodes[active]
  // Small results are read too fast for a progress display.
  const reading = whole === undefined && done > 0
  return (
    <Stack grow ground="surface" className={styles['view']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is a widget */}
      <div
        className={styles['box']}
        role="application"
        aria-label={t('query.graph.label', { counts: t('query.graph.count', counts) })}
        // The canvas handles arrow keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} aria-hidden />
        {scene ? null : (
          <p className={styles['wait']} role="status">
            {reading ? t('query.graph.reading', { done, total: rows.length }) : t('query.graph.layout')}{' '}
            {reading ? <Button onClick={onCancel}>{t('ui.cancel')}</Button> : null}
          </p>
        )}
      </div>
      <Stack row align="stretch" ground="raised" className={styles['tools']}>
        {growth.steps.length > 0 ? (
          <>
            <IconButton
              icon={Undo2}
              label={t('query.graph.undo', { name: growth.steps[growth.done - 1]?.name ?? '' })}
              reason={growth.done === 0 ? t('ui.none.undo') : undefined}
              onClick={() => undoGrowth(run.id)}
            />
            <IconButton
              icon={Redo2}
              label={t('query.graph.redo', { name: growth.steps[growth.done]?.name ?? '' })}
              reason={growth.done === growth.steps.length ? t('ui.none.redo') : undefined}
              onClick={() => redoGrowth(run.id)}
            />
          </>
        ) : null}
        <IconButton icon={ZoomIn} label={t('query.graph.in')} onClick={() => zoom(1.25)} />
        <IconButton icon={ZoomOut} label={t('query.graph.out')} onClick={() => zoom(0.8)} />
        <IconButton icon={Maximize} label={t('query.graph.fit')} onClick={() => view?.fitAll()} />
      </Stack>
      <Stack
        as="ul"
        row
        wrap
        gap={3}
        pad={[1, 3]}
        small
        className={styles['legend']}
        aria-label={t('query.graph.legend')}
      >
        <li>{t('query.graph.count', counts)}</li>
        {growth.done > 0 && read.nodes.length > drawn.nodes.length ? (
          <li>{t('query.graph.added', { count: read.nodes.length - drawn.nodes.length })}</li>
        ) : null}
        {types.slice(0, MAX_TYPES).map((type) => (
          <li key={type} title={type}>
            <KindIcon kind={type} />
            {kindName(type)}
          </li>
        ))}
        {types.length > MAX_TYPES ? (
          <li>{t('query.graph.moreTypes', { count: types.length - MAX_TYPES })}</li>
        ) : null}
        {whole && whole.nodes.length > drawn.nodes.length ? (
          <li>{t('query.graph.capped', { nodes: drawn.nodes.length, total: whole.nodes.length })}</li>
        ) : null}
        {scene && scene.leftOut > 0 ? <li>{t('query.graph.leftOut', { count: scene.leftOut })}</li> : null}
      </Stack>
      <p className="visually-hidden" aria-live="polite">
        {node ? `${kindName(node.type)} ${node.label}` : ''}
      </p>
      {node ? <NodeDetails run={run} graph={graph} node={node} /> : null}
    </Stack>
  )
}
