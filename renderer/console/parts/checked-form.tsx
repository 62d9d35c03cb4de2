import { type ReactNode, useId, useMemo, useState } from 'react'
import { findingsOf } from '../../form/check.ts'
import { NamesInWords } from '../../form/field-name.tsx'
import { FormFindings, ReportUnread, useUnread, type FormFinding } from '../../form/finding-context.ts'
import type { FormSchema } from '../../form/schema.ts'

const NONE: ReadonlyMap<string, FormFinding> = new Map()

/** Focuses the first invalid field after the next render. */
export const focusFirstFinding = (form: () => Element | null): void =>
  void requestAnimationFrame(() =>
    form()
      ?.querySelector('[role="alert"]')
      ?.closest('label')
      ?.querySelector<HTMLElement>('input, select, textarea')
      ?.focus(),
  )

/** Validates a form; findings are shown from the first submit on. */
export function useChecked(schema: FormSchema, value: Readonly<Record<string, unknown>>) {
  const [tried, setTried] = useState(false)
  const [unread, report] = useUnread()
  const form = useId()
  const findings = useMemo(() => (tried ? findingsOf(schema, value) : NONE), [tried, schema, value])
  return {
    form,
    findings,
    report,
    /** Whether every text can be read; what cannot is sent in no case, since an older value would go in its place. */
    isRead: unread.size === 0,
    /** Number of fields marked as wrong. */
    wrong: new Set([...findings.keys(), ...unread]).size,
    /** Whether the form is valid, or, if `unchecked`, at least readable; otherwise focuses the first wrong field. */
    passes(unchecked = false): boolean {
      setTried(!unchecked)
      if (unread.size === 0 && (unchecked || findingsOf(schema, value).size === 0)) return true
      focusFirstFinding(() => document.getElementById(form))
      return false
    },
  }
}

interface CheckedFieldsProps {
  readonly checked: ReturnType<typeof useChecked>
  readonly children: ReactNode
}

/** A server's fields, named in words, which take part in the check. */
export function CheckedFields({ checked, children }: CheckedFieldsProps) {
  return (
    <ReportUnread value={checked.report}>
      <FormFindings value={checked.findings}>
        <NamesInWords value>
          <div id={checked.form} style={{ maxWidth: '72rem' }}>
            {children}
          </div>
        </NamesInWords>
      </FormFindings>
    </ReportUnread>
  )
}
