import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { create } from 'zustand'
import type { Tab } from '#shared/documents/query.ts'
import { BenchTitle, FindButton } from '../../app/bench-header.tsx'
import { ModelServerPicker } from '../../app/model-server-picker.tsx'
import { useText } from '../../i18n/text.ts'
import { shownKeys } from '../../app/keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { startTab } from '../editor/session.ts'
import { runsOf, useRuns } from '../run/run-store.ts'
import { changeTab, closeTab, moveTab, selectTab, useTabs } from '../tabs/tabs-store.ts'
import { shownTitle } from '../tabs/tab.ts'
import styles from './tab-strip.module.css'

/** The tab being renamed. */
export const useRenaming = create<{ readonly tab: string | undefined }>(() => ({ tab: undefined }))

/** The open query tabs with their panel. */
export function QueryTabs({ children }: { readonly children: ReactNode }) {
  const t = useText()
  const { tabs, active } = useTabs()
  const renamed = useRenaming((state) => state.tab)
  const shown = (tab: Tab): string => shownTitle(tab, (number) => t('query.tab.title', { number }))
  const found = tabs.find((tab) => tab.id === active)
  const current = found && { title: shown(found) }
  return (
    <Tabs
      label={t('query.tabs')}
      before={<BenchTitle title="query.group" object={current?.title} picker={<ModelServerPicker />} long />}
      after={<FindButton />}
      tabs={tabs.map((tab) => ({
        id: tab.id,
        label: shown(tab),
        title: shown(tab),
        mark: <RunningMark tab={tab.id} />,
      }))}
      value={active}
      onChange={selectTab}
      onMove={moveTab}
      renaming={{
        id: renamed,
        label: t('query.tab.name'),
        start: (tab) => useRenaming.setState({ tab }),
        end: (title) => {
          if (renamed !== undefined && title !== undefined) changeTab(renamed, { title })
          useRenaming.setState({ tab: undefined })
        },
      }}
      closing={{
        label: t('query.tab.close', { title: current?.title ?? '' }),
        keys: shownKeys('query.tab.close'),
        close: closeTab,
      }}
      beside={
        <IconButton
          icon={Plus}
          label={t('query.tab.new')}
          keys={shownKeys('query.tab.new')}
          onClick={startTab}
        />
      }
    >
      {children}
    </Tabs>
  )
}

function RunningMark({ tab }: { readonly tab: string }) {
  const t = useText()
  const running = useRuns((state) => runsOf(state, tab).some((run) => run.state.kind === 'running'))
  return running ? <span className={styles['running']} aria-label={t('query.running')} /> : null
}
