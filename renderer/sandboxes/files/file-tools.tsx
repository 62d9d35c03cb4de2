import { Truncate } from '../../ui/truncate.tsx'
import { Download, EllipsisVertical, FilePlus, RefreshCw, Search, Upload } from 'lucide-react'
import { type Ref, useRef } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { shownKeys } from '../../app/keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { newTerminal } from '../sessions/actions.ts'
import { useShown } from '../sessions/shown.ts'
import { codeMenu } from '../code/copy-code.tsx'
import { downloadRows, noFolders } from './downloading.ts'
import type { FileTask } from './file-dialog.tsx'
import { FolderPath } from './folder-path.tsx'
import { useSearchPanel } from './search-store.ts'
import { loadOfFiles, upload } from './uploading.ts'
import { shownName } from '../../ui/shown-name.ts'
import { Moment } from '../../ui/moment.tsx'
import {
  BY_NAME,
  FILE_ORDERS,
  type FileOrder,
  refreshTree,
  sortFiles,
  type Tree,
  type TreeRow,
} from './tree-store.ts'
import { copyText } from '../../app/copy-text.ts'

interface FileToolsProps {
  readonly sandbox: SandboxInfo
  readonly tree: Tree
  /** The selected rows. */
  readonly rows: readonly TreeRow[]
  /** Target folder for new and uploaded files. */
  readonly folder: string
  /** Opens the dialog of a file operation. */
  ask(task: FileTask): void
}

/** Uploads chosen files into a folder, and shows them there. */
export function uploadFiles(
  place: Pick<SandboxInfo, 'platform' | 'sandboxId'>,
  folder: string,
  files: readonly File[],
): void {
  void upload(place, loadOfFiles(folder, files)).then(() =>
    refreshTree(`${place.platform}/${place.sandboxId}`),
  )
}

/** The toolbar for files: actions on the folder and on the selection. */
export function FileTools({ sandbox, tree, rows, folder, ask }: FileToolsProps) {
  const t = useText()
  const row = only(rows)
  const files = useRef<HTMLInputElement>(null)
  const folders = useRef<HTMLInputElement>(null)
  const searching = useSearchPanel((state) => state.open)
  const { platform } = sandbox
  const place = `${platform}/${sandbox.sandboxId}`
  const send = (chosen: File[]): void => uploadFiles(sandbox, folder, chosen)
  const unsupported = useUnsupportedFeature()
  const noUpload = unsupported('upload', platform)
  const noChange = unsupported('change', platform)
  return (
    <Toolbar label={t('sandboxes.files.tree')}>
      <FolderPath place={place} root={tree.root} />
      <IconButton label={t('sandboxes.files.refresh')} icon={RefreshCw} onClick={() => refreshTree(place)} />
      <IconButton
        label={t('sandboxes.files.search')}
        icon={Search}
        reason={unsupported('execute', platform)}
        keys={shownKeys('sandboxes.find')}
        aria-pressed={searching}
        onClick={() => useSearchPanel.setState({ open: !searching })}
      />
      <IconButton
        label={t('sandboxes.files.newFile')}
        icon={FilePlus}
        reason={noUpload}
        onClick={() => ask({ kind: 'file', folder })}
      />
      <IconButton
        label={t('sandboxes.files.upload')}
        icon={Upload}
        reason={noUpload}
        onClick={() => files.current?.click()}
      />
      <IconButton
        label={t('sandboxes.files.download')}
        icon={Download}
        reason={downloadOff(t, sandbox, rows)}
        onClick={() => downloadRows(sandbox, rows)}
      />
      <Menu
        label={t('sandboxes.more')}
        icon={EllipsisVertical}
        entries={[
          {
            label: t('sandboxes.files.newFolder'),
            takesFocus: true,
            disabled: noChange,
            act: () => ask({ kind: 'folder', folder }),
          },
          {
            label: t('sandboxes.files.uploadFolder'),
            disabled: noUpload,
            act: () => folders.current?.click(),
          },
          {
            label: t('sandboxes.files.sort'),
            entries: orderEntries(t, tree.order, (order) => sortFiles(place, order)),
          },
          ...fileEntries(t, { sandbox, rows, folder, noChange, ask }).map((entry, at) =>
            at === 0 ? { ...entry, apart: true } : entry,
          ),
        ]}
      />
      <ToolbarSpace />
      {row ? (
        <Truncate as="small">
          {shownName(row.path)} · {row.entry.mode} · {row.entry.owner} · <Moment at={row.entry.modified} />
        </Truncate>
      ) : rows.length > 1 ? (
        <Truncate as="small">{t('sandboxes.files.chosen', { count: rows.length })}</Truncate>
      ) : null}
      <HiddenInput ref={files} label={t('sandboxes.files.upload')} onChoose={send} />
      <HiddenInput ref={folders} label={t('sandboxes.files.uploadFolder')} folders onChoose={send} />
    </Toolbar>
  )
}

const only = (rows: readonly TreeRow[]): TreeRow | undefined => (rows.length === 1 ? rows[0] : undefined)

function orderEntries(t: Text, order: FileOrder = BY_NAME, choose: (order: FileOrder) => void): MenuEntry[] {
  const { by, isDown } = order
  return [
    ...FILE_ORDERS.map((one) => ({
      label: t(`sandboxes.files.sort.${one}`),
      checked: by === one,
      stays: true,
      act: () => choose({ by: one, isDown }),
    })),
    {
      label: t('sandboxes.files.sort.down'),
      checked: isDown,
      apart: true,
      stays: true,
      act: () => choose({ by, isDown: !isDown }),
    },
  ]
}

/** Why downloading is disabled. */
export function downloadOff(
  t: Text,
  { platform }: SandboxInfo,
  rows: readonly TreeRow[],
): string | undefined {
  if (rows.length === 0) return t('sandboxes.files.download.none')
  const isRefused = rows.some(({ isFolder }) => isFolder) && noFolders(platform)
  return isRefused ? t('sandboxes.files.download.noFolder') : undefined
}

interface FileMenu extends Pick<FileToolsProps, 'sandbox' | 'rows' | 'folder' | 'ask'> {
  /** Why nothing may be changed. */
  readonly noChange: string | undefined
}

/** Menu entries for the selected files and folders. */
export function fileEntries(t: Text, { sandbox, rows, folder, noChange, ask }: FileMenu): MenuEntry[] {
  const { platform, sandboxId } = sandbox
  const row = only(rows)
  const none = rows.length > 0 ? undefined : t('sandboxes.files.choose')
  const ofRow = rows.length > 1 ? t('sandboxes.files.one') : none
  const paths = rows.map(({ path }) => path)
  const [first, second] = rows.filter(({ isFolder }) => !isFolder)
  const isPair = rows.length === 2 && first !== undefined && second !== undefined
  return [
    {
      label: t('sandboxes.files.download'),
      disabled: downloadOff(t, sandbox, rows),
      act: () => downloadRows(sandbox, rows),
    },
    {
      label: t('sandboxes.files.copyPath'),
      act: () => void copyText(paths.join('\n') || folder),
    },
    {
      label: t('sandboxes.files.compare'),
      disabled: isPair ? undefined : t('sandboxes.files.two'),
      takesFocus: true,
      act: () => isPair && ask({ kind: 'compare', first: first.path, second: second.path }),
    },
    {
      label: t('sandboxes.files.terminal'),
      disabled: noChange,
      act: () => {
        useShown.setState({ section: 'terminals' })
        void newTerminal(sandbox, { cwd: folder }).catch(() => undefined)
      },
    },
    {
      label: t('sandboxes.files.rename'),
      keys: 'F2',
      disabled: noChange ?? ofRow,
      apart: true,
      takesFocus: true,
      act: () => row && ask({ kind: 'rename', path: row.path }),
    },
    {
      label: t('sandboxes.files.mode'),
      disabled: noChange ?? ofRow,
      takesFocus: true,
      act: () => row && ask({ kind: 'mode', path: row.path, mode: row.entry.mode }),
    },
    {
      label: t('sandboxes.files.delete'),
      keys: 'Delete',
      disabled: noChange ?? none,
      danger: true,
      takesFocus: true,
      act: () => ask({ kind: 'delete', paths }),
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
  /** Selects a folder with its contents. */
  readonly folders?: boolean
  onChoose(files: File[]): void
}

/** The hidden file input behind a button. */
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
