import { type ReactNode, useContext, useEffect, useState } from 'react'
import { alteredInteger } from '#shared/model/exact-integers.ts'
import { useText } from '../i18n/text.ts'
import { Field } from '../ui/field.tsx'
import { ReportUnread, type FormFinding } from './finding-context.ts'
import styles from './form.module.css'

interface JsonFieldProps {
  readonly label: ReactNode
  /** Its path in the form; empty: the whole. */
  readonly path: string
  readonly hint?: string
  readonly value: unknown
  readonly rows?: number
  readonly finding?: FormFinding
  onChange(value: unknown): void
}

/**
 * A value as JSON text. Text that does not parse, or would change a number, is kept as typed and changes
 * nothing; the form is told that it is unread.
 */
export function JsonField({ label, path, hint, value, rows = 2, finding, onChange }: JsonFieldProps) {
  const t = useText()
  const report = useContext(ReportUnread)
  const [draft, setDraft] = useState<{ text: string; for: string; error?: string }>()
  const known = value === undefined ? '' : JSON.stringify(value, null, 2)
  const { text, error } = draft && draft.for === known ? draft : { text: known, error: undefined }
  const isUnread = error !== undefined
  useEffect(() => {
    if (!isUnread) return
    report(path, true)
    return () => report(path, false)
  }, [report, path, isUnread])
  const edit = (next: string): void => {
    try {
      const parsed: unknown = next.trim() === '' ? undefined : JSON.parse(next)
      const altered = alteredInteger(next)
      if (altered) return setDraft({ text: next, for: known, error: t('ui.longInteger', { ...altered }) })
      setDraft({ text: next, for: parsed === undefined ? '' : JSON.stringify(parsed, null, 2) })
      onChange(parsed)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      setDraft({ text: next, for: known, error: t('console.form.notJson', { reason }) })
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
