import { fromLocalInput, toLocalInput } from '../i18n/moment.ts'
import { useText } from '../i18n/text.ts'
import { Input, Select } from '../ui/field.tsx'
import { FileInput } from '../ui/file-input.tsx'
import { MomentInput } from '../ui/moment-input.tsx'
import styles from './form.module.css'
import type { Control, FormSchema, TextFormat } from './schema.ts'

/** One field of a form. */
export interface FieldProps {
  readonly name: string
  /** Path in the whole value, such as `spec.fields[0].type`. */
  readonly path: string
  readonly schema: FormSchema
  /** The root schema, for `$ref`s. */
  readonly root: FormSchema
  readonly value: unknown
  readonly required: boolean
  /** `undefined` omits the member. */
  onChange(value: unknown): void
}

/** Reads a file as base64, for members with that encoding. */
async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}

/** The control of a scalar value. */
export function Scalar({ control, props }: { readonly control: Control; readonly props: FieldProps }) {
  const t = useText()
  const { name, required, value, onChange } = props
  switch (control.kind) {
    case 'number':
      return (
        <Input
          type="number"
          className={styles['number']}
          step={control.schema.multipleOf ?? (control.integer ? 1 : 'any')}
          min={control.schema.minimum ?? control.schema.exclusiveMinimum}
          max={control.schema.maximum ?? control.schema.exclusiveMaximum}
          value={typeof value === 'number' ? value : ''}
          onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
        />
      )
    case 'moment':
      return (
        <MomentInput
          value={typeof value === 'number' ? toLocalInput(value * 1000) : ''}
          onMoment={(local) => onChange(local === '' ? undefined : new Date(local).getTime() / 1000)}
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
          <option value="" disabled={required && value !== undefined}>
            {t(required ? 'console.form.choose' : 'console.form.unset')}
          </option>
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
          <option value={-1} disabled={required && value !== undefined}>
            {t(required ? 'console.form.choose' : 'console.form.unset')}
          </option>
          {control.values.map((candidate, index) => (
            <option key={index} value={index}>
              {titleOf(candidate, control.titles[index])}
            </option>
          ))}
        </Select>
      )
    case 'file':
      return <FileInput showsName onFile={(file) => void readBase64(file).then(onChange)} />
    case 'text':
      if (control.format !== undefined) return <FormattedText format={control.format} {...props} />
      if (!control.long && !LONG_NAME.test(name) && !isLong(value))
        return (
          <Input
            value={typeof value === 'string' ? value : ''}
            onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
          />
        )
      return (
        <textarea
          className={styles['text']}
          rows={2}
          spellCheck={false}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        />
      )
    default:
      return null
  }
}

/** Members that usually have several lines. */
const LONG_NAME = /^(?:query|text|content|body|prompt|code|message|sql|script)$/i
const isLong = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\n') || value.length > 100)

/** The label of an option. */
export const titleOf = (value: unknown, title: string | undefined): string =>
  title ?? (typeof value === 'string' ? value : JSON.stringify(value))

/** HTML input types by format. */
const INPUTS: Readonly<Record<Exclude<TextFormat, 'date-time'>, string>> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  // The browser's own field has AM and PM in some languages.
  time: 'text',
  password: 'password',
}

/** A text with a format, in the native input for it. */
function FormattedText({ format, value, onChange }: FieldProps & { readonly format: TextFormat }) {
  const text = typeof value === 'string' ? value : ''
  if (format === 'date-time')
    return <MomentInput value={toLocalInput(text)} onMoment={(local) => onChange(fromLocalInput(local))} />
  return (
    <Input
      type={INPUTS[format]}
      placeholder={format === 'time' ? 'HH:MM:SS' : undefined}
      value={text}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  )
}
