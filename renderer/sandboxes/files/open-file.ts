import { create } from 'zustand'
import { useShown } from '../sessions/shown.ts'
import { parentOf, revealFile, selectFile, showRoot, useTrees } from './tree-store.ts'

/** A position to show once the file's editor is mounted. */
interface FilePosition {
  /** `platform/sandbox`. */
  readonly place: string
  readonly path: string
  /** 1-based. */
  readonly line: number
  readonly column: number
}

export const useRequestedPosition = create<{ readonly wanted: FilePosition | undefined }>(() => ({
  wanted: undefined,
}))

/** Shows a sandbox's file in tree and editor, optionally at a line. */
export function openFile(position: FilePosition): void {
  const { place, path } = position
  const root = useTrees.getState()[place]?.root
  if (root !== undefined && path.startsWith(root.replace(/\/*$/, '/'))) revealFile(place, path)
  else showRoot(place, parentOf(path))
  selectFile(place, path)
  useRequestedPosition.setState({ wanted: position.line > 0 ? position : undefined })
  useShown.setState({ section: 'files' })
}

/** Shows a sandbox, or a file in it. */
export function showSandbox({ place, path }: { readonly place: string; readonly path?: string }): void {
  useShown.setState({ place })
  if (path !== undefined) openFile({ place, path, line: 0, column: 0 })
}
