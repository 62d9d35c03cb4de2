import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../app/i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './form.module.css'
import { initialValue, resolveRef, type Control, type FormSchema } from './schema.ts'
// A form is recursive: an object's member may be an object again.
// oxlint-disable-next-line import/no-cycle
import { SchemaField, type FieldProps } from './schema-form.tsx'

type Labelled = FieldProps & { readonly label: string }

/** Members of a nested object, in a frame of their own. */
export function ObjectField({
  label,
  control,
  root,
  value,
  onChange,
}: Labelled & { readonly control: Extract<Control, { kind: 'object' }> }) {
  const record = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return (
    <fieldset className={styles['frame']}>
      <legend>{label}</legend>
      {control.properties.map(([name, member]) => (
        <SchemaField
          key={name}
          name={name}
          schema={member}
          root={root}
          value={record[name]}
          required={control.required.has(name)}
          onChange={(next) => {
            const { [name]: _, ...others } = record
            const changed = next === undefined ? others : { ...record, [name]: next }
            onChange(Object.keys(changed).length === 0 ? undefined : changed)
          }}
        />
      ))}
    </fieldset>
  )
}

/** Items of a list, with buttons to add and to take away. */
export function ListField({
  label,
  items,
  root,
  value,
  onChange,
}: Labelled & { readonly items: FormSchema }) {
  const t = useText()
  const list = Array.isArray(value) ? (value as unknown[]) : []
  const change = (next: unknown[]): void => onChange(next.length === 0 ? undefined : next)
  return (
    <fieldset className={styles['frame']}>
      <legend>{label}</legend>
      {list.map((item, index) => (
        <div key={index} className={styles['item']}>
          <SchemaField
            name={String(index + 1)}
            schema={items}
            root={root}
            value={item}
            required
            onChange={(next) => change(list.with(index, next))}
          />
          <IconButton
            label={t('console.form.removeItem')}
            icon={X}
            onClick={() => change(list.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button tone="quiet" onClick={() => change([...list, initialValue(items, root) ?? ''])}>
        <Plus size={14} aria-hidden />
        {t('console.form.addItem')}
      </Button>
    </fieldset>
  )
}

function describe(option: FormSchema, index: number): string {
  return option.title ?? (typeof option.type === 'string' ? option.type : `#${index + 1}`)
}

/** One of several shapes; choosing another one starts it afresh. */
export function UnionField({
  label,
  options,
  ...props
}: Labelled & { readonly options: readonly FormSchema[] }) {
  const [chosen, setChosen] = useState(0)
  const option = resolveRef(options[chosen] ?? {}, props.root)
  return (
    <fieldset className={styles['frame']}>
      <legend>{label}</legend>
      <Select
        aria-label={label}
        value={chosen}
        onChange={(event) => {
          const next = Number(event.target.value)
          setChosen(next)
          props.onChange(initialValue(options[next] ?? {}, props.root))
        }}
      >
        {options.map((candidate, index) => (
          <option key={index} value={index}>
            {describe(candidate, index)}
          </option>
        ))}
      </Select>
      <SchemaField {...props} schema={option} />
    </fieldset>
  )
}
