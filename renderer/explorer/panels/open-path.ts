import { create } from 'zustand'
import { useExplorer } from '../store/explorer-store.ts'
import { selectedNodes, showPaths } from '../view/commands-on-view.ts'
import type { Surface } from '../view/surface.ts'
import { refreshScene } from '../view/surface-actions.ts'
import { openSide } from './side-store.ts'

interface PathEnds {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly directed: boolean
  /** Whether all short paths were requested, or only the shortest. */
  readonly all: boolean
  /** Set if the last search found no path. */
  readonly none: boolean
}

/** The two ends of the path search. */
export const usePathEnds = create<PathEnds>(() => ({
  from: undefined,
  to: undefined,
  directed: false,
  all: false,
  none: false,
}))

/** Removes the highlighted paths. */
export function clearPaths(surface: Surface): void {
  usePathEnds.setState({ none: false })
  if (surface.getState().paths === undefined) return
  surface.setState({ paths: undefined })
  void refreshScene(surface)
}

/** Changes the ends, which discards the previous result. */
export function setEnds(surface: Surface, ends: Partial<Pick<PathEnds, 'from' | 'to'>>): void {
  usePathEnds.setState(ends)
  clearPaths(surface)
}

/** Opens the path panel with one or both ends. */
export function openPath(surface: Surface, ends: Partial<Pick<PathEnds, 'from' | 'to'>>): void {
  setEnds(surface, ends)
  useExplorer.setState({ side: true })
  openSide('path')
}

/** Fills missing ends from the selection. */
export function fillEnds(surface: Surface): void {
  const state = surface.getState()
  const { from, to } = usePathEnds.getState()
  const isHere = (key: string | undefined) => key !== undefined && state.graph.indexOf.has(key)
  const nodes = selectedNodes(state).filter((key) => key !== from && key !== to)
  const ends: { from?: string; to?: string } = {}
  if (!isHere(from) && nodes.length > 0) ends.from = nodes.shift() as string
  if (!isHere(to) && nodes.length > 0) ends.to = nodes.shift() as string
  if (ends.from !== undefined || ends.to !== undefined) setEnds(surface, ends)
}

/** Highlights the shortest path, or all short ones, between two nodes. */
export function findPath(surface: Surface, from: string, to: string, all: boolean): void {
  const { directed } = usePathEnds.getState()
  usePathEnds.setState({ all, none: showPaths(surface, from, to, { all, directed }) === 0 })
}
