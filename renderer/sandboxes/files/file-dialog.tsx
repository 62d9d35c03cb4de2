/* oxlint-disable jsx-a11y/no-autofocus -- the first field of a dialog that was just asked for */
import { useState } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FailureText } from '../../app/failure-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { writeFile } from './transfers.ts'
import { shownName } from '../../ui/shown-name.ts'
import { joined, nameOf, outermost, parentOf, refreshTree, selectFile } from './tree-store.ts'

export type FileTask =
  | { readonly kind: 'file' | 'folder'; readonly folder: string }
  | { readonly kind: 'rename'; readonly path: string }
  | { readonly kind: 'delete'; readonly paths: readonly string[] }
  | { readonly kind: 'compare'; readonly first: string; readonly second: string }
  | { readonly kind: 'mode'; readonly path: string; readonly mode: string }

interface FileDialogProps {
  readonly sandbox: SandboxInfo
  readonly task: Exclude<FileTask, { kind: 'compare' }>
  close(): void
}

/** Labels of the confirm button. */
const VERBS = {
  file: 'sandboxes.files.create',
  folder: 'sandboxes.files.create',
  rename: 'sandboxes.files.rename',
  mode: 'sandboxes.files.apply',
  delete: 'sandboxes.files.delete',
} as const

const firstValue = (task: FileDialogProps['task']): string =>
  task.kind === 'rename' ? nameOf(task.path) : task.kind === 'mode' ? task.mode : ''

function titleOf(t: Text, task: FileDialogProps['task']): string {
  switch (task.kind) {
    case 'file':
      return t('sandboxes.files.newFile')
    case 'folder':
      return t('sandboxes.files.newFolder')
    case 'rename':
      return t('sandboxes.files.rename.of', { name: shownName(nameOf(task.path)) })
    case 'mode':
      return t('sandboxes.files.mode.of', { name: shownName(nameOf(task.path)) })
    case 'delete':
      return task.paths.length === 1
        ? t('sandboxes.files.delete.sure', { path: shownName(task.paths[0] ?? '') })
        : t('sandboxes.files.delete.many', { count: task.paths.length })
  }
}

/** Asks for the input of a file operation. */
export function FileDialog({ sandbox, task, close }: FileDialogProps) {
  const t = useText()
  const [value, setValue] = useState(() => firstValue(task))
  const [problem, setProblem] = useState<Failure>()
  const where = { platform: sandbox.platform, sandboxId: sandbox.sandboxId }
  const place = `${sandbox.platform}/${sandbox.sandboxId}`
  const perform = async (): Promise<string | undefined> => {
    switch (task.kind) {
      case 'file': {
        const path = joined(task.folder, value.trim())
        await writeFile(where, path, new Blob([]))
        return path
      }
      case 'folder':
        await workbench.call('sandboxes.makeFolder', { ...where, path: joined(task.folder, value.trim()) })
        return undefined
      case 'rename': {
        const to = joined(parentOf(task.path), value.trim())
        await workbench.call('sandboxes.renameFile', { ...where, path: task.path, to })
        return to
      }
      case 'mode':
        await workbench.call('sandboxes.setMode', { ...where, path: task.path, mode: value.trim() })
        return task.path
      case 'delete':
        for (const path of outermost(task.paths)) {
          await workbench.call('sandboxes.removeFile', { ...where, path })
        }
        return undefined
    }
  }
  const apply = async (): Promise<void> => {
    setProblem(undefined)
    try {
      const path = await perform()
      selectFile(place, path)
      refreshTree(place)
      close()
    } catch (error) {
      // With several files, some may already be gone.
      refreshTree(place)
      setProblem(toFailure(error))
    }
  }
  const isDelete = task.kind === 'delete'
  return (
    <Dialog open onOpenChange={close} title={titleOf(t, task)}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void apply()
        }}
      >
        {isDelete ? null : (
          <Field
            label={t(task.kind === 'mode' ? 'sandboxes.files.mode' : 'sandboxes.files.name')}
            {...(task.kind === 'mode' ? { hint: t('sandboxes.files.mode.hint') } : {})}
          >
            <Input value={value} autoFocus onChange={(event) => setValue(event.target.value)} />
          </Field>
        )}
        {problem ? (
          <Notice tone="bad" role="alert">
            <FailureText failure={problem} />
          </Notice>
        ) : null}
        <DialogActions>
          <Button onClick={close}>{t('sandboxes.cancel')}</Button>
          <Button
            type="submit"
            autoFocus={isDelete}
            tone={isDelete ? 'danger' : 'primary'}
            reason={!isDelete && value.trim() === '' ? t('ui.need') : undefined}
          >
            {t(VERBS[task.kind])}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
