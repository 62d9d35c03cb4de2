import { useText } from '../../i18n/text.ts'
import { Field, Select } from '../../ui/field.tsx'
import { type AgentKind, agentKindSchema } from './agent.ts'

interface AgentFieldProps {
  readonly value: AgentKind
  onChange(agent: AgentKind): void
}

/** Who plays. */
export function AgentField({ value, onChange }: AgentFieldProps) {
  const t = useText()
  return (
    <Field label={t('gem.agent')}>
      <Select value={value} onChange={(event) => onChange(event.target.value as AgentKind)}>
        {agentKindSchema.options.map((name) => (
          <option key={name} value={name}>
            {t(`gem.agent.${name}`)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
