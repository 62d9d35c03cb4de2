import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'

interface DeleteDialogProps {
  readonly open: boolean
  readonly count: number
  onOpenChange(open: boolean): void
  onDelete(): void
}

/** Asks before files are lost. */
export function DeleteDialog({ open, count, onOpenChange, onDelete }: DeleteDialogProps) {
  const t = useText()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('terminal.delete.sure', { count })}
      description={t('terminal.delete.hint')}
    >
      <DialogActions>
        <Button onClick={() => onOpenChange(false)}>{t('terminal.cancel')}</Button>
        <Button
          tone="danger"
          onClick={() => {
            onOpenChange(false)
            onDelete()
          }}
        >
          {t('terminal.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
