import { useEffect, useState } from 'react'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { modelEndpointSchema, type ModelEndpoint } from '#shared/environments/agent.ts'
import { DEFAULT_INSTRUCTIONS } from '#shared/environments/agent-messages.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Select, Input } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { setView, useBenchView } from '../session/view-store.ts'
import styles from '../parts/panes.module.css'
import { EndpointTry } from './endpoint-try.tsx'
import { forgetEndpoint, saveEndpoint, useEndpoints } from './endpoint-store.ts'

/** Form state of an endpoint. */
interface EndpointForm {
  readonly name: string
  readonly url: string
  readonly model: string
  /** Where the key comes from. */
  readonly keyFrom: ModelEndpoint['key']
  /** A new key; if empty, an existing one stays in use. */
  readonly key: string
  /** Environment variable that holds the key. */
  readonly env: string
  /** Empty: the server's default. */
  readonly temperature: string
  readonly maxTokens: string
  readonly history: ModelEndpoint['history']
  readonly act: ModelEndpoint['act']
  readonly stream: boolean
  /** Per million tokens; empty: unknown. */
  readonly promptPrice: string
  readonly completionPrice: string
  readonly cachedPrice: string
  readonly reasoningPrice: string
  readonly currency: string
  readonly instructions: string
}

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value))
const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))

/** Normalises a decimal being typed, with point or comma: "2,5" is two and a half. */
export const decimal = (typed: string): string =>
  typed
    .replaceAll(',', '.')
    .replaceAll(/[^\d.]/g, '')
    .replace(/(?<=\..*)\./g, '')

/** The form of a stored endpoint, or an empty one. It never contains the key. */
export function formOf(stored: ModelEndpoint | undefined): EndpointForm {
  return {
    name: stored?.name ?? '',
    url: stored?.url ?? '',
    model: stored?.model ?? '',
    keyFrom: stored?.key ?? 'none',
    key: '',
    env: stored?.env ?? '',
    temperature: textOf(stored?.temperature),
    maxTokens: textOf(stored?.maxTokens),
    history: stored?.history ?? 'chat',
    act: stored?.act ?? 'text',
    stream: stored?.stream ?? true,
    promptPrice: textOf(stored?.prices?.prompt),
    completionPrice: textOf(stored?.prices?.completion),
    cachedPrice: textOf(stored?.prices?.cached),
    reasoningPrice: textOf(stored?.prices?.reasoning),
    currency: stored?.prices?.currency ?? '',
    instructions: stored?.instructions ?? DEFAULT_INSTRUCTIONS,
  }
}

/** The endpoint to store: it says where the key is, never the key itself. */
export function endpointOf(form: EndpointForm, stored: ModelEndpoint | undefined): ModelEndpoint {
  const { name, url, model, keyFrom, env, history, act, stream, instructions } = form
  return {
    id: stored?.id ?? crypto.randomUUID().slice(0, 8),
    name: name.trim() === '' ? model : name.trim(),
    url,
    model,
    key: keyFrom,
    env: keyFrom === 'env' ? env.trim() : undefined,
    secret: keyFrom === 'secret' ? stored?.secret : undefined,
    temperature: numberOf(form.temperature),
    maxTokens: numberOf(form.maxTokens),
    history,
    act,
    stream,
    prices: pricesOf(form),
    instructions,
  }
}

function pricesOf(form: EndpointForm): ModelEndpoint['prices'] {
  const [prompt, completion] = [numberOf(form.promptPrice), numberOf(form.completionPrice)]
  const [cached, reasoning] = [numberOf(form.cachedPrice), numberOf(form.reasoningPrice)]
  if ([prompt, completion, cached, reasoning].every((price) => price === undefined)) return undefined
  const currency = form.currency.trim() || undefined
  return { prompt: prompt ?? 0, completion: completion ?? 0, cached, reasoning, currency }
}

/** Whether the URL is invalid. */
export const hasWrongUrl = ({ url }: EndpointForm): boolean => url !== '' && !/^https?:\/\/\S+$/.test(url)

/** Whether the form is complete and valid. */
export const isComplete = (form: EndpointForm): boolean =>
  form.url !== '' &&
  !hasWrongUrl(form) &&
  form.model.trim() !== '' &&
  (form.keyFrom !== 'env' || form.env.trim() !== '')

const KEYS = ['none', 'session', 'env', 'secret'] as const

interface EndpointFieldsProps {
  readonly form: EndpointForm
  /** Whether the configured key exists. */
  readonly hasKey: boolean
  onChange(part: Partial<EndpointForm>): void
}

/** Fields for the model's URL, name, key, prompt and prices. */
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
      <div className={styles['pairs']}>
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
      </div>
      <KeyFields form={form} hasKey={hasKey} onChange={onChange} />
      <div className={styles['pairs']}>
        <Numbers form={form} onChange={onChange} />
        <Field label={t('environments.endpoint.currency')}>
          <Input
            value={form.currency}
            placeholder="USD"
            maxLength={12}
            onChange={(event) => onChange({ currency: event.target.value })}
          />
        </Field>
      </div>
      <Stack row gap={2} align="end" wrap>
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
        <Stack as="label" row gap={2} style={{ height: 'var(--control)' }}>
          <input
            type="checkbox"
            checked={form.stream}
            onChange={(event) => onChange({ stream: event.target.checked })}
          />
          {t('environments.endpoint.stream')}
        </Stack>
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
          style={{ width: 'max-content' }}
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
          hint={t(
            keyFrom === 'session'
              ? 'environments.endpoint.keyHeld'
              : hasKey
                ? 'environments.endpoint.keyKept'
                : 'environments.endpoint.keyHint',
          )}
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

const NUMBERS = [
  'temperature',
  'maxTokens',
  'promptPrice',
  'completionPrice',
  'cachedPrice',
  'reasoningPrice',
] as const

/** Optional fields. */
function Numbers({ form, onChange }: Pick<EndpointFieldsProps, 'form' | 'onChange'>) {
  const t = useText()
  return NUMBERS.map((name) => (
    <Field key={name} label={t(`environments.endpoint.${name}`)}>
      <Input
        inputMode="decimal"
        value={form[name]}
        onChange={(event) => onChange({ [name]: decimal(event.target.value) })}
      />
    </Field>
  ))
}

const NEW = ''

/**
 * Edits the endpoints that can play as agents. Nothing is sent to an endpoint that is not configured here.
 */
export function EndpointDialog() {
  const t = useText()
  const open = useBenchView((state) => state.editsEndpoints)
  const endpoints = useEndpoints()
  const [chosen, setChosen] = useState<string>()
  const stored = endpoints.find(({ id }) => id === (chosen ?? endpoints[0]?.id))
  const [form, setForm] = useState(() => formOf(stored))
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    if (!open) return
    setForm(formOf(stored))
    setFailure(undefined)
  }, [open, stored])
  const close = (): void => {
    setChosen(undefined)
    setView({ editsEndpoints: false })
  }
  const save = async (): Promise<void> => {
    try {
      await saveEndpoint(endpointOf(form, stored), form.key)
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
          <Select value={stored?.id ?? NEW} onChange={(event) => setChosen(event.target.value)}>
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
        hasKey={stored !== undefined && stored.key === form.keyFrom}
        onChange={(part) => setForm((now) => ({ ...now, ...part }))}
      />
      <EndpointTry
        key={JSON.stringify(form)}
        endpoint={isComplete(form) ? endpointOf(form, stored) : undefined}
        given={form.key}
      />
      <FailureNotice
        failure={
          failure?.code === 'SECRETS_NOT_SAFE'
            ? { ...failure, hint: t('environments.endpoint.otherKeys') }
            : failure
        }
        onPlainSecrets={() => void save()}
      />
      <DialogActions>
        {stored ? (
          <Button tone="danger" onClick={() => void forgetEndpoint(stored).then(close)}>
            {t('environments.endpoint.forget')}
          </Button>
        ) : null}
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button
          tone="primary"
          reason={!isComplete(form) ? t('ui.need') : undefined}
          onClick={() => void save()}
        >
          {t('environments.endpoint.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
