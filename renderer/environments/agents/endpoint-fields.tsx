import { modelEndpointSchema } from '#shared/environments/agent.ts'
import { useText } from '../../i18n/text.ts'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from '../parts/panes.module.css'
import { type EndpointForm, hasWrongUrl } from './endpoint-form.ts'

const KEYS = ['none', 'session', 'env', 'secret'] as const

interface EndpointFieldsProps {
  readonly form: EndpointForm
  /** The endpoint has a key where it says. */
  readonly hasKey: boolean
  onChange(part: Partial<EndpointForm>): void
}

/** Where the model is, which one it is, how its key is found, what it is told, and what it costs. */
export function EndpointFields({ form, hasKey, onChange }: EndpointFieldsProps) {
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
