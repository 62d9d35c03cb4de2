import { PanelLeft, X, XCircle } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useBatches } from '../batch/batches-store.ts'
import { setView, useGemView } from '../session/view-store.ts'
import { closeTab } from '../session/open.ts'
import { useRuntimes } from '../session/runtime-store.ts'
import type { Tab } from '../session/tab.ts'
import { activeTab, selectTab, stepTab, useTabs } from '../session/tabs-store.ts'
import { CloseAllButton } from './close-all.tsx'
import { shortId } from '../parts/format.ts'
import styles from './environments.module.css'

function useTitle(tab: Tab): string {
  const t = useText()
  const batch = useBatches(({ batches }) => (tab.kind === 'batch' ? batches[tab.batch] : undefined))
  if (tab.kind === 'compare') return t('gem.tab.compare')
  if (tab.kind === 'batch') return t('gem.tab.batch', { name: shortId(batch?.envId ?? '') })
  return shortId(tab.envId)
}

function TabHandle({ tab, selected }: { readonly tab: Tab; readonly selected: boolean }) {
  const t = useText()
  const title = useTitle(tab)
  const busy = useRuntimes(({ byTab }) => byTab[tab.id]?.busy !== undefined)
  const handle = useRef<HTMLButtonElement>(null)
  const open = tab.kind === 'environment' && tab.sandboxId !== undefined
  useEffect(() => {
    if (selected) handle.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      stepTab(event.key === 'ArrowRight' ? 1 : -1)
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('#gem-tabs [aria-selected="true"]')?.focus(),
      )
    } else if (event.key === 'Delete') void closeTab(tab.id)
    else return
    event.preventDefault()
  }
  return (
    <div className={styles['tab']} role="presentation" data-selected={selected}>
      <button
        ref={handle}
        type="button"
        role="tab"
        id={`gem-tab-${tab.id}`}
        aria-selected={selected}
        aria-controls="gem-tab-panel"
        title={tab.kind === 'environment' ? t(open ? 'gem.tab.open' : 'gem.tab.closed') : ''}
        tabIndex={selected ? 0 : -1}
        onClick={() => selectTab(tab.id)}
        onAuxClick={(event) => {
          if (event.button === 1) void closeTab(tab.id)
        }}
        onKeyDown={onKeyDown}
      >
        {tab.kind === 'environment' ? (
          <span
            className={styles['light']}
            data-state={busy ? 'busy' : open ? 'open' : 'closed'}
            aria-hidden
          />
        ) : null}
        {title}
      </button>
    </div>
  )
}

/** The open environments, comparisons and batches: arrows walk, Delete closes. */
export function TabStrip() {
  const t = useText()
  const state = useTabs()
  const sideOpen = useGemView(({ sideOpen }) => sideOpen)
  const current = activeTab(state)
  return (
    <div className={styles['strip']}>
      <IconButton
        icon={PanelLeft}
        label={t('gem.side.toggle')}
        aria-pressed={sideOpen}
        onClick={() => setView({ sideOpen: !sideOpen })}
      />
      <div id="gem-tabs" role="tablist" aria-label={t('gem.tabs')} className={styles['tabs']}>
        {state.tabs.map((tab) => (
          <TabHandle key={tab.id} tab={tab} selected={tab === current} />
        ))}
      </div>
      {current ? (
        <IconButton icon={X} label={t('gem.tab.close')} onClick={() => void closeTab(current.id)} />
      ) : null}
      {state.tabs.length > 1 ? <CloseAllButton icon={XCircle} /> : null}
    </div>
  )
}
