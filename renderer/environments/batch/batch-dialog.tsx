import { useEffect, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Text } from '../../ui/text.tsx'
import { useAgentProblem } from '../agents/use-agent-problem.ts'
import { useCatalogue, useEntry, useRecent } from '../catalogue/catalogue-store.ts'
import { setView, useGemView } from '../session/view-store.ts'
import styles from '../parts/panes.module.css'
import { activeTab, addTab, useTabs } from '../session/tabs-store.ts'
import { usePlatform } from '../session/use-platform.ts'
import { putBatch } from './batches-store.ts'
import { batchOf, hasValidSeeds, MAX_SEEDS, NEW_PLAN } from './plan.ts'
import { PlanFields } from './plan-fields.tsx'
import { runBatch } from './run-batch.ts'

/** The environment in front, else the one that was opened last. */
function useSuggestion(): string | undefined {
  const tab = activeTab(useTabs())
  const recent = useRecent()
  return tab?.kind === 'environment' ? tab.envId : recent[0]
}

/** Many seeds with one agent: what to play, and how often. */
export function BatchDialog() {
  const t = useText()
  const open = useGemView((state) => state.dialog === 'batch')
  const platform = usePlatform()
  const { items: offers } = useCatalogue(platform?.id)
  const [plan, setPlan] = useState(NEW_PLAN)
  const entry = useEntry(platform?.id ?? '', plan.envId)
  const problem = useAgentProblem(plan.agent, entry)
  const suggested = useSuggestion()
  useEffect(() => {
    if (open && suggested) setPlan((now) => ({ ...now, envId: suggested }))
  }, [open, suggested])
  const close = (): void => setView({ dialog: undefined })
  const valid = hasValidSeeds(plan)
  const start = (): void => {
    if (!platform) return
    const batch = batchOf(plan, platform.id)
    putBatch(batch)
    addTab({ kind: 'batch', id: crypto.randomUUID(), batch: batch.id })
    close()
    void runBatch(batch.id)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('gem.batch')}
      description={t('gem.batch.description')}
      width={520}
    >
      <PlanFields plan={plan} offers={offers} onChange={(part) => setPlan((now) => ({ ...now, ...part }))} />
      {problem ? <p className={styles['quiet']}>{problem}</p> : null}
      {valid ? null : (
        <Text as="p" tone="bad">
          {t('gem.batch.wrong', { most: MAX_SEEDS })}
        </Text>
      )}
      <DialogActions>
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button
          tone="primary"
          disabled={!platform || !valid || problem !== undefined || plan.envId.trim() === ''}
          onClick={start}
        >
          {t('gem.batch.start')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
