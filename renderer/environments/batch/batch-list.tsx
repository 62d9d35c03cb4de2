import { useText } from '../../i18n/text.ts'
import { Select } from '../../ui/field.tsx'
import { addTab, selectTab, useTabs } from '../session/tabs-store.ts'
import { formatReward, shortId } from '../parts/format.ts'
import type { Batch } from './batch.ts'
import { useBatches } from './batches-store.ts'
import { summarizeRows } from './distribution.ts'

function openBatch(id: string): void {
  const open = useTabs.getState().tabs.find((tab) => tab.kind === 'batch' && tab.batch === id)
  if (open) selectTab(open.id)
  else addTab({ kind: 'batch', id: crypto.randomUUID(), batch: id })
}

/** The batches that were kept, newest first; choosing one opens it. */
export function BatchList() {
  const t = useText()
  const batches = useBatches((state) => state.batches)
  const kept = Object.values(batches).toSorted((a, b) => b.started - a.started)
  if (kept.length === 0) return null
  const label = (batch: Batch): string =>
    t('gem.batch.line', {
      name: shortId(batch.envId),
      agent: t(`gem.agent.${batch.agent}`),
      count: batch.rows.length,
      mean: formatReward(summarizeRows(batch.rows)?.mean ?? 0),
    })
  return (
    <Select aria-label={t('gem.batch.kept')} value="" onChange={(event) => openBatch(event.target.value)}>
      <option value="" disabled>
        {t('gem.batch.keptCount', { count: kept.length })}
      </option>
      {kept.map((batch) => (
        <option key={batch.id} value={batch.id}>
          {label(batch)}
        </option>
      ))}
    </Select>
  )
}
