import { useEffect, useState } from 'react'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Select, Input } from '../../ui/field.tsx'
import { Text } from '../../ui/text.tsx'
import { setView, useBenchView } from '../session/view-store.ts'
import { endpointOf, formOf, isComplete, type EndpointForm, hasWrongUrl } from './endpoint-form.ts'
import { forgetEndpoint, saveEndpoint, useEndpoints } from './endpoint-store.ts'
import { modelEndpointSchema } from '#shared/environments/agent.ts'
import { Stack } from '../../ui/stack.tsx'
import styles from '../parts/panes.module.css'

const KEYS = ['none', 'session', 'env', 'secret'] as const

interface EndpointFieldsProps {
  readonly form: EndpointForm
  /** The endpoint has a key where it says. */
  readonly hasKey: boolean
  onChange(part: Partial<EndpointForm>): void
}

/** Where the model is, which one it is, how its key is found, what it is told, and what it costs. */
function EndpointFields({ form, hasKey, onChange }: EndpointFieldsProps) {
  const t = useText()
  return (
    <>
      <Field
        label={t('environments.endpoint.url')}
        hint={t('environments.endpoint.urlHint')}
        error={hasWrongUrl(form) ? t('environments.endpoint.urlWrong') : undefined}
      >
        <Input
          value={form.url}
          placeholder="http://127.0.0.1:11434/v1"
          onChange={(event) => onChange({ url: event.target.value.trim() })}
        />
      </Field>
      <Stack row gap={2} align="start">
        <Field label={t('environments.endpoint.model')}>
          <Input value={form.model} onChange={(event) => onChange({ model: event.target.value })} />
        </Field>
        <Field label={t('environments.endpoint.name')}>
          <Input
            value={form.name}
            placeholder={form.model}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
      </Stack>
      <KeyFields form={form} hasKey={hasKey} onChange={onChange} />
      <Stack row gap={2} align="start" wrap>
        <Numbers form={form} onChange={onChange} />
      </Stack>
      <Stack row gap={2} align="start" wrap>
        <Field label={t('environments.endpoint.history')}>
          <Select
            value={form.history}
            onChange={(event) => onChange({ history: event.target.value as EndpointForm['history'] })}
          >
            {modelEndpointSchema.shape.history.def.innerType.options.map((value) => (
              <option key={value} value={value}>
                {t(`environments.endpoint.history.${value}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('environments.endpoint.act')}>
          <Select
            value={form.act}
            onChange={(event) => onChange({ act: event.target.value as EndpointForm['act'] })}
          >
            {modelEndpointSchema.shape.act.def.innerType.options.map((value) => (
              <option key={value} value={value}>
                {t(`environments.endpoint.act.${value}`)}
              </option>
            ))}
          </Select>
        </Field>
        <label>
          <input
            type="checkbox"
            checked={form.stream}
            onChange={(event) => onChange({ stream: event.target.checked })}
          />{' '}
          {t('environments.endpoint.stream')}
        </label>
      </Stack>
      <Field
        label={t('environments.endpoint.instructions')}
        hint={t('environments.endpoint.instructionsHint')}
      >
        <textarea
          className={styles['script']}
          rows={4}
          value={form.instructions}
          onChange={(event) => onChange({ instructions: event.target.value })}
        />
      </Field>
    </>
  )
}

function KeyFields({ form, hasKey, onChange }: EndpointFieldsProps) {
  const t = useText()
  const { keyFrom } = form
  return (
    <Stack row gap={2} align="start">
      <Field label={t('environments.endpoint.keyFrom')}>
        <Select
          value={keyFrom}
          onChange={(event) => onChange({ keyFrom: event.target.value as EndpointForm['keyFrom'] })}
        >
          {KEYS.map((value) => (
            <option key={value} value={value}>
              {t(`environments.endpoint.key.${value}`)}
            </option>
          ))}
        </Select>
      </Field>
      {keyFrom === 'env' ? (
        <Field label={t('environments.endpoint.env')}>
          <Input
            value={form.env}
            placeholder="${env:OPENAI_API_KEY}"
            onChange={(event) => onChange({ env: event.target.value })}
          />
        </Field>
      ) : null}
      {keyFrom === 'secret' || keyFrom === 'session' ? (
        <Field
          label={t('environments.endpoint.key')}
          hint={t(hasKey ? 'environments.endpoint.keyKept' : 'environments.endpoint.keyHint')}
        >
          <Input
            type="password"
            autoComplete="new-password"
            value={form.key}
            onChange={(event) => onChange({ key: event.target.value })}
          />
        </Field>
      ) : null}
    </Stack>
  )
}

const NUMBERS = ['temperature', 'maxTokens', 'promptPrice', 'completionPrice'] as const

/** What may be left empty. */
function Numbers({ form, onChange }: Pick<EndpointFieldsProps, 'form' | 'onChange'>) {
  const t = useText()
  return NUMBERS.map((name) => (
    <Field key={name} label={t(`environments.endpoint.${name}`)}>
      <Input
        inputMode="decimal"
        value={form[name]}
        onChange={(event) => onChange({ [name]: event.target.value.replaceAll(/[^\d.]/g, '') })}
      />
    </Field>
  ))
}

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
