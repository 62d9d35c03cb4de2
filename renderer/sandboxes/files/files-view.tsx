import { useEffect, useState, type DragEvent } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Split } from '../../ui/split.tsx'
import { useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { useTerminals } from '../sessions/view.ts'
import { FileTools } from './file-tools.tsx'
import { FileTree } from './file-tree.tsx'
import { FileView } from './file-view.tsx'
import { loadOfDrop, upload } from './uploading.ts'
import { parentOf, refreshTree, rowsOf, selectFile, showRoot, useTrees } from './tree-store.ts'
import styles from './files.module.css'

/** The files of a sandbox: a tree, and the one that is open. */
export function FilesView({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const place = `${sandbox.platform}/${sandbox.sandboxId}`
  const tree = useTrees((trees) => trees[place])
  const home = useTerminals((state) => {
    const terminal = Object.values(state.terminals).find(
      (one) => `${one.platform}/${one.sandboxId}` === place,
    )
    return terminal?.cwd ?? terminal?.home
  })
  const [over, setOver] = useState(false)
  const noFiles = useUnsupportedFeature()('execute', sandbox.platform)
  const { isAlive } = sandbox
  useEffect(() => {
    if (isAlive && noFiles === undefined && !useTrees.getState()[place]) showRoot(place, home ?? '/')
  }, [home, isAlive, noFiles, place])
  if (noFiles !== undefined) return <EmptyState title={noFiles} />
  if (!tree)
    return (
      <EmptyState
        title={t(isAlive ? 'ui.loading' : 'sandboxes.stopped.title')}
        hint={isAlive ? '' : t('sandboxes.stopped.hint')}
      />
    )
  const row = rowsOf(tree).find(({ path }) => path === tree.selected)
  const folder = row === undefined ? tree.root : row.isFolder ? row.path : parentOf(row.path)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void loadOfDrop(folder, event.dataTransfer)
      .then((load) => upload(sandbox, load))
      .then(() => refreshTree(place))
  }
  return (
    <div
      className={styles['files']}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileTools sandbox={sandbox} tree={tree} row={row} folder={folder} />
      <Split id="sandbox-files" direction="horizontal" first={32}>
        <FileTree place={place} tree={tree} />
        {row && !row.isFolder ? (
          <FileView
            key={row.path}
            place={{ platform: sandbox.platform, sandboxId: sandbox.sandboxId }}
            path={row.path}
            entry={row.entry}
            close={() => selectFile(place, undefined)}
          />
        ) : (
          <EmptyState
            title={over ? t('sandboxes.files.drop', { path: folder }) : t('sandboxes.files.choose')}
          />
        )}
      </Split>
    </div>
  )
}
