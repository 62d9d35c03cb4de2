import { useState } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useChoices } from './choices.ts'
import { NetworkField } from './network-field.tsx'
import { setNetwork } from './sandbox-actions.ts'

/** Changes what a sandbox may reach that is there already. */
export function NetworkDialog({ sandbox, close }: { readonly sandbox: SandboxInfo; close(): void }) {
  const t = useText()
  const [network, setChosen] = useState(sandbox.network ?? '')
  const { choices } = useChoices(sandbox.platform)
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('sandboxes.network.change.go')}
      description={t('sandboxes.network.change.hint')}
    >
      <Stack
        as="form"
        gap={3}
        onSubmit={(event) => {
          event.preventDefault()
          if (network === '' || network === sandbox.network) return
          close()
          void setNetwork(sandbox, network)
        }}
      >
        <NetworkField value={network} networks={choices?.networks ?? []} onChange={setChosen} />
        <DialogActions>
          <Button onClick={close}>{t('sandboxes.cancel')}</Button>
          <Button
            type="submit"
            tone="primary"
            reason={
              network === '' || network === sandbox.network ? t('sandboxes.network.change.same') : undefined
            }
          >
            {t('sandboxes.network.change.go')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
