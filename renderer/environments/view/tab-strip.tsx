import { PanelLeft, XCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { BenchTitle, FindButton } from '../../app/bench-header.tsx'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useBatches } from '../batch/batches-store.ts'
import { setView, useGemView } from '../session/view-store.ts'
import { closeTab } from '../session/open.ts'
import { useRuntimes } from '../session/runtime-store.ts'
import type { Tab } from '../session/tab.ts'
import { activeTab, selectTab, useTabs } from '../session/tabs-store.ts'
import { CloseAllButton } from './close-all.tsx'
import { shortId } from '../parts/format.ts'
import styles from './environments.module.css'

/** Whether an environment is open, and whether it is at work. */
function Light({ tab, open }: { readonly tab: string; readonly open: boolean }) {
  const busy = useRuntimes(({ byTab }) => byTab[tab]?.busy !== undefined)
  return (
    <span className={styles['light']} data-state={busy ? 'busy' : open ? 'open' : 'closed'} aria-hidden />
  )
}

/** The open environments, comparisons and batches, and the one in front. */
export function GemTabs({ children }: { readonly children: ReactNode }) {
  const t = useText()
  const state = useTabs()
  const batches = useBatches((all) => all.batches)
  const sideOpen = useGemView(({ sideOpen }) => sideOpen)
  const item = (tab: Tab) => {
    if (tab.kind === 'compare') return { id: tab.id, label: t('gem.tab.compare') }
    if (tab.kind === 'batch')
      return { id: tab.id, label: t('gem.tab.batch', { name: shortId(batches[tab.batch]?.envId ?? '') }) }
    const open = tab.sandboxId !== undefined
    return {
      id: tab.id,
      label: shortId(tab.envId),
      title: t(open ? 'gem.tab.open' : 'gem.tab.closed'),
      mark: <Light tab={tab.id} open={open} />,
    }
  }
  const current = activeTab(state)
  return (
    <Tabs
      label={t('gem.tabs')}
      tabs={state.tabs.map(item)}
      value={current?.id}
      onChange={selectTab}
      closing={{ label: t('gem.tab.close'), close: (id) => void closeTab(id) }}
      before={
        <>
          <BenchTitle title="app.bench.environments" object={current && item(current).label} picker={null} />
          <IconButton
            icon={PanelLeft}
            label={t('gem.side.toggle')}
            aria-pressed={sideOpen}
            onClick={() => setView({ sideOpen: !sideOpen })}
          />
        </>
      }
      beside={state.tabs.length > 1 ? <CloseAllButton icon={XCircle} /> : undefined}
      after={<FindButton />}
    >
      {children}
    </Tabs>
  )
}
