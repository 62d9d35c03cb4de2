import { useState } from 'react'
import { create } from 'zustand'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Form } from '../ui/stack.tsx'
import { renameInvestigation, shownInvestigation } from './store.ts'

/** Whether the dialog is open. */
export const useRenaming = create<{ readonly open: boolean }>(() => ({ open: false }))

/** Renames the shown investigation. */
export function RenameDialog() {
  const open = useRenaming((state) => state.open)
  const shown = open ? shownInvestigation() : undefined
  return shown ? <Rename id={shown.id} title={shown.title} /> : null
}

function Rename({ id, title }: { readonly id: string; readonly title: string }) {
  const t = useText()
  const [typed, setTyped] = useState(title)
  const close = (): void => useRenaming.setState({ open: false })
  const rename = (): void => {
    renameInvestigation(id, typed)
    close()
  }
  return (
    <Dialog open onOpenChange={close} title={t('investigations.rename')}>
      <Form gap={3} onSubmit={rename}>
        <Field label={t('investigations.name')}>
          <Input value={typed} maxLength={200} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        <DialogActions>
          <Button type="submit" tone="primary">
            {t('investigations.done')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
