import { type AgentKind, agentKindSchema } from '#shared/environments/agent.ts'
import { endpointName } from '#shared/environments/agent.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { setView } from '../session/view-store.ts'
import { useEndpoints } from './endpoint-store.ts'

interface AgentFieldProps {
  readonly value: AgentKind
  readonly endpoint: string | undefined
  onChange(choice: { readonly agent: AgentKind; readonly endpoint?: string | undefined }): void
}

/** Selects the agent and, for models, the endpoint. */
export function AgentField({ value, endpoint, onChange }: AgentFieldProps) {
  const t = useText()
  const endpoints = useEndpoints()
  return (
    <>
      <Field label={t('environments.agent')}>
        <Select value={value} onChange={(event) => onChange({ agent: event.target.value as AgentKind })}>
          {agentKindSchema.options.map((name) => (
            <option key={name} value={name}>
              {t(`environments.agent.${name}`)}
            </option>
          ))}
        </Select>
      </Field>
      {value === 'endpoint' && endpoints.length > 0 ? (
        <Field label={t('environments.endpoint.which')}>
          <Select
            value={endpoint ?? endpoints[0]?.id ?? ''}
            onChange={(event) => onChange({ agent: value, endpoint: event.target.value })}
          >
            {endpoints.map((one) => (
              <option key={one.id} value={one.id}>
                {endpointName(one)}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      {value === 'endpoint' ? (
        <Button onClick={() => setView({ editsEndpoints: true })}>{t('environments.endpoint.edit')}</Button>
      ) : null}
    </>
  )
}
