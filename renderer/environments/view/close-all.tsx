import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { closeAll } from '../session/play.ts'
import { useTabs } from '../session/tabs.ts'

/** Closes everything after asking; the episodes stay in the library. */
export function CloseAllButton({ icon }: { readonly icon: LucideIcon }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const tabs = useTabs()
  const open = tabs.filter((tab) => tab.kind === 'environment' && tab.sandboxId !== undefined).length
  return (
    <>
      <IconButton icon={icon} label={t('environments.tab.closeAll')} onClick={() => setAsking(true)} />
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('environments.tab.closeAll')}
        description={t('environments.tab.closeAllText', { tabs: tabs.length, open })}
      >
        <DialogActions>
          <Button onClick={() => setAsking(false)}>{t('ui.cancel')}</Button>
          <Button
            tone="primary"
            onClick={() => {
              setAsking(false)
              void closeAll()
            }}
          >
            {t('environments.tab.closeAll')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
