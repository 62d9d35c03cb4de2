import { Field, Input } from '../../ui/field.tsx'

interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly minimum?: number
  readonly maximum?: number
  onChange(value: number): void
}

/** A whole number, not below its minimum. */
export const NumberField = ({ label, value, minimum = 0, maximum, onChange }: NumberFieldProps) => (
  <Field label={label}>
    <Input
      type="number"
      min={minimum}
      max={maximum}
      value={value}
      onChange={(event) => onChange(Math.max(minimum, Math.floor(Number(event.target.value))))}
    />
  </Field>
)
