import { useEffect, useState } from 'react'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { setView, useGemView } from '../session/view-store.ts'
import { Text } from '../../ui/text.tsx'
import { EndpointFields } from './endpoint-fields.tsx'
import { endpointOf, formOf, isComplete } from './endpoint-form.ts'
import { forgetEndpoint, saveEndpoint, useEndpoint } from './endpoint-store.ts'

/** Names the endpoint that may play as an agent. Nothing is sent to any before this was filled in. */
export function EndpointDialog() {
  const t = useText()
  const open = useGemView((state) => state.dialog === 'endpoint')
  const kept = useEndpoint()
  const [form, setForm] = useState(() => formOf(kept))
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    if (!open) return
    setForm(formOf(kept))
    setFailure(undefined)
  }, [open, kept])
  const close = (): void => setView({ dialog: undefined })
  const save = async (): Promise<void> => {
    try {
      await saveEndpoint(endpointOf(form, kept), form.key)
      close()
    } catch (error) {
      setFailure(toFailure(error))
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('gem.endpoint')}
      description={t('gem.endpoint.description')}
      width={520}
    >
      <EndpointFields
        form={form}
        hasKey={Boolean(kept?.secret)}
        onChange={(part) => setForm((now) => ({ ...now, ...part }))}
      />
      {failure ? (
        <Text role="alert" as="p" tone="bad">
          {failure.message} {failure.hint ?? ''}
        </Text>
      ) : null}
      <DialogActions>
        {kept ? (
          <Button tone="danger" onClick={() => void forgetEndpoint().then(close)}>
            {t('gem.endpoint.forget')}
          </Button>
        ) : null}
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button tone="primary" disabled={!isComplete(form)} onClick={() => void save()}>
          {t('gem.endpoint.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
