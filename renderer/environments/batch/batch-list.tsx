import type { Batch } from '#shared/environments/batch.ts'
import { labelled, useText } from '../../i18n/text.ts'
import { Select } from '../../ui/field.tsx'
import { environmentName } from '../parts/environment-name.ts'
import { formatReward } from '../parts/format.ts'
import { addTab, allTabs, selectTab } from '../session/tabs.ts'
import { useBatches } from './batches.ts'
import { useAgentNames } from './agent-name.ts'
import { meanReturn } from './statistics.ts'

export function openBatch(id: string): void {
  const open = allTabs().find((tab) => tab.kind === 'batch' && tab.batch === id)
  if (open) selectTab(open.id)
  else addTab({ kind: 'batch', id: crypto.randomUUID(), batch: id })
}

/** The stored batches, newest first; choosing one opens it. */
export function BatchList() {
  const t = useText()
  const namesOf = useAgentNames()
  const batches = useBatches((state) => state.batches)
  const sorted = Object.values(batches).toSorted((a, b) => b.started - a.started)
  if (sorted.length === 0) return null
  const label = ({ plan, rows }: Batch): string => {
    const agents = namesOf(plan.agents).map((agent, i) => {
      const mean = meanReturn(rows, i)
      return mean === undefined ? agent : labelled(agent, formatReward(mean))
    })
    return t('environments.batch.line', {
      name: environmentName(t, plan.envId),
      count: plan.count,
      agents: agents.join(' · '),
    })
  }
  return (
    <Select
      aria-label={t('environments.batch.kept')}
      value=""
      onChange={(event) => openBatch(event.target.value)}
    >
      <option value="" disabled>
        {t('environments.batch.keptCount', { count: sorted.length })}
      </option>
      {sorted.map((batch) => (
        <option key={batch.id} value={batch.id}>
          {label(batch)}
        </option>
      ))}
    </Select>
  )
}
