import { create } from 'zustand'
import { useExplorer } from '../explorer-store.ts'
import { showPaths } from '../view/commands-on-view.ts'
import type { Surface } from '../view/surface.ts'
import { useSide } from './side-store.ts'

interface PathEnds {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly directed: boolean
  /** Set when the last search found no path. */
  readonly none: boolean
}

/** The two ends that are being asked about. */
export const usePathEnds = create<PathEnds>(() => ({
  from: undefined,
  to: undefined,
  directed: false,
  none: false,
}))

/** Brings the panel of paths to the front with one or both ends. */
export function openPath(ends: Partial<Pick<PathEnds, 'from' | 'to'>>): void {
  usePathEnds.setState({ ...ends, none: false })
  useExplorer.setState({ side: true })
  useSide.setState({ panel: 'path' })
}

/** Lights the shortest path, or all short ones, between two nodes. */
export function findPath(surface: Surface, from: string, to: string, all: boolean): void {
  const { directed } = usePathEnds.getState()
  usePathEnds.setState({ none: showPaths(surface, from, to, { all, directed }) === 0 })
}
