import { Text } from '../../ui/text.tsx'
import { File, FileSymlink, Folder } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { Tree } from '../../ui/tree.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { showSize } from '../sandboxes/show-size.ts'
import { rowsOf, selectFile, toggleFolder, type Tree as FolderTree } from './tree-store.ts'
import styles from './files.module.css'

/** The folders and files, read as they are opened. */
export function FileTree({ place, tree }: { readonly place: string; readonly tree: FolderTree }) {
  const t = useText()
  const rows = rowsOf(tree)
  const { root } = tree
  const { problem, loading = true, entries = [] } = tree.folders[root] ?? {}
  if (problem !== undefined || entries.length === 0) {
    return (
      <Text as="p" tone="quiet" pad={3}>
        {problem ?? (loading ? t('ui.loading') : t('sandboxes.files.empty'))}
      </Text>
    )
  }
  const toggle = (index: number): void => {
    const row = rows[index]
    if (row?.isFolder) toggleFolder(place, row.path)
  }
  return (
    <Tree
      label={`${t('sandboxes.files.tree')} ${root}`}
      rows={rows}
      keyOf={({ path }) => path}
      isOpen={(index) => (rows[index]?.isFolder ? rows[index].isOpen : undefined)}
      active={rows.findIndex(({ path }) => path === tree.selected)}
      onActive={(index) => selectFile(place, rows[index]?.path)}
      onToggle={toggle}
      tooltipOf={(row) => row.problem ?? row.entry.target}
      className={styles['tree']}
    >
      {({ path, entry, isFolder, problem: trouble }) => {
        const Icon = isFolder ? Folder : entry.kind === 'link' ? FileSymlink : File
        return (
          <>
            <Icon size={14} aria-hidden />
            <Truncate grow data-path={path}>
              {entry.name}
            </Truncate>
            <small>{trouble ?? (isFolder ? '' : showSize(entry.size))}</small>
          </>
        )
      }}
    </Tree>
  )
}
