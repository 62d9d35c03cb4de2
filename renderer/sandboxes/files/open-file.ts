import { create } from 'zustand'
import { useShown } from '../sessions/shown.ts'
import { parentOf, revealFile, selectFile, showRoot, useTrees } from './tree-store.ts'

/** A place in a file to show once its editor is there. */
interface FilePosition {
  /** `platform/sandbox`. */
  readonly place: string
  readonly path: string
  /** From 1 on. */
  readonly line: number
  readonly column: number
}

export const useWantedPosition = create<{ readonly wanted: FilePosition | undefined }>(() => ({
  wanted: undefined,
}))

/** Shows a file of a sandbox in its tree and its editor, at a line where one is given. */
export function openFile(position: FilePosition): void {
  const { place, path } = position
  const root = useTrees.getState()[place]?.root
  if (root !== undefined && path.startsWith(root.replace(/\/*$/, '/'))) revealFile(place, path)
  else showRoot(place, parentOf(path))
  selectFile(place, path)
  useWantedPosition.setState({ wanted: position.line > 0 ? position : undefined })
  useShown.setState({ section: 'files' })
}
