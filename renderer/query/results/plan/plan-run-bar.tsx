import { Play, Plus, Square } from 'lucide-react'
import { useState } from 'react'
import type { TelemetryPlan } from '#shared/telemetry/plan.ts'
import { FailureNotice } from '../../../app/failure-text.tsx'
import { runCommand } from '../../../app/run-command.ts'
import { useWorkbench } from '../../../app/workbench.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { connectionsFor, assignStorage } from '../../../telemetry/connections.ts'
import type { Run } from '../../run/run.ts'
import { cancelPlan, runPlan, runPlanAnew, usePlanRuns } from './plan-runs.ts'
import { UnappliedFilters } from './unapplied-filters.tsx'

interface PlanRunBarProps {
  /** The run that returned the plan. */
  readonly run: Run
  readonly plan: TelemetryPlan
  /** As written by the model server. */
  readonly raw: unknown
}

/** Runs a plan on the connection of its storage, or on one the user chooses, which is remembered. */
export function PlanRunBar({ run: statement, plan, raw }: PlanRunBarProps) {
  const { id: run, tab } = statement
  const t = useText()
  const connections = useWorkbench((state) => state.connections)
  const state = usePlanRuns((states) => states[run])
  const [chosen, setChosen] = useState('')
  const { able, matched } = connectionsFor(plan, connections)
  const isOpen = plan.protocol === 'prometheus' && plan.from === undefined && plan.to === undefined
  const connection = able.find(({ id }) => id === chosen) ?? matched
  if (able.length === 0) {
    return (
      <Stack row gap={2} wrap align="center">
        <Text tone="quiet">{t(`query.plan.none.${plan.protocol}`)}</Text>
        <Button tone="primary" onClick={() => void runCommand('console.addTelemetry')}>
          <Plus size={13} aria-hidden />
          {t('query.plan.connect')}
        </Button>
      </Stack>
    )
  }
  const start = async (): Promise<void> => {
    if (!connection) return
    if (connection.id !== matched?.id) await assignStorage(plan.storage, connection)
    if (!(await runPlanAnew(statement))) await runPlan({ run, tab, plan: raw, connection: connection.id })
  }
  return (
    <>
      <Stack row gap={2} wrap align="center">
        {state?.running ? (
          <Button onClick={() => cancelPlan(run)}>
            <Square size={13} aria-hidden />
            {t('query.plan.cancel')}
          </Button>
        ) : (
          <Button
            tone="primary"
            reason={connection ? undefined : t('query.plan.choose')}
            onClick={() => void start()}
          >
            <Play size={13} aria-hidden />
            {t('query.plan.run')}
          </Button>
        )}
        <Select
          aria-label={t('query.plan.connection')}
          value={connection?.id ?? ''}
          style={{ width: 'auto' }}
          onChange={(event) => setChosen(event.target.value)}
        >
          {connection ? null : <option value="">{t('query.plan.choose')}</option>}
          {able.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Text tone="quiet" small role="status">
          {state?.running
            ? t('query.plan.running', { done: state.running.done, of: Math.max(1, state.running.of) })
            : connection && connection.id !== matched?.id
              ? t('query.plan.remembers', { storage: plan.storage, name: connection.name })
              : [connection?.address, isOpen && t('query.plan.lastHour')].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      <UnappliedFilters raw={raw} />
      <FailureNotice failure={state?.failure} />
    </>
  )
}
