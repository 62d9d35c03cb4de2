import { useText } from '../i18n/text.ts'
import { Field, Input, Select } from '../ui/field.tsx'
// A form is recursive: an object's member may be an object again.
// oxlint-disable-next-line import/no-cycle
import { ListField, Members, ObjectField, UnionField } from './compound-fields.tsx'
import { useFinding } from './finding-context.ts'
import { FileInput } from '../ui/file-input.tsx'
import styles from './form.module.css'
import { JsonField } from './json-field.tsx'
import { controlOf, isNullable, resolveRef, type Control, type FormSchema } from './schema.ts'

export interface FieldProps {
  readonly name: string
  /** Where it is in the whole value, such as `spec.fields[0].type`. */
  readonly path: string
  readonly schema: FormSchema
  /** The whole schema, where `$ref`s lead. */
  readonly root: FormSchema
  readonly value: unknown
  readonly required: boolean
  /** `undefined` leaves the member out. */
  onChange(value: unknown): void
}

function labelOf({ name, schema, required, root }: FieldProps): string {
  const title = resolveRef(schema, root).title
  const label = title && title.toLowerCase() !== name.toLowerCase() ? `${name} — ${title}` : name
  return required && !isNullable(schema, root) ? `${label} *` : label
}

/** Reads a file into base64, for members whose content is encoded so. */
async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}

function Scalar({ control, props }: { readonly control: Control; readonly props: FieldProps }) {
  const t = useText()
  const { value, onChange } = props
  switch (control.kind) {
    case 'number':
      return (
        <Input
          type="number"
          step={control.integer ? 1 : 'any'}
          value={typeof value === 'number' ? value : ''}
          onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
        />
      )
    case 'boolean':
      return (
        <Select
          value={typeof value === 'boolean' ? String(value) : ''}
          onChange={(event) =>
            onChange(event.target.value === '' ? undefined : event.target.value === 'true')
          }
        >
          <option value="">{t('console.form.unset')}</option>
          <option value="true">true</option>
          <option value="false">false</option>
        </Select>
      )
    case 'enum':
      return (
        <Select
          value={control.values.findIndex((candidate) => JSON.stringify(candidate) === JSON.stringify(value))}
          onChange={(event) => onChange(control.values[Number(event.target.value)])}
        >
          <option value={-1}>{t('console.form.unset')}</option>
          {control.values.map((candidate, index) => (
            <option key={index} value={index}>
              {typeof candidate === 'string' ? candidate : JSON.stringify(candidate)}
            </option>
          ))}
        </Select>
      )
    case 'file':
      return <FileInput showsName onFile={(file) => void readBase64(file).then(onChange)} />
    default:
      return (
        <textarea
          className={styles['text']}
          rows={control.kind === 'text' && control.long ? 4 : 1}
          spellCheck={false}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        />
      )
  }
}

/** One member of a form, whatever its schema. */
export function SchemaField(props: FieldProps) {
  const { schema, root } = props
  const control = controlOf(schema, root)
  const label = labelOf(props)
  const { description } = resolveRef(schema, root)
  const finding = useFinding(props.path)
  if (control.kind === 'object') return <ObjectField {...props} label={label} control={control} />
  if (control.kind === 'list') return <ListField {...props} label={label} items={control.items} />
  if (control.kind === 'union') return <UnionField {...props} label={label} options={control.options} />
  if (control.kind === 'json') {
    return (
      <JsonField
        label={label}
        value={props.value}
        onChange={props.onChange}
        {...(description ? { hint: description } : {})}
        {...(finding ? { finding } : {})}
      />
    )
  }
  return (
    <Field
      label={label}
      {...(description ? { hint: description } : {})}
      error={finding?.severity === 'error' ? finding.message : undefined}
      warning={finding?.severity === 'warning' ? finding.message : undefined}
    >
      <Scalar control={control} props={props} />
    </Field>
  )
}

interface SchemaFormProps {
  readonly schema: FormSchema
  readonly value: Readonly<Record<string, unknown>>
  onChange(value: Record<string, unknown>): void
}

/** A form for an object schema: the arguments of a tool, the answer to an elicitation. */
export function SchemaForm({ schema, value, onChange }: SchemaFormProps) {
  const t = useText()
  const control = controlOf({ type: 'object', ...schema }, schema)
  if (control.kind !== 'object') {
    const open = Object.keys(schema.properties ?? {}).length === 0 && schema.additionalProperties === false
    if (open || (schema.properties === undefined && schema.additionalProperties === undefined)) {
      return <p className={styles['quiet']}>{t('console.form.none')}</p>
    }
    return (
      <JsonField
        label={t('console.form.arguments')}
        value={value}
        onChange={(next) => onChange((next ?? {}) as Record<string, unknown>)}
      />
    )
  }
  return (
    <div className={styles['form']}>
      <Members control={control} root={schema} path="" value={value} onChange={onChange} />
    </div>
  )
}
