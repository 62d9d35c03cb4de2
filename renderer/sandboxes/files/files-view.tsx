/* oxlint-disable jsx-a11y/no-static-element-interactions -- the tree inside has the focus and tells of its keys */
import { Stack } from '../../ui/stack.tsx'
import { useEffect, useState, type KeyboardEvent } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { ContextMenu } from '../../ui/menu.tsx'
import { useDropTarget } from '../../ui/drop-target.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Split } from '../../ui/split.tsx'
import { stoppedHint } from '../sandboxes/title.ts'
import { noFiles, useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { homeOf, useTerminals } from '../sessions/view.ts'
import { CompareFiles } from './compare-files.tsx'
import { FileDialog, type FileTask } from './file-dialog.tsx'
import { downloadRows } from './downloading.ts'
import { downloadOff, fileEntries, FileTools, uploadFiles } from './file-tools.tsx'
import { FileView } from './file-view.tsx'
import { SearchPanel } from './search-panel.tsx'
import { useSearchPanel } from './search-store.ts'
import { loadOfDrop, upload } from './uploading.ts'
import { shownName } from '../../ui/shown-name.ts'
import {
  chosenRows,
  markAll,
  markFile,
  parentOf,
  refreshTree,
  rowsOf,
  selectFile,
  showRoot,
  type Tree as FolderTree,
  type TreeRow,
  useTrees,
  toggleFolder,
} from './tree-store.ts'
import styles from './files.module.css'
import { Text } from '../../ui/text.tsx'
import { File, Files, FileSymlink, Folder, Upload } from 'lucide-react'
import { Tree } from '../../ui/tree.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { Moment } from '../../ui/moment.tsx'
import { showSize } from '../sandboxes/show-size.ts'

/** The folder that is selected, or that of the selected file. */
function folderOf(tree: FolderTree): string {
  const active = rowsOf(tree).find(({ path }) => path === tree.selected)
  return active === undefined ? tree.root : active.isFolder ? active.path : parentOf(active.path)
}

/** A sandbox's files: a tree, and the open file. */
export function FilesView({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const place = `${sandbox.platform}/${sandbox.sandboxId}`
  const tree = useTrees((trees) => trees[place])
  const home = useTerminals((state) => homeOf(state, place))
  const [task, setTask] = useState<FileTask>()
  const searching = useSearchPanel((state) => state.open)
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number }>()
  const unsupported = useUnsupportedFeature()
  const unreadable = noFiles(unsupported, sandbox.platform)
  const noChange = unsupported('change', sandbox.platform)
  const { isAlive, paused = false } = sandbox
  const dropTarget = useDropTarget((data) => {
    if (!tree || noChange !== undefined) return
    void loadOfDrop(folderOf(tree), data)
      .then((load) => upload(sandbox, load))
      .then(() => refreshTree(place))
  })
  useEffect(() => {
    if (isAlive && !paused && unreadable === undefined && !useTrees.getState()[place])
      showRoot(place, home ?? '/')
  }, [home, isAlive, unreadable, paused, place])
  if (unreadable !== undefined) return <EmptyState title={unreadable} />
  // Already open content stays readable.
  if (!tree && paused) return <EmptyState title={t('sandboxes.resumeFirst')} />
  if (!tree)
    return (
      <EmptyState
        reason={isAlive ? 'busy' : 'empty'}
        title={t(isAlive ? 'ui.loading' : 'sandboxes.stopped.title')}
        hint={isAlive ? '' : stoppedHint(t, sandbox)}
      />
    )
  const chosen = chosenRows(tree)
  const row = chosen.length === 1 ? chosen[0] : undefined
  const folder = folderOf(tree)
  return (
    <Stack grow {...dropTarget}>
      <FileTools sandbox={sandbox} tree={tree} rows={chosen} folder={folder} ask={setTask} />
      {task?.kind === 'compare' ? (
        <CompareFiles sandbox={sandbox} {...task} close={() => setTask(undefined)} />
      ) : task ? (
        <FileDialog sandbox={sandbox} task={task} close={() => setTask(undefined)} />
      ) : null}
      <Split id="sandbox-files" direction="horizontal" first={32}>
        {searching ? (
          <SearchPanel
            sandbox={sandbox}
            folder={tree.root}
            close={() => useSearchPanel.setState({ open: false })}
          />
        ) : (
          <Stack
            grow
            style={{ position: 'relative' }}
            onKeyDown={(event) => {
              if (onFileKey(event, place, tree, chosen, noChange === undefined ? setTask : undefined))
                event.preventDefault()
            }}
            onContextMenu={(event) => {
              const under = pathOfRow(event.target as Element)
              // A context menu on the selection applies to all of it.
              if (under !== undefined && !chosen.some(({ path }) => path === under)) selectFile(place, under)
              const frame = event.currentTarget.getBoundingClientRect()
              event.preventDefault()
              setMenu({ x: event.clientX - frame.left, y: event.clientY - frame.top })
            }}
          >
            <FileTree place={place} tree={tree} />
            <ContextMenu
              label={t('sandboxes.more')}
              at={menu}
              entries={menu ? fileEntries(t, { sandbox, rows: chosen, folder, noChange, ask: setTask }) : []}
              onClose={() => setMenu(undefined)}
            />
          </Stack>
        )}
        {row && !row.isFolder ? (
          <FileView
            key={row.path}
            place={{ platform: sandbox.platform, sandboxId: sandbox.sandboxId }}
            path={row.path}
            entry={row.entry}
            close={() => selectFile(place, undefined)}
          />
        ) : (
          <NoFile sandbox={sandbox} folder={folder} rows={chosen} isOver={dropTarget['data-over'] === true} />
        )}
      </Split>
    </Stack>
  )
}

interface NoFileProps {
  readonly sandbox: SandboxInfo
  /** Target folder of what is uploaded. */
  readonly folder: string
  /** The selected rows. */
  readonly rows: readonly TreeRow[]
  /** Whether files are dragged over the view. */
  readonly isOver: boolean
}

/** In the place of the open file. */
function NoFile({ sandbox, folder, rows, isOver }: NoFileProps) {
  const t = useText()
  const unsupported = useUnsupportedFeature()
  const noChange = unsupported('change', sandbox.platform)
  const noUpload = unsupported('upload', sandbox.platform)
  if (isOver)
    return <EmptyState icon={Upload} title={noChange ?? t('sandboxes.files.drop', { path: folder })} />
  if (rows.length > 1)
    return (
      <EmptyState
        icon={Files}
        title={t('sandboxes.files.chosen', { count: rows.length })}
        hint={t('sandboxes.files.chosenHint')}
        action={
          <Button reason={downloadOff(t, sandbox, rows)} onClick={() => downloadRows(sandbox, rows)}>
            {t('sandboxes.files.download')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      icon={File}
      title={t('sandboxes.files.none')}
      hint={noUpload ?? t('sandboxes.files.choose')}
      action={
        noUpload === undefined ? (
          <FileInput
            label={t('sandboxes.files.send')}
            onFiles={(files) => uploadFiles(sandbox, folder, files)}
          >
            <Upload size={14} aria-hidden />
            {t('sandboxes.files.send')}
          </FileInput>
        ) : null
      }
    />
  )
}

/** The path of the tree row around an element. */
const pathOfRow = (element: Element): string | undefined =>
  element.closest('[role="treeitem"]')?.querySelector<HTMLElement>('[data-path]')?.dataset['path']

/** Keys of the file list in addition to those of every tree. */
function onFileKey(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  place: string,
  tree: FolderTree,
  chosen: readonly TreeRow[],
  /** Absent if nothing may be changed. */
  ask: ((task: FileTask) => void) | undefined,
): boolean {
  const row = chosen.length === 1 ? chosen[0] : undefined
  if (key === 'F2' && row) ask?.({ kind: 'rename', path: row.path })
  else if (key === 'Delete' && chosen.length > 0)
    ask?.({ kind: 'delete', paths: chosen.map(({ path }) => path) })
  else if (key === 'Backspace') showRoot(place, parentOf(tree.root))
  else if (key.toLowerCase() === 'a' && (ctrlKey || metaKey)) markAll(place)
  else return false
  return true
}

/** The folder tree, loaded as folders are expanded. */
function FileTree({ place, tree }: { readonly place: string; readonly tree: FolderTree }) {
  const t = useText()
  const rows = rowsOf(tree)
  const chosen = new Set(chosenRows(tree).map(({ path }) => path))
  const { root, order } = tree
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
      isMarked={(index) => chosen.has(rows[index]?.path ?? '')}
      onMark={(index, how) => markFile(place, rows[index]?.path ?? '', how)}
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
              {shownName(entry.name)}
            </Truncate>
            <small>
              {trouble ??
                (order?.by === 'modified' ? (
                  <Moment at={entry.modified} />
                ) : isFolder ? (
                  ''
                ) : (
                  showSize(entry.size)
                ))}
            </small>
          </>
        )
      }}
    </Tree>
  )
}
