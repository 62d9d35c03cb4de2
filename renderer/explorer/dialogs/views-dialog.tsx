import { Check, Download, Link, Pencil, Save } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SharedView } from '#shared/documents/explorer.ts'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { saveFile } from '../../app/save-file.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { Age } from '../../ui/moment.tsx'
import { openView, openViewFile, sharedView } from '../exchange/open-view.ts'
import { linkOfView, viewFile } from '../exchange/shared-view.ts'
import { documentName } from '../saved-views/persist-view.ts'
import {
  storeView,
  loadViews,
  type NamedView,
  removeView,
  renameView,
  saveView,
  useViews,
} from '../saved-views/saved-views.ts'
import { closeDialog } from '../panels/dialog-store.ts'
import { useExplorer } from '../store/explorer-store.ts'
import { showAsOpened } from '../view/as-opened.ts'
import { useSurface } from '../view/surface-context.ts'
import styles from './dialogs.module.css'

/** Buttons that copy a link to a view or save it as a file. */
function ShareButtons({ view, attempt }: { view(): SharedView; attempt(work: Promise<unknown>): void }) {
  const t = useText()
  const [copied, setCopied] = useState(false)
  return (
    <>
      <IconButton
        label={t(copied ? 'ui.copied' : 'explorer.views.link')}
        icon={copied ? Check : Link}
        onClick={() =>
          attempt(
            linkOfView(view())
              .then((link) => navigator.clipboard.writeText(link))
              .then(() => setCopied(true)),
          )
        }
      />
      <IconButton
        label={t('explorer.views.file')}
        icon={Download}
        onClick={() => {
          const shared = view()
          saveFile(`${documentName(shared.title)}.orrery`, viewFile(shared), 'application/json')
        }}
      />
    </>
  )
}

interface ViewLineProps {
  readonly view: NamedView
  /** Titles of the other views. */
  readonly taken: readonly string[]
  attempt(work: Promise<unknown>): void
  onReplace(): void
  onRemove(): void
}

/** One saved view, with inline renaming. */
function ViewLine({ view, taken, attempt, onReplace, onRemove }: ViewLineProps) {
  const t = useText()
  const [title, setTitle] = useState<string>()
  const wanted = title?.trim() ?? ''
  if (title !== undefined)
    return (
      <li>
        <Form
          className={styles['row']}
          onSubmit={() => {
            if (wanted === '' || taken.includes(wanted)) return
            setTitle(undefined)
            if (wanted !== view.title) attempt(renameView(view, wanted))
          }}
        >
          <Input
            aria-label={t('explorer.views.name')}
            // The field appears at the user's request.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
          <Button
            type="submit"
            reason={
              wanted === '' ? t('ui.need') : taken.includes(wanted) ? t('explorer.views.taken') : undefined
            }
          >
            {t('explorer.views.rename')}
          </Button>
          <Button tone="quiet" onClick={() => setTitle(undefined)}>
            {t('ui.cancel')}
          </Button>
        </Form>
      </li>
    )
  return (
    <li>
      <span>{view.title}</span>
      <small>
        <Age at={view.at} />
      </small>
      <IconButton label={t('explorer.views.rename')} icon={Pencil} onClick={() => setTitle(view.title)} />
      <IconButton label={t('explorer.views.replaceWith')} icon={Save} onClick={onReplace} />
      <ShareButtons view={() => ({ orrery: 'view', version: 1, ...view })} attempt={attempt} />
      <Button onClick={() => attempt(openView(view).then(closeDialog))}>{t('explorer.views.open')}</Button>
      <Button tone="danger" onClick={onRemove}>
        {t('explorer.views.remove')}
      </Button>
    </li>
  )
}

const loadedConnection = (): string | undefined => useExplorer.getState().loaded?.connection

/** Saved views: filters, positions, pins, notes and style rules. */
export function ViewsDialog() {
  const t = useText()
  const surface = useSurface()
  const views = useViews()
  const [title, setTitle] = useState('')
  const [failure, setFailure] = useState<Failure>()
  const [removed, setRemoved] = useState<NamedView>()
  const { id } = surface.getState()
  const mine = views.filter(({ tab }) => tab === id)
  const isTaken = mine.some((view) => view.title === title.trim())
  const attempt = (work: Promise<unknown>): void =>
    void work.catch((error: unknown) => setFailure(toFailure(error)))
  useEffect(() => attempt(loadViews()), [])
  return (
    <Dialog
      open
      onOpenChange={closeDialog}
      title={t('explorer.views.title')}
      description={t('explorer.views.hint')}
      width={600}
    >
      <Form
        className={styles['row']}
        onSubmit={() => {
          const state = surface.getState()
          if (title.trim() === '') return
          attempt(saveView(sharedView(state, title.trim()), loadedConnection()))
          setTitle('')
        }}
      >
        <Input
          aria-label={t('explorer.views.name')}
          placeholder={t('explorer.views.name')}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Button type="submit" reason={title.trim() === '' ? t('ui.need') : undefined}>
          {t(isTaken ? 'explorer.views.replace' : 'explorer.views.save')}
        </Button>
        <ShareButtons
          view={() => sharedView(surface.getState(), title.trim() || t(`explorer.tab.${id}`))}
          attempt={attempt}
        />
        <FileInput
          accept=".orrery"
          label={t('explorer.views.openFile')}
          onFile={(file) => attempt(openViewFile(file).then(closeDialog))}
        >
          {t('explorer.views.openFile')}
        </FileInput>
      </Form>
      <Stack as="ul" scroll className={styles['list']}>
        {id === 'model' ? (
          <li>
            <span>{t('explorer.views.asOpened')}</span>
            <Button onClick={() => attempt(showAsOpened(surface).then(closeDialog))}>
              {t('explorer.views.open')}
            </Button>
          </li>
        ) : null}
        {mine.map((view) => (
          <ViewLine
            key={view.id}
            view={view}
            taken={mine.flatMap(({ id, title }) => (id === view.id ? [] : [title]))}
            attempt={attempt}
            onReplace={() =>
              attempt(saveView(sharedView(surface.getState(), view.title), loadedConnection()))
            }
            onRemove={() => {
              setRemoved(view)
              attempt(removeView(view.id))
            }}
          />
        ))}
      </Stack>
      {mine.length === 0 ? (
        <Text as="p" tone="quiet" small>
          {t('explorer.views.none')}
        </Text>
      ) : null}
      {removed ? (
        <Notice
          role="status"
          action={
            <Button
              onClick={() => {
                attempt(storeView(removed))
                setRemoved(undefined)
              }}
            >
              {t('explorer.views.putBack')}
            </Button>
          }
        >
          {t('explorer.views.removed', { title: removed.title })}
        </Notice>
      ) : null}
      <FailureNotice failure={failure} />
    </Dialog>
  )
}
