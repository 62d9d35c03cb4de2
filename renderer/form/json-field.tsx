import { useState } from 'react'
import { alteredInteger } from '#shared/model/exact-integers.ts'
import { useText } from '../i18n/text.ts'
import { Field } from '../ui/field.tsx'
import type { FormFinding } from './finding-context.ts'
import styles from './form.module.css'

interface JsonFieldProps {
  readonly label: string
  readonly hint?: string
  readonly value: unknown
  readonly rows?: number
  readonly finding?: FormFinding
  onChange(value: unknown): void
}

/**
 * A value as JSON text; text that does not parse, or would change a number, is kept as typed and not
 * reported.
 */
export function JsonField({ label, hint, value, rows = 4, finding, onChange }: JsonFieldProps) {
  const t = useText()
  const [draft, setDraft] = useState<{ text: string; for: string }>()
  const known = value === undefined ? '' : JSON.stringify(value, null, 2)
  const text = draft && draft.for === known ? draft.text : known
  const [error, setError] = useState<string>()
  const edit = (next: string): void => {
    try {
      const parsed: unknown = next.trim() === '' ? undefined : JSON.parse(next)
      const altered = alteredInteger(next)
      if (altered) {
        setError(t('ui.longInteger', { ...altered }))
        setDraft({ text: next, for: known })
        return
      }
      setError(undefined)
      setDraft({ text: next, for: parsed === undefined ? '' : JSON.stringify(parsed, null, 2) })
      onChange(parsed)
    } catch (cause) {
      setError(t('console.form.notJson', { reason: cause instanceof Error ? cause.message : String(cause) }))
      setDraft({ text: next, for: known })
    }
  }
  return (
    <Field
      label={label}
      error={error ?? (finding?.severity === 'error' ? finding.message : undefined)}
      warning={finding?.severity === 'warning' ? finding.message : undefined}
      {...(hint ? { hint } : {})}
    >
      <textarea
        className={styles['text']}
        rows={rows}
        spellCheck={false}
        value={text}
        onChange={(event) => edit(event.target.value)}
      />
    </Field>
  )
}
