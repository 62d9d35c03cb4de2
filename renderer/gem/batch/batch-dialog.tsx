import { useEffect, useState } from 'react'
import { MAX_SEED } from '#shared/gem/seed.ts'
import { useText } from '../../app/i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { AGENTS, useAgentProblem } from '../agents/autoplay-panel.tsx'
import { scriptLines } from '../agents/autoplay-store.ts'
import { useCatalogue, useCatalogues, useEntry } from '../catalogue/catalogue-store.ts'
import { setView, useGemView } from '../gem-view-store.ts'
import styles from '../record/record-pane.module.css'
import { addTab, activeTab, useTabs } from '../session/tabs-store.ts'
import { usePlatform } from '../use-platform.ts'
import { type AgentKind, type Batch, putBatch } from './batches-store.ts'
import { runBatch } from './run-batch.ts'

const MOST_SEEDS = 10_000

/** Many seeds with one agent: what to play, and how often. */
export function BatchDialog() {
  const t = useText()
  const open = useGemView((state) => state.dialog === 'batch')
  const platform = usePlatform()
  const offers = useCatalogue(platform?.id).offers
  const tab = activeTab(useTabs())
  const recent = useCatalogues((state) => state.recent)
  const [envId, setEnvId] = useState('')
  const [agent, setAgent] = useState<AgentKind>('random')
  const [firstSeed, setFirstSeed] = useState(0)
  const [count, setCount] = useState(20)
  const [agentSeed, setAgentSeed] = useState(0)
  const [stepLimit, setStepLimit] = useState(200)
  const [script, setScript] = useState('')
  const entry = useEntry(platform?.id ?? '', envId)
  const problem = useAgentProblem(agent, entry)
  const suggested = tab?.kind === 'environment' ? tab.envId : recent[0]
  useEffect(() => {
    if (open && suggested) setEnvId(suggested)
  }, [open, suggested])
  const close = (): void => setView({ dialog: undefined })
  const wrong = count < 1 || count > MOST_SEEDS || firstSeed < 0 || firstSeed + count - 1 > MAX_SEED
  const start = (): void => {
    if (!platform) return
    const batch: Batch = {
      version: 1,
      id: crypto.randomUUID(),
      platform: platform.id,
      envId: envId.trim(),
      agent,
      agentSeed,
      script: scriptLines(script),
      firstSeed,
      count,
      stepLimit,
      started: Date.now(),
      rows: [],
    }
    putBatch(batch)
    addTab({ kind: 'batch', id: crypto.randomUUID(), batch: batch.id })
    close()
    void runBatch(batch.id)
  }
  const number = (label: string, value: number, set: (value: number) => void, minimum = 0) => (
    <Field label={label}>
      <Input
        type="number"
        min={minimum}
        value={value}
        onChange={(event) => set(Math.max(minimum, Math.floor(Number(event.target.value))))}
      />
    </Field>
  )
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('gem.batch')}
      description={t('gem.batch.description')}
      width={520}
    >
      <Field label={t('gem.entry.id')}>
        <Input list="gem-batch-ids" value={envId} onChange={(event) => setEnvId(event.target.value)} />
      </Field>
      <datalist id="gem-batch-ids">
        {offers.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </datalist>
      <Field label={t('gem.agent')}>
        <Select value={agent} onChange={(event) => setAgent(event.target.value as AgentKind)}>
          {AGENTS.map((name) => (
            <option key={name} value={name}>
              {t(`gem.agent.${name}`)}
            </option>
          ))}
        </Select>
      </Field>
      <div className={styles['fields']}>
        {number(t('gem.batch.first'), firstSeed, setFirstSeed)}
        {number(t('gem.batch.count'), count, setCount, 1)}
        {number(t('gem.batch.limit'), stepLimit, setStepLimit, 1)}
        {agent === 'random' ? number(t('gem.agent.seed'), agentSeed, setAgentSeed) : null}
      </div>
      {agent === 'script' ? (
        <Field label={t('gem.agent.scriptLabel')} hint={t('gem.agent.scriptHint')}>
          <textarea
            className={styles['script']}
            rows={4}
            value={script}
            onChange={(event) => setScript(event.target.value)}
          />
        </Field>
      ) : null}
      {problem ? <p className={styles['quiet']}>{problem}</p> : null}
      {wrong ? <p className={styles['error']}>{t('gem.batch.wrong', { most: MOST_SEEDS })}</p> : null}
      <DialogActions>
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button
          tone="primary"
          disabled={!platform || wrong || problem !== undefined || envId.trim() === ''}
          onClick={start}
        >
          {t('gem.batch.start')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
