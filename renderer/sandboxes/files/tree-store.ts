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
  /** The row with keyboard focus. */
  readonly selected?: string | undefined
  /** The selection, if it is more than the focused row. */
  readonly marked?: ReadonlySet<string> | undefined
  /** Start of a range selection. */
  readonly anchor?: string | undefined
  /** By name if absent. */
  readonly order?: FileOrder
}

export const FILE_ORDERS = ['name', 'size', 'modified'] as const
export interface FileOrder {
  readonly by: (typeof FILE_ORDERS)[number]
  readonly isDown: boolean
}
export const BY_NAME: FileOrder = { by: 'name', isDown: false }

/** Trees by sandbox. */
export const useTrees = create<Readonly<Record<string, Tree>>>(() => ({}))

export const joined = (folder: string, name: string): string => `${folder.replace(/\/+$/, '')}/${name}`
export const parentOf = (path: string): string => path.replace(/\/[^/]*\/?$/, '') || '/'
export const nameOf = (path: string): string => path.split('/').at(-1) ?? path

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

/** Reads one folder; the previous content stays until the answer arrives. */
async function readFolder(place: string, path: string): Promise<void> {
  setFolder(place, path, { entries: useTrees.getState()[place]?.folders[path]?.entries ?? [], loading: true })
  try {
    const entries = await workbench.call('sandboxes.listFolder', { ...splitPlace(place), path })
    setFolder(place, path, { entries, loading: false })
  } catch (error) {
    setFolder(place, path, { entries: [], loading: false, problem: toFailure(error).message })
  }
}

/** Sets the tree's root folder. */
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
    return { open: next, ...chosenAlone(path) }
  })
  if (!open) void readFolder(place, path)
}

/** Expands the ancestors of a path, so that it has a row. */
export function revealFile(place: string, path: string): void {
  const { root, open, folders } = useTrees.getState()[place] ?? {}
  if (root === undefined) return
  const between: string[] = []
  for (let folder = parentOf(path); folder.length > root.length; folder = parentOf(folder))
    between.push(folder)
  change(place, () => ({ open: new Set([...(open ?? []), ...between]) }))
  for (const folder of between) if (!folders?.[folder]) void readFolder(place, folder)
}

export const selectFile = (place: string, path: string | undefined): void =>
  change(place, () => chosenAlone(path))

const chosenAlone = (path: string | undefined) => ({ selected: path, anchor: path, marked: undefined })

/** Toggles a row in the selection, or selects a range from the anchor. */
export const markFile = (place: string, path: string, how: 'toggle' | 'range'): void =>
  change(place, (tree) => marked(tree, path, how))

export function marked(tree: Tree, path: string, how: 'toggle' | 'range'): Partial<Tree> {
  if (how === 'toggle') {
    const chosen = new Set(chosenRows(tree).map((row) => row.path))
    if (!chosen.delete(path)) chosen.add(path)
    return { selected: path, anchor: path, marked: chosen }
  }
  const paths = rowsOf(tree).map((row) => row.path)
  const to = paths.indexOf(path)
  const from = tree.anchor === undefined ? -1 : paths.indexOf(tree.anchor)
  const [top, bottom] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)]
  return { selected: path, marked: new Set(paths.slice(top, bottom + 1)) }
}

/** Selects every visible row. */
export const markAll = (place: string): void =>
  change(place, (tree) => ({ marked: new Set(rowsOf(tree).map(({ path }) => path)) }))

/** The selected rows from top to bottom. */
export const chosenRows = (tree: Tree): TreeRow[] =>
  rowsOf(tree).filter(({ path }) => tree.marked?.has(path) ?? path === tree.selected)

/** Removes paths contained in others: an operation on a folder includes its contents. */
export const outermost = (paths: readonly string[]): string[] =>
  paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))

export const sortFiles = (place: string, order: FileOrder): void => change(place, () => ({ order }))

/** Rereads every expanded folder. */
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

/** Folders first; names are already sorted. */
function ordered(entries: readonly FileEntry[], { by, isDown }: FileOrder): readonly FileEntry[] {
  if (by === 'name' && !isDown) return entries
  const isFile = ({ kind, toFolder }: FileEntry): number => (kind === 'folder' || toFolder ? 0 : 1)
  const list = by === 'name' ? entries.toReversed() : entries
  const way = isDown ? -1 : 1
  return list.toSorted((a, b) => isFile(a) - isFile(b) || (by === 'name' ? 0 : (a[by] - b[by]) * way))
}

/** The rows of a tree from top to bottom. */
export function rowsOf({ root, folders, open, order = BY_NAME }: Tree): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (folder: string, depth: number): void => {
    for (const entry of ordered(folders[folder]?.entries ?? [], order)) {
      const path = joined(folder, entry.name)
      const isFolder = entry.kind === 'folder' || entry.toFolder === true
      const isOpen = isFolder && open.has(path)
      const problem = isOpen ? folders[path]?.problem : undefined
      rows.push({ path, depth, entry, isFolder, isOpen, problem })
      // A symbolic link to an ancestor would make the tree endless.
      if (isOpen && depth < 40) add(path, depth + 1)
    }
  }
  add(root, 0)
  return rows
}
