import { useEffect, useState } from 'react'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { useText } from '../../app/i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { setView, useGemView } from '../gem-view-store.ts'
import styles from '../record/record-pane.module.css'
import { DEFAULT_INSTRUCTIONS } from './agent-messages.ts'
import { type AgentEndpoint, forgetEndpoint, KEY_NAME, saveEndpoint, useEndpoint } from './endpoint-store.ts'

/** Names the endpoint that may play as an agent. Nothing is sent to any before this was filled in. */
export function EndpointDialog() {
  const t = useText()
  const open = useGemView((state) => state.dialog === 'endpoint')
  const kept = useEndpoint((state) => state.endpoint)
  const [url, setUrl] = useState('')
  const [model, setModel] = useState('')
  const [key, setKey] = useState('')
  const [temperature, setTemperature] = useState('')
  const [instructions, setInstructions] = useState(DEFAULT_INSTRUCTIONS)
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    if (!open) return
    setUrl(kept?.url ?? '')
    setModel(kept?.model ?? '')
    setTemperature(kept?.temperature === undefined ? '' : String(kept.temperature))
    setInstructions(kept?.instructions ?? DEFAULT_INSTRUCTIONS)
    setKey('')
    setFailure(undefined)
  }, [open, kept])
  const close = (): void => setView({ dialog: undefined })
  const wrongUrl = url !== '' && !/^https?:\/\/\S+$/.test(url)
  const save = async (): Promise<void> => {
    const endpoint: AgentEndpoint = {
      version: 1,
      url,
      model,
      instructions,
      ...(key !== '' || kept?.secret !== undefined ? { secret: KEY_NAME } : {}),
      ...(temperature.trim() === '' ? {} : { temperature: Number(temperature) }),
    }
    try {
      await saveEndpoint(endpoint, key)
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
      <Field
        label={t('gem.endpoint.url')}
        hint={t('gem.endpoint.urlHint')}
        error={wrongUrl ? t('gem.endpoint.urlWrong') : undefined}
      >
        <Input
          value={url}
          placeholder="http://127.0.0.1:11434/v1"
          onChange={(event) => setUrl(event.target.value.trim())}
        />
      </Field>
      <Field label={t('gem.endpoint.model')}>
        <Input value={model} onChange={(event) => setModel(event.target.value)} />
      </Field>
      <Field
        label={t('gem.endpoint.key')}
        hint={t(kept?.secret ? 'gem.endpoint.keyKept' : 'gem.endpoint.keyHint')}
      >
        <Input
          type="password"
          autoComplete="new-password"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      <Field label={t('gem.endpoint.temperature')}>
        <Input
          inputMode="decimal"
          value={temperature}
          onChange={(event) => setTemperature(event.target.value.replaceAll(/[^\d.]/g, ''))}
        />
      </Field>
      <Field label={t('gem.endpoint.instructions')}>
        <textarea
          className={styles['script']}
          rows={3}
          value={instructions}
          onChange={(event) => setInstructions(event.target.value)}
        />
      </Field>
      {failure ? (
        <p role="alert" className={styles['error']}>
          {failure.message} {failure.hint ?? ''}
        </p>
      ) : null}
      <DialogActions>
        {kept ? (
          <Button tone="danger" onClick={() => void forgetEndpoint().then(close)}>
            {t('gem.endpoint.forget')}
          </Button>
        ) : null}
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button
          tone="primary"
          disabled={url === '' || wrongUrl || model.trim() === ''}
          onClick={() => void save()}
        >
          {t('gem.endpoint.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
