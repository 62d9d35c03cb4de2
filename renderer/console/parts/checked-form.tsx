import { useId, useMemo, useState } from 'react'
import { findingsOf } from '../../form/check.ts'
import { FormFindings, type FormFinding } from '../../form/finding-context.ts'
import type { FormSchema } from '../../form/schema.ts'
import { SchemaForm } from '../../form/schema-form.tsx'

const NONE: ReadonlyMap<string, FormFinding> = new Map()

/** Puts the focus into the first field that is marked, once this attempt to send is drawn. */
export const focusFirstFinding = (form: () => Element | null): void =>
  void requestAnimationFrame(() =>
    form()
      ?.querySelector('[role="alert"]')
      ?.closest('label')
      ?.querySelector<HTMLElement>('input, select, textarea')
      ?.focus(),
  )

/** A form's findings, which are shown from the first attempt to send on. */
export function useChecked(schema: FormSchema, value: Readonly<Record<string, unknown>>) {
  const [tried, setTried] = useState(false)
  const form = useId()
  const findings = useMemo(() => (tried ? findingsOf(schema, value) : NONE), [tried, schema, value])
  return {
    form,
    findings,
    /** Whether it may be sent; else the first field that is wrong has the focus. */
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

/** A form that marks what a server would refuse. */
export function CheckedForm({ checked, ...form }: CheckedFormProps) {
  return (
    <FormFindings value={checked.findings}>
      <div id={checked.form}>
        <SchemaForm {...form} />
      </div>
    </FormFindings>
  )
}
