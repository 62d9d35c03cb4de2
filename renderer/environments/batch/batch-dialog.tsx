import { useEffect, useState } from 'react'
import { Plus, X } from 'lucide-react'
import {
  MAX_ATTEMPTS,
  MAX_PARALLEL,
  MAX_SEEDS,
  type BatchPlan,
  batchPlanSchema,
} from '#shared/environments/batch.ts'
import { MAX_SEED } from '#shared/gem/seed.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { agentOf } from '#shared/environments/agent.ts'
import { type Autoplay, NEW_AUTOPLAY } from '#shared/environments/tab.ts'
import { workbench } from '../../app/workbench.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { useKeyRefusal } from '../../app/key-role.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Text } from '../../ui/text.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useEndpoints } from '../agents/endpoint-store.ts'
import { useAgentProblem } from '../agents/use-agent-problem.ts'
import { useCatalogue, useEntry, useRecent, type CatalogueItem } from '../catalogue/catalogue-store.ts'
import { addTab, useActiveTab } from '../session/tabs.ts'
import { usePlatform } from '../session/use-platform.ts'
import { setView, useBenchView } from '../session/view-store.ts'
import { AgentField } from '../agents/agent-field.tsx'
import { environmentName } from '../parts/environment-name.ts'
import styles from '../parts/panes.module.css'

/** Form state of an agent. */
export type AgentForm = Omit<Autoplay, 'pause'>

/** Form state of a batch: environment, agents and seeds. */
export interface BatchForm extends Omit<BatchPlan, 'platform' | 'agents'> {
  readonly agents: readonly AgentForm[]
}

const { pause: _, ...NEW_AGENT } = NEW_AUTOPLAY
export { NEW_AGENT }

export const NEW_FORM: BatchForm = {
  envId: '',
  agents: [NEW_AGENT],
  firstSeed: 0,
  count: 20,
  attempts: 1,
  stepLimit: 200,
  parallel: 1,
}

/** Converts a form to a plan; undefined if its numbers are invalid (docs/gem.md#seeds). */
export function planOf({ agents, ...form }: BatchForm, platform: string): BatchPlan | undefined {
  return batchPlanSchema.safeParse({ ...form, platform, agents: agents.map(agentOf) }).data
}

/**
 * Whether two agents have the same settings.
 * @param first the default endpoint of agents without one
 */
export function hasSameAgents({ agents }: Pick<BatchPlan, 'agents'>, first: string | undefined): boolean {
  const players = agents.map(({ agent, seed, script, endpoint = first }) => {
    if (agent === 'random') return `random ${seed}`
    if (agent === 'script') return `script ${script.join('\n')}`
    return agent === 'endpoint' ? `endpoint ${endpoint ?? ''}` : agent
  })
  return new Set(players).size < players.length
}

interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly minimum?: number
  readonly maximum?: number
  onChange(value: number): void
}

/** Whether a plan takes a number: what is typed stays as it is, and is refused with a sentence. */
export const isWithin = (value: number, minimum: number, maximum = Infinity): boolean =>
  Number.isInteger(value) && value >= minimum && value <= maximum

/** An integer field with bounds; NaN while it is empty. */
const NumberField = ({ label, value, minimum = 0, maximum, onChange }: NumberFieldProps) => (
  <Field label={label}>
    <Input
      type="number"
      min={minimum}
      max={maximum}
      aria-invalid={!isWithin(value, minimum, maximum)}
      value={Number.isNaN(value) ? '' : value}
      onChange={({ target }) => onChange(target.value === '' ? Number.NaN : Number(target.value))}
    />
  </Field>
)

const MAX_AGENTS = 4

/** Fields of one width, as many in a line as fit. */
const EVEN = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(6rem, 1fr))',
  gap: 8,
  alignItems: 'end',
} as const

interface PlanFieldsProps {
  readonly form: BatchForm
  /** Suggested ids. */
  readonly items: readonly CatalogueItem[]
  onChange(part: Partial<BatchForm>): void
}

/** Fields for the environment, the agents, and the seeds. */
function PlanFields({ form, items, onChange }: PlanFieldsProps) {
  const t = useText()
  const { envId, agents, firstSeed, count, attempts, stepLimit, parallel } = form
  return (
    <>
      <Field label={t('environments.batch.environment')} hint={envId && environmentName(t, envId)}>
        <Input
          list="environments-batch-ids"
          value={envId}
          onChange={(event) => onChange({ envId: event.target.value })}
        />
      </Field>
      <datalist id="environments-batch-ids">
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
      <Stack style={EVEN}>
        <NumberField
          label={t('environments.batch.first')}
          value={firstSeed}
          maximum={MAX_SEED}
          onChange={(value) => onChange({ firstSeed: value })}
        />
        <NumberField
          label={t('environments.batch.count')}
          value={count}
          minimum={1}
          maximum={MAX_SEEDS}
          onChange={(value) => onChange({ count: value })}
        />
        <NumberField
          label={t('environments.batch.attempts')}
          value={attempts}
          minimum={1}
          maximum={MAX_ATTEMPTS}
          onChange={(value) => onChange({ attempts: value })}
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

/** Fields of one agent. */
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

/** Default environment: the requested one, otherwise the active or most recent one. */
function useSuggestion(): string | undefined {
  const named = useBenchView((state) => state.batchOf)
  const tab = useActiveTab()
  const recent = useRecent()
  return named ?? (tab?.kind === 'environment' ? tab.envId : recent[0])
}

/** Configures a batch: one or more agents over many seeds. */
export function BatchDialog() {
  const t = useText()
  const open = useBenchView((state) => state.dialog === 'batch')
  const platform = usePlatform()
  const { items } = useCatalogue(platform?.id)
  const [form, setForm] = useState(NEW_FORM)
  const [failure, setFailure] = useState<Failure>()
  const entry = useEntry(platform?.id ?? '', form.envId)
  const problemOf = useAgentProblem()
  const endpoints = useEndpoints()
  const suggested = useSuggestion()
  useEffect(() => {
    if (open && suggested) setForm((now) => ({ ...now, envId: suggested }))
    setFailure(undefined)
  }, [open, suggested])
  const close = (): void => setView({ dialog: undefined })
  const plan = platform && planOf(form, platform.id)
  const wrong =
    plan || form.envId.trim() === ''
      ? undefined
      : t('environments.batch.wrong', { most: MAX_SEEDS, attempts: MAX_ATTEMPTS, parallel: MAX_PARALLEL })
  // An environment that is not chosen yet lacks nothing.
  const chosen = form.envId.trim() !== ''
  const noChange = useKeyRefusal()(platform?.id ?? '')
  const [lacking] = chosen ? form.agents.flatMap(({ agent }) => problemOf(agent, entry) ?? []) : []
  const problem = noChange ?? lacking
  const start = async (): Promise<void> => {
    if (!plan) return
    try {
      const { id } = await workbench.call('batches.start', { plan })
      addTab({ kind: 'batch', id: crypto.randomUUID(), batch: id })
      close()
    } catch (error) {
      setFailure(toFailure(error))
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('environments.batch')}
      description={t('environments.batch.description')}
      width={600}
    >
      <PlanFields form={form} items={items} onChange={(part) => setForm((now) => ({ ...now, ...part }))} />
      {problem ? (
        <Text as="p" tone="quiet">
          {problem}
        </Text>
      ) : null}
      {plan && hasSameAgents(plan, endpoints[0]?.id) ? (
        <Text as="p" tone="warning">
          {t('environments.batch.sameAgents')}
        </Text>
      ) : null}
      {plan &&
      plan.attempts > 1 &&
      plan.agents.some(({ agent }) => agent === 'solver' || agent === 'script') ? (
        <Text as="p" tone="warning">
          {t('environments.batch.alike')}
        </Text>
      ) : null}
      {wrong ? (
        <Text as="p" tone="bad" role="alert">
          {wrong}
        </Text>
      ) : null}
      <FailureNotice failure={failure} />
      <DialogActions>
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button
          tone="primary"
          reason={problem ?? wrong ?? (plan ? undefined : t('ui.need'))}
          onClick={() => void start()}
        >
          {t('environments.batch.start')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
