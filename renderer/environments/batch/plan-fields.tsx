import { useText } from '../../i18n/text.ts'
import { Field, Input } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { AgentField } from '../agents/agent-field.tsx'
import type { CatalogueItem } from '../catalogue/catalogue-store.ts'
import styles from '../parts/panes.module.css'
import { NumberField } from './number-field.tsx'
import type { BatchPlan } from './plan.ts'

interface PlanFieldsProps {
  readonly plan: BatchPlan
  /** Ids that are suggested. */
  readonly offers: readonly CatalogueItem[]
  onChange(part: Partial<BatchPlan>): void
}

/** The environment, the agent, and the seeds. */
export function PlanFields({ plan, offers, onChange }: PlanFieldsProps) {
  const t = useText()
  const { envId, agent, firstSeed, count, stepLimit, agentSeed, script } = plan
  return (
    <>
      <Field label={t('gem.entry.id')}>
        <Input
          list="gem-batch-ids"
          value={envId}
          onChange={(event) => onChange({ envId: event.target.value })}
        />
      </Field>
      <datalist id="gem-batch-ids">
        {offers.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </datalist>
      <AgentField value={agent} onChange={(chosen) => onChange({ agent: chosen })} />
      <Stack row align="end" gap={2} wrap>
        <NumberField
          label={t('gem.batch.first')}
          value={firstSeed}
          onChange={(value) => onChange({ firstSeed: value })}
        />
        <NumberField
          label={t('gem.batch.count')}
          value={count}
          minimum={1}
          onChange={(value) => onChange({ count: value })}
        />
        <NumberField
          label={t('gem.batch.limit')}
          value={stepLimit}
          minimum={1}
          onChange={(value) => onChange({ stepLimit: value })}
        />
        {agent === 'random' ? (
          <NumberField
            label={t('gem.agent.seed')}
            value={agentSeed}
            onChange={(value) => onChange({ agentSeed: value })}
          />
        ) : null}
      </Stack>
      {agent === 'script' ? (
        <Field label={t('gem.agent.scriptLabel')} hint={t('gem.agent.scriptHint')}>
          <textarea
            className={styles['script']}
            rows={4}
            value={script}
            onChange={(event) => onChange({ script: event.target.value })}
          />
        </Field>
      ) : null}
    </>
  )
}
