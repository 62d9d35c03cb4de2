import type { ConnectionKind } from '#shared/workbench/areas/connections.ts'
import { useText } from '../../i18n/text.ts'
import { Field, Input, Select } from '../../ui/field.tsx'
import styles from '../parts/console.module.css'

/** A definition as in the file, including options the form has no field for. */
export interface DefinitionText {
  readonly name: string
  readonly kind: ConnectionKind
  readonly text: string
}

interface DefinitionPaneProps {
  readonly value: DefinitionText
  /** Name and kind of an existing connection cannot change. */
  readonly fixed: boolean
  onChange(value: DefinitionText): void
}

/** A connection as JSON. */
export function DefinitionPane({ value, fixed, onChange }: DefinitionPaneProps) {
  const t = useText()
  return (
    <>
      {fixed ? null : (
        <>
          <Field label={t('console.add.kind')}>
            <Select
              value={value.kind}
              onChange={(event) => onChange({ ...value, kind: event.target.value as ConnectionKind })}
            >
              {(['model', 'platform', 'telemetry'] as const).map((kind) => (
                <option key={kind} value={kind}>
                  {t(`console.kindOf.${kind}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('console.add.name')}>
            <Input
              required
              value={value.name}
              onChange={(event) => onChange({ ...value, name: event.target.value })}
            />
          </Field>
        </>
      )}
      <Field label={t('console.add.definition')} hint={t(`console.add.definitionHint.${value.kind}`)}>
        <textarea
          className={styles['area']}
          rows={14}
          spellCheck={false}
          value={value.text}
          onChange={(event) => onChange({ ...value, text: event.target.value })}
        />
      </Field>
    </>
  )
}
