import { Plus, X } from 'lucide-react'
import { MAX_PARALLEL } from '#shared/environments/batch.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { AgentField } from '../agents/agent-field.tsx'
import type { CatalogueItem } from '../catalogue/catalogue-store.ts'
import styles from '../parts/panes.module.css'
import { NumberField } from './number-field.tsx'
import { type AgentForm, type BatchForm, NEW_AGENT } from './plan.ts'

const MAX_AGENTS = 4

interface PlanFieldsProps {
  readonly form: BatchForm
  /** Ids that are suggested. */
  readonly items: readonly CatalogueItem[]
  onChange(part: Partial<BatchForm>): void
}

/** The environment, the agents, and the seeds. */
export function PlanFields({ form, items, onChange }: PlanFieldsProps) {
  const t = useText()
  const { envId, agents, firstSeed, count, stepLimit, parallel } = form
  return (
    <>
      <Field label={t('environments.entry.id')}>
        <Input
          list="gem-batch-ids"
          value={envId}
          onChange={(event) => onChange({ envId: event.target.value })}
        />
      </Field>
      <datalist id="gem-batch-ids">
        {items.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </datalist>
      {agents.map((agent, i) => (
        <AgentFields
          key={i}
          agent={agent}
          onChange={(part) =>
            onChange({ agents: agents.map((one, j) => (i === j ? { ...one, ...part } : one)) })
          }
          onRemove={
            agents.length > 1 ? () => onChange({ agents: agents.filter((_, j) => i !== j) }) : undefined
          }
        />
      ))}
      {agents.length < MAX_AGENTS ? (
        <Stack row>
          <Button onClick={() => onChange({ agents: [...agents, NEW_AGENT] })}>
            <Plus size={14} aria-hidden />
            {t('environments.batch.addAgent')}
          </Button>
        </Stack>
      ) : null}
      <Stack row align="end" gap={2} wrap>
        <NumberField
          label={t('environments.batch.first')}
          value={firstSeed}
          onChange={(value) => onChange({ firstSeed: value })}
        />
        <NumberField
          label={t('environments.batch.count')}
          value={count}
          minimum={1}
          onChange={(value) => onChange({ count: value })}
        />
        <NumberField
          label={t('environments.batch.limit')}
          value={stepLimit}
          minimum={1}
          onChange={(value) => onChange({ stepLimit: value })}
        />
        <NumberField
          label={t('environments.batch.parallel')}
          value={parallel}
          minimum={1}
          maximum={MAX_PARALLEL}
          onChange={(value) => onChange({ parallel: value })}
        />
      </Stack>
    </>
  )
}

interface AgentFieldsProps {
  readonly agent: AgentForm
  onChange(part: Partial<AgentForm>): void
  readonly onRemove: (() => void) | undefined
}

/** One agent, and what it needs to be told. */
function AgentFields({ agent, onChange, onRemove }: AgentFieldsProps) {
  const t = useText()
  return (
    <>
      <Stack row align="end" gap={2}>
        <AgentField value={agent.agent} endpoint={agent.endpoint} onChange={onChange} />
        {agent.agent === 'random' ? (
          <NumberField
            label={t('environments.agent.seed')}
            value={agent.seed}
            onChange={(seed) => onChange({ seed })}
          />
        ) : null}
        {onRemove ? (
          <IconButton icon={X} label={t('environments.batch.removeAgent')} onClick={onRemove} />
        ) : null}
      </Stack>
      {agent.agent === 'script' ? (
        <Field label={t('environments.agent.scriptLabel')} hint={t('environments.agent.scriptHint')}>
          <textarea
            className={styles['script']}
            rows={4}
            value={agent.script}
            onChange={(event) => onChange({ script: event.target.value })}
          />
        </Field>
      ) : null}
    </>
  )
}
