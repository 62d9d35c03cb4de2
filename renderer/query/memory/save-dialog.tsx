import { useState } from 'react'
import { create } from 'zustand'
import type { SavedQuery } from '#shared/documents/query.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/stack.tsx'
import { changeTab, activeTab } from '../tabs/tabs-store.ts'
import styles from './memory.module.css'
import { saveQuery, useSaved } from './saved.ts'

/** The query being saved; a new one has no id. */
type Draft = Omit<SavedQuery, 'id'> & { readonly id?: string }

export const useSaving = create<{ readonly query: Draft | undefined }>(() => ({ query: undefined }))

function SaveForm({ start, onDone }: { readonly start: Draft; onDone(): void }) {
  const t = useText()
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(false)
  const isNameless = draft.name.trim() === ''
  const folders = [...new Set(useSaved().queries.map((query) => query.folder))].filter(Boolean)
  const save = async (): Promise<void> => {
    const saved = await saveQuery({ ...draft, name: draft.name.trim() })
    const tab = activeTab()
    if (tab.text === saved.text) changeTab(tab.id, { title: saved.name, saved: saved.id })
    onDone()
  }
  return (
    <Form gap={2} className={styles['form']} onSubmit={() => !isNameless && save()}>
      <Field label={t('query.save.name')} error={tried && isNameless ? t('query.save.nameless') : undefined}>
        <Input
          value={draft.name}
          required
          // The dialog was opened for typing.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
          // While the button is off, Enter submits nothing.
          onKeyDown={({ key }) => key === 'Enter' && setTried(true)}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
      </Field>
      <Field label={t('query.save.folder')} hint={t('query.save.folderHint')}>
        <Input
          value={draft.folder}
          list="query-folders"
          onChange={(event) => setDraft({ ...draft, folder: event.target.value })}
        />
      </Field>
      <datalist id="query-folders">
        {folders.map((folder) => (
          <option key={folder} value={folder} aria-label={folder} />
        ))}
      </datalist>
      <Field label={t('query.save.description')}>
        <Input
          value={draft.description}
          onChange={(event) => setDraft({ ...draft, description: event.target.value })}
        />
      </Field>
      <pre>{draft.text}</pre>
      <DialogActions>
        <Button onClick={onDone}>{t('ui.cancel')}</Button>
        <Button type="submit" tone="primary" reason={isNameless ? t('query.save.nameless') : undefined}>
          {t('query.save')}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** Saves a query under a name. */
export function SaveDialog() {
  const t = useText()
  const query = useSaving((state) => state.query)
  const close = (): void => useSaving.setState({ query: undefined })
  return (
    <Dialog
      open={query !== undefined}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={t('query.save.title')}
    >
      {query ? <SaveForm start={query} onDone={close} /> : null}
    </Dialog>
  )
}
