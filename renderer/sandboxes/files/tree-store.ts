import { create } from 'zustand'
import type { FileEntry } from '#shared/workbench/areas/sandboxes.ts'
import { toFailure } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'

export interface Folder {
  readonly entries: readonly FileEntry[]
  readonly loading: boolean
  readonly problem?: string
}

export interface Tree {
  readonly root: string
  readonly folders: Readonly<Record<string, Folder>>
  readonly open: ReadonlySet<string>
  readonly selected?: string | undefined
}

/** Trees by sandbox. */
export const useTrees = create<Readonly<Record<string, Tree>>>(() => ({}))

export const joined = (folder: string, name: string): string => `${folder.replace(/\/+$/, '')}/${name}`
export const parentOf = (path: string): string => path.replace(/\/[^/]*\/?$/, '') || '/'
export const nameOf = (path: string): string => path.split('/').at(-1) ?? path

/** Characters that a name must not act by: line breaks and other controls, marks that turn the direction of text, and those without a width. */
const UNSEEN = /[\p{Cc}\u061c\u00ad\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/**
 * A name from a sandbox as it is shown: what cannot be seen, or would show the rest in another order, stands as its code point, since whoever
 * named the file may want it taken for another one.
 */
export const shownName = (name: string): string =>
  name.replaceAll(
    UNSEEN,
    (character) => `⟨${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )

const splitPlace = (place: string) => {
  const at = place.lastIndexOf('/')
  return { platform: place.slice(0, at), sandboxId: place.slice(at + 1) }
}

function change(place: string, edit: (tree: Tree) => Partial<Tree>): void {
  useTrees.setState((trees) => {
    const tree = trees[place]
    return tree ? { [place]: { ...tree, ...edit(tree) } } : trees
  })
}

const setFolder = (place: string, path: string, folder: Folder): void =>
  change(place, ({ folders }) => ({ folders: { ...folders, [path]: folder } }))

/** Reads one folder; what was known of it stays until the answer is there. */
async function readFolder(place: string, path: string): Promise<void> {
  setFolder(place, path, { entries: useTrees.getState()[place]?.folders[path]?.entries ?? [], loading: true })
  try {
    const entries = await workbench.call('sandboxes.listFolder', { ...splitPlace(place), path })
    setFolder(place, path, { entries, loading: false })
  } catch (error) {
    setFolder(place, path, { entries: [], loading: false, problem: toFailure(error).message })
  }
}

/** Shows a folder as the tree's root. */
export function showRoot(place: string, root: string): void {
  useTrees.setState((trees) => ({
    [place]: { folders: {}, ...trees[place], root, open: new Set([...(trees[place]?.open ?? []), root]) },
  }))
  void readFolder(place, root)
}

export function toggleFolder(place: string, path: string): void {
  const open = useTrees.getState()[place]?.open.has(path) ?? false
  change(place, (tree) => {
    const next = new Set(tree.open)
    if (open) next.delete(path)
    else next.add(path)
    return { open: next, selected: path }
  })
  if (!open) void readFolder(place, path)
}

export const selectFile = (place: string, path: string | undefined): void =>
  change(place, () => ({ selected: path }))

/** Reads again every folder that is open. */
export function refreshTree(place: string): void {
  for (const path of useTrees.getState()[place]?.open ?? []) void readFolder(place, path)
}

export interface TreeRow {
  readonly path: string
  readonly depth: number
  readonly entry: FileEntry
  readonly isFolder: boolean
  readonly isOpen: boolean
  readonly problem?: string
}

/** The rows of a tree from top to bottom. */
export function rowsOf({ root, folders, open }: Tree): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (folder: string, depth: number): void => {
    for (const entry of folders[folder]?.entries ?? []) {
      const path = joined(folder, entry.name)
      const isFolder = entry.kind === 'folder' || entry.toFolder === true
      const isOpen = isFolder && open.has(path)
      const problem = isOpen ? folders[path]?.problem : undefined
      rows.push({ path, depth, entry, isFolder, isOpen, problem })
      // A link that leads back up would make the tree endless.
      if (isOpen && depth < 40) add(path, depth + 1)
    }
  }
  add(root, 0)
  return rows
}
