import { useState } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Form } from '../../ui/stack.tsx'
import { changeKnown, useNameOf, useNotesOf } from './sandbox-store.ts'
import styles from './start-dialog.module.css'

/** Edits a sandbox's name and notes. */
export function NameDialog({ sandbox, close }: { readonly sandbox: SandboxInfo; close(): void }) {
  const t = useText()
  const place = placeOf(sandbox)
  const [name, setName] = useState(useNameOf(place, sandbox) ?? '')
  const [notes, setNotes] = useState(useNotesOf(sandbox) ?? '')
  // An empty text here overrides the platform's.
  const override = (text: string, theirs: string | undefined): string | undefined =>
    text.trim() || (theirs === undefined ? undefined : '')
  return (
    <Dialog open onOpenChange={close} title={t('sandboxes.name.title')}>
      <Form
        gap={3}
        onSubmit={() => {
          changeKnown(place, { name: override(name, sandbox.name), notes: override(notes, sandbox.notes) })
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
      </Form>
    </Dialog>
  )
}
