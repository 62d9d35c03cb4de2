import { useEffect, useState } from 'react'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { showTime, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/field.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { loadViews, openView, removeView, saveView, useViews } from '../keep/saved-views.ts'
import { saveLook } from '../keep/saved-look.ts'
import { closeDialog } from '../panels/dialog-store.ts'
import { positionsOf } from '../view/positions.ts'
import { useSurface } from '../view/surface-context.ts'
import { viewOf } from '../view/surface.ts'
import styles from './dialogs.module.css'

/** Named views: filters, positions, pins, notes and style rules, to come back to. */
export function ViewsDialog() {
  const t = useText()
  const surface = useSurface()
  const views = useViews()
  const [title, setTitle] = useState('')
  const [failure, setFailure] = useState<Failure>()
  const { id } = surface.getState()
  const attempt = (work: Promise<unknown>): void =>
    void work.catch((error: unknown) => setFailure(toFailure(error)))
  useEffect(() => attempt(loadViews()), [])
  return (
    <Dialog
      open
      onOpenChange={closeDialog}
      title={t('explorer.views.title')}
      description={t('explorer.views.hint')}
      width={520}
    >
      <Form
        className={styles['row']}
        onSubmit={() => {
          const state = surface.getState()
          if (title.trim() === '') return
          attempt(saveView(title.trim(), id, saveLook(viewOf(state), positionsOf(state), state.rules)))
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
          {t('explorer.views.save')}
        </Button>
      </Form>
      <Stack as="ul" scroll className={styles['list']}>
        {views
          .filter(({ tab }) => tab === id)
          .map((view) => (
            <li key={view.id}>
              <span>{view.title}</span>
              <small>{showTime(view.at, true)}</small>
              <Button onClick={() => attempt(openView(surface, view).then(closeDialog))}>
                {t('explorer.views.open')}
              </Button>
              <Button tone="danger" onClick={() => attempt(removeView(view.id))}>
                {t('explorer.views.remove')}
              </Button>
            </li>
          ))}
      </Stack>
      {views.every(({ tab }) => tab !== id) ? (
        <Text as="p" tone="quiet" small>
          {t('explorer.views.none')}
        </Text>
      ) : null}
      <FailureNotice failure={failure} />
    </Dialog>
  )
}
