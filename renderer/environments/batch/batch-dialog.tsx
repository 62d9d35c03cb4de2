import { useEffect, useState } from 'react'
import { MAX_PARALLEL, MAX_SEEDS } from '#shared/environments/batch.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Text } from '../../ui/text.tsx'
import { useAgentProblem } from '../agents/use-agent-problem.ts'
import { useCatalogue, useEntry, useRecent } from '../catalogue/catalogue-store.ts'
import { addTab, useActiveTab } from '../session/tabs.ts'
import { usePlatform } from '../session/use-platform.ts'
import { setView, useBenchView } from '../session/view-store.ts'
import { NEW_FORM, planOf } from './plan.ts'
import { PlanFields } from './plan-fields.tsx'

/** The environment in front, else the one that was opened last. */
function useSuggestion(): string | undefined {
  const tab = useActiveTab()
  const recent = useRecent()
  return tab?.kind === 'environment' ? tab.envId : recent[0]
}

/** Many seeds with one agent or several: what to play, and how often. */
export function BatchDialog() {
  const t = useText()
  const open = useBenchView((state) => state.dialog === 'batch')
  const platform = usePlatform()
  const { items } = useCatalogue(platform?.id)
  const [form, setForm] = useState(NEW_FORM)
  const [failure, setFailure] = useState<Failure>()
  const entry = useEntry(platform?.id ?? '', form.envId)
  const problemOf = useAgentProblem()
  const suggested = useSuggestion()
  useEffect(() => {
    if (open && suggested) setForm((now) => ({ ...now, envId: suggested }))
    setFailure(undefined)
  }, [open, suggested])
  const close = (): void => setView({ dialog: undefined })
  const plan = platform && planOf(form, platform.id)
  const [problem] = form.agents.flatMap(({ agent }) => problemOf(agent, entry) ?? [])
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
      {plan || form.envId.trim() === '' ? null : (
        <Text as="p" tone="bad">
          {t('environments.batch.wrong', { most: MAX_SEEDS, parallel: MAX_PARALLEL })}
        </Text>
      )}
      {failure ? (
        <Text as="p" tone="bad" role="alert">
          <FailureText failure={failure} />
        </Text>
      ) : null}
      <DialogActions>
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button tone="primary" disabled={!plan || problem !== undefined} onClick={() => void start()}>
          {t('environments.batch.start')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
