import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { answerLosing, useActions } from './sandbox-actions.ts'
import { isPod } from './title.ts'

interface DeleteDialogProps {
  readonly open: boolean
  readonly count: number
  /** Name, if it is a single one. */
  readonly name?: string
  onOpenChange(open: boolean): void
  onDelete(): void
}

/** Asks for confirmation before files are deleted. */
export function DeleteDialog({ open, count, name, onOpenChange, onDelete }: DeleteDialogProps) {
  const t = useText()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        name === undefined ? t('sandboxes.delete.sure', { count }) : t('sandboxes.delete.named', { name })
      }
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

/** Asks for confirmation before a stop that may delete files. */
export function StopDialog() {
  const t = useText()
  const losing = useActions((state) => state.losing)
  const count = losing.length
  const ofPods = count > 0 && losing.every(isPod)
  return (
    <Dialog
      open={count > 0}
      onOpenChange={(open) => {
        if (!open) void answerLosing(false)
      }}
      title={t(ofPods ? 'sandboxes.stop.pod' : 'sandboxes.stop.sure', { count })}
      description={t(ofPods ? 'sandboxes.stop.pod.hint' : 'sandboxes.stop.hint')}
    >
      <DialogActions>
        <Button onClick={() => void answerLosing(false)}>{t('sandboxes.cancel')}</Button>
        <Button tone="danger" onClick={() => void answerLosing(true)}>
          {t('sandboxes.stop')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
