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
  /** The row that has the keyboard. */
  readonly selected?: string | undefined
  /** What is chosen, where that is not the selected row alone. */
  readonly marked?: ReadonlySet<string> | undefined
  /** Where a range of rows begins. */
  readonly anchor?: string | undefined
  /** By name where there is none. */
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
    return { open: next, ...chosenAlone(path) }
  })
  if (!open) void readFolder(place, path)
}

/** Opens the folders between the root and a path, so that it has a row. */
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

/** Chooses one row more or less, or all from the last one that was chosen by itself. */
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

/** Chooses every row that can be seen. */
export const markAll = (place: string): void =>
  change(place, (tree) => ({ marked: new Set(rowsOf(tree).map(({ path }) => path)) }))

/** The rows that are chosen, from top to bottom. */
export const chosenRows = (tree: Tree): TreeRow[] =>
  rowsOf(tree).filter(({ path }) => tree.marked?.has(path) ?? path === tree.selected)

/** Those that no other of them contains: what is done to a folder is done to what is in it. */
export const outermost = (paths: readonly string[]): string[] =>
  paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))

export const sortFiles = (place: string, order: FileOrder): void => change(place, () => ({ order }))

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

/** Folders first, as everywhere; names come in their order already. */
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
      // A link that leads back up would make the tree endless.
      if (isOpen && depth < 40) add(path, depth + 1)
    }
  }
  add(root, 0)
  return rows
}
