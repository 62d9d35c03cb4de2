import { Download, EllipsisVertical, FilePlus, FolderPlus, FolderUp, RefreshCw, Upload } from 'lucide-react'
import { type Ref, useRef } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { newTerminal } from '../sessions/actions.ts'
import { useShown } from '../sessions/shown.ts'
import { codeMenu } from '../code/copy-code.tsx'
import type { FileTask } from './file-dialog.tsx'
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
  /** Opens the dialog of a task. */
  ask(task: FileTask): void
}

/** What can be done with the files: with the folder, and with the chosen one. */
export function FileTools({ sandbox, tree, row, folder, ask }: FileToolsProps) {
  const t = useText()
  const files = useRef<HTMLInputElement>(null)
  const folders = useRef<HTMLInputElement>(null)
  const { platform } = sandbox
  const place = `${platform}/${sandbox.sandboxId}`
  const send = (chosen: File[]): void => {
    void upload(sandbox, loadOfFiles(folder, chosen)).then(() => refreshTree(place))
  }
  const unsupported = useUnsupportedFeature()
  const noUpload = unsupported('upload', platform)
  return (
    <Toolbar label={t('sandboxes.files.tree')}>
      <Input
        key={tree.root}
        className={styles['root'] ?? ''}
        defaultValue={tree.root}
        aria-label={t('sandboxes.files.path')}
        onKeyDown={(event) => {
          if (event.key === 'Enter') showRoot(place, event.currentTarget.value.trim() || '/')
        }}
      />
      <IconButton label={t('sandboxes.files.refresh')} icon={RefreshCw} onClick={() => refreshTree(place)} />
      <IconButton
        label={t('sandboxes.files.newFile')}
        icon={FilePlus}
        reason={noUpload}
        onClick={() => ask({ kind: 'file', folder })}
      />
      <IconButton
        label={t('sandboxes.files.newFolder')}
        icon={FolderPlus}
        onClick={() => ask({ kind: 'folder', folder })}
      />
      <IconButton
        label={t('sandboxes.files.upload')}
        icon={Upload}
        reason={noUpload}
        onClick={() => files.current?.click()}
      />
      <IconButton
        label={t('sandboxes.files.uploadFolder')}
        icon={FolderUp}
        reason={noUpload}
        onClick={() => folders.current?.click()}
      />
      <IconButton
        label={t('sandboxes.files.download')}
        icon={Download}
        reason={!row || row.isFolder ? t('sandboxes.files.download.none') : undefined}
        onClick={() => row && void downloadFile(sandbox, row.path, row.entry.size)}
      />
      <Menu
        label={t('sandboxes.more')}
        icon={EllipsisVertical}
        entries={fileEntries(t, { sandbox, row, folder, ask })}
      />
      <ToolbarSpace />
      {row ? (
        <small className={styles['facts']}>
          {row.path} · {row.entry.mode} · {row.entry.owner}
        </small>
      ) : null}
      <HiddenInput ref={files} label={t('sandboxes.files.upload')} onChoose={send} />
      <HiddenInput ref={folders} label={t('sandboxes.files.uploadFolder')} folders onChoose={send} />
    </Toolbar>
  )
}

type FileMenu = Pick<FileToolsProps, 'sandbox' | 'row' | 'folder' | 'ask'>

/** What can be done with the chosen file or folder. */
export function fileEntries(t: Text, { sandbox, row, folder, ask }: FileMenu): MenuEntry[] {
  const { platform, sandboxId } = sandbox
  const ofRow = row ? undefined : t('sandboxes.files.choose')
  return [
    {
      label: t('sandboxes.files.download'),
      disabled: row?.isFolder === false ? undefined : (ofRow ?? t('sandboxes.files.download.file')),
      act: () => row && void downloadFile(sandbox, row.path, row.entry.size),
    },
    {
      label: t('sandboxes.files.copyPath'),
      act: () => void navigator.clipboard.writeText(row?.path ?? folder),
    },
    {
      label: t('sandboxes.files.terminal'),
      act: () => {
        useShown.setState({ section: 'terminals' })
        void newTerminal(sandbox, { cwd: folder }).catch(() => undefined)
      },
    },
    {
      label: t('sandboxes.files.rename'),
      keys: 'F2',
      disabled: ofRow,
      apart: true,
      takesFocus: true,
      act: () => row && ask({ kind: 'rename', path: row.path }),
    },
    {
      label: t('sandboxes.files.mode'),
      disabled: ofRow,
      takesFocus: true,
      act: () => row && ask({ kind: 'mode', path: row.path, mode: row.entry.mode }),
    },
    {
      label: t('sandboxes.files.delete'),
      keys: 'Delete',
      disabled: ofRow,
      danger: true,
      takesFocus: true,
      act: () => row && ask({ kind: 'delete', path: row.path }),
    },
    codeMenu(
      t,
      [
        [t('sandboxes.code.read'), { kind: 'read', sandboxId, path: row?.path ?? folder }],
        [t('sandboxes.code.upload'), { kind: 'upload', sandboxId, path: `${folder}/local-file` }],
      ],
      platform,
    ),
  ]
}

interface HiddenInputProps {
  readonly ref: Ref<HTMLInputElement>
  readonly label: string
  /** Takes a folder with all that is in it. */
  readonly folders?: boolean
  onChoose(files: File[]): void
}

/** Asks the system for files; a button clicks it. */
function HiddenInput({ ref, label, folders = false, onChoose }: HiddenInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple={!folders}
      {...(folders ? { webkitdirectory: '' } : {})}
      hidden
      aria-label={label}
      onChange={({ target }) => {
        const chosen = [...(target.files ?? [])]
        target.value = ''
        onChoose(chosen)
      }}
    />
  )
}
