import { useState } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { changeKnown, useKnown } from './sandbox-store.ts'
import styles from './start-dialog.module.css'

/** What a person calls a sandbox, and what he wants to remember of it. */
export function NameDialog({ sandbox, close }: { readonly sandbox: SandboxInfo; close(): void }) {
  const t = useText()
  const place = placeOf(sandbox)
  const known = useKnown(place)
  const [name, setName] = useState(known.name ?? '')
  const [notes, setNotes] = useState(known.notes ?? '')
  return (
    <Dialog open onOpenChange={close} title={t('sandboxes.name.title')}>
      <Stack
        as="form"
        gap={3}
        onSubmit={(event) => {
          event.preventDefault()
          changeKnown(place, { name: name.trim() || undefined, notes: notes.trim() || undefined })
          close()
        }}
      >
        <Field label={t('sandboxes.name')}>
          <Input value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={t('sandboxes.notes')}>
          <textarea
            className={styles['env']}
            rows={4}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
        </Field>
        <DialogActions>
          <Button onClick={close}>{t('sandboxes.cancel')}</Button>
          <Button type="submit" tone="primary">
            {t('sandboxes.name.save')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
