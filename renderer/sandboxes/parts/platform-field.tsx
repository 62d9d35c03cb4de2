import type { Connection } from '#shared/workbench/areas/connections.ts'
import { useText } from '../../i18n/text.ts'
import { Field, Select } from '../../ui/field.tsx'

interface PlatformFieldProps {
  readonly platforms: readonly Pick<Connection, 'id' | 'name'>[]
  readonly value: string
  onChange(platform: string): void
}

/** Platform select; hidden if there is only one. */
export function PlatformField({ platforms, value, onChange }: PlatformFieldProps) {
  const t = useText()
  if (platforms.length < 2) return null
  return (
    <Field label={t('sandboxes.start.platform')}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {platforms.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
