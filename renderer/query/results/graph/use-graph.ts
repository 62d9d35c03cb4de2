import { useEffect, useMemo, useState } from 'react'
import { inSlices } from '../../../app/slices.ts'
import type { Scene } from '../../../graph/scene/scene.ts'
import type { Row } from '../../run/result.ts'
import { graphSteps, type ResultGraph } from './graph-data.ts'
import { layResult, withChosen } from './result-scene.ts'

/** More nodes than this are not laid out; the table has them all. */
export const MAX_DRAWN = 3000

const NOTHING: ResultGraph = { nodes: [], edges: [] }

/** The part of a graph that is drawn: its first nodes and the relations among them. */
function capped(graph: ResultGraph): ResultGraph {
  if (graph.nodes.length <= MAX_DRAWN) return graph
  const nodes = graph.nodes.slice(0, MAX_DRAWN)
  return { nodes, edges: graph.edges.filter(({ from, to }) => from < MAX_DRAWN && to < MAX_DRAWN) }
}

/** What is drawn of a graph, with one node chosen; undefined until it is laid out. */
export function useScene(graph: ResultGraph, chosen: number | undefined): Scene | undefined {
  const [laid, setLaid] = useState<{ graph: ResultGraph; scene: Scene }>()
  const [shown, setShown] = useState<{ graph: ResultGraph; scene: Scene }>()
  useEffect(() => {
    if (graph.nodes.length === 0) return undefined
    const abort = new AbortController()
    layResult(graph, abort.signal).then(
      (scene) => setLaid({ graph, scene }),
      () => undefined,
    )
    return () => abort.abort()
  }, [graph])
  useEffect(() => {
    if (laid?.graph !== graph) return undefined
    const abort = new AbortController()
    withChosen(laid.scene, chosen, abort.signal).then(
      (scene) => setShown({ graph, scene }),
      () => undefined,
    )
    return () => abort.abort()
  }, [graph, laid, chosen])
  return shown?.graph === graph ? shown.scene : undefined
}

interface ReadGraph {
  /** All that the rows carry; undefined while they are being read. */
  readonly whole: ResultGraph | undefined
  /** What is drawn of it. */
  readonly graph: ResultGraph
  /** Rows that were read so far. */
  readonly done: number
}

/** Milliseconds between two reports of how far the reading is. */
const REPORT = 150

/** The graph of the rows, read in slices so that 100,000 of them never hold up the page. */
export function useReadGraph(rows: readonly Row[]): ReadGraph {
  const [state, setState] = useState<{ rows: readonly Row[]; whole?: ResultGraph; done: number }>()
  useEffect(() => {
    const controller = new AbortController()
    let done = 0
    const report = setInterval(() => setState({ rows, done }), REPORT)
    inSlices(
      graphSteps(rows, (count) => (done = count)),
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
