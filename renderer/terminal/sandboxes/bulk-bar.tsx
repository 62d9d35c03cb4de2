import { useState } from 'react'
import { useText } from '../../app/i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import {
  actOnAll,
  deleteSandbox,
  keepSandboxAlive,
  restartSandbox,
  selectedSandboxes,
  stopSandbox,
} from './sandbox-actions.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { useSandboxes } from './sandbox-store.ts'
import styles from './sandbox-list.module.css'

/** What can be done with all ticked sandboxes at once. */
export function BulkBar() {
  const t = useText()
  const count = useSandboxes((state) => state.selected.size)
  const [deleting, setDeleting] = useState(false)
  return (
    <div className={styles['bulk']} role="toolbar" aria-label={t('terminal.bulk.count', { count })}>
      <span>{t('terminal.bulk.count', { count })}</span>
      <Button onClick={() => void actOnAll(selectedSandboxes(), keepSandboxAlive)}>
        {t('terminal.keepAlive')}
      </Button>
      <Button onClick={() => void actOnAll(selectedSandboxes(), stopSandbox)}>{t('terminal.stop')}</Button>
      <Button onClick={() => void actOnAll(selectedSandboxes(), restartSandbox)}>
        {t('terminal.restart')}
      </Button>
      <Button tone="danger" onClick={() => setDeleting(true)}>
        {t('terminal.delete')}
      </Button>
      <Button tone="quiet" onClick={() => useSandboxes.setState({ selected: new Set() })}>
        {t('terminal.bulk.clear')}
      </Button>
      <DeleteDialog
        open={deleting}
        count={count}
        onOpenChange={setDeleting}
        onDelete={() => void actOnAll(selectedSandboxes(), deleteSandbox)}
      />
    </div>
  )
}
