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
      title={t('sandboxes.delete.sure', { count })}
      description={t('sandboxes.delete.hint')}
    >
      <DialogActions>
        <Button onClick={() => onOpenChange(false)}>{t('sandboxes.cancel')}</Button>
        <Button
          tone="danger"
          onClick={() => {
            onOpenChange(false)
            onDelete()
          }}
        >
          {t('sandboxes.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
