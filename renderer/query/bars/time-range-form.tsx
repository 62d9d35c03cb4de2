import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import type { TimeRange } from '#shared/documents/query.ts'
import { Stack } from '../../ui/stack.tsx'
import { PRESETS } from '../tabs/tab.ts'
import styles from './bars.module.css'

interface TimeRangeFormProps {
  readonly range: TimeRange | undefined
  onChange(range: TimeRange | undefined): void
}

/** A moment as the form's control writes it: local time without a zone. */
function toLocal(moment: string | undefined): string {
  const date = new Date(moment ?? '')
  if (Number.isNaN(date.getTime())) return ''
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 19)
}

function fromLocal(text: string): string | undefined {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** Chooses which moments a query looks at: the last hour and such, or any two ends. */
export function TimeRangeForm({ range, onChange }: TimeRangeFormProps) {
  const t = useText()
  const setEnd = (end: 'from' | 'to', text: string): void => {
    const next = { from: range?.from, to: range?.to, [end]: fromLocal(text) }
    const { from, to } = next
    onChange(from || to ? { ...(from ? { from } : {}), ...(to ? { to } : {}) } : undefined)
  }
  const wrong = range?.from && range.to && range.from >= range.to ? t('query.range.order') : undefined
  return (
    <Stack gap={2} className={styles['range']}>
      <h2>{t('query.range.title')}</h2>
      <Stack row align="stretch" gap={1} wrap>
        {Object.keys(PRESETS).map((preset) => (
          <Button key={preset} aria-pressed={range?.preset === preset} onClick={() => onChange({ preset })}>
            {preset}
          </Button>
        ))}
        <Button aria-pressed={range === undefined} onClick={() => onChange(undefined)}>
          {t('query.range.any')}
        </Button>
      </Stack>
      <Field label={t('query.range.from')} error={wrong}>
        <Input
          type="datetime-local"
          step={1}
          value={toLocal(range?.from)}
          onChange={(event) => setEnd('from', event.target.value)}
        />
      </Field>
      <Field label={t('query.range.to')}>
        <Input
          type="datetime-local"
          step={1}
          value={toLocal(range?.to)}
          onChange={(event) => setEnd('to', event.target.value)}
        />
      </Field>
      <p>{t('query.range.hint')}</p>
    </Stack>
  )
}
