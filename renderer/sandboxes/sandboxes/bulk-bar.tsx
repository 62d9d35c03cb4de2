import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
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
import { type UnsupportedFeature, useUnsupportedFeature } from './unsupported-feature.ts'
import { useSandboxes } from './sandbox-store.ts'
import styles from './sandbox-list.module.css'

/** What can be done with all ticked sandboxes at once. */
export function BulkBar() {
  const t = useText()
  const count = useSandboxes((state) => state.selected.size)
  const [deleting, setDeleting] = useState(false)
  const unsupported = useUnsupportedFeature()
  /** Why not all of them can be acted on alike. */
  const reason = (feature: Parameters<UnsupportedFeature>[0]): string | undefined =>
    selectedSandboxes()
      .map(({ platform }) => unsupported(feature, platform))
      .find((one) => one !== undefined)
  return (
    <div className={styles['bulk']} role="toolbar" aria-label={t('sandboxes.bulk.count', { count })}>
      <span>{t('sandboxes.bulk.count', { count })}</span>
      <Button onClick={() => void actOnAll(selectedSandboxes(), keepSandboxAlive)}>
        {t('sandboxes.keepAlive')}
      </Button>
      <Button reason={reason('stop')} onClick={() => void actOnAll(selectedSandboxes(), stopSandbox)}>
        {t('sandboxes.stop')}
      </Button>
      <Button reason={reason('restart')} onClick={() => void actOnAll(selectedSandboxes(), restartSandbox)}>
        {t('sandboxes.restart')}
      </Button>
      <Button tone="danger" reason={reason('remove')} onClick={() => setDeleting(true)}>
        {t('sandboxes.delete')}
      </Button>
      <Button tone="quiet" onClick={() => useSandboxes.setState({ selected: new Set() })}>
        {t('sandboxes.bulk.clear')}
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
