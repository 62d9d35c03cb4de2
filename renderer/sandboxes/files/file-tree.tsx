/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree has the focus and the keys (aria-activedescendant) */
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight, File, FileSymlink, Folder } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { rowsOf, selectFile, toggleFolder, type Tree, type TreeRow } from './tree-store.ts'
import { showSize } from '../sandboxes/show-size.ts'
import styles from './files.module.css'

const ROW = 24
const INDENT = 14

/** The folders and files, read as they are opened. Arrow keys move, open and close as in every tree. */
export function FileTree({ place, tree }: { readonly place: string; readonly tree: Tree }) {
  const t = useText()
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const rows = rowsOf(tree)
  const at = rows.findIndex(({ path }) => path === tree.selected)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => element,
    estimateSize: () => ROW,
    overscan: 12,
  })
  const act = (row: TreeRow): void =>
    row.isFolder ? toggleFolder(place, row.path) : selectFile(place, row.path)
  const select = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!row) return
    selectFile(place, row.path)
    virtual.scrollToIndex(Math.max(0, index))
  }
  const onKey = (key: string): boolean => {
    const row = rows[at]
    if (key === 'ArrowDown') select(at + 1)
    else if (key === 'ArrowUp') select(at - 1)
    else if (key === 'Home') select(0)
    else if (key === 'End') select(rows.length - 1)
    else if (key === 'ArrowRight' && row?.isFolder && !row.isOpen) toggleFolder(place, row.path)
    else if (key === 'ArrowLeft' && row?.isOpen) toggleFolder(place, row.path)
    else if (key === 'Enter' && row) act(row)
    else return false
    return true
  }
  const { problem, loading, entries } = tree.folders[tree.root] ?? {
    problem: undefined,
    loading: true,
    entries: [],
  }
  const { root } = tree
  if (problem !== undefined || entries.length === 0) {
    return (
      <p className={styles['quiet']}>{problem ?? (loading ? t('ui.loading') : t('sandboxes.files.empty'))}</p>
    )
  }
  return (
    <div
      ref={setElement}
      className={styles['tree']}
      role="tree"
      aria-label={`${t('sandboxes.files.tree')} ${root}`}
      tabIndex={0}
      aria-activedescendant={at < 0 ? undefined : `file-${at}`}
      onKeyDown={(event) => {
        if (onKey(event.key)) event.preventDefault()
      }}
    >
      <div style={{ height: virtual.getTotalSize() }} role="presentation">
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          const Icon = row.isFolder ? Folder : row.entry.kind === 'link' ? FileSymlink : File
          const Chevron = row.isOpen ? ChevronDown : ChevronRight
          return (
            <div
              key={row.path}
              id={`file-${index}`}
              role="treeitem"
              aria-level={row.depth + 1}
              aria-selected={index === at}
              {...(row.isFolder ? { 'aria-expanded': row.isOpen } : {})}
              className={styles['row']}
              style={{ transform: `translateY(${start}px)`, paddingLeft: 8 + row.depth * INDENT }}
              title={row.problem ?? row.entry.target}
              onClick={() => act(row)}
            >
              {row.isFolder ? <Chevron size={13} aria-hidden /> : <span className={styles['stub']} />}
              <Icon size={14} aria-hidden />
              <span className={styles['name']}>{row.entry.name}</span>
              <small>{row.problem ?? (row.isFolder ? '' : showSize(row.entry.size))}</small>
            </div>
          )
        })}
      </div>
    </div>
  )
}
