import { XCircle, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Tab } from '#shared/environments/tab.ts'
import { BenchTitle, FindButton } from '../../app/bench-header.tsx'
import { useText } from '../../i18n/text.ts'
import { ColumnToggle } from '../../ui/columns.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type TabItem, Tabs, wholeLabel } from '../../ui/tabs.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useBatches } from '../batch/batches.ts'
import { entryOf, useCatalogues } from '../catalogue/catalogue-store.ts'
import { environmentName } from '../parts/environment-name.ts'
import { nameOfSet, useHeads } from '../recordings/recordings.ts'
import { useEpisodes } from '../episode/episodes.ts'
import { setView, useBenchView } from '../session/view-store.ts'
import { closeTab, usePlays, closeAll } from '../session/play.ts'
import { moveTab, renameTab, selectTab, useActiveTab, useTabs } from '../session/tabs.ts'
import { usePlatforms } from '../session/use-platform.ts'
import styles from './environments.module.css'

/** Closes all environments after confirmation; the episodes stay in the library. */
function CloseAllButton({ icon }: { readonly icon: LucideIcon }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const tabs = useTabs()
  const open = tabs.filter((tab) => tab.kind === 'environment' && tab.sandboxId !== undefined).length
  return (
    <>
      <IconButton icon={icon} label={t('environments.tab.closeAll')} onClick={() => setAsking(true)} />
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('environments.tab.closeAll')}
        description={t('environments.tab.closeAllText', { tabs: tabs.length, open })}
      >
        <DialogActions>
          <Button onClick={() => setAsking(false)}>{t('ui.cancel')}</Button>
          <Button
            tone="primary"
            onClick={() => {
              setAsking(false)
              void closeAll()
            }}
          >
            {t('environments.tab.closeAll')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

/** Whether an environment is open or busy. */
function Light({ tab, open }: { readonly tab: string; readonly open: boolean }) {
  const busy = usePlays(({ plays }) => plays[tab]?.busy !== undefined)
  return (
    <span className={styles['light']} data-state={busy ? 'busy' : open ? 'open' : 'closed'} aria-hidden />
  )
}

/** The open environments, comparisons and batches, and the active one. */
export function EnvironmentTabs({ children }: { readonly children: ReactNode }) {
  const t = useText()
  const tabs = useTabs()
  const active = useActiveTab()
  const batches = useBatches((all) => all.batches)
  const summaries = useEpisodes((state) => state.summaries)
  const heads = useHeads()
  const platforms = usePlatforms()
  const sideOpen = useBenchView(({ sideOpen }) => sideOpen)
  const [renaming, setRenaming] = useState<string>()
  // Titles of environments that are not our own come with their catalogue.
  useCatalogues()
  const item = (tab: Tab): TabItem => {
    const { id, name } = tab
    if (tab.kind === 'compare') return { id, label: name ?? t('environments.tab.compare') }
    if (tab.kind === 'batch') {
      const plan = batches[tab.batch]?.plan
      const played = plan ? environmentName(t, plan.envId, entryOf(plan.platform, plan.envId)) : ''
      return { id, label: name ?? t('environments.tab.batch', { name: played }) }
    }
    if (tab.kind === 'recordings') {
      const head = heads[tab.recordings]
      // A name that the user gave it stays.
      return { id, label: head && head.name === tab.name ? nameOfSet(t, head) : tab.name }
    }
    // While its platform is unreachable, it is unknown whether it is open.
    const isThere = platforms.some((one) => one.id === tab.platform && one.state === 'ready')
    const open = tab.sandboxId !== undefined && isThere
    const seed = tab.episode === undefined ? undefined : summaries[tab.episode]?.seed
    return {
      id,
      label: name ?? environmentName(t, tab.envId, entryOf(tab.platform, tab.envId)),
      note: name === undefined && seed != null ? String(seed) : undefined,
      title: t(open ? 'environments.tab.open' : 'environments.tab.closed'),
      mark: <Light tab={tab.id} open={open} />,
    }
  }
  return (
    <Tabs
      label={t('environments.tabs')}
      tabs={tabs.map(item)}
      value={active?.id}
      onChange={selectTab}
      renaming={{
        id: renaming,
        label: t('environments.tab.rename'),
        start: setRenaming,
        end: (name) => {
          const tab = tabs.find(({ id }) => id === renaming)
          // The default name includes the seed and follows it; only a name the user typed is stored.
          if (tab && name !== undefined && name !== wholeLabel(item(tab))) renameTab(tab.id, name)
          setRenaming(undefined)
        },
      }}
      onMove={moveTab}
      closing={{ label: t('environments.tab.close'), close: (id) => void closeTab(id) }}
      before={
        <>
          <BenchTitle
            title="app.bench.environments"
            part={active && wholeLabel(item(active))}
            picker={null}
          />
          <ColumnToggle
            label={t('environments.side.toggle')}
            side="left"
            open={sideOpen}
            onToggle={() => setView({ sideOpen: !sideOpen })}
          />
        </>
      }
      beside={tabs.length > 1 ? <CloseAllButton icon={XCircle} /> : undefined}
      after={<FindButton />}
    >
      {children}
    </Tabs>
  )
}
