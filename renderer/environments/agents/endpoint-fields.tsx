import { useText } from '../../i18n/text.ts'
import { Field, Input } from '../../ui/field.tsx'
import styles from '../parts/panes.module.css'
import { type EndpointForm, hasWrongUrl } from './endpoint-form.ts'

interface EndpointFieldsProps {
  readonly form: EndpointForm
  readonly hasKey: boolean
  onChange(part: Partial<EndpointForm>): void
}

/** Where the model is, which one it is, and what it is told. */
export function EndpointFields({ form, hasKey, onChange }: EndpointFieldsProps) {
  const t = useText()
  return (
    <>
      <Field
        label={t('gem.endpoint.url')}
        hint={t('gem.endpoint.urlHint')}
        error={hasWrongUrl(form) ? t('gem.endpoint.urlWrong') : undefined}
      >
        <Input
          value={form.url}
          placeholder="http://127.0.0.1:11434/v1"
          onChange={(event) => onChange({ url: event.target.value.trim() })}
        />
      </Field>
      <Field label={t('gem.endpoint.model')}>
        <Input value={form.model} onChange={(event) => onChange({ model: event.target.value })} />
      </Field>
      <Field label={t('gem.endpoint.key')} hint={t(hasKey ? 'gem.endpoint.keyKept' : 'gem.endpoint.keyHint')}>
        <Input
          type="password"
          autoComplete="new-password"
          value={form.key}
          onChange={(event) => onChange({ key: event.target.value })}
        />
      </Field>
      <Field label={t('gem.endpoint.temperature')}>
        <Input
          inputMode="decimal"
          value={form.temperature}
          onChange={(event) => onChange({ temperature: event.target.value.replaceAll(/[^\d.]/g, '') })}
        />
      </Field>
      <Field label={t('gem.endpoint.instructions')}>
        <textarea
          className={styles['script']}
          rows={3}
          value={form.instructions}
          onChange={(event) => onChange({ instructions: event.target.value })}
        />
      </Field>
    </>
  )
}
