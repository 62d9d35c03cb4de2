import { Download, EllipsisVertical, FilePlus, FolderPlus, FolderUp, RefreshCw, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../../app/i18n/text.ts'
import { Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx'
import { Menu } from '../parts/menu.tsx'
import { useMissing } from '../sandboxes/missing.ts'
import { newTerminal } from '../sessions/opening.ts'
import { useShown } from '../sessions/shown.ts'
import { codeMenu } from '../snippets/copy-code.tsx'
import { FileDialog, type FileTask } from './file-dialog.tsx'
import { downloadFile } from './downloading.ts'
import { loadOfFiles, upload } from './uploading.ts'
import { refreshTree, showRoot, type Tree, type TreeRow } from './tree-store.ts'
import styles from './files.module.css'

interface FileToolsProps {
  readonly sandbox: SandboxInfo
  readonly tree: Tree
  readonly row: TreeRow | undefined
  /** Where new and uploaded files go. */
  readonly folder: string
}

/** What can be done with the files: with the folder, and with the chosen one. */
export function FileTools({ sandbox, tree, row, folder }: FileToolsProps) {
  const t = useText()
  const [task, setTask] = useState<FileTask>()
  const files = useRef<HTMLInputElement>(null)
  const folders = useRef<HTMLInputElement>(null)
  const { platform, sandboxId } = sandbox
  const place = `${platform}/${sandboxId}`
  const send = (input: HTMLInputElement): void => {
    const chosen = [...(input.files ?? [])]
    input.value = ''
    void upload(sandbox, loadOfFiles(folder, chosen)).then(() => refreshTree(place))
  }
  const missing = useMissing()
  const noUpload = missing('upload', platform)
  const ofRow = row ? undefined : t('terminal.files.choose')
  return (
    <Toolbar label={t('terminal.files.tree')}>
      <Input
        key={tree.root}
        className={styles['root'] ?? ''}
        defaultValue={tree.root}
        aria-label={t('terminal.files.path')}
        onKeyDown={(event) => {
          if (event.key === 'Enter') showRoot(place, event.currentTarget.value.trim() || '/')
        }}
      />
      <IconButton label={t('terminal.files.refresh')} icon={RefreshCw} onClick={() => refreshTree(place)} />
      <IconButton
        label={t('terminal.files.newFile')}
        icon={FilePlus}
        reason={noUpload}
        onClick={() => setTask({ kind: 'file', folder })}
      />
      <IconButton
        label={t('terminal.files.newFolder')}
        icon={FolderPlus}
        onClick={() => setTask({ kind: 'folder', folder })}
      />
      <IconButton
        label={t('terminal.files.upload')}
        icon={Upload}
        reason={noUpload}
        onClick={() => files.current?.click()}
      />
      <IconButton
        label={t('terminal.files.uploadFolder')}
        icon={FolderUp}
        reason={noUpload}
        onClick={() => folders.current?.click()}
      />
      <IconButton
        label={t('terminal.files.download')}
        icon={Download}
        disabled={!row || row.isFolder}
        onClick={() => row && void downloadFile(sandbox, row.path, row.entry.size)}
      />
      <Menu
        label={t('terminal.more')}
        icon={EllipsisVertical}
        entries={[
          {
            label: t('terminal.files.terminal'),
            act: () => {
              useShown.setState({ section: 'terminals' })
              newTerminal(sandbox, { cwd: folder })
            },
          },
          {
            label: t('terminal.files.rename'),
            disabled: ofRow,
            apart: true,
            act: () => row && setTask({ kind: 'rename', path: row.path }),
          },
          {
            label: t('terminal.files.mode'),
            disabled: ofRow,
            act: () => row && setTask({ kind: 'mode', path: row.path, mode: row.entry.mode }),
          },
          {
            label: t('terminal.files.delete'),
            disabled: ofRow,
            danger: true,
            act: () => row && setTask({ kind: 'delete', path: row.path }),
          },
          codeMenu(
            t,
            [
              [t('terminal.code.read'), { kind: 'read', sandboxId, path: row?.path ?? folder }],
              [t('terminal.code.upload'), { kind: 'upload', sandboxId, path: `${folder}/local-file` }],
            ],
            platform,
          ),
        ]}
      />
      <ToolbarSpace />
      {row ? (
        <small className={styles['facts']}>
          {row.path} · {row.entry.mode} · {row.entry.owner}
        </small>
      ) : null}
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t('terminal.files.upload')}
        onChange={(event) => send(event.target)}
      />
      <input
        ref={(element) => {
          folders.current = element
          element?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        hidden
        aria-label={t('terminal.files.uploadFolder')}
        onChange={(event) => send(event.target)}
      />
      {task ? <FileDialog sandbox={sandbox} task={task} close={() => setTask(undefined)} /> : null}
    </Toolbar>
  )
}
