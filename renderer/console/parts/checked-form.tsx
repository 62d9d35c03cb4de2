import { useId, useMemo, useState } from 'react'
import { findingsOf } from '../../form/check.ts'
import { FormFindings, type FormFinding } from '../../form/finding-context.ts'
import type { FormSchema } from '../../form/schema.ts'
import { SchemaForm } from '../../form/schema-form.tsx'

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
  const form = useId()
  const findings = useMemo(() => (tried ? findingsOf(schema, value) : NONE), [tried, schema, value])
  return {
    form,
    findings,
    /** Whether the form is valid; otherwise focuses the first invalid field. */
    passes(): boolean {
      setTried(true)
      if (findingsOf(schema, value).size === 0) return true
      focusFirstFinding(() => document.getElementById(form))
      return false
    },
  }
}

interface CheckedFormProps {
  readonly checked: ReturnType<typeof useChecked>
  readonly schema: FormSchema
  readonly value: Readonly<Record<string, unknown>>
  onChange(value: Record<string, unknown>): void
}

/** A form that marks values the server would reject. */
export function CheckedForm({ checked, ...form }: CheckedFormProps) {
  return (
    <FormFindings value={checked.findings}>
      <div id={checked.form}>
        <SchemaForm {...form} />
      </div>
    </FormFindings>
  )
}
