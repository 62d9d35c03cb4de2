import { useEffect, useState } from 'react'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Text } from '../../ui/text.tsx'
import { setView, useBenchView } from '../session/view-store.ts'
import { EndpointFields } from './endpoint-fields.tsx'
import { endpointOf, formOf, isComplete } from './endpoint-form.ts'
import { forgetEndpoint, saveEndpoint, useEndpoints } from './endpoint-store.ts'

const NEW = ''

/** Names the endpoints that may play as agents. Nothing is sent to any before this was filled in. */
export function EndpointDialog() {
  const t = useText()
  const open = useBenchView((state) => state.dialog === 'endpoint')
  const endpoints = useEndpoints()
  const [chosen, setChosen] = useState<string>()
  const kept = endpoints.find(({ id }) => id === (chosen ?? endpoints[0]?.id))
  const [form, setForm] = useState(() => formOf(kept))
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    if (!open) return
    setForm(formOf(kept))
    setFailure(undefined)
  }, [open, kept])
  const close = (): void => {
    setChosen(undefined)
    setView({ dialog: undefined })
  }
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
      title={t('environments.endpoint')}
      description={t('environments.endpoint.description')}
      width={600}
    >
      {endpoints.length > 0 ? (
        <Field label={t('environments.endpoint.which')}>
          <Select value={kept?.id ?? NEW} onChange={(event) => setChosen(event.target.value)}>
            {endpoints.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value={NEW}>{t('environments.endpoint.new')}</option>
          </Select>
        </Field>
      ) : null}
      <EndpointFields
        form={form}
        hasKey={kept !== undefined && kept.key === form.keyFrom}
        onChange={(part) => setForm((now) => ({ ...now, ...part }))}
      />
      {failure ? (
        <Text role="alert" as="p" tone="bad">
          <FailureText failure={failure} /> {t('environments.endpoint.otherKeys')}
        </Text>
      ) : null}
      <DialogActions>
        {kept ? (
          <Button tone="danger" onClick={() => void forgetEndpoint(kept).then(close)}>
            {t('environments.endpoint.forget')}
          </Button>
        ) : null}
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button tone="primary" disabled={!isComplete(form)} onClick={() => void save()}>
          {t('environments.endpoint.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
